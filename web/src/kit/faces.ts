// Our own heads: portraits of people, and faces that somebody has scratched out. Used at build time only.

import { blob, disc, limb } from "./anatomy.ts";
import { shape, type Layer } from "./recipe.ts";
import type { TintName } from "./tints.ts";

const INK = { tint: "skin", ink: true } as const;

export interface Portrait {
  readonly hair: TintName;
  readonly shirt: TintName;
  readonly cut: "long" | "cap" | "spiky" | "bun" | "short" | "curly" | "hat" | "braids" | "bob" | "hood";
  readonly cap?: TintName;
  readonly skin?: TintName;
  readonly glasses?: boolean;
  readonly freckles?: boolean;
}

/** A child from the chest up, in a box of 512. */
export function portrait({ hair, shirt, cut, cap = "red", skin = "skin", glasses = false, freckles = false }: Portrait): Layer[] {
  const back: Record<Portrait["cut"], Layer[]> = {
    long: [shape(blob([[256, 60], [380, 120], [404, 280], [392, 420], [320, 400], [192, 400], [120, 420], [108, 280], [132, 120]]), { tint: hair, tone: 0.85 })],
    bob: [shape(blob([[256, 66], [378, 120], [396, 250], [376, 340], [256, 350], [136, 340], [116, 250], [134, 120]]), { tint: hair, tone: 0.85 })],
    braids: [shape(limb([140, 250, 36], [112, 330, 34], [106, 400, 26], [112, 440, 14]) + limb([372, 250, 36], [400, 330, 34], [406, 400, 26], [400, 440, 14]), { tint: hair })],
    bun: [shape(disc(256, 62, 52), { tint: hair, tone: 0.9 })],
    curly: [shape([[140, 150], [128, 220], [160, 96], [220, 70], [292, 70], [352, 96], [384, 150], [386, 222]].map(([x, y]) => disc(x as number, y as number, 48)).join(""), { tint: hair })],
    hood: [shape(blob([[256, 40], [388, 100], [420, 260], [400, 420], [256, 450], [112, 420], [92, 260], [124, 100]]), { tint: shirt, tone: 0.7 })],
    cap: [],
    spiky: [],
    short: [],
    hat: [],
  };
  const front: Record<Portrait["cut"], Layer[]> = {
    long: [shape(blob([[256, 76], [352, 110], [376, 200], [340, 180], [300, 132], [236, 160], [150, 206], [136, 196], [160, 112]]), { tint: hair })],
    bob: [shape(blob([[256, 76], [352, 110], [378, 200], [352, 186], [256, 168], [160, 186], [134, 200], [160, 110]]), { tint: hair })],
    braids: [shape(blob([[256, 74], [350, 106], [382, 206], [340, 186], [256, 120], [172, 186], [130, 206], [162, 106]]), { tint: hair })],
    bun: [shape(blob([[256, 84], [352, 118], [378, 214], [340, 176], [256, 158], [172, 176], [134, 214], [160, 118]]), { tint: hair })],
    curly: [shape([[180, 124], [232, 104], [284, 104], [334, 124]].map(([x, y]) => disc(x as number, y as number, 42)).join(""), { tint: hair })],
    hood: [shape(blob([[256, 96], [330, 118], [350, 168], [300, 140], [220, 148], [166, 176], [182, 118]]), { tint: hair })],
    cap: [shape("M138 176C140 96 200 62 268 64C336 66 376 110 378 172L300 156Z", { tint: cap }), shape("M256 152C330 130 410 142 452 182C400 196 330 196 262 184Z", { tint: cap, tone: 0.75 })],
    spiky: [shape("M132 206L120 128L166 150L160 74L218 122L236 46L278 116L324 54L334 128L392 92L376 160L404 160L380 210C352 176 316 160 256 160C196 160 160 178 132 206Z", { tint: hair })],
    short: [shape(blob([[256, 70], [346, 100], [386, 190], [370, 210], [336, 160], [256, 150], [190, 172], [146, 214], [126, 196], [160, 104]]), { tint: hair })],
    hat: [shape(limb([146, 214, 30], [256, 170, 30], [366, 214, 30]), { tint: hair, tone: 0.8 }), shape("M128 186C132 90 190 40 264 44C340 48 384 100 388 186Z", { tint: cap }), shape(limb([132, 190, 26], [256, 166, 28], [384, 190, 26]), { tint: cap, tone: 0.75 }), shape(disc(270, 34, 26), { tint: cap })],
  };
  return [
    ...back[cut],
    shape(blob([[256, 372], [340, 398], [430, 440], [456, 520], [256, 540], [56, 520], [82, 440], [172, 398]]), { tint: shirt }),
    shape(limb([256, 340, 40], [256, 398, 44]), { tint: skin, tone: 0.8 }),
    shape(blob([[256, 96], [348, 132], [372, 228], [340, 322], [256, 374], [172, 322], [140, 228], [164, 132]]), { tint: skin }),
    shape(disc(212, 240, 14) + disc(300, 240, 14), INK),
    shape(limb([262, 262, 4], [270, 284, 4], [256, 290, 4]), { ...INK, tone: 0.6 }),
    shape(limb([220, 314, 5], [238, 324, 6], [256, 327, 6], [276, 323, 6], [294, 312, 5]), INK),
    ...(freckles ? [shape([[188, 276], [204, 288], [222, 276], [292, 276], [308, 288], [324, 276]].map(([x, y]) => disc(x as number, y as number, 5)).join(""), { ...INK, tone: 0.5 })] : []),
    ...(glasses ? [shape(ring(212, 240, 36) + ring(300, 240, 36) + "M246 236H266V244H246Z", INK)] : []),
    ...front[cut],
  ];
}

/** A circle that is only its line. */
function ring(x: number, y: number, r: number): string {
  const inner = r - 8;
  return `${disc(x, y, r)}M${x - inner} ${y}A${inner} ${inner} 0 0 0 ${x + inner} ${y}A${inner} ${inner} 0 0 0 ${x - inner} ${y}Z`;
}

/** A pale face with its features scratched out. */
export function scratched(x: number, y: number, r: number, how: "zigzag" | "spiral" | "bars"): Layer[] {
  const at = (dx: number, dy: number, w: number): [number, number, number] => [x + dx * r, y + dy * r, w * r];
  const w = 0.06;
  const lines = {
    zigzag: limb(...[-0.5, -0.3, -0.1, 0.1, 0.3, 0.5].flatMap((dy, i) => [at(i % 2 ? 0.52 : -0.52, dy, w), at(i % 2 ? -0.5 : 0.5, dy + 0.06, w)])),
    spiral: limb(...Array.from({ length: 22 }, (_, i) => at(Math.cos(i * 0.62) * (0.08 + i * 0.025), Math.sin(i * 0.62) * (0.1 + i * 0.028), w))),
    bars: [-0.42, -0.2, 0.02, 0.24, 0.44].map((dx) => limb(at(dx, -0.46, w), at(dx + 0.05, 0.5, w))).join("") + limb(at(-0.56, -0.06, w), at(0.56, 0.06, w)),
  };
  return [shape(blob([[x, y - r * 1.16], [x + r * 0.86, y - r * 0.5], [x + r * 0.8, y + r * 0.5], [x, y + r * 1.18], [x - r * 0.8, y + r * 0.5], [x - r * 0.86, y - r * 0.5]]), { tint: "skin" }), shape(lines[how], INK)];
}
