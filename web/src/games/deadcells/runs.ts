// How Runs ended, and what one of them leaves.

import type { BoardState } from "./boardState.svelte.ts";
import type { BoardView, DeadCellsView } from "./view.ts";

export interface Run {
  readonly beat: boolean;
  /** The Biome or Boss. */
  readonly where: string;
}

/** From the campaign's own words: `died promenade`, `beat concierge`. */
export function runOf(ended: string): Run {
  const [how, where] = ended.split(" ");
  return { beat: how === "beat", where: where ?? "" };
}

export interface Lost {
  readonly teeth: number;
  readonly scrolls: number;
  readonly equipment: readonly string[];
}

/** What the Group had before the Run ended and has no more. */
export function lostOf(before: DeadCellsView): Lost {
  return {
    teeth: before.teeth,
    scrolls: before.characters.reduce((sum, { scrolls }) => sum + scrolls.reduce((a, b) => a + b, 0), 0),
    equipment: before.characters.flatMap(({ equipment }) => equipment),
  };
}

/** What the campaign has now and had not before the Run ended: cards of the Mutation board and of Combat decks. */
export function wonSince(before: BoardView, now: BoardView): string[] {
  const cards = ({ mutations, decks }: BoardView) => [...mutations.flat(), ...decks.flat()];
  const had = new Set(cards(before));
  return cards(now).filter((card) => !had.has(card));
}

/** The same for the Run that has just ended; nothing before. */
export function freshIn({ before, view }: { readonly before: DeadCellsView | null; readonly view: DeadCellsView }): Set<string> {
  return new Set(before ? wonSince(before.board, view.board) : []);
}

export interface Stop {
  readonly id: string;
  readonly boss: boolean;
}

/** The way to the goal: where Runs may start, who stands in between, and where this one ended. */
export function roadOf({ components, view }: BoardState, ended = ""): Stop[] {
  const { boss, start_package } = components.sections;
  const places = new Set([...start_package.map(({ biome }) => biome), ...view.board.starts, ...(components.biomes.has(ended) ? [ended] : [])]);
  const stops = [
    ...[...places].map((id) => ({ id, act: components.biomes.get(id)?.act ?? 1, boss: false })),
    ...boss.map(({ id, act }) => ({ id, act: act + 0.5, boss: true })),
  ];
  return stops.sort((a, b) => a.act - b.act);
}
