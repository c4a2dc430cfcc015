// Spots on the field that may be touched now: spaces, steps of the Team, places for an Obstacle.

import type { Option } from "../../../protocol.ts";
import { AWAY, towards, type Geometry, type Point } from "../geometry.ts";
import type { Lights } from "../lights.ts";

export interface Spot extends Point {
  readonly name: string;
  readonly options: readonly Option[];
  /** How large it is drawn. */
  readonly radius: number;
  /** The direction of a step; null for places. */
  readonly direction: number | null;
  /** The spaces that an Obstacle would cover. */
  readonly covers: readonly number[];
}

const SPACE = 38;
const EXTERNAL = 26;
const LAYING = 17;

export function spotsOf(lights: Lights, geometry: Geometry, team: number): Spot[] {
  const spaces = lights.all("space").map(({ id, options }): Spot => {
    const place = Number(id);
    const radius = place < geometry.size ? SPACE : EXTERNAL;
    return { ...geometry.at(place), name: `space.${id}`, options, radius, direction: null, covers: [] };
  });
  const steps = lights.all("step").map(({ id, options }): Spot => {
    const direction = Number(id);
    const from = geometry.at(team === AWAY ? 0 : team);
    return { ...towards(from, direction * 60, 100), name: `step.${id}`, options, radius: SPACE, direction, covers: [] };
  });
  const layings = lights.of("laying").map((option): Spot => {
    // The action has a placement by its number; its sentence names the spaces.
    const covers = geometry.spacesIn(option.say);
    return { ...middle(covers.map((space) => geometry.at(space))), name: `laying.${option.n}`, options: [option], radius: LAYING, direction: null, covers };
  });
  return [...spaces, ...steps, ...layings];
}

function middle(points: readonly Point[]): Point {
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const count = Math.max(1, points.length);
  return { x: sum(points.map(({ x }) => x)) / count, y: sum(points.map(({ y }) => y)) / count };
}

export function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

/** The thing with the least number, or null where there is none. */
export function closest<Thing>(things: readonly Thing[], far: (thing: Thing) => number): Thing | null {
  return things.reduce<Thing | null>((best, one) => (best === null || far(one) < far(best) ? one : best), null);
}
