// Which thing on the board an option concerns. Options without a thing are in the tray, as sentences.

import type { Data, Option } from "../../protocol.ts";

/** What is entered beside the real game lies on no thing: the strip asks for it. */
const ENTRY = "entry";

/** The tray holds what concerns no thing: how to pay, staying, leaving the dead alone. */
export const TRAY = "tray";

const TARGETS: Readonly<Record<string, (action: Data) => string>> = {
  TakeAdventurer: ({ adventurer }) => `card-${adventurer}`,
  Recruit: ({ space }) => `space-${space}`,
  Cull: ({ space }) => `space-${space}`,
  MoveBlackDie: ({ to }) => `space-${to}`,
  TakeReserveDie: ({ die }) => `die-${die}`,
  PickDie: ({ die }) => `die-${die}`,
  ReturnDie: ({ die }) => `die-${die}`,
  SetAside: ({ die }) => `die-${die}`,
  KeepDice: () => "keep",
  RollPicked: ({ source }) => `reroll-${source}`,
  TurnDie: ({ face }) => `face-${face}`,
  Resolve: ({ card }) => `card-${card}`,
  Raise: ({ companion }) => `card-${companion}`,
  GiveUpCompanion: ({ companion }) => `card-${companion}`,
  GiveUpSpell: ({ spell }) => `card-${spell}`,
  GiveUpHiddenSpell: () => "hidden-spell",
  WalkTo: ({ space }) => `place-${space}`,
  Camp: () => "camp",
  StopWalking: () => "company",
  Sail: ({ island }) => `place-${island}`,
  StayMoored: () => "fleet",
  GoFirst: () => ENTRY,
  ShowFace: () => ENTRY,
  LayDie: () => ENTRY,
  LayBlackDie: () => ENTRY,
  Meet: () => ENTRY,
  RevealSpell: () => ENTRY,
};

export function thingOf(action: Data): string {
  return TARGETS[action.is]?.(action) ?? TRAY;
}

/** The options of each thing, in the order of the list. */
export function byThing(options: readonly Option[]): ReadonlyMap<string, readonly Option[]> {
  const found = new Map<string, Option[]>();
  for (const option of options) {
    const thing = thingOf(option.action);
    found.set(thing, [...(found.get(thing) ?? []), option]);
  }
  return found;
}
