// Which things on the board an option concerns: often two, such as a die and the creature it goes to.

import type { Data, Option } from "../../protocol.ts";
import type { AdventurerView, WatchView } from "./view.ts";

export type Scene = "watch" | "camp" | "merchant" | "beyond";

/** The nights of a game. */
export const NIGHTS = 9;

/** What concerns no thing is a sentence among the verbs. */
export const VERB = "verb";

export const ability = (adventurer: unknown, slot: unknown) => `ability-${adventurer}-${slot}`;

const TARGETS: Readonly<Record<string, (action: Data, view: WatchView) => string[]>> = {
  TakeAdventurer: ({ adventurer }) => [`adventurer-${adventurer}`],
  Rest: ({ adventurer }) => [`adventurer-${adventurer}`],
  TurnFamiliar: ({ side }) => [`side-${side}`],

  PutDie: ({ die, place }) => [`die-${die}`, `line-${place}`],
  AddDie: ({ die }) => [`die-${die}`],
  PutTamed: ({ card, place }) => [`tamed-${card}`, `line-${place}`],
  AddTamed: ({ card }) => [card === "familiar" ? "familiar" : `tamed-${card}`],
  SendFamiliar: ({ place }) => ["familiar", `line-${place}`],
  StrikeNow: ({ place }) => [`line-${place}`],
  UseByDie: ({ die, slot }, view) => [`die-${die}`, ability(ownerOf(view, die)?.number, slot)],
  UseByExhausting: ({ adventurer, slot, die }) => [ability(adventurer, slot), ...(Number(die) >= 0 ? [`die-${die}`] : [])],
  ActivateItem: ({ die, item }) => [`die-${die}`, `item-${item}`],
  UseItem: ({ item }) => [`item-${item}`],
  Shield: ({ item }) => [`item-${item}`],
  Stoke: ({ adventurer, slot }) => ["fire", ability(adventurer, slot)],
  BurnCard: ({ adventurer, slot }) => [ability(adventurer, slot), "fire"],
  ExhaustCard: ({ adventurer, slot }) => [ability(adventurer, slot)],
  TurnCard: ({ adventurer, slot }) => [ability(adventurer, slot)],
  RefreshCard: ({ adventurer, slot }) => [ability(adventurer, slot)],
  EquipCard: ({ adventurer, slot, ability: card }) => [`aside-${card}`, ability(adventurer, slot)],
  StunDie: ({ die, slot }, view) => [`die-${die}`, ability(ownerOf(view, die)?.number, slot)],
  GiveDie: ({ die }) => [`die-${die}`],
  PickDie: ({ die }) => [`die-${die}`],
  RaiseDie: ({ die }) => [`die-${die}`],

  PlaceDie: ({ die, action }) => [`die-${die}`, `camp-${action}`],
  CastRunes: (cast, view) => [`rune-${cast.first}`, ...castDice(cast, view)],
  KeepLocation: ({ location }) => [`location-${location}`],
  PutOnTop: ({ card }) => [`card-${card}`, "deck-top"],
  PutUnder: ({ card }) => [`card-${card}`, "deck-bottom"],
  SinkCard: ({ card }) => [`card-${card}`],

  BuyItem: ({ pile, adventurer }) => [`pile-${pile}`, `adventurer-${adventurer}`],
  CoverPile: ({ pile }) => [`pile-${pile}`],
  CashTrophy: ({ card }) => [`trophy-${card}`],
  PayTrophy: ({ card }) => [`trophy-${card}`],

  TakeCard: ({ card }, view) => [cardThing(String(card), view)],
  PutNearest: ({ card }, view) => [cardThing(String(card), view)],
  SpendHex: ({ card }, view) => [cardThing(String(card), view)],
  TakeTrophy: ({ trophy }, view) => [cardThing(String(trophy), view)],
  MountUp: ({ mount }, view) => [cardThing(String(mount), view)],
  Summon: ({ card }) => [`card-${card}`],
  MoveBack: ({ place, n }) => [`line-${Number(place) + Number(n)}`],

  Suggest: ({ what }, view) => thingsOf(what as Data, view),
};

export function thingsOf(action: Data, view: WatchView): string[] {
  return TARGETS[action.is]?.(action, view) ?? [VERB];
}

/** A card where it lies: in the Line, beside an adventurer, or in a pile; `#2` is the second of the Line, `#0` the deck's top. */
function cardThing(card: string, view: WatchView): string {
  if (card.startsWith("#")) {
    const place = Number(card.slice(1));
    return place > 0 ? `line-${place}` : `card-${card}`;
  }
  const stands = view.line.find((one) => one.card === card || one.mount === card);
  if (stands) return `line-${stands.place}`;
  if (view.adventurers.some(({ tamed }) => tamed.includes(card))) return `tamed-${card}`;
  if (view.adventurers.some(({ trophies }) => trophies.includes(card))) return `trophy-${card}`;
  return `card-${card}`;
}

export function ownerOf(view: WatchView, die: unknown): AdventurerView | undefined {
  return view.adventurers.find(({ dice }) => dice.some(({ id }) => id === die));
}

function castDice({ value }: Data, view: WatchView): string[] {
  const dice = view.adventurers[view.resting]?.dice ?? [];
  return dice.filter((die) => die.value === value && die.state === "unspent").map(({ id }) => `die-${id}`);
}

/** The options of each thing, in the order of the list. */
export function byThing(options: readonly Option[], view: WatchView): ReadonlyMap<string, readonly Option[]> {
  const found = new Map<string, Option[]>();
  for (const option of options) {
    for (const thing of thingsOf(option.action, view)) found.set(thing, [...(found.get(thing) ?? []), option]);
  }
  for (const { dice } of view.adventurers) {
    for (const die of dice) {
      if (found.has(`die-${die.id}`) || view.picked_dice.includes(die.id)) continue;
      // Of dice that show the same only one is in the list; any of them does.
      const alike = dice.find((one) => one.value === die.value && one.state === die.state && found.has(`die-${one.id}`));
      if (alike) found.set(`die-${die.id}`, found.get(`die-${alike.id}`) ?? []);
    }
  }
  return found;
}

/** Things that a part of the board shows; adventurers, their things and the fire are always in sight. */
const SHOWN: readonly [RegExp, Scene][] = [
  [/^line-/, "watch"],
  [/^(camp|rune)-/, "camp"],
  [/^pile-/, "merchant"],
];

/** Where what may be done now is done; null if anywhere. */
export function askedScene(options: readonly Option[], view: WatchView): Scene | null {
  const things = options.flatMap(({ action }) => thingsOf(action, view));
  return SHOWN.find(([pattern]) => things.some((thing) => pattern.test(thing)))?.[1] ?? null;
}

/** What to look at as a phase begins. */
export function phaseScene(phase: string): Scene {
  return phase === "camp" || phase === "merchant" ? phase : "watch";
}

/** Things of options that no part of the board shows: they are spread out to be chosen from. */
export function spreadThings(things: ReadonlyMap<string, readonly Option[]>): string[] {
  return [...things.keys()].filter((thing) => /^(card|location|side|aside|deck)-/.test(thing));
}
