// Where to look: the map, a fight, the Group with its boards and shops, or what the campaign keeps.

import type { Data, Option } from "../../protocol.ts";
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
  ChooseOrder: "fight",
  ChooseReady: "fight",
  ChooseTalkEnd: "fight",
  ChooseLoot: "fight",
  ChoosePoison: "fight",
  ChoosePower: "fight",
  ChooseActiveCard: "fight",
  ChooseBeheaded: "group",
  ChooseFirst: "group",
  ChooseScroll: "group",
  ChooseNext: "group",
  ChooseTop: "group",
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
  ChooseSavings: "campaign",
  ChooseReplaced: "campaign",
  ChooseOwner: "campaign",
  ChooseNewOwner: "campaign",
  ChoosePurge: "campaign",
  ChooseRedistribution: "campaign",
};

/** Where what is asked is answered; null if it may be answered anywhere, or nothing is asked. */
export function askedScene(choice: Data | null, options: readonly Option[], view: DeadCellsView): Scene | null {
  if (!choice || options.length === 0) return null;
  // Within a Combat whatever concerns people is asked in the fight, where their rows are.
  if (view.fighting && ["ChooseCheckCard", "ChooseHealed", "ChooseEater"].includes(choice.is)) return "fight";
  return BY_CHOICE[choice.is] ?? null;
}

/** Where to look when one comes to the table. */
export function firstScene(view: DeadCellsView): Scene {
  if (view.fighting) return "fight";
  if (view.offers.length > 0 || view.characters.some(({ beheaded }) => !beheaded)) return "group";
  return view.biome && view.characters.some(({ hand, cards_in_hand }) => hand.length + cards_in_hand > 0) ? "map" : "campaign";
}
