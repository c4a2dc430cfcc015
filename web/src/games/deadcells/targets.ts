// Which thing on the board an option concerns. Options without a visible thing are in the tray, as sentences.

import type { Data, Option } from "../../protocol.ts";

const hero = ({ character }: Data) => `hero-${character}`;
const gear = ({ character, card }: Data) => `gear-${character}-${card}`;
const hand = ({ card }: Data) => `hand-${card}`;
const track = ({ character, colour }: Data) => `track-${character}-${colour}`;
const space = ({ space }: Data) => `space-${space}`;
const enemy = ({ space }: Data) => `enemy-${space}`;
const deck = ({ beheaded }: Data) => `beheaded-${beheaded}`;

const TARGETS: Readonly<Record<string, (action: Data) => string>> = {
  TakeCorridor: space,
  Jump: space,
  TurnTileUp: space,
  ShowCard: hand,
  DiscardCard: hand,
  LayCard: ({ card, action, round }) => `lay-${card}-${action}-${round}`,
  AimAt: enemy,
  MarkEnemy: enemy,
  PickVictim: hero,
  Feed: hero,
  Heal: hero,
  HelpOne: hero,
  GiveToken: hero,
  LetPass: hero,
  GiveEquipment: hero,
  GiveUpActiveCard: hero,
  TakeInstead: hero,
  // What one does without, and Shields, lie on whoever is asked: the prompt has a button for each.
  StandBack: hero,
  Block: hero,
  DeclineSkill: hero,
  NoWeapon: hero,
  LeaveLoot: hero,
  EndRoundZero: hero,
  AttackInstead: hero,
  Ward: hero,
  Endure: hero,
  // On the map the tile that asks is the one the Group stands on.
  TakeOption: () => "here",
  TakeDeckReward: () => "here",
  Equip: () => "asked",
  DropNew: () => "asked",
  PickCompanion: gear,
  UseItem: gear,
  UseWeapon: gear,
  ThrowAway: gear,
  LoseThatEquipment: gear,
  DropCarried: ({ character, carried }) => `gear-${character}-${carried}`,
  TakeScroll: track,
  AdvanceScroll: track,
  LoseThatScroll: track,
  UseSkill: ({ character, skill }) => `ability-${character}-${skill}`,
  UseRoundAction: ({ character, ability }) => `ability-${character}-${ability}`,
  PerformLine: ({ character, number }) => `line-${character}-${number}`,
  ActFirst: ({ character, number }) => `line-${character}-${number}`,
  TakeLoot: ({ item }) => `loot-${item}`,
  ForsakeLine: ({ round }) => `round-${round}`,
  Buy: ({ number }) => `offer-${number}`,
  // Whoever leaves the stall turns away from its keeper; the prompt has the button.
  LeaveShop: () => "keeper",
  BuyUpgrade: ({ deck }) => `deck-${deck}`,
  ThrowIntoWell: () => "well",
  ReplaceMutation: ({ old }) => `mutation-${old}`,
  TakeBeheaded: deck,
  GiveCombatCard: deck,
  PassCombatCard: deck,
  RemoveCard: ({ beheaded, card }) => `owned-${beheaded}-${card}`,
  StartIn: ({ biome }) => `start-${biome}`,
  SetBossCells: ({ n }) => `cells-${n}`,
};

export function thingOf(action: Data): string {
  return TARGETS[action.is]?.(action) ?? "tray";
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

/** The sign next to a sentence in the tray; none if the sentence is enough. */
export function trayKind(action: Data): string {
  switch (action.is) {
    case "Block":
      return Number(action.golden) > 0 ? "golden" : Number(action.shields) > 0 ? "shield" : "damage";
    case "OfferHelp":
      return String(action.help) === "state" ? "poison" : String(action.help);
    case "TakePower":
      return String(action.colour);
    case "TakeDeckReward":
      return String(action.icon);
    case "Ward":
      return "golden";
    case "UseItem":
    case "UseSkill":
      return "skill";
    case "UseWeapon":
      return "weapon";
    case "AttackInstead":
    case "DamageInstead":
      return "damage";
    case "InflictPoison":
      return "poison";
    default:
      return "";
  }
}
