// What is for sale where the Group stands, and for how much.

import type { Board } from "../../stage/board.ts";
import type { Components, Offer, Tile } from "./content.ts";
import type { DeadCellsView } from "./view.ts";

interface Market {
  readonly board: Board<DeadCellsView>;
  readonly components: Components;
}

/** The Merchant's tile; none between Biomes. */
export function stallOf({ board, components }: Market): Tile | undefined {
  const { choice, view } = board;
  const asked = choice?.is === "ChooseDeal" ? String(choice.tile ?? "") : null;
  const standing = view.spaces.find(({ id }) => id === view.place)?.tile ?? "";
  return components.tiles.get(asked ?? standing);
}

/** The offers of the Merchant, or of the shops between Biomes. */
export function offersOf(market: Market): readonly Offer[] {
  return stallOf(market)?.offers ?? market.components.sections.shop;
}

/** The price of an offer in Teeth, as it stands on its tag. */
export function priceOf(market: Market, number: number): number {
  const shops = market.components.sections.shop.length;
  const changed = market.board.view.shop_costs[stallOf(market)?.offers ? shops : number] ?? 0;
  return Math.max(1, (offersOf(market)[number]?.cost ?? 0) + changed);
}

/** What an offer sells, by its name. */
export function goodOf(market: Market, number: number): string {
  const { board, components } = market;
  const item = String(offersOf(market)[number]?.do[0]?.item ?? "");
  return stallOf(market)?.offers ? board.name("item", item) : board.name("shop", components.sections.shop[number]?.id ?? "");
}
