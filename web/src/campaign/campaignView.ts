// A campaign's file as a view that the board of Dead Cells can draw.

import type { Content } from "../stage/board.ts";
import type { BoardView, DeadCellsView } from "../games/deadcells/view.ts";

/** The part of `GET /api/campaigns/…` that is shown. */
export interface CampaignFile {
  readonly campaign: Omit<BoardView, "is" | "boss_cells_active" | "left"> & { readonly drawn: readonly number[] };
}

/** The table between two Runs: nobody plays, and the Mutation board is open. */
export function viewOf({ campaign }: CampaignFile, content: Content): DeadCellsView {
  const sizes = deckSizes(content);
  const board: BoardView = {
    ...campaign,
    is: "BoardView",
    boss_cells_active: 0,
    left: sizes.map((size, i) => size - (campaign.drawn[i] ?? 0)),
  };
  return { ...BETWEEN, board };
}

function deckSizes(content: Content): number[] {
  const upgrades = content.upgrade as readonly { deck: string }[];
  const size = (deck: string) => upgrades.filter((one) => one.deck === deck).length;
  return [size("brutality"), size("survival"), size("tactics"), (content.well as readonly unknown[]).length];
}

const BETWEEN: Omit<DeadCellsView, "board"> = {
  is: "DeadCellsView",
  characters: [],
  first: 0,
  passing: -1,
  biome: "",
  place: "",
  spaces: [],
  closed: [],
  curses: [],
  monsters: 0,
  elites: 0,
  discards: [],
  treasure: 0,
  treasure_out: [],
  blueprints_left: 0,
  teeth: 0,
  cells: 0,
  food: 0,
  bag: [],
  collector: [],
  offers: [],
  shop_costs: [],
  fighting: false,
  round: -1,
  enemies: [],
  loot: [],
  wall: "",
  constraint: "",
  skipped: -1,
  bonus: 0,
  spent: [],
  aimed: [],
  boss: "",
  instance: 0,
  attack: "",
  attacks: 0,
  finished: 0,
};
