// What each event of The Faceless looks like: who moves where, which card flies, which Threat strikes.

import { changed, told, type Around, type BeatPart, type Beats } from "../../stage/beats.ts";
import type { Data } from "../../protocol.ts";
import { Cards } from "./cards.ts";
import { AWAY } from "./geometry.ts";
import type { FacelessView, FigureView } from "./view.ts";

/** A card or a Memory on its way between two spots of the table, by their `data-spot`. */
export interface Flight {
  readonly card?: string;
  readonly memory?: string;
  readonly from: string;
  readonly to: string;
}

/** What is drawn over the field for the length of a beat. */
export interface Effect {
  readonly flight?: Flight;
  /** The colour of the Threat that strikes. */
  readonly struck?: string;
  /** The direction in which the Team runs into something. */
  readonly bump?: number;
}

type Part = BeatPart<FacelessView>;

const BILLYGOAT = 3;

function team({ space }: Data, weight: 2 | 3 = 2): Part {
  return { weight, at: "team", sound: "step", change: (view) => ({ ...view, team: Number(space) }) };
}

function pose(figure: number, stand: Partial<FigureView>, weight: 2 | 3 | 4 = 2): Part {
  return { weight, at: `figure.${figure}`, sound: "needle", change: (view) => ({ ...view, figures: changed(view.figures, figure, () => stand) }) };
}

/** A card on its way between the piles of the table. */
interface Way {
  readonly card: unknown;
  readonly from: string;
  readonly to: string;
}

/** One or two cards that change places, as drawn and as counted. */
function fly(weight: 1 | 2, { seat }: Data, ...ways: Way[]): Part {
  const flights = ways.map((way): Flight => ({ ...way, card: String(way.card) }));
  const change = (view: FacelessView) => flights.reduce((one, { card = "", from, to }) => piled(piled(one, from, card, taken), to, card, put), view);
  return { weight, sound: "card", ...(seat !== undefined && { actor: Number(seat) }), effects: flights.map((flight) => ({ flight })), change };
}

type Pile = (cards: readonly string[], card: string) => readonly string[];
const put: Pile = (cards, card) => [...cards, card];
const taken: Pile = (cards, card) => cards.filter((_, at) => at !== cards.indexOf(card));

/** The view with one of its piles changed: "hand.1", "column.red", "deck", "played" or "discards". */
function piled(view: FacelessView, pile: string, card: string, change: Pile): FacelessView {
  const [kind, which = ""] = pile.split(".");
  switch (kind) {
    case "hand":
      return { ...view, players: changed(view.players, Number(which), ({ hand }) => ({ hand: change(hand, card) })) };
    case "column":
      return { ...view, columns: { ...view.columns, [which]: change(view.columns[which] ?? [], card) } };
    case "discards":
      return { ...view, discards: change(view.discards, card) };
    case "deck":
      return { ...view, deck: Math.max(0, view.deck - 1) };
    default:
      return { ...view, card };
  }
}

/** The column of a card's colour. */
function column({ content }: Around<FacelessView>, card: unknown): string {
  return `column.${new Cards(content).of(String(card)).colour}`;
}

/** The Threat of a turn. Julie may still turn it down: then it lies beside the deck, and joins its column when it strikes. */
function revealed(event: Data, around: Around<FacelessView>): Part {
  const waits = around.after.revealed === event.card;
  const part = fly(2, event, { card: event.card, from: "deck", to: waits ? "played" : column(around, event.card) });
  const told = (view: FacelessView) => ({ ...view, revealed: waits ? card(event) : "", ...(view.card && { card: "", discards: put(view.discards, view.card) }) });
  return { ...part, change: (view) => told(waits ? piled(view, "deck", "", taken) : (part.change?.(view) ?? view)) };
}

/** A Memory that was found is used, or spent. */
function used(event: Data): Part {
  const memory = String(event.memory);
  return { weight: 3, at: "memories", change: (view) => ({ ...view, unused: taken(view.unused, memory), used: put(view.used, memory) }) };
}

const card = (event: Data) => String(event.card ?? "");
const hand = (event: Data) => `hand.${event.seat}`;

export const beats: Beats<FacelessView> = {
  AvatarRevealed: told(3),
  BillygoatMoved: (event) => pose(BILLYGOAT, { place: Number(event.place) }, 4),
  BillygoatPlaced: (event) => pose(BILLYGOAT, { place: Number(event.space) }),
  BillygoatTurned: (event) => pose(BILLYGOAT, { heading: Number(event.heading) }),
  CardDiscarded: (event) => fly(1, event, { card: card(event), from: hand(event), to: "discards" }),
  CardDrawn: (event) => fly(1, event, { card: card(event), from: "deck", to: hand(event) }),
  CardExchanged: (event, around) =>
    fly(
      2,
      event,
      { card: card(event), from: hand(event), to: column(around, event.card) },
      { card: String(event.taken), from: column(around, event.taken), to: hand(event) },
    ),
  CardGiven: (event) => fly(2, event, { card: card(event), from: `hand.${event.giver}`, to: `hand.${event.to}` }),
  CardPlayed: (event) => fly(2, event, { card: card(event), from: hand(event), to: "played" }),
  CardRevealed: (event, around) => revealed(event, around),
  CardsSwallowed: told(3),
  CardsSwapped: (event) =>
    fly(
      2,
      event,
      { card: card(event), from: `hand.${event.one}`, to: `hand.${event.other}` },
      { card: String(event.instead), from: `hand.${event.other}`, to: `hand.${event.one}` },
    ),
  NeedleRead: told(3, { at: "compass" }),
  CompassCovered: told(3, { at: "compass" }),
  CompassUncovered: told(3, { at: "compass" }),
  CrossroadsRevealed: told(3),
  DeckDiscarded: (event) => fly(1, {} as Data, { card: card(event), from: "deck", to: "discards" }),
  DieRolled: told(2, { sound: "dice" }),
  EyeClosed: told(2),
  EyeOpened: told(3),
  FigurePosed: (event) => ({ ...pose(Number(event.figure), { place: Number(event.place), heading: Number(event.heading) }), actor: Number(event.seat) }),
  FigureSetOut: (event) => ({ ...pose(Number(event.figure), { place: Number(event.place), heading: Number(event.heading) }), actor: Number(event.seat) }),
  FigureSnapped: (event) => pose(Number(event.figure), { place: AWAY }, 3),
  FigureTurned: (event) => pose(Number(event.figure), { heading: Number(event.heading) }),
  GlassTurned: told(2),
  KidTaken: told(1),
  MemoryFound: (event) => ({
    weight: 3,
    sound: "good",
    effects: [{ flight: { memory: String(event.memory), from: "team", to: "memories" } }],
    change: (view) => ({ ...view, memories: view.memories.filter((space) => space !== view.team), unused: put(view.unused, String(event.memory)) }),
  }),
  MemoryShifted: told(2),
  MemorySpent: used,
  MemoryUsed: used,
  ObstacleHit: (event) => ({ weight: 3, at: "team", sound: "blow", effects: [{ bump: Number(event.direction) }] }),
  ObstacleMoved: told(2),
  PlaceHaunts: told(3),
  PlacesTurned: told(3),
  PortalAttracted: (event) => team(event, 3),
  PortalCrossed: (event) => team(event, 3),
  PuppetPlaced: told(2),
  Rested: (event) => ({ weight: 2, actor: Number(event.seat) }),
  SandRanOut: told(4),
  ServantRemoved: told(3),
  ServantsMoved: told(3),
  SilenceFell: told(3),
  SilenceLifted: told(2),
  TeamMoved: (event) => team(event),
  TeamPlaced: (event) => team(event),
  TeamWrapped: (event) => team(event, 3),
  ThreatAdded: (event, around) => fly(2, {} as Data, { card: card(event), from: "deck", to: column(around, event.card) }),
  ThreatBurnt: (event, around) => fly(1, event, { card: card(event), from: column(around, event.card), to: "discards" }),
  ThreatCalmed: told(2),
  ThreatReplaced: (event) => ({ ...fly(2, event, { card: card(event), from: "played", to: "discards" }), change: (view) => ({ ...view, revealed: "", discards: put(view.discards, card(event)) }) }),
  ThreatStruck: (event) => ({
    weight: 4,
    at: `column.${event.colour}`,
    sound: "blow",
    effects: [{ struck: String(event.colour) }],
    change: (view) => (view.revealed ? { ...piled(view, `column.${event.colour}`, view.revealed, put), revealed: "" } : view),
  }),
  ThreatTaken: (event, around) => fly(1, event, { card: card(event), from: column(around, event.card), to: hand(event) }),
  TopSeen: told(1),
  TopTold: told(2),
  TurnBegan: (event) => ({ weight: 3, actor: Number(event.seat), change: (view) => ({ ...view, current: Number(event.seat), turn: Number(event.turn), card: "" }) }),
  WayTaken: told(2),
  WordSaid: (event, around) => fly(2, event, { card: card(event), from: "deck", to: column(around, event.card) }),
};
