// How Runs ended, and what one of them leaves.

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
