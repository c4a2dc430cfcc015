// The lid of Lueur, printed at build time: a grey valley at night, and one lantern from which colour comes back.

import { glow, Press, type Outlines } from "../../kit/press.ts";
import { FIGURES } from "./cast.ts";
import { ridgeOf } from "./scenery.ts";

const HILLS = [
  { base: 140, top: "#4a525e", low: "#2c323b", line: "#c9d1dc" },
  { base: 172, top: "#3a424c", low: "#20262d", line: "#aab4c0" },
  { base: 214, top: "#2a3039", low: "#14181e", line: "#8a94a1" },
];

const hill = ({ base, top, low, line }: (typeof HILLS)[number], i: number) => {
  const { land, edge, hatching } = ridgeOf(i + 3, 260, 340, { base, rise: 9, lines: 9, gap: 6 });
  const strokes = hatching.map(({ d, dash, opacity }) => `<path d="${d}" stroke="${line}" stroke-width=".8" stroke-dasharray="${dash}" opacity="${opacity.toFixed(2)}"/>`).join("");
  return `<defs><linearGradient id="hill${i}" x2="0" y2="1"><stop stop-color="${top}"/><stop offset=".5" stop-color="${low}"/></linearGradient></defs><path d="${land}" fill="url(#hill${i})"/><g fill="none">${strokes}<path d="${edge}" stroke="${line}" stroke-width="1"/></g>`;
};

/** A cube seen from above, with a sign on its top. */
export function die(x: number, y: number, size: number, turn: number, body: readonly [string, string, string], sign: string, colour: string): string {
  const point = (a: number, h: number) => `${(Math.cos(a) * size * 0.62).toFixed(1)} ${(Math.sin(a) * size * 0.36 + h).toFixed(1)}`;
  const corners = [0, 1, 2, 3].map((i) => turn + (i * Math.PI) / 2);
  const top = `M${corners.map((a) => point(a, 0)).join("L")}Z`;
  const front = [...corners].sort((a, b) => Math.sin(b) - Math.sin(a))[0] ?? 0;
  const side = (a: number, b: number) => `M${point(a, 0)}L${point(b, 0)}L${point(b, size * 0.62)}L${point(a, size * 0.62)}Z`;
  return `<g transform="translate(${x} ${y})" stroke="#0b0806" stroke-width="1" stroke-linejoin="round"><ellipse cy="${size * 0.62}" rx="${size * 0.7}" ry="${size * 0.24}" fill="#000" opacity=".45" stroke="none"/><path d="${side(front - Math.PI / 2, front)}" fill="${body[2]}"/><path d="${side(front, front + Math.PI / 2)}" fill="${body[1]}"/><path d="${top}" fill="${body[0]}"/><ellipse rx="${size * 0.34}" ry="${size * 0.22}" fill="#0f1116" stroke="${colour}"/><path d="${sign}" fill="${colour}" stroke="none" transform="translate(${-size * 0.2} ${-size * 0.14}) scale(${(size * 0.4) / 512} ${(size * 0.28) / 512})"/></g>`;
}

export function lid(outlines: Outlines): string {
  const press = new Press(FIGURES, outlines);
  const stars = Array.from({ length: 26 }, (_, i) => `<circle cx="${(i * 97) % 240}" cy="${(i * 53) % 120}" r="${[0.6, 0.9, 1.2][i % 3]}" fill="#fff" opacity="${0.3 + ((i * 7) % 6) / 10}"/>`).join("");
  return `${press.defs}<defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="#0b0e14"/><stop offset=".5" stop-color="#2b333f"/></linearGradient>
<linearGradient id="glass" x1="0" x2="1" y1=".9" y2=".3"><stop stop-color="#ffb84d"/><stop offset=".5" stop-color="#fff0c4"/><stop offset="1" stop-color="#7ddb86"/></linearGradient>
<linearGradient id="metal" x2="1"><stop stop-color="#6b4a22"/><stop offset=".3" stop-color="#4a3216"/><stop offset="1" stop-color="#241608"/></linearGradient></defs>
<rect width="240" height="320" fill="url(#sky)"/>${stars}${glow("dawn", 120, 150, 130, 70, "#ffb45e", 0.75)}${HILLS.map(hill).join("")}
${glow("green", 66, 236, 110, 62, "#46c07e", 0.55)}${glow("blue", 190, 214, 90, 70, "#5f9bff", 0.5)}${glow("warm", 120, 176, 130, 120, "#ffd98a", 0.6)}${glow("fire", 120, 270, 120, 50, "#ff7d66", 0.3)}
<path d="M120 0V78" stroke="#1a120a" stroke-width="3.4"/><path d="M120 0V78" stroke="#a8916a" stroke-width="1.6" stroke-dasharray="5 2"/>
<g transform="translate(52 76) scale(1.36)"><circle cx="50" cy="6" r="4.4" fill="none" stroke="#c08a3e" stroke-width="2"/>
<path d="M50 10.500C42 11 36 17 27 23C20 28 14 29 9 31H91C86 29 80 28 73 23C64 17 58 11 50 10.500Z" fill="url(#metal)" stroke="#d9a04a"/><rect x="6" y="31" width="88" height="6" rx="1.500" fill="url(#metal)" stroke="#d9a04a" stroke-width=".8"/>
<path d="M17 37H83L91 106H9Z" fill="url(#glass)"/><path d="M17 37 9 106M83 37 91 106" stroke="#b67f36" stroke-width="2.400"/>
<rect x="3" y="106" width="94" height="9" rx="1.500" fill="url(#metal)" stroke="#d9a04a" stroke-width=".8"/><rect x="14" y="115" width="72" height="5" rx="1" fill="url(#metal)"/></g>
${press.figure("A01", 72, 126, 96, { tint: "print", light: [120, 210] })}
${die(38, 258, 36, 0.5, ["#4fae74", "#2f7a4c", "#1d5233"], outlines("solid-leaf"), "#7ddb86")}${die(202, 262, 34, 1.1, ["#5aa9d6", "#337fae", "#1f5679"], outlines("fluffy-cloud"), "#a5ecff")}
<linearGradient id="foot" x2="0" y2="1"><stop offset=".7" stop-color="#0b0e12" stop-opacity="0"/><stop offset="1" stop-color="#0b0e12" stop-opacity=".95"/></linearGradient><rect width="240" height="320" fill="url(#foot)"/>`;
}
