// Lueur as its running tables show it, printed at build time: lanterns over a valley at night, and dice before them.

import { glow, Press, type Outlines } from "../../kit/press.ts";
import { FIGURES } from "./cast.ts";
import { die } from "./lid.ts";
import { ridgeOf } from "./scenery.ts";

const WIDE = 480;
const HIGH = 240;
const HILLS = [
  { base: 96, top: "#59636f", low: "#2d343d", line: "#c9d1dc" },
  { base: 126, top: "#414a55", low: "#21272f", line: "#aab4c0" },
  { base: 162, top: "#2d343d", low: "#14181e", line: "#8a94a1" },
];
const LANTERNS = [
  { being: "taetyss", x: 56, lit: true },
  { being: "A18", x: 156, lit: false },
  { being: "A01", x: 256, lit: true },
  { being: "B31", x: 356, lit: false },
];

const hill = ({ base, top, low, line }: (typeof HILLS)[number], i: number) => {
  const { land, edge, hatching } = ridgeOf(i + 5, WIDE + 40, HIGH + 20, { base, rise: 9, lines: 8, gap: 6 });
  const strokes = hatching.map(({ d, dash, opacity }) => `<path d="${d}" stroke="${line}" stroke-width=".8" stroke-dasharray="${dash}" opacity="${opacity.toFixed(2)}"/>`).join("");
  return `<defs><linearGradient id="hill${i}" x2="0" y2="1"><stop stop-color="${top}"/><stop offset=".5" stop-color="${low}"/></linearGradient></defs><path d="${land}" fill="url(#hill${i})"/><g fill="none">${strokes}<path d="${edge}" stroke="${line}"/></g>`;
};

export function niche(outlines: Outlines): string {
  const press = new Press(FIGURES, outlines, WIDE, HIGH);
  const stars = Array.from({ length: 40 }, (_, i) => `<circle cx="${(i * 97) % WIDE}" cy="${(i * 53) % 90}" r="${[0.6, 0.9, 1.2][i % 3]}" fill="#fff" opacity="${0.3 + ((i * 7) % 6) / 10}"/>`).join("");
  const lanterns = LANTERNS.map(({ being, x, lit }) => {
    const frame = lit ? "#d9a04a" : "#6d7580";
    const body = lit ? "url(#metal)" : "#1c2128";
    return `${lit ? glow(`shine${x}`, x + 34, 108, 84, 84, "#ffd98a", 0.55) : ""}<path d="M${x + 34} 48v14" stroke="#a8916a" stroke-width="2"/>
<path d="M${x + 34} 60C${x + 28} 64 ${x + 14} 74 ${x + 4} 77H${x + 64}C${x + 54} 74 ${x + 40} 64 ${x + 34} 60Z" fill="${body}" stroke="${frame}"/><path d="M${x + 8} 77H${x + 60}L${x + 66} 140H${x + 2}Z" fill="${lit ? "url(#glass)" : "#2a313a"}" stroke="${frame}" stroke-width="1.600"/><rect x="${x - 2}" y="139" width="72" height="8" rx="1.500" fill="${body}" stroke="${frame}" stroke-width=".8"/>
${press.figure(being, x + 6, 80, 56, lit ? { tint: "print", light: [x + 34, 130] } : { tint: "ash", tone: 0.9 })}`;
  }).join("");
  return `${press.defs}<defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="#0b0e14"/><stop offset=".5" stop-color="#2b333f"/></linearGradient><linearGradient id="glass" x1="0" x2="1" y1=".9" y2=".3"><stop stop-color="#ffb84d"/><stop offset=".5" stop-color="#fff0c4"/><stop offset="1" stop-color="#8fc8ff"/></linearGradient><linearGradient id="metal" x2="1"><stop stop-color="#6b4a22"/><stop offset=".4" stop-color="#4a3216"/><stop offset="1" stop-color="#241608"/></linearGradient></defs>
<rect width="${WIDE}" height="${HIGH}" fill="url(#sky)"/>${stars}${glow("dawn", 290, 100, 200, 60, "#ffb45e", 0.7)}${HILLS.map(hill).join("")}
<path d="M-10 40Q240 62 490 36" fill="none" stroke="#14100b" stroke-width="4"/><path d="M-10 40Q240 62 490 36" fill="none" stroke="#a8916a" stroke-width="1.600" stroke-dasharray="5 2"/>${lanterns}
${glow("blue", 150, 200, 80, 34, "#5f9bff", 0.5)}${glow("warm", 250, 204, 80, 34, "#ff7d66", 0.4)}${glow("green", 350, 200, 80, 34, "#46c07e", 0.5)}
${die(150, 186, 36, 0.5, ["#5aa9d6", "#337fae", "#1f5679"], outlines("fluffy-cloud"), "#a5ecff")}${die(250, 192, 36, 0.9, ["#d65a4a", "#a8382c", "#6e201a"], outlines("solid-leaf"), "#7ddb86")}${die(346, 186, 36, 0.3, ["#4fae74", "#2f7a4c", "#1d5233"], outlines("solid-leaf"), "#7ddb86")}`;
}
