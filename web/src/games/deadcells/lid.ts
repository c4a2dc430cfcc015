// The lid of Dead Cells, printed at build time: a head that is only a flame, before a gate of stone.

import { glow, Press, type Outlines } from "../../kit/press.ts";
import { FIGURES } from "./cast.ts";

/** Masonry in rows, every other one shifted. */
const bricks = Array.from({ length: 14 }, (_, row) =>
  Array.from({ length: 8 }, (_, i) => `<rect x="${i * 36 - (row % 2) * 18 - 4}" y="${row * 18}" width="34" height="16" rx="2" fill="${["#3a2c3f", "#332538", "#43334a"][(i * 5 + row * 3) % 3]}"/>`).join(""),
).join("");
const skull = "M0-9C7-9 9-4 9 1C9 4 7 6 5 7V10H-5V7C-7 6-9 4-9 1C-9-4-7-9 0-9Z";

export function lid(outlines: Outlines): string {
  const press = new Press(FIGURES, outlines);
  const head = [124, 84] as const;
  const stones = Array.from({ length: 13 }, (_, i) => {
    const a = Math.PI + (i / 12) * Math.PI;
    return `<rect x="-9" y="-9" width="18" height="18" rx="3" fill="#6b4a3a" stroke="#1a0f0c" transform="translate(${(120 + Math.cos(a) * 74).toFixed(1)} ${(120 + Math.sin(a) * 74).toFixed(1)}) rotate(${((a * 180) / Math.PI + 90).toFixed(0)})"/>`;
  }).join("");
  const posts = [46, 194].map((x) => Array.from({ length: 7 }, (_, i) => `<rect x="${x - 9}" y="${122 + i * 18}" width="18" height="17" rx="3" fill="#5a3d32" stroke="#1a0f0c"/>`).join("")).join("");
  return `${press.defs}<defs><radialGradient id="wall" gradientUnits="userSpaceOnUse" cx="124" cy="100" r="190"><stop stop-color="#ffb869" stop-opacity=".55"/><stop offset=".5" stop-color="#3a2030" stop-opacity=".2"/><stop offset="1" stop-color="#0d0810" stop-opacity=".9"/></radialGradient>
<radialGradient id="gate" cx=".5" cy=".45" r=".7"><stop stop-color="#5f9a4a"/><stop offset=".6" stop-color="#234a2b"/><stop offset="1" stop-color="#0e1f14"/></radialGradient></defs>
<rect width="240" height="320" fill="#1d1420"/>${bricks}<rect width="240" height="320" fill="url(#wall)"/>
<path d="M54 246V120a66 66 0 0 1 132 0V246Z" fill="url(#gate)"/><g stroke="#101a12" stroke-width="5"><path d="M76 76V246M98 62V246M120 56V246M142 62V246M164 76V246"/></g>${stones}${posts}
<path d="M0 244Q120 232 240 244V320H0Z" fill="#2b2430"/><path d="M0 244Q120 232 240 244" fill="none" stroke="#7a6a72" stroke-width="1.500"/>${glow("floor", 120, 264, 120, 34, "#8fd65a", 0.35)}
<ellipse cx="118" cy="262" rx="70" ry="12" fill="#050306" opacity=".7"/>
${press.figure("immolated", 16, 52, 212, { light: head })}
<g fill="#d9ceb6" stroke="#1a1210" stroke-width="1.500"><g transform="translate(30 262) scale(1.1)"><path d="${skull}"/><path d="M-5-1a2.500 2.500 0 1 0 5 0a2.500 2.500 0 1 0-5 0M2-1a2.500 2.500 0 1 0 5 0a2.500 2.500 0 1 0-5 0" fill="#1a1210"/></g><g transform="translate(212 258) scale(.9) rotate(12)"><path d="${skull}"/><path d="M-5-1a2.500 2.500 0 1 0 5 0a2.500 2.500 0 1 0-5 0M2-1a2.500 2.500 0 1 0 5 0a2.500 2.500 0 1 0-5 0" fill="#1a1210"/></g></g>
<defs><linearGradient id="foot" x2="0" y2="1"><stop offset=".72" stop-color="#0d0810" stop-opacity="0"/><stop offset="1" stop-color="#0d0810" stop-opacity=".95"/></linearGradient></defs><rect width="240" height="320" fill="url(#foot)"/>`;
}
