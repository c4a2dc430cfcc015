// Where the names of the figures stand: below them, or where they cover neither one another nor what lies on the field.

import type { Frame } from "../frame.ts";
import type { Point } from "../geometry.ts";

/** A figure's foot, how far its name hangs below it, how high it stands, and its name. */
export interface Named extends Point {
  readonly below: number;
  readonly tall: number;
  readonly name: string;
}

/** A thing on the screen by its middle. */
export interface Covered extends Point {
  readonly wide: number;
  readonly high: number;
}

const HIGH = 24;
/** As wide as the letters of a plate are drawn, with its sign and edges. */
const wideOf = (name: string) => 40 + 8 * name.length;

/** The middle of each name's upper edge. */
export function placed(figures: readonly Named[], things: readonly Covered[], frame: Frame): Point[] {
  const bodies = figures.map(({ x, y, tall }): Covered => ({ x, y: y - tall / 2, wide: tall / 2, high: tall }));
  const taken = [...things, ...bodies];
  return figures.map(({ x, y, below, tall, name }) => {
    const wide = wideOf(name);
    const aside = wide / 2 + 8;
    const wishes = [
      { x, y: y + below },
      { x: x + aside, y: y + below - HIGH / 2 },
      { x: x - aside, y: y + below - HIGH / 2 },
      { x: x + aside + 14, y: y - HIGH },
      { x: x - aside - 14, y: y - HIGH },
      { x, y: y - tall - HIGH },
      { x: x + aside + 14, y: y - 0.75 * tall },
      { x: x - aside - 14, y: y - 0.75 * tall },
    ].map((wish) => ({ x: kept(wish.x, wide / 2 + 4, frame.width), y: kept(wish.y, 2, frame.height - HIGH) }));
    const boxOf = (wish: Point): Covered => ({ x: wish.x, y: wish.y + HIGH / 2, wide, high: HIGH });
    const cost = (wish: Point) => taken.reduce((sum, thing) => sum + overlap(boxOf(wish), thing), 0);
    // The first of those that cover least.
    const best = wishes.reduce((one, other) => (cost(other) < cost(one) ? other : one));
    taken.push(boxOf(best));
    return best;
  });
}

/** The first of several places for a sign that lies inside the frame and covers nothing; none where there is none. */
export function free(places: readonly Covered[], things: readonly Covered[], frame: Frame): Covered | null {
  const inside = ({ y, high }: Covered) => y - high / 2 >= 0 && y + high / 2 <= frame.height;
  return places.find((place) => inside(place) && things.every((thing) => overlap(place, thing) === 0)) ?? null;
}

function kept(value: number, edge: number, end: number): number {
  return Math.max(edge, Math.min(end - edge, value));
}

/** How many square pixels two things share. */
export function overlap(one: Covered, other: Covered): number {
  const wide = (one.wide + other.wide) / 2 - Math.abs(one.x - other.x);
  const high = (one.high + other.high) / 2 - Math.abs(one.y - other.y);
  return wide > 0 && high > 0 ? wide * high : 0;
}
