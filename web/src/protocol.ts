// Generated from src/embertable/server/protocol.py and bodies.py; never edited by hand.
// To write it again: .venv/bin/python -m embertable.server.typescript web/src/protocol.ts

/** JSON of the engine's codec: objects are told apart by `is`. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
export type Data = { is: string; [name: string]: Json };

/** The first message: the language, and what this client saw before the connection was lost. */
export interface Hello {
  is: "hello";
  language?: "en" | "it";
  /** The seat to look from, where a person holds several; else one that is awaited, or their first. */
  seat?: number | null;
  /** The number of the last position this client saw; 0 for none. */
  seq?: number;
  /** How many events it has. */
  told?: number;
  /** Whether positions come in plain sentences, too; whoever shows none saves the server half its work. */
  text?: boolean;
}

/** Take an option. */
export interface Act {
  is: "act";
  /** Made by the client, new for each act; the same one again is harmless. */
  id: string;
  /** The position that the player saw. */
  seq: number;
  /** The option's `action`, as it came. */
  action: Data;
  /** For whom, where a person holds several seats; else the seat that is looked from. */
  seat?: number | null;
}

/** Take back the last decision if that is free, else propose it to those it affects. */
export interface Undo {
  is: "undo";
  id: string;
  seq: number;
}

/** Agree to the open proposal, or decline it; whoever proposed may withdraw it so. */
export interface Answer {
  is: "answer";
  id: string;
  proposal: number;
  agree: boolean;
}

/** Want what runs out to stand still, or to run again; it stands while everybody wants it to. */
export interface Pause {
  is: "pause";
  id: string;
  stand: boolean;
}

/** Say something to the table. */
export interface Say {
  is: "say";
  id: string;
  text: string;
}

/** Point at a thing, for a moment; it is not kept. */
export interface Point {
  is: "point";
  thing: string;
}

/** Show the others which thing one has in hand; an empty one is put down. It is not kept. */
export interface Hold {
  is: "hold";
  thing: string;
}

/** Show a reaction, for a moment; it is not kept. */
export interface React {
  is: "react";
  reaction: "hurry" | "laugh" | "oops" | "thanks" | "think" | "well-done";
}

/** Ask what a bot would do here. */
export interface Ask {
  is: "ask";
  id: string;
}

/** Ask why something is not offered: the clause that a choice or action rests on. */
export interface Why {
  is: "why";
  id: string;
  action: Data;
}

/** Go on in another language. */
export interface Speak {
  is: "speak";
  language: "en" | "it";
}

/** Have positions in plain sentences, too, from now on. */
export interface Read {
  is: "read";
}

/** Look from another of one's own seats. */
export interface Look {
  is: "look";
  seat: number;
}

/** Send the whole position again, with the events from this number on. */
export interface Resync {
  is: "resync";
  told?: number;
}

/** Tell step by step what happened since this person's last decision. */
export interface CatchUp {
  is: "catchup";
  id: string;
}

/** The choice that a seat has: its data, its sentence, and the clause that it rests on. */
export interface Asked {
  data: Data;
  say: string;
  clause: string;
}

/** A legal action; there are no others. */
export interface Option {
  /** Its number in this list, from 1. */
  n: number;
  /** The seat that takes it. */
  seat: number;
  action: Data;
  say: string;
  clause: string;
  /** What else there is to know before choosing it; may be empty. */
  detail: string;
}

/** A fact of the log as this viewer may know it; `n` counts only those. */
export interface Happened {
  n: number;
  data: Data;
  say: string;
  clause: string;
}

/** How the game ended. */
export interface Ended {
  data: Data;
  say: string;
  clause: string;
  /** The key of the luck in hexadecimal, now that it is no secret any more. */
  key: string | null;
}

/** A request to take back the last decision. */
export interface Proposal {
  number: number;
  /** Who asks. */
  seat: number;
  agreed: number[];
  /** The seats whose answer is missing. */
  waiting: number[];
  say: string;
}

/** What this viewer may take back: freely, or by asking the others, or nothing. */
export interface UndoOffer {
  free: boolean;
  ask: boolean;
  proposal: Proposal | null;
}

/** A seat and who sits there. */
export interface Chair {
  seat: number;
  kind: "bot" | "open" | "person";
  name: string;
  /** The bot that plays here, or that plays for a person who is away. */
  bot: string;
  connected: boolean;
  mine: boolean;
  muted: boolean;
}

/** A seat's thinking time. */
export interface Clock {
  seat: number;
  /** What is left at the moment of sending. */
  seconds: number;
  running: boolean;
}

/** What a rule lets run out while people think, such as an hourglass. */
export interface Glass {
  seconds: number;
  /** It stands still, because somebody is away or because everybody wants it to. */
  stands: boolean;
  /** Whether `pause` can stop it. */
  by_wish: boolean;
  /** The seats that want it to stand. */
  wished: number[];
}

/** A lesson of a guided first game. */
export interface Taught {
  id: string;
  say: string;
  /** Whether it belongs to this very position. */
  fresh: boolean;
}

/** The table as one viewer may see it: complete each time, so a lost one does no harm. */
export interface Position {
  is: "position";
  table: string;
  game: string;
  /** The number of this position; it goes up with every decision and every undo. */
  seq: number;
  /** The seat that is looked from; null for a spectator. */
  seat: number | null;
  /** The game's view of that seat. */
  view: Json;
  /** The same in plain sentences. */
  text: string[];
  awaited: number[];
  choice: Asked | null;
  options: Option[];
  /** Events from this number on are new; what the client has from here on is void (after an undo). */
  first: number;
  events: Happened[];
  result: Ended | null;
  undo: UndoOffer;
  people: Chair[];
  spectators: number;
  clocks: Clock[];
  glass: Glass | null;
  /** Whether a rule or the host keeps this viewer from chatting now. */
  mute: boolean;
  /** Whether this viewer may kick, mute and hand seats to bots. */
  host: boolean;
  /** The hash of the luck's key, the same from the start. */
  commitment: string;
  /** What is special: `undone` (decisions were taken back without asking), `fork`, `seeded`, `daily`,
    `guide`. */
  marks: string[];
  /** At a guided table, all that its pupil has been told, the latest last. */
  lessons: Taught[];
}

/** What was asked is done and safely stored. */
export interface Done {
  is: "done";
  id: string;
  seq: number;
}

/** What was asked is not done; nothing has changed. */
export interface Refused {
  is: "refused";
  id: string;
  /** The kind of error, such as `IllegalAction` or `Stale`. */
  error: string;
  say: string;
  clause: string;
}

/** Somebody said something. */
export interface Said {
  is: "said";
  number: number;
  seat: number | null;
  name: string;
  text: string;
  /** Seconds since 1970. */
  at: number;
}

/** Somebody points at a thing. */
export interface Pointed {
  is: "pointed";
  seat: number | null;
  thing: string;
}

/** Somebody has a thing in hand; an empty one was put down. */
export interface Held {
  is: "held";
  seat: number | null;
  thing: string;
}

/** Somebody shows a reaction. */
export interface Reacted {
  is: "reacted";
  seat: number | null;
  reaction: string;
}

/** What a bot would do: the number of the option, and why in a sentence. */
export interface Hinted {
  is: "hinted";
  id: string;
  option: number;
  say: string;
}

/** Why a bot did what it just did, where that betrays nothing. */
export interface Reasoned {
  is: "reasoned";
  seat: number;
  say: string;
}

/** The clause that was asked for, with its text. */
export interface Because {
  is: "because";
  id: string;
  clause: string;
  say: string;
}

/** One decision of others, with what happened then. */
export interface Moment {
  seat: number;
  say: string;
  events: Happened[];
}

/** What happened since this person's last decision. */
export interface CaughtUp {
  is: "caughtup";
  id: string;
  moments: Moment[];
}

/** The last message: the server closes the socket, and why. */
export interface Farewell {
  is: "farewell";
  error: string;
  say: string;
  /** Whether it makes sense to connect again. */
  again: boolean;
}

/** A name is enough; the browser remembers it by a cookie. */
export interface SignIn {
  name: string;
  language?: "en" | "it";
}

export interface Me {
  name: string;
  language: string;
}

export interface ValueInfo {
  value: string;
  name: string;
  about: string;
}

/** A setting of a game; without values it is a free text. */
export interface SettingInfo {
  name: string;
  title: string;
  about: string;
  default: string;
  values: ValueInfo[];
}

export interface GameInfo {
  name: string;
  title: string;
  pitch: string;
  /** The version of the rules. */
  rules: number;
  /** The hash of the printed game's content. */
  content: string;
  settings: SettingInfo[];
  /** Whether there is a first game that teaches itself. */
  guide: boolean;
}

export interface GameList {
  games: GameInfo[];
  bots: string[];
  languages: string[];
  version: string;
}

export interface ClauseInfo {
  id: string;
  section: string;
  title: string;
  text: string;
  rulings: string[];
  source: string;
}

export interface RulesText {
  game: string;
  clauses: ClauseInfo[];
}

/** A finished report of the lab. */
export interface ReportInfo {
  id: string;
  title: string;
}

export interface ReportList {
  reports: ReportInfo[];
}

/** A game's components by section, as its content file has them. */
export interface Components {
  game: string;
  content: Data;
}

/** Something that has a name, by its group in the game's words. */
export interface Thing {
  group: string;
  id: string | number;
}

export interface WantedNames {
  wanted: Thing[];
}

/** The names in the order they were asked for; empty where there is none. */
export interface Names {
  names: string[];
}

/** Who shall sit somewhere: the one who makes the table, a bot, or whoever comes. */
export interface SeatPlan {
  kind: "bot" | "me" | "open";
  bot?: string;
}

/** Thinking time for each seat: a stock and what each decision adds. A bot decides when it is used up. */
export interface Pace {
  seconds: number;
  increment?: number;
}

/** A table to be: without seats, the maker takes the first and bots the others. */
export interface NewTable {
  game: string;
  options?: { [name: string]: string };
  seats?: SeatPlan[];
  /** Whether the lobby shows it to everybody. */
  listed?: boolean;
  /** Luck that can be repeated; without it the luck is secret and proven at the end. */
  seed?: number | null;
  pace?: Pace | null;
  /** The bot that plays for people while they are away; nobody if empty. */
  absent?: string;
  /** A campaign whose next game this is. */
  campaign?: string;
  /** A first game that teaches itself: its settings, seats and luck are the guide's. */
  guide?: boolean;
  /** A content pack as TOML, instead of the printed game's content. */
  content?: string;
}

/** A table as the lobby shows it. */
export interface TableInfo {
  id: string;
  game: string;
  title: string;
  options: { [name: string]: string };
  people: Chair[];
  listed: boolean;
  /** Thinking time, where there is any. */
  pace: Pace | null;
  /** The bot that plays for people while they are away; nobody if empty. */
  absent: string;
  over: boolean;
  mine: boolean;
  /** Whether it waits for a decision of this person. */
  awaited: boolean;
  decisions: number;
  created: number;
  touched: number;
  /** The link's secret, for those who sit there; else empty. */
  invite: string;
  /** The campaign whose game this is, for whoever opened the table; else empty. */
  campaign: string;
}

export interface TableList {
  mine: TableInfo[];
  listed: TableInfo[];
}

/** Sit down on an open seat, or on any of them. */
export interface Join {
  seat?: number | null;
  invite?: string;
}

export interface SeatOnly {
  seat: number;
}

/** Let a bot play a seat, until its person takes it back. */
export interface HandToBot {
  seat: number;
  bot?: string;
}

export interface Mute {
  seat: number;
  muted: boolean;
}

/** Go on from a decision of a finished game, at a table of its own. */
export interface Fork {
  at: number;
  seats?: SeatPlan[];
  listed?: boolean;
}

/** A stored record: `id` finds it again. */
export interface RecordInfo {
  id: string;
  game: string;
  title: string;
  options: { [name: string]: string };
  players: string[];
  decisions: number;
  over: boolean;
}

/** A decision that cost much by a bot's count; it was made at the moment before its number. */
export interface CostlyDecision {
  number: number;
  seat: number;
  say: string;
}

/** The decisions of a recorded game that cost most, worst first. */
export interface Review {
  decisions: CostlyDecision[];
}

/** A recorded game after decision `at`, seen from a seat or as a spectator. */
export interface Frame {
  id: string;
  game: string;
  at: number;
  last: number;
  seat: number | null;
  /** What was decided there, in a sentence; empty at the start. */
  decision: string;
  view: Json;
  text: string[];
  awaited: number[];
  choice: Asked | null;
  options: Option[];
  /** The number of the first of the events that this decision brought. */
  first: number;
  events: Happened[];
  result: Ended | null;
  people: string[];
}

/** Take a campaign over from whoever hands it over. */
export interface TakeCampaign {
  invite: string;
}

export interface CampaignInfo {
  id: string;
  game: string;
  runs: number;
  touched: number;
  /** The secret with which somebody else can take it over. */
  invite: string;
}

export interface CampaignList {
  campaigns: CampaignInfo[];
}

export interface DailyResult {
  name: string;
  outcome: string;
  score: number;
  decisions: number;
  mine: boolean;
}

/** The deal of the day: the same luck for everybody who plays it alone or with bots. */
export interface Daily {
  day: string;
  game: string;
  seed: number;
  options: { [name: string]: string };
  /** This person's own table of today; empty before they begin. */
  table: string;
  results: DailyResult[];
}

/** The id of something new. */
export interface Created {
  id: string;
}

export interface Fine {
  ok: boolean;
}

export interface Health {
  ok: boolean;
  version: string;
}

/** What any request answers that could not be done. */
export interface Trouble {
  error: string;
  say: string;
}

export type ToServer = Hello | Act | Undo | Answer | Pause | Say | Point | Hold | React | Ask | Why | Speak | Read | Look | Resync | CatchUp;

export type ToClient = Position | Done | Refused | Said | Pointed | Held | Reacted | Reasoned | Hinted | Because | CaughtUp | Farewell;
