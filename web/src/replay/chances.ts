// The winning chance over a game: what the graph is drawn from, and where the game turned.

import type { ChancePoint, CostlyDecision } from "../protocol.ts";

/** A change of the chance that is worth a dot, and how many there are. */
const LEAST = 0.1;
const MOST = 3;

export interface Turn {
  /** The decision after which the chance had changed. */
  readonly number: number;
  /** Where that change began. */
  readonly since: number;
  readonly before: number;
  readonly after: number;
}

/** The largest changes, in the order of the game. */
export function turnsOf(points: readonly ChancePoint[]): Turn[] {
  const turns = points.slice(1).map((point, i) => {
    const before = points[i] as ChancePoint;
    return { number: point.number, since: before.number, before: before.chance, after: point.chance };
  });
  const large = turns.filter(({ before, after }) => Math.abs(after - before) >= LEAST);
  large.sort((a, b) => Math.abs(b.after - b.before) - Math.abs(a.after - a.before));
  return large.slice(0, MOST).sort((a, b) => a.number - b.number);
}

/** The winning chance in per cent. */
export function percent(chance: number): number {
  return Math.round(100 * chance);
}

/** A moment of the game worth looking at again: where it turned, or what was clearly not the best. */
export interface Moment {
  /** The position to look at is the one after this decision. */
  readonly since: number;
  /** The last decision that belongs to it. */
  readonly number: number;
  readonly before: number | null;
  readonly after: number | null;
  /** What was played there, if something else was clearly better. */
  readonly costly: CostlyDecision | null;
}

/** At most three, in the order of the game: turning points first, then the costliest decisions elsewhere. */
export function momentsOf(points: readonly ChancePoint[], decisions: readonly CostlyDecision[]): Moment[] {
  const within = ({ since, number }: Turn) => decisions.find((one) => one.number > since && one.number <= number) ?? null;
  const turned: Moment[] = turnsOf(points).map((turn) => {
    // A better way explains a fall, and not a rise.
    const costly = turn.after < turn.before ? within(turn) : null;
    return { ...turn, costly };
  });
  const elsewhere = decisions
    .filter((one) => !turned.some(({ since, number }) => one.number > since && one.number <= number))
    .map((costly): Moment => ({ since: costly.number - 1, number: costly.number, before: null, after: null, costly }));
  return [...turned, ...elsewhere].slice(0, MOST).sort((a, b) => a.since - b.since);
}
