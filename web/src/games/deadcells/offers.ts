// What is for sale where the Group stands.

import type { BoardState } from "./boardState.svelte.ts";
import type { Offer, Tile } from "./content.ts";

/** The Merchant's tile; none between Biomes. */
export function stallOf(boardState: BoardState): Tile | undefined {
  const { choice } = boardState.board;
  const asked = choice?.is === "ChooseDeal" ? String(choice.tile ?? "") : null;
  const standing = boardState.view.spaces.find(({ id }) => id === boardState.view.place)?.tile ?? "";
  return boardState.components.tiles.get(asked ?? standing);
}

/** The offers of the Merchant, or of the shops between Biomes. */
export function offersOf(boardState: BoardState): readonly Offer[] {
  return stallOf(boardState)?.offers ?? boardState.components.sections.shop;
}
