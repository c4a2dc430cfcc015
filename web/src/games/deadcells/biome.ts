// The Biome as a drawing: where spaces lie, and what stands in the way of each corridor.

import type { Option } from "../../protocol.ts";
import type { Biome, Corridor } from "./content.ts";
import type { DeadCellsView } from "./view.ts";

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Chart {
  readonly width: number;
  readonly height: number;
  readonly places: ReadonlyMap<string, Point>;
}

/** Where everything lies in a room of this size: from left to right, or on narrow screens from below upwards, as one climbs out of a prison. */
export function chartOf(biome: Biome, width: number, height: number, upright: boolean): Chart {
  const last = Math.max(...biome.spaces.map(({ x }) => x));
  const lowest = Math.max(...biome.spaces.map(({ y }) => y));
  const spots: [string, Point][] = [
    ["start", { x: 0, y: lowest / 2 }],
    ...biome.spaces.map(({ id, x, y }): [string, Point] => [id, { x, y }]),
    ...biome.exits.map(({ id }, i, all): [string, Point] => [
      id,
      { x: last + 1, y: all.length < 2 ? lowest / 2 : (lowest * (0.5 + 2 * i)) / (2 * all.length - 1) },
    ]),
  ];
  const along = (upright ? height : width) / (last + 2);
  const across = (upright ? width : height) / (lowest + 1);
  const places = new Map(
    spots.map(([id, { x, y }]): [string, Point] => {
      const [a, b] = [(x + 0.5) * along, (y + 0.5) * across];
      return [id, upright ? { x: b, y: height - a } : { x: a, y: b }];
    }),
  );
  return { width, height, places };
}

export type Passage = "open" | "barred" | "shut" | "ahead";

/** A corridor now: offered, barred by what it asks, closed by a failed Check, or farther on. */
export function passageOf(view: DeadCellsView, corridor: Corridor, number: number, options: readonly Option[]): Passage {
  if (view.closed.includes(number)) return "shut";
  if (corridor.from !== view.place) return "ahead";
  const offered = options.some(({ action }) => action.is === "TakeCorridor" && action.number === number);
  if (offered) return "open";
  const lacks = corridor.rune !== undefined && (!view.board.runes.includes(corridor.rune) || view.curses.includes("no_runes"));
  return lacks ? "barred" : "ahead";
}

/** A soft bend from one space to another. */
export function bend(from: Point, to: Point, upright: boolean): string {
  const middle = upright ? (from.y + to.y) / 2 : (from.x + to.x) / 2;
  const [a, b] = upright ? [`${from.x},${middle}`, `${to.x},${middle}`] : [`${middle},${from.y}`, `${middle},${to.y}`];
  return `M${from.x},${from.y} C${a} ${b} ${to.x},${to.y}`;
}

/** A point on that bend, from 0 at its start to 1 at its end. */
export function along(from: Point, to: Point, upright: boolean, t: number): Point {
  const middle = upright ? (from.y + to.y) / 2 : (from.x + to.x) / 2;
  const [a, b] = upright ? [{ x: from.x, y: middle }, { x: to.x, y: middle }] : [{ x: middle, y: from.y }, { x: middle, y: to.y }];
  const at = (one: keyof Point) =>
    (1 - t) ** 3 * from[one] + 3 * (1 - t) ** 2 * t * a[one] + 3 * (1 - t) * t ** 2 * b[one] + t ** 3 * to[one];
  return { x: at("x"), y: at("y") };
}

/** A box by its middle. */
export interface Box extends Point {
  readonly wide: number;
  readonly high: number;
}

export function boxAt(x: number, y: number, wide: number, high: number): Box {
  return { x, y, wide, high };
}

/** The area that two boxes share. */
export function overlap(one: Box, other: Box): number {
  const wide = (one.wide + other.wide) / 2 - Math.abs(one.x - other.x);
  const high = (one.high + other.high) / 2 - Math.abs(one.y - other.y);
  return Math.max(0, wide) * Math.max(0, high);
}

/** The outline of a tile by its shape, around the middle with a radius of fifty. */
export const OUTLINES: Readonly<Record<string, string>> = {
  square: "M-40,-46 H40 L46,-40 V40 L40,46 H-40 L-46,40 V-40 Z",
  circle: "M0,-48 A48,48 0 1 1 -0.1,-48 Z",
  hexagon: "M-26,-46 H26 L50,0 L26,46 H-26 L-50,0 Z",
  pentagon: "M0,-50 L49,-13 L32,46 H-32 L-49,-13 Z",
  trapezoid: "M-32,-44 H32 L50,44 H-50 Z",
  diamond: "M0,-52 L46,0 L0,52 L-46,0 Z",
  exit: "M-36,48 V-14 A36,36 0 0 1 36,-14 V48 Z",
  start: "M-38,40 L0,-44 L38,40 Z",
};

/** The sky behind each place; one that only a pack has gets the first. */
const SKIES: Readonly<Record<string, string>> = {
  prisoners_quarters: "#4a2f2c",
  promenade: "#6d4640",
  toxic_sewers: "#2f4a2a",
  stilt_village: "#2b5560",
  clock_tower: "#4b4468",
  forgotten_sepulcher: "#3d2f55",
  high_peak_castle: "#5c4630",
  concierge: "#6b2a26",
  conjunctivius: "#1f4f4a",
  time_keeper: "#3a4674",
  hand_of_the_king: "#6b4a24",
};

export function skyOf(place: string): string {
  return SKIES[place] ?? "#4a2f2c";
}
