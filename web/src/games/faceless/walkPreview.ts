// The way that the Team would walk, as far as the needle alone tells it.
//
// It ends where something else decides: at the edge, at an Obstacle, between two spaces, at Billygoat, or at a token that
// takes the Team elsewhere.

import type { Compass, Magnet } from "./compass.ts";
import { AWAY, type Geometry } from "./geometry.ts";

export interface WayStep {
  readonly space: number;
  /** The needle before this step. */
  readonly angle: number;
  readonly direction: number;
}

export interface Way {
  readonly steps: readonly WayStep[];
  /** The directions in which it goes on that cannot be told from here. */
  readonly open: readonly number[];
  readonly end: "walked" | "edge" | "blocked" | "between" | "caught" | "taken" | "still";
}

export interface Ground {
  readonly team: number;
  readonly steps: number;
  readonly magnets: readonly Magnet[];
  readonly earth: number;
  readonly blocked: ReadonlySet<number>;
  /** Whether the white end leads from where the Team stands. */
  readonly white: boolean;
  /** Spaces from which the white end leads; where it toggles, those that change the end until the next of them. */
  readonly reverse: ReadonlySet<number>;
  readonly toggles: boolean;
  /** Spaces of the Den and of Haunted Places. */
  readonly taking: ReadonlySet<number>;
  readonly goat: number;
}

export function wayOf(ground: Ground, geometry: Geometry, compass: Compass): Way {
  const steps: WayStep[] = [];
  let space = ground.team;
  let { white } = ground;
  while (steps.length < ground.steps) {
    const red = compass.read(ground.magnets, geometry.at(space), ground.earth);
    if (red === null) return { steps, open: [], end: "still" };
    const angle = white ? (red + 180) % 360 : red;
    const directions = compass.directions(angle);
    if (directions.length > 1) return { steps, open: directions, end: "between" };
    const [direction = 0] = directions;
    const next = geometry.beside(space, direction);
    if (next === AWAY || next >= geometry.size) return { steps, open: directions, end: "edge" };
    if (ground.blocked.has(next)) return { steps, open: directions, end: "blocked" };
    steps.push({ space: next, angle, direction });
    if (next === ground.goat) return { steps, open: [], end: "caught" };
    if (ground.taking.has(next)) return { steps, open: [], end: "taken" };
    const turns = ground.reverse.has(next);
    white = ground.toggles ? white !== turns : turns;
    space = next;
  }
  return { steps, open: [], end: "walked" };
}
