// The colours of a game's box and table.

import { COLOURS } from "games:folders";

export interface Colours {
  readonly accent: string;
  /** The ground of its table. */
  readonly ground: string;
  /** The side of its box. */
  readonly side: string;
  /** Figures of its cast.ts that stand on the page where a table is set up. */
  readonly cover: readonly string[];
}

/** A game without colours of its own has those of the home page. */
export function coloursOf(game: string): Colours {
  return COLOURS[game] ?? { accent: "var(--ember)", ground: "var(--night)", side: "var(--soot)", cover: [] };
}
