// The Faceless as its running tables show it, printed at build time: stones in a wood, a compass, and Billygoat between the Faceless.

import { glow, grass, Press, type Outlines } from "../../kit/press.ts";
import { FIGURES } from "./cast.ts";

const WIDE = 480;
const HIGH = 240;
const WOOD = [-50, 30, 110, 290, 370, 440] as const;
const LAMP = [214, 150] as const;

/** The stones of the field, lit around the compass. */
const stones = Array.from({ length: 4 }, (_, row) =>
  Array.from({ length: 9 }, (_, i) => {
    const [x, y] = [28 + i * 54 + (row % 2) * 27, 128 + row * 30];
    const near = Math.hypot(x - LAMP[0], (y - LAMP[1]) * 1.6) < 110;
    return `<ellipse cx="${x}" cy="${y}" rx="22" ry="11.500" fill="${near ? "#5d5a34" : "#1d3a2c"}" stroke="${near ? "#d9c27a" : "#4f7a5f"}" stroke-width="1.200"/>`;
  }).join(""),
).join("");
const photograph = (x: number, y: number, turn: number) => `<g transform="translate(${x} ${y}) rotate(${turn})"><rect x="-13" y="-16" width="26" height="32" rx="1.500" fill="#f7efd9" stroke="#0b130f"/><rect x="-10" y="-13" width="20" height="19" fill="#14100e"/><text y="3" text-anchor="middle" font-family="serif" font-weight="700" font-size="16" fill="#f7efd9">?</text></g>`;

export function niche(outlines: Outlines): string {
  const press = new Press(FIGURES, outlines, WIDE, HIGH);
  const trees = WOOD.map((x, i) => press.icon("pine-tree", x, -24 + (i % 2) * 12, 140, "moss", { light: LAMP, tone: 0.42 })).join("");
  return `${press.defs}<defs><radialGradient id="wood" gradientUnits="userSpaceOnUse" cx="${LAMP[0]}" cy="${LAMP[1]}" r="280"><stop stop-color="#7d7142"/><stop offset=".25" stop-color="#36523b"/><stop offset=".65" stop-color="#14241c"/><stop offset="1" stop-color="#0a130f"/></radialGradient></defs>
<rect width="${WIDE}" height="${HIGH}" fill="url(#wood)"/>${trees}<path d="${grass(5, WIDE, 112, 238, 200)}" fill="none" stroke="#9fb98d" stroke-width=".9" opacity=".3"/>${stones}
${photograph(86, 116, -8)}${photograph(300, 176, 6)}${photograph(438, 130, 9)}
${glow("lamp", LAMP[0], LAMP[1], 120, 66, "#ffd98a", 0.5)}
<ellipse cx="214" cy="176" rx="44" ry="24" fill="#050302" opacity=".6"/><ellipse cx="214" cy="172" rx="42" ry="23" fill="#6d4f1c"/><ellipse cx="214" cy="168" rx="42" ry="23" fill="#c9953f" stroke="#3a270b" stroke-width="2"/><ellipse cx="214" cy="168" rx="34" ry="18" fill="#f7efd9" stroke="#6d4f1c" stroke-width="1.500"/><path d="M238 158L218 170L209 166Z" fill="#c8372d" stroke="#5a130d"/><path d="M190 178L218 170L209 166Z" fill="#fffaf0" stroke="#8a8577"/><circle cx="214" cy="168" r="2.500" fill="#6d4f1c"/>
${glow("red", 360, 130, 70, 80, "#5a1408", 0.7)}<ellipse cx="362" cy="196" rx="46" ry="10" fill="#050302" opacity=".6"/>${press.figure("billygoat", 298, 60, 138, { light: LAMP })}
<ellipse cx="74" cy="204" rx="38" ry="8" fill="#050302" opacity=".6"/>${press.figure("judith", 18, 98, 110, { light: LAMP })}<ellipse cx="444" cy="220" rx="34" ry="7" fill="#050302" opacity=".6"/>${press.figure("alan", 394, 128, 96, { light: LAMP })}`;
}
