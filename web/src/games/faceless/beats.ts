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

/** One or two cards that change places. */
function fly(weight: 1 | 2, { seat }: Data, ...flights: Flight[]): Part {
  return { weight, sound: "card", ...(seat !== undefined && { actor: Number(seat) }), effects: flights.map((flight) => ({ flight })) };
}

/** The column of a card's colour. */
function column({ content }: Around<FacelessView>, card: unknown): string {
  return `column.${new Cards(content).of(String(card)).colour}`;
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
  CardRevealed: (event, around) => fly(2, event, { card: card(event), from: "deck", to: column(around, event.card) }),
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
  MemoryFound: (event) => ({ weight: 3, sound: "good", effects: [{ flight: { memory: String(event.memory), from: "team", to: "memories" } }] }),
  MemoryShifted: told(2),
  MemorySpent: told(3, { at: "memories" }),
  MemoryUsed: told(3, { at: "memories" }),
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
  ThreatReplaced: (event) => fly(2, event, { card: card(event), from: "deck", to: "discards" }),
  ThreatStruck: (event) => ({ weight: 4, at: `column.${event.colour}`, sound: "blow", effects: [{ struck: String(event.colour) }] }),
  ThreatTaken: (event, around) => fly(1, event, { card: card(event), from: column(around, event.card), to: hand(event) }),
  TopSeen: told(1),
  TopTold: told(2),
  TurnBegan: (event) => ({ weight: 3, actor: Number(event.seat) }),
  WayTaken: told(2),
  WordSaid: (event, around) => fly(2, event, { card: card(event), from: "deck", to: column(around, event.card) }),
};
