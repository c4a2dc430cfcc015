// Where to look: the map, a fight, the Group with its boards and shops, or what the campaign keeps.

import type { Data, LoggedEvent, Option } from "../../protocol.ts";
import type { DeadCellsView } from "./view.ts";

export type Scene = "map" | "fight" | "group" | "campaign";

/** Where what is asked is answered; what is asked anywhere is looked at where one is. */
const BY_CHOICE: Readonly<Record<string, Scene>> = {
  ChooseCorridor: "map",
  ChooseJump: "map",
  ChooseTile: "map",
  ChooseSignal: "fight",
  ChoosePass: "fight",
  ChooseCard: "fight",
  ChooseForsaken: "fight",
  ChooseRoundZero: "fight",
  ChooseLine: "fight",
  ChooseAddedWeapon: "fight",
  ChooseSkill: "fight",
  ChooseEnemy: "fight",
  ChooseLoot: "fight",
  ChoosePoison: "fight",
  ChoosePower: "fight",
  ChooseActiveCard: "fight",
  ChooseBeheaded: "group",
  ChooseFirst: "group",
  ChooseScroll: "group",
  ChooseTwoScrolls: "group",
  ChoosePassScroll: "group",
  ChooseScrollLoss: "group",
  ChooseEquipmentLoss: "group",
  ChooseBearer: "group",
  ChooseRoom: "group",
  ChooseEater: "group",
  ChooseHealed: "group",
  ChooseDeal: "group",
  ChooseCheckCard: "group",
  ChooseRedraw: "group",
  ChooseStart: "campaign",
  ChooseBossCells: "campaign",
  ChooseSpending: "campaign",
  ChooseReplaced: "campaign",
  ChooseOwner: "campaign",
  ChooseNewOwner: "campaign",
  ChoosePurge: "campaign",
  ChooseRedistribution: "campaign",
};

const BY_EVENT: Readonly<Record<string, Scene>> = {
  BiomeEntered: "map",
  GroupMoved: "map",
  TileFlipped: "map",
  CombatStarted: "fight",
  AttackRevealed: "fight",
  CardLaid: "fight",
  RoundBegan: "fight",
  InterbiomeReached: "group",
  CombatEnded: "group",
  RunLost: "campaign",
  RunWon: "campaign",
};

/** Where what is asked is answered; null if it may be answered anywhere, or nothing is asked. */
export function askedScene(choice: Data | null, options: readonly Option[], view: DeadCellsView): Scene | null {
  if (!choice || options.length === 0) return null;
  // Within a Combat whatever concerns people is asked in the fight, where their rows are.
  if (view.fighting && ["ChooseCheckCard", "ChooseHealed", "ChooseEater"].includes(choice.is)) return "fight";
  return BY_CHOICE[choice.is] ?? null;
}

/** What to look at now: what is asked, else what happened last, else as before. */
export function sceneOf(
  choice: Data | null,
  options: readonly Option[],
  news: readonly LoggedEvent[],
  view: DeadCellsView,
  before: Scene,
): Scene {
  const asked = askedScene(choice, options, view);
  if (asked) return asked;
  const last = news.findLast(({ data }) => data.is in BY_EVENT);
  if (last) return BY_EVENT[last.data.is] ?? before;
  return before === "fight" && !view.fighting ? firstScene(view) : before;
}

/** Where to look when one comes to the table. */
export function firstScene(view: DeadCellsView): Scene {
  if (view.fighting) return "fight";
  if (view.offers.length > 0 || view.characters.some(({ beheaded }) => !beheaded)) return "group";
  return view.biome && view.characters.some(({ hand, cards_in_hand }) => hand.length + cards_in_hand > 0) ? "map" : "campaign";
}
