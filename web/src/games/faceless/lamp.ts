// The Team carries the only light: everything is lit from its side, the nearer the brighter.

import { LIGHTS, type Light } from "../../kit/tints.ts";
import type { Point } from "./geometry.ts";

/** So many sides can be told apart, and every other picture of a thing is one more to draw. */
const SIDES = 8;
/** How bright a thing is by its distance from the lantern, in spaces. */
const REACH: readonly (readonly [spaces: number, power: number])[] = [[2.1, 1.08], [4.6, 0.82], [Infinity, 0.6]];

const known = new Map<string, Light>();

/** The light on a thing; both points are in pixels. */
export function lightOn(thing: Point, lamp: Point, pitch: number): Light {
  const [dx, dy] = [lamp.x - thing.x, lamp.y - thing.y];
  const far = Math.hypot(dx, dy) / pitch;
  const side = far < 0.2 ? 6 : ((Math.round((Math.atan2(dy, dx) / (2 * Math.PI)) * SIDES) % SIDES) + SIDES) % SIDES;
  const power = REACH.find(([spaces]) => far < spaces)?.[1] ?? 1;
  const key = `${side} ${power}`;
  const light = known.get(key) ?? { ...LIGHTS.lantern, from: [0.5 + 0.62 * Math.cos((side / SIDES) * 2 * Math.PI), 0.42 + 0.62 * Math.sin((side / SIDES) * 2 * Math.PI)] as const, power };
  known.set(key, light);
  return light;
}
