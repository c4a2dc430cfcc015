// The lid of Set a Watch, printed at build time: what the fire shows, and eyes where it shows nothing.

import { glow, grass, Press, type Outlines } from "../../kit/press.ts";
import { FIGURES } from "./cast.ts";

export const tongue = (x: number, wide: number, high: number, lean: number) =>
  `M${x - wide} 168C${x - wide * 1.25} ${168 - high * 0.42} ${x - wide * 0.2 + lean * 0.4} ${168 - high * 0.55} ${x + lean} ${168 - high}C${x + wide * 0.35 + lean * 0.3} ${168 - high * 0.62} ${x + wide * 1.3} ${168 - high * 0.4} ${x + wide} 168Z`;
export const eyes = (x: number, y: number, s: number) => `<g transform="translate(${x} ${y}) scale(${s})"><path d="M-14 0q6-7 12-1q-5 5-12 1zM14 0q-6-7-12-1q5 5 12 1z" fill="#ffe9a8" stroke="#ff9a2a" stroke-width="1"/></g>`;

export function lid(outlines: Outlines): string {
  const press = new Press(FIGURES, outlines);
  const fire = [120, 236] as const;
  const trees = ([[-50, 40, 150], [150, 30, 160], [-20, 20, 110], [104, 10, 110]] as const).map(([x, y, size]) => press.icon("pine-tree", x, y, size, "coal", { light: fire, tone: 0.25 })).join("");
  return `${press.defs}<defs><radialGradient id="night" cx=".5" cy=".74" r=".85"><stop stop-color="#b2622a"/><stop offset=".3" stop-color="#5d2f17"/><stop offset=".65" stop-color="#1e1216"/><stop offset="1" stop-color="#0b090e"/></radialGradient>
<linearGradient id="outer" x2="0" y2="1"><stop stop-color="#d9480f"/><stop offset="1" stop-color="#f07a1c"/></linearGradient><linearGradient id="middle" x2="0" y2="1"><stop stop-color="#f58a1f"/><stop offset="1" stop-color="#ffc04a"/></linearGradient><linearGradient id="inner" x2="0" y2="1"><stop stop-color="#ffcf5a"/><stop offset="1" stop-color="#fff6d0"/></linearGradient></defs>
<rect width="240" height="320" fill="url(#night)"/>${trees}
${eyes(30, 106, 0.8)}${eyes(212, 92, 0.9)}${eyes(204, 148, 0.7)}${eyes(42, 156, 0.6)}
<path d="${grass(4, 240, 210, 316, 120)}" fill="none" stroke="#d79a5c" stroke-width=".9" opacity=".3"/>
${press.figure("werewolf", 26, 20, 188, { light: fire, tint: "ember" })}
${glow("hearth", 120, 226, 110, 90, "#ffb04a", 0.55)}
<g transform="translate(64 152) scale(.56)"><ellipse cx="100" cy="176" rx="92" ry="28" fill="#120a06"/><g stroke="#1a0e07" stroke-width="2"><path d="M42 178 140 150 148 164 52 192Z" fill="#5d3a20"/><path d="M158 178 60 150 52 164 148 192Z" fill="#714828"/></g>
<path d="${tongue(74, 24, 96, -12)}${tongue(126, 24, 112, 14)}${tongue(100, 32, 158, -4)}" fill="url(#outer)"/><path d="${tongue(86, 18, 78, -4)}${tongue(118, 17, 84, 5)}${tongue(101, 23, 122, 5)}" fill="url(#middle)"/><path d="${tongue(100, 15, 74, 2)}" fill="url(#inner)"/></g>
${press.figure("barbarian.face", 2, 178, 84, { light: fire })}${press.figure("witch.face", 152, 176, 88, { light: fire })}
<defs><linearGradient id="foot" x2="0" y2="1"><stop offset=".7" stop-color="#0d0a0c" stop-opacity="0"/><stop offset="1" stop-color="#0d0a0c" stop-opacity=".95"/></linearGradient></defs><rect width="240" height="320" fill="url(#foot)"/>`;
}
