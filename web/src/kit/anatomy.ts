// Our own bodies, for figures that need one: joints in, outlines out. Used at build time only.
//
// A body looks to the right and stands at y = 496 in a box of 512. It has no head: an icon goes on the neck.

import { shape, type Layer } from "./recipe.ts";
import type { TintName } from "./tints.ts";

type Point = readonly [x: number, y: number];
/** A joint and how thick the limb is there. */
type Joint = readonly [x: number, y: number, radius: number];

const n = (value: number) => Math.round(value * 10) / 10;

/** A closed, smooth line through points. */
export function blob(points: readonly Point[], tension = 1): string {
  const at = (i: number) => points[(i + points.length) % points.length] as Point;
  const parts = [`M${n(at(0)[0])} ${n(at(0)[1])}`];
  for (let i = 0; i < points.length; i++) {
    const [a, b, c, d] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    const k = tension / 6;
    parts.push(`C${n(b[0] + (c[0] - a[0]) * k)} ${n(b[1] + (c[1] - a[1]) * k)} ${n(c[0] - (d[0] - b[0]) * k)} ${n(c[1] - (d[1] - b[1]) * k)} ${n(c[0])} ${n(c[1])}`);
  }
  return `${parts.join("")}Z`;
}

/** A limb through joints: discs, and what lies between two of them. */
export function limb(...joints: readonly Joint[]): string {
  const discs = joints.map(([x, y, r]) => disc(x, y, r));
  const between = joints.slice(1).map((b, i) => {
    const a = joints[i] as Joint;
    const far = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
    const [ux, uy] = [(b[0] - a[0]) / far, (b[1] - a[1]) / far];
    // Always clockwise, as the discs are, so that overlaps stay filled.
    return `M${n(a[0] + uy * a[2])} ${n(a[1] - ux * a[2])}L${n(b[0] + uy * b[2])} ${n(b[1] - ux * b[2])}L${n(b[0] - uy * b[2])} ${n(b[1] + ux * b[2])}L${n(a[0] - uy * a[2])} ${n(a[1] + ux * a[2])}Z`;
  });
  return [...discs, ...between].join("");
}

export function disc(x: number, y: number, r: number): string {
  return `M${n(x - r)} ${n(y)}A${n(r)} ${n(r)} 0 0 1 ${n(x + r)} ${n(y)}A${n(r)} ${n(r)} 0 0 1 ${n(x - r)} ${n(y)}Z`;
}

/** A boot on the ground with its heel at x, pointing right. */
function boot(x: number, y: number, girth: number): string {
  const g = (value: number) => value * Math.min(1.15, girth);
  const points: Point[] = [[-14, -58], [22, -60], [26, -34], [50, -24], [66, -10], [66, 0], [-20, 0], [-18, -24]];
  return `M${points.map(([px, py]) => `${n(x + g(px))} ${n(y + g(py))}`).join("L")}Z`;
}

export interface Pose {
  readonly neck: Point;
  readonly hip: Point;
  /** Elbow and hand; the front arm is the one nearer to us. */
  readonly front: readonly [elbow: Point, hand: Point];
  readonly back: readonly [elbow: Point, hand: Point];
  /** Knee and heel. */
  readonly frontLeg: readonly [knee: Point, heel: Point];
  readonly backLeg: readonly [knee: Point, heel: Point];
}

export const POSES = {
  stand: { neck: [264, 158], hip: [258, 322], front: [[346, 258], [404, 244]], back: [[196, 262], [182, 330]], frontLeg: [[298, 404], [304, 496]], backLeg: [[224, 404], [170, 496]] },
  guard: { neck: [262, 162], hip: [252, 326], front: [[330, 276], [386, 250]], back: [[208, 250], [158, 206]], frontLeg: [[306, 404], [318, 496]], backLeg: [[214, 410], [152, 496]] },
  lunge: { neck: [312, 186], hip: [238, 330], front: [[386, 250], [446, 224]], back: [[214, 262], [136, 244]], frontLeg: [[342, 388], [336, 496]], backLeg: [[166, 420], [50, 488]] },
  run: { neck: [318, 176], hip: [250, 314], front: [[388, 262], [446, 214]], back: [[226, 228], [142, 262]], frontLeg: [[352, 366], [402, 452]], backLeg: [[176, 384], [62, 420]] },
  leap: { neck: [286, 176], hip: [230, 318], front: [[352, 128], [360, 60]], back: [[226, 138], [300, 62]], frontLeg: [[326, 360], [368, 448]], backLeg: [[150, 372], [66, 452]] },
  hunch: { neck: [286, 190], hip: [236, 330], front: [[352, 258], [430, 270]], back: [[330, 232], [412, 224]], frontLeg: [[292, 404], [292, 496]], backLeg: [[206, 410], [150, 496]] },
  crouch: { neck: [286, 236], hip: [226, 356], front: [[360, 316], [436, 286]], back: [[190, 288], [96, 304]], frontLeg: [[334, 382], [330, 496]], backLeg: [[150, 404], [126, 496]] },
  heavy: { neck: [268, 172], hip: [254, 350], front: [[386, 268], [426, 222]], back: [[148, 270], [134, 344]], frontLeg: [[316, 424], [326, 496]], backLeg: [[200, 424], [160, 496]] },
  raise: { neck: [262, 162], hip: [252, 326], front: [[348, 150], [380, 70]], back: [[194, 258], [222, 318]], frontLeg: [[308, 402], [330, 496]], backLeg: [[210, 408], [144, 496]] },
  aim: { neck: [260, 164], hip: [246, 326], front: [[336, 208], [412, 216]], back: [[326, 196], [300, 204]], frontLeg: [[300, 404], [318, 496]], backLeg: [[206, 408], [140, 496]] },
  sneak: { neck: [306, 212], hip: [228, 338], front: [[376, 274], [428, 310]], back: [[238, 286], [196, 330]], frontLeg: [[318, 398], [330, 496]], backLeg: [[172, 414], [104, 496]] },
  small: { neck: [262, 262], hip: [254, 384], front: [[334, 330], [380, 292]], back: [[196, 330], [168, 380]], frontLeg: [[292, 436], [304, 496]], backLeg: [[226, 440], [190, 496]] },
} as const satisfies Record<string, Pose>;

export interface Build {
  /** 1 is a grown person. */
  readonly girth?: number;
  readonly tint?: TintName;
  /** Trousers and boots of another material. */
  readonly legs?: TintName;
  /** Without a belt. */
  readonly bare?: boolean;
  /** A belly. */
  readonly belly?: number;
}

/** The layers of a body, apart, so that a weapon can go behind an arm. */
export interface Body {
  readonly behind: readonly Layer[];
  readonly trunk: readonly Layer[];
  readonly arm: readonly Layer[];
  /** All of it, in order. */
  readonly all: readonly Layer[];
  readonly neck: Point;
  readonly hand: Point;
  readonly backHand: Point;
}

export function body(pose: Pose, { girth = 1, tint, legs, bare = false, belly = 0 }: Build = {}): Body {
  const { neck, hip } = pose;
  const g = (value: number) => value * girth;
  const lean: Point = [neck[0] - hip[0], neck[1] - hip[1]];
  const long = Math.hypot(lean[0], lean[1]) || 1;
  // Along the spine and across it, to the right.
  const up: Point = [lean[0] / long, lean[1] / long];
  const side: Point = [-up[1], up[0]];
  const on = (along: number, across: number): Point => [hip[0] + up[0] * long * along + side[0] * across, hip[1] + up[1] * long * along + side[1] * across];
  const trunk = blob([
    on(1.04, g(-22)),
    on(1.03, g(24)),
    on(0.86, g(62)),
    on(0.52, g(58 + belly * 0.8)),
    on(0.16, g(54 + belly)),
    on(-0.1, g(50 + belly * 0.4)),
    on(-0.16, 0),
    on(-0.1, g(-50)),
    on(0.2, g(-46)),
    on(0.56, g(-56)),
    on(0.86, g(-62)),
  ]);
  const belt = blob([on(0.1, g(-52)), on(0.06, 0), on(0.1, g(58 + belly)), on(-0.05, g(54 + belly * 0.5)), on(-0.1, 0), on(-0.05, g(-52))], 0.7);
  const arm = ([elbow, hand]: readonly [Point, Point], across: number) => {
    const [x, y] = on(0.86, across);
    return limb([x, y, g(30)], [elbow[0], elbow[1], g(21)], [hand[0], hand[1], g(15)]) + disc(hand[0], hand[1], g(20));
  };
  const leg = ([knee, heel]: readonly [Point, Point], across: number) => {
    const [x, y] = on(-0.02, across);
    return limb([x, y, g(36)], [knee[0], knee[1], g(27)], [heel[0] + 6, heel[1] - 40, g(19)]);
  };
  const foot = ([, heel]: readonly [Point, Point]) => boot(heel[0], heel[1], girth);
  const cloth = legs ?? tint;
  const behind = [
    shape(arm(pose.back, g(-40)), { tone: 0.72, tint }),
    shape(leg(pose.backLeg, g(-18)), { tone: 0.74, tint: cloth }),
    shape(foot(pose.backLeg), { tone: 0.5, tint: cloth }),
    shape(leg(pose.frontLeg, g(20)), { tint: cloth }),
    shape(foot(pose.frontLeg), { tone: 0.66, tint: cloth }),
  ];
  const middle = [shape(trunk, { tint }), ...(bare ? [] : [shape(belt, { tone: 0.6, tint })])];
  const front = [shape(arm(pose.front, g(34)), { tint })];
  return { behind, trunk: middle, arm: front, all: [...behind, ...middle, ...front], neck, hand: pose.front[1], backHand: pose.back[1] };
}

/** A robe to the ground with a ragged hem, and its sleeves. */
export function robe({ tint, hand = [404, 268], backHand = [176, 316], wide = 1 }: { tint?: TintName; hand?: Point; backHand?: Point; wide?: number } = {}): Layer[] {
  const w = (x: number) => 262 + (x - 262) * wide;
  const hem: Point[] = [[398, 490], [364, 476], [336, 498], [300, 480], [266, 500], [230, 480], [196, 498], [164, 478], [128, 492]];
  const sides = `M${n(w(214))} 172C${n(w(190))} 250 ${n(w(176))} 360 ${n(w(128))} 492L${hem.slice().reverse().map(([x, y]) => `${n(w(x))} ${y}`).join("L")}C${n(w(352))} 360 ${n(w(336))} 250 ${n(w(312))} 172C${n(w(290))} 150 ${n(w(236))} 150 ${n(w(214))} 172Z`;
  const sleeve = (from: Point, to: Point, drop: number) => {
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    return `${blob([[from[0], from[1] - 26], [from[0] + dx * 0.5, from[1] + dy * 0.5 - 24], [to[0], to[1] - 20], [to[0] + 4, to[1] + 16], [to[0] - dx * 0.12, to[1] + drop], [from[0] + dx * 0.36, from[1] + dy * 0.5 + 34], [from[0] - 6, from[1] + 30]], 0.8)}`;
  };
  return [
    shape(sleeve([220, 200], backHand, 58) + disc(backHand[0], backHand[1], 16), { tone: 0.7, tint }),
    shape(sides, { tint }),
    shape(`M${n(w(252))} 190C258 300 250 400 ${n(w(240))} 488L262 478L${n(w(284))} 488C276 400 272 300 ${n(w(274))} 190Z`, { tone: 0.55, tint }),
    shape(`M${n(w(214))} 296C240 312 292 312 ${n(w(330))} 294L${n(w(336))} 318C292 336 236 336 ${n(w(208))} 320Z`, { tone: 0.62, tint }),
    shape(sleeve([308, 200], hand, 64) + disc(hand[0], hand[1], 17), { tint }),
  ];
}

/** A cloak behind a body that stands or lunges, blown to the left. */
export function cape(at: Point, { tint, tone = 0.6, size = 1 }: { tint?: TintName; tone?: number; size?: number } = {}): Layer {
  const p = (x: number, y: number) => `${n(at[0] + x * size)} ${n(at[1] + y * size)}`;
  return shape(
    `M${p(14, -8)}C${p(-54, -8)} ${p(-92, 40)} ${p(-122, 104)}C${p(-146, 156)} ${p(-184, 190)} ${p(-232, 204)}C${p(-196, 216)} ${p(-166, 214)} ${p(-142, 200)}C${p(-152, 240)} ${p(-172, 268)} ${p(-206, 290)}C${p(-156, 290)} ${p(-116, 264)} ${p(-90, 232)}C${p(-92, 268)} ${p(-98, 292)} ${p(-112, 318)}C${p(-62, 296)} ${p(-26, 250)} ${p(-8, 190)}L${p(34, 40)}Z`,
    { tone, tint },
  );
}

/** A collar or scarf around the neck. */
export function scarf([x, y]: Point, { tint, girth = 1 }: { tint?: TintName; girth?: number } = {}): Layer {
  const g = 62 * girth;
  return shape(blob([[x - g, y + 8], [x - g * 0.5, y - 16], [x + g * 0.5, y - 16], [x + g, y + 6], [x + g * 0.5, y + 26], [x - g * 0.5, y + 28]]), { tone: 0.85, tint });
}

/** A beast on four legs, looking right; its head goes where it says. */
export function beast({ tint, tail = "bushy", girth = 1, legs = 1 }: { tint?: TintName; tail?: "bushy" | "thin" | "none"; girth?: number; legs?: number } = {}): { layers: Layer[]; head: Point } {
  const g = (value: number) => value * girth;
  const top = 470 - 170 * legs;
  const leg = (x: number, knee: number) => limb([x, top + 40, g(30)], [x + knee, top + 40 + 74 * legs, g(19)], [x + knee * 0.2, 470, g(13)]) + `M${n(x - g(18))} 466L${n(x + g(12))} 466L${n(x + g(36))} 496L${n(x - g(22))} 496Z`;
  const tails = {
    bushy: blob([[120, top - 6], [70, top - 30], [34, top + 26], [20, top + 110], [56, top + 96], [92, top + 50], [132, top + 30]]),
    thin: limb([126, top + 4, 14], [70, top - 30, 10], [30, top + 10, 7], [18, top + 60, 4]),
    none: "",
  };
  const trunk = blob([[112, top - 4], [180, top - 34 * girth], [280, top - 40 * girth], [352, top - 62 * girth], [404, top - 74 * girth], [416, top - 20], [388, top + 40], [340, top + 78 * girth], [250, top + 62 * girth], [170, top + 66 * girth], [116, top + 52]]);
  const layers = [
    ...(tail === "none" ? [] : [shape(tails[tail], { tint, tone: 0.8 })]),
    shape(leg(196, -16), { tint, tone: 0.62 }),
    shape(leg(356, 12), { tint, tone: 0.62 }),
    shape(leg(146, -24), { tint, tone: 0.95 }),
    shape(trunk, { tint }),
    shape(leg(318, 8), { tint }),
  ];
  return { layers, head: [418, top - 70] };
}

/** A ragged wisp without feet: shades and spirits. */
export function wisp({ tint, tone = 1 }: { tint?: TintName; tone?: number } = {}): Layer[] {
  return [
    shape(
      "M264 60C196 60 158 118 150 196C142 262 98 290 66 348C100 344 122 334 140 318C132 368 110 404 78 442C122 432 150 412 170 384C170 428 158 458 136 494C186 474 212 440 226 404C236 440 240 464 236 500C276 466 290 430 292 394C316 420 336 438 372 448C346 414 336 380 336 340C368 356 398 358 432 350C390 322 372 286 372 232C376 130 336 60 264 60Z",
      { tint, tone },
    ),
    shape(blob([[300, 236], [352, 250], [412, 226], [464, 236], [430, 252], [470, 268], [424, 272], [440, 300], [396, 286], [340, 292], [296, 276]], 0.8), { tint, tone: tone * 0.85 }),
  ];
}

/** An old tree that walks: trunk, roots for feet, branches for arms. */
export function tree({ tint = "bark", leaves = "leaf" }: { tint?: TintName; leaves?: TintName } = {}): Layer[] {
  const crown: [number, number, number][] = [[170, 92, 62], [250, 58, 66], [336, 84, 62], [118, 140, 40], [392, 136, 42], [256, 120, 60]];
  return [
    shape(limb([190, 210, 26], [110, 236, 20], [62, 176, 12], [40, 120, 6]) + limb([86, 216, 12], [40, 252, 8], [14, 244, 4]), { tint, tone: 0.75 }),
    shape(crown.slice(0, 5).map(([x, y, r]) => disc(x, y, r)).join(""), { tint: leaves, tone: 0.8 }),
    shape("M190 160C206 230 206 300 186 372C168 424 128 452 78 490L150 486L176 462L188 496L228 496L240 470L262 498L300 496L310 466L336 490L352 486L428 492C376 452 342 424 328 372C312 300 316 230 330 160C300 130 220 130 190 160Z", { tint }),
    shape(limb([326, 214, 30], [410, 250, 22], [462, 196, 14], [476, 140, 7]) + limb([430, 232, 13], [478, 262, 9], [504, 252, 4]), { tint }),
    shape(disc(256, 120, 60) + disc(306, 104, 44) + disc(206, 110, 44), { tint: leaves }),
  ];
}
