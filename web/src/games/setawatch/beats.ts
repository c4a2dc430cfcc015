// What each event of Set a Watch looks like: dice fly to what they strike, the beaten to the Graveyard, the others to the Horde.

import { change } from "../../messages/catalogue.ts";
import { changed, silent, told, type Around, type BeatPart, type Beats } from "../../stage/beats.ts";
import type { Data } from "../../protocol.ts";
import { Components } from "./content.ts";
import type { LineView, WatchView } from "./view.ts";

/** What is played over the board; things are named by selectors. */
export interface Effect {
  /** A copy of this flies there, and becomes this much of its size. */
  readonly send?: { readonly thing: string; readonly to: string; readonly size: number };
  /** A number rises from there. */
  readonly rise?: { readonly at: string; readonly text: string };
  /** A card that turns over. */
  readonly turn?: string;
}

type Part = BeatPart<WatchView>;
type Context = Around<WatchView>;

/** Whole numbers look alike in every language. */
const signed = (n: number) => change("en", n);
const card = (event: Data) => `[data-move="card-${event.card}"]`;

/** The dice of an adventurer that leave their hand in this decision. */
export function spentNow(before: WatchView, after: WatchView, adventurer: number): number[] {
  const was = before.adventurers[adventurer]?.dice ?? [];
  const now = after.adventurers[adventurer]?.dice ?? [];
  return now.filter((die, i) => die.state !== "unspent" && was[i]?.state === "unspent").map(({ id }) => id);
}

function dice({ adventurer }: Data, { before, after }: Context, to: string, size: number): Effect[] {
  return spentNow(before, after, Number(adventurer)).map((die) => ({ send: { thing: `[data-move="die-${die}"]`, to, size } }));
}

/** Somebody's adventurer does something. */
function by({ adventurer }: Data, { before }: Context, part: Part): Part {
  const seats = before.adventurers[Number(adventurer)]?.seats ?? [];
  return { at: `adventurer-${adventurer}`, ...part, ...(seats.length === 1 && { actor: seats[0] as number }) };
}

function does(weight: 1 | 2 | 3, scene = ""): (event: Data, around: Context) => Part {
  return (event, around) => by(event, around, { weight, ...(scene && { scene }) });
}

function hurt(event: Data): Part["change"] {
  return (view) => ({ ...view, line: inLine(view, event, ({ damage }) => ({ damage: damage + Number(event.n) })) });
}

function inLine(view: WatchView, { card }: Data, change: (one: LineView) => Partial<LineView>): WatchView["line"] {
  return changed(view.line, view.line.findIndex((one) => one.card === card), change);
}

/** Whoever stands behind a gap moves up. */
const inOrder = (line: WatchView["line"]) => line.map((one, i) => ({ ...one, place: i + 1 }));

const without = ({ card }: Data): Part["change"] => (view) => ({ ...view, line: inOrder(view.line.filter((one) => one.card !== card)) });

const HIDDEN: LineView = { is: "LineView", place: 0, card: "", up: false, mount: "", base: 0, health: 0, damage: 0, stolen: [], negated: false, attackers: [], bonuses: [] };

/** Cards come face down to the end of the Line. */
export const joined = ({ n }: Data): Part["change"] => (view) => ({ ...view, line: inOrder([...view.line, ...Array.from({ length: Number(n) }, () => HIDDEN)]) });

function moved(view: WatchView, from: number, to: number): WatchView {
  const one = view.line[from];
  if (!one) return view;
  return { ...view, line: inOrder(view.line.toSpliced(from, 1).toSpliced(to, 0, one)) };
}

function turned(event: Data, weight: 2 | 3 | 4): Part {
  return { weight, scene: "watch", at: `card-${event.card}`, sound: "card", effects: [{ turn: card(event) }] };
}

/** A card of the Line turns face up where it lies, or comes there face up. */
export function appears(event: Data, { content, after }: Context, comes: boolean): Part["change"] {
  const { health } = new Components(content).creature(String(event.card));
  const stands = after.line.find((one) => one.card === event.card) ?? { ...HIDDEN, base: health, health };
  const up: LineView = { ...stands, card: String(event.card), up: true, damage: 0, attackers: [], stolen: [] };
  const at = Number(event.place) - 1;
  return (view) => ({ ...view, line: inOrder([...view.line.slice(0, at), up, ...view.line.slice(comes ? at : at + 1)]) });
}

function ability(event: Data, around: Context): Part {
  return by(event, around, { weight: 1, sound: "card", effects: [{ turn: `[data-move="ability-${event.ability}"]` }] });
}

export const beats: Beats<WatchView> = {
  AbilityEquipped: does(2),
  AbilityUsed: does(3),
  AdventurerTaken: does(1),
  Attacked: (event, around) =>
    by(event, around, {
      weight: 3,
      scene: "watch",
      sound: "blow",
      change: hurt(event),
      effects: [...dice(event, around, card(event), 0.7), { rise: { at: card(event), text: `−${event.n}` } }],
    }),
  CardEntered: (event, around) => ({ ...turned(event, 2), change: appears(event, around, true) }),
  CardExhausted: ability,
  CardGone: (event) => ({ weight: 2, scene: "watch", change: without(event) }),
  CardMoved: (event) => ({ weight: 2, scene: "watch", at: `card-${event.card}`, change: (view) => moved(view, view.line.findIndex((one) => one.card === event.card), Number(event.place) - 1) }),
  // From the Line, or from the hand of whoever scouts in the camp.
  CardPutBack: (_, { before }) => ({ weight: 2, ...(before.phase === "watch" && { scene: "watch" }) }),
  CardRefreshed: ability,
  CardRevealed: (event, around) => ({ ...turned(event, 3), change: appears(event, around, false) }),
  CardsAdded: (event) => ({ weight: 2, scene: "watch", change: joined(event) }),
  CardsPeeked: told(2),
  CoinsChanged: (event) => ({
    weight: 1,
    sound: "good",
    change: (view) => ({ ...view, coins: Number(event.coins) }),
    effects: [{ rise: { at: "[data-plate=coins]", text: signed(Number(event.n)) } }],
  }),
  CoinsLaid: silent,
  CreatureDefeated: (event) => ({
    weight: 4,
    scene: "watch",
    at: `card-${event.card}`,
    sound: "good",
    change: without(event),
    effects: [{ send: { thing: card(event), to: "[data-plate=graveyard]", size: 0.12 } }],
  }),
  CreatureNegated: (event) => ({ weight: 2, scene: "watch", at: `card-${event.card}`, change: (view) => ({ ...view, line: inLine(view, event, () => ({ negated: true })) }) }),
  CreaturePassed: (event) => ({
    weight: 4,
    scene: "watch",
    at: `card-${event.card}`,
    sound: "blow",
    change: without(event),
    effects: [{ send: { thing: card(event), to: "[data-plate=horde]", size: 0.12 } }],
  }),
  CreatureTamed: does(3, "watch"),
  DamageDealt: (event, { events }) => {
    const struck = events.some((one) => one.is === "Attacked" && one.card === event.card);
    return struck ? { weight: 0 } : { weight: 3, scene: "watch", sound: "blow", change: hurt(event), effects: [{ rise: { at: card(event), text: `−${event.n}` } }] };
  },
  DeckLookedAt: told(2),
  DeckReshuffled: told(1),
  DemandPrevented: told(2),
  DieBenched: does(1),
  DieChanged: does(2),
  DiePlaced: (event, around) => by(event, around, { weight: 2, scene: "camp", sound: "dice", effects: dice(event, around, `[data-thing="camp-${event.where}"]`, 0.8) }),
  DieReadied: does(1),
  DieRecovered: does(1),
  DieRolledAgain: (event, around) => by(event, around, { weight: 2, sound: "dice" }),
  DieStolen: does(3, "watch"),
  DieStunned: does(2),
  FamiliarAttacked: (event) => ({ weight: 3, scene: "watch", sound: "blow", change: hurt(event), effects: [{ rise: { at: card(event), text: `−${event.n}` } }] }),
  FamiliarTurned: told(2),
  FireDied: told(4, { scene: "watch", at: "fire", sound: "fire" }),
  FirewoodChanged: (event) => ({
    weight: 2,
    at: "fire",
    sound: "fire",
    change: (view) => ({ ...view, firewood: Number(event.firewood) }),
    effects: [{ rise: { at: "[data-thing=fire]", text: signed(Number(event.n)) } }],
  }),
  FlexChosen: does(2),
  GuidelineUnmet: told(1),
  HexStored: told(1),
  HiddenCardGone: told(2, { scene: "watch" }),
  HiddenCardMoved: (event) => ({ weight: 2, scene: "watch", change: (view) => moved(view, Number(event.before) - 1, Number(event.place) - 1) }),
  HordeGrew: told(2),
  HordeGrewUnseen: told(2),
  HordeJoined: (event) => ({ weight: 4, scene: "watch", sound: "blow", change: (view) => ({ ...(joined(event)?.(view) ?? view), horde: [] }) }),
  ItemBought: does(2, "merchant"),
  ItemRefreshed: does(1),
  ItemUsed: does(3),
  LineDealt: (event) => ({ weight: 3, scene: "watch", sound: "card", change: (view) => ({ ...(joined(event)?.(view) ?? view), phase: "watch" }) }),
  LocationReached: told(3, { scene: "watch" }),
  MapChecked: told(2),
  MarketFilled: told(1, { scene: "merchant" }),
  Objected: told(3),
  OutOfActions: told(3),
  PowerTriggered: (event) => ({ weight: 3, scene: "watch", at: `card-${event.card}` }),
  Rested: does(2, "camp"),
  RiderJoined: told(3, { scene: "watch" }),
  Rolled: (event, around) => by(event, around, { weight: 2, sound: "dice" }),
  RoundBegan: (event) => ({ weight: 3, scene: "watch", change: (view) => ({ ...view, round: Number(event.round), location: String(event.location), out_of_actions: false, resting: -1, adventurers: view.adventurers.map((one) => ({ ...one, resting: false })) }) }),
  RunesCast: does(3, "camp"),
  SatOut: does(2),
  Suggested: told(2),
  SummonRevealed: (event) => turned(event, 4),
  TrophyCashed: told(2),
  TrophyTaken: told(2),
  UnhallowedSummoned: (event) => turned(event, 4),
  WatchEnded: told(3, { scene: "watch" }),
};
