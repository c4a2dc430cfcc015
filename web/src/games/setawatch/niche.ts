// Set a Watch as its running tables show it, printed at build time: the fire, whom it shows, and eyes where it shows nobody.

import { glow, grass, Press, type Outlines } from "../../kit/press.ts";
import { FIGURES } from "./cast.ts";
import { eyes, tongue } from "./lid.ts";

const WIDE = 480;
const HIGH = 240;
const FIRE = [92, 150] as const;

export function niche(outlines: Outlines): string {
  const press = new Press(FIGURES, outlines, WIDE, HIGH);
  const trees = [-40, 40, 130, 220, 300, 380].map((x, i) => press.icon("pine-tree", x, -8 + (i % 2) * 16, 150, "coal", { light: FIRE, tone: 0.2 })).join("");
  return `${press.defs}<defs><radialGradient id="night" gradientUnits="userSpaceOnUse" cx="${FIRE[0]}" cy="${FIRE[1]}" r="330"><stop stop-color="#c06f30"/><stop offset=".3" stop-color="#6a3519"/><stop offset=".65" stop-color="#221419"/><stop offset="1" stop-color="#0b090e"/></radialGradient>
<linearGradient id="outer" x2="0" y2="1"><stop stop-color="#d9480f"/><stop offset="1" stop-color="#f07a1c"/></linearGradient><linearGradient id="middle" x2="0" y2="1"><stop stop-color="#f58a1f"/><stop offset="1" stop-color="#ffc04a"/></linearGradient><linearGradient id="inner" x2="0" y2="1"><stop stop-color="#ffcf5a"/><stop offset="1" stop-color="#fff6d0"/></linearGradient></defs>
<rect width="${WIDE}" height="${HIGH}" fill="url(#night)"/>${trees}
${eyes(408, 84, 1)}${eyes(450, 122, 0.8)}${eyes(386, 136, 0.9)}${eyes(438, 172, 1)}${eyes(366, 60, 0.6)}
<path d="M0 190Q240 172 480 190V240H0Z" fill="#1a0f0b" opacity=".55"/><path d="${grass(4, WIDE, 176, 238, 170)}" fill="none" stroke="#d79a5c" stroke-width=".9" opacity=".3"/>
<ellipse cx="222" cy="212" rx="52" ry="10" fill="#050302" opacity=".6"/>${press.figure("lich", 156, 72, 136, { light: FIRE })}<ellipse cx="336" cy="210" rx="42" ry="8" fill="#050302" opacity=".6"/>${press.figure("wyvern", 282, 96, 112, { light: FIRE, tone: 0.8 })}
${glow("hearth", 92, 140, 120, 100, "#ffb04a", 0.55)}
<g transform="translate(14 62) scale(.78)"><ellipse cx="100" cy="176" rx="92" ry="28" fill="#120a06"/><g stroke="#1a0e07" stroke-width="2"><path d="M42 178 140 150 148 164 52 192Z" fill="#5d3a20"/><path d="M158 178 60 150 52 164 148 192Z" fill="#714828"/></g>
<path d="${tongue(74, 24, 96, -12)}${tongue(126, 24, 112, 14)}${tongue(100, 32, 158, -4)}" fill="url(#outer)"/><path d="${tongue(86, 18, 78, -4)}${tongue(118, 17, 84, 5)}${tongue(101, 23, 122, 5)}" fill="url(#middle)"/><path d="${tongue(100, 15, 74, 2)}" fill="url(#inner)"/></g>`;
}
