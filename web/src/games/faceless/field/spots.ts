// Spots on the field that may be touched now: spaces, steps of the Team, places for an Obstacle.

import type { Option } from "../../../protocol.ts";
import { AWAY, towards, type Geometry, type Point } from "../geometry.ts";
import type { Lights } from "../targets.ts";
import type { FacelessView } from "../view.ts";

export interface Spot extends Point {
  readonly name: string;
  readonly options: readonly Option[];
  /** How large it is drawn, in units of the field. */
  readonly radius: number;
  /** The direction of a step; null for places. */
  readonly direction: number | null;
  /** The place; AWAY for what covers several. */
  readonly place: number;
}

/** What a place promises, as the server foresees it: see Field. A number counts Memories. */
export type Prospect = "finds" | "turns" | "loses" | "" | number;

const SPACE = 41;
const EXTERNAL = 27;
const LAYING = 19;

export function spotsOf(lights: Lights, geometry: Geometry, { team, side }: Pick<FacelessView, "team" | "side">): Spot[] {
  const spaces = lights.all("space").map(({ id, options }): Spot => {
    const place = Number(id);
    const radius = place < geometry.size ? SPACE : EXTERNAL;
    return { ...geometry.at(place), name: `space.${id}`, options, radius, direction: null, place };
  });
  const steps = lights.all("step").map(({ id, options }): Spot => {
    const direction = Number(id);
    const from = geometry.at(team === AWAY ? 0 : team);
    return { ...towards(from, direction * 60, 100), name: `step.${id}`, options, radius: SPACE, direction, place: geometry.beside(team, direction) };
  });
  const layings = new Map<string, Spot>();
  for (const option of lights.of("laying")) {
    const at = middle(covered(option, geometry, side).map((space) => geometry.at(space)));
    // Ways to lie around the same middle share a spot, and are told apart in the list.
    const name = `laying.${Math.round(at.x)}.${Math.round(at.y)}`;
    const options = [...(layings.get(name)?.options ?? []), option];
    layings.set(name, { ...at, name, options, radius: LAYING, direction: null, place: AWAY });
  }
  return [...spaces, ...steps, ...layings.values()];
}

/** The spaces that an Obstacle would cover: the action has a placement by its number. */
export function covered({ action }: Option, geometry: Geometry, side: string): readonly number[] {
  return action.is === "LayObstacle" || action.is === "LayFirst" ? (geometry.layings(Number(action.obstacle), side)[Number(action.placement)] ?? []) : [];
}

export function middle(points: readonly Point[]): Point {
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
