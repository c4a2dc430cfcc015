// The lid of The Faceless, printed at build time: Billygoat among the trees, and children without faces around a compass.

import { glow, grass, Press, type Outlines } from "../../kit/press.ts";
import { FIGURES } from "./cast.ts";

const WOOD = [
  ["pine-tree", -60, 20, 170],
  ["pine-tree", 130, 10, 180],
  ["pine-tree", 40, -10, 130],
  ["pine-tree", -70, 110, 120],
  ["pine-tree", 190, 110, 130],
] as const;

export function lid(outlines: Outlines): string {
  const press = new Press(FIGURES, outlines);
  const lamp = [120, 236] as const;
  const trees = WOOD.map(([name, x, y, size]) => press.icon(name, x, y, size, "moss", { light: lamp, tone: 0.5 })).join("");
  return `${press.defs}<defs><radialGradient id="wood" cx=".5" cy=".72" r=".8"><stop stop-color="#8a7a45"/><stop offset=".22" stop-color="#3f5a42"/><stop offset=".6" stop-color="#16261e"/><stop offset="1" stop-color="#0a130f"/></radialGradient></defs>
<rect width="240" height="320" fill="url(#wood)"/>${trees}${glow("red", 120, 140, 90, 110, "#5a1408", 0.75)}
<path d="${grass(5, 240, 190, 316, 150)}" fill="none" stroke="#9fb98d" stroke-width=".9" opacity=".32"/>
${press.figure("billygoat", 22, 8, 200, { light: [90, 60] })}
${glow("lamp", 120, 236, 96, 52, "#ffd98a", 0.5)}
<ellipse cx="120" cy="246" rx="60" ry="34" fill="#050302" opacity=".6"/><ellipse cx="120" cy="240" rx="58" ry="34" fill="#6d4f1c"/><ellipse cx="120" cy="235" rx="58" ry="34" fill="#c9953f" stroke="#3a270b" stroke-width="2"/><ellipse cx="120" cy="235" rx="48" ry="27.500" fill="#f7efd9" stroke="#6d4f1c" stroke-width="1.500"/>
<g stroke="#6d4f1c" stroke-width="1.600" stroke-linecap="round"><path d="M120 210v5M120 255v5M75 235h6M159 235h6M88 216l3 3M149 251l3 3M152 216l-3 3M91 251l-3 3"/></g>
<path d="M146 218L126 238L114 232Z" fill="#c8372d" stroke="#5a130d"/><path d="M92 253L126 238L114 232Z" fill="#fffaf0" stroke="#8a8577"/><circle cx="120" cy="235" r="3" fill="#6d4f1c"/>
${press.figure("judith", -6, 176, 92, { light: lamp })}${press.figure("alan", 154, 176, 92, { light: lamp })}
<defs><linearGradient id="foot" x2="0" y2="1"><stop offset=".72" stop-color="#0a130f" stop-opacity="0"/><stop offset="1" stop-color="#0a130f" stop-opacity=".95"/></linearGradient></defs><rect width="240" height="320" fill="url(#foot)"/>`;
}
