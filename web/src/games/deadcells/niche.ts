// Dead Cells as its running tables show it, printed at build time: Beheaded before a gate, and who waits for them.

import { glow, Press, type Outlines } from "../../kit/press.ts";
import { FIGURES } from "./cast.ts";

const WIDE = 480;
const HIGH = 240;
const HEADS = [96, 92] as const;
const bricks = Array.from({ length: 12 }, (_, row) =>
  Array.from({ length: 15 }, (_, i) => `<rect x="${i * 36 - (row % 2) * 18 - 4}" y="${row * 18}" width="34" height="16" rx="2" fill="${["#3a2c3f", "#332538", "#43334a"][(i * 5 + row * 3) % 3]}"/>`).join(""),
).join("");
const shadow = (x: number, wide: number) => `<ellipse cx="${x}" cy="214" rx="${wide}" ry="9" fill="#050306" opacity=".7"/>`;

export function niche(outlines: Outlines): string {
  const press = new Press(FIGURES, outlines, WIDE, HIGH);
  return `${press.defs}<defs><radialGradient id="wall" gradientUnits="userSpaceOnUse" cx="${HEADS[0] + 60}" cy="${HEADS[1]}" r="330"><stop stop-color="#ffb869" stop-opacity=".5"/><stop offset=".5" stop-color="#3a2030" stop-opacity=".2"/><stop offset="1" stop-color="#0d0810" stop-opacity=".92"/></radialGradient><radialGradient id="gate" cx=".5" cy=".45" r=".7"><stop stop-color="#5f9a4a"/><stop offset=".6" stop-color="#234a2b"/><stop offset="1" stop-color="#0e1f14"/></radialGradient></defs>
<rect width="${WIDE}" height="${HIGH}" fill="#1d1420"/>${bricks}<rect width="${WIDE}" height="${HIGH}" fill="url(#wall)"/>
<path d="M372 206V98a44 44 0 0 1 88 0V206Z" fill="url(#gate)" stroke="#5a3d32" stroke-width="12"/><g stroke="#101a12" stroke-width="4"><path d="M390 66V204M408 58V204M426 58V204M444 66V204"/></g>
<path d="M0 200Q240 188 480 200V240H0Z" fill="#2b2430"/><path d="M0 200Q240 188 480 200" fill="none" stroke="#7a6a72" stroke-width="1.500"/>${glow("floor", 120, 214, 150, 26, "#8fd65a", 0.35)}
${shadow(62, 34)}${press.figure("poisoned", 4, 92, 122, { light: HEADS })}${shadow(146, 42)}${press.figure("immolated", 72, 68, 148, { light: HEADS })}
${shadow(288, 34)}${press.figure("zombie", 226, 90, 124, { light: HEADS, flip: true })}${shadow(364, 32)}${press.figure("undead_archer", 312, 98, 114, { light: HEADS, flip: true, tone: 0.85 })}`;
}
