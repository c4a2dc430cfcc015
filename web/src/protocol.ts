// Generated from src/embertable/server/protocol.py and http_types.py; do not edit.
// To generate it again: .venv/bin/python -m embertable.server.typescript web/src/protocol.ts

/** JSON of the engine's codec; `is` names the type of an object. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
export type Data = { is: string; [name: string]: Json };

export const PROTOCOL = 2;

/** The first message: the language, and what this client saw before it lost its connection. */
export interface Hello {
  is: "hello";
  /** The protocol number of the client; 1 is from before there was a number. */
  protocol?: number;
  language?: string;
  /** The seat to view from, for people with several; by default one that must decide, or their first. */
  seat?: number | null;
  /** The number of the last position this client received; 0 for none. */
  seq?: number;
  /** How many events it has received. */
  events_seen?: number;
  /** Whether positions include the text view; without it the server does half the work. */
  want_text?: boolean;
}

/** Take an option. */
export interface Act {
  is: "act";
  /** Chosen by the client, unique to this act; sending it again has no further effect. */
  id: string;
  /** The position that the player saw. */
  seq: number;
  /** The option's `action`, as received. */
  action: Data;
  /** The seat that acts, for people with several; by default the one they view from. */
  seat?: number | null;
}

/** Undo the last decision where that is free, otherwise propose it to the others. */
export interface Undo {
  is: "undo";
  id: string;
  seq: number;
}

/** Accept or decline the open undo proposal; declining one's own withdraws it. */
export interface Answer {
  is: "answer";
  id: string;
  proposal: number;
  agree: boolean;
}

/** Vote to pause the countdown, or withdraw the vote; it is paused while everybody votes for it. */
export interface Pause {
  is: "pause";
  id: string;
  paused: boolean;
}

/** Send a chat line to the table. */
export interface Chat {
  is: "chat";
  id: string;
  text: string;
}

/** Point at a component; not stored. */
export interface Point {
  is: "point";
  thing: string;
}

/** Show the others which component one is carrying; empty when it is dropped. Not stored. */
export interface Carry {
  is: "carry";
  thing: string;
}

/** Show a reaction; not stored. */
export interface React {
  is: "react";
  reaction: "hurry" | "laugh" | "oops" | "thanks" | "think" | "well-done";
}

/** Ask what a bot would do here. */
export interface Hint {
  is: "hint";
  id: string;
}

/** Ask why something is not offered: for the rule clause behind a choice or an action. */
export interface Why {
  is: "why";
  id: string;
  action: Data;
}

/** Switch to another language. */
export interface SetLanguage {
  is: "set_language";
  language: string;
}

/** Include the text view in positions from now on. */
export interface WantText {
  is: "want_text";
}

/** View from another of one's own seats. */
export interface ViewFrom {
  is: "view_from";
  seat: number;
}

/** Send the whole position again, with the events from this number on. */
export interface Resync {
  is: "resync";
  events_seen?: number;
}

/** Request what happened since this person's last decision, step by step. */
export interface CatchUp {
  is: "catch_up";
  id: string;
}

/** The choice that a seat has to make, and the rule clause behind it. */
export interface OpenChoice {
  data: Data;
  text: string;
  clause: string;
}

/** A legal action; there are no others. */
export interface Option {
  /** Its number in this list, from 1. */
  n: number;
  /** The seat that takes it. */
  seat: number;
  action: Data;
  text: string;
  clause: string;
  /** What else the player should know before choosing it; may be empty. */
  detail: string;
}

/** An event of the log that this viewer may know; `n` counts only those. */
export interface LoggedEvent {
  n: number;
  data: Data;
  text: string;
  clause: string;
}

/** How the game ended. */
export interface GameEnd {
  data: Data;
  text: string;
  clause: string;
  /** The key of the random numbers in hexadecimal, published now that the game is over. */
  key: string | null;
}

/** A request to undo the last decision. */
export interface Proposal {
  number: number;
  /** The seat that proposes it. */
  seat: number;
  agreed: number[];
  /** The seats that have not answered yet. */
  waiting: number[];
  text: string;
}

/** Whether this viewer may undo: at once, by proposing it to the others, or not at all. */
export interface UndoOffer {
  free: boolean;
  propose: boolean;
  proposal: Proposal | null;
}

/** A seat and who sits there. */
export interface SeatInfo {
  seat: number;
  kind: "bot" | "open" | "person";
  name: string;
  /** The bot that plays here, or that stands in for a person who is away. */
  bot: string;
  connected: boolean;
  mine: boolean;
  muted: boolean;
}

/** A seat's thinking time. */
export interface SeatClock {
  seat: number;
  /** What is left at the time of sending. */
  seconds: number;
  running: boolean;
}

/** The time limit of a rule, such as an hourglass. */
export interface CountdownInfo {
  seconds: number;
  /** Because somebody is away, or because everybody voted to pause it. */
  paused: boolean;
  /** Whether `pause` can stop it. */
  pausable: boolean;
  /** The seats that vote to pause it. */
  pause_votes: number[];
}

/** A lesson of a tutorial. */
export interface LessonShown {
  id: string;
  text: string;
  /** Whether it belongs to this very position. */
  current: boolean;
}

/** The table as one viewer may see it: always complete, so a lost one does no harm. */
export interface Position {
  is: "position";
  table: string;
  game: string;
  /** The number of this position; every decision and every undo raises it. */
  seq: number;
  /** The seat it is viewed from; null for a spectator. */
  seat: number | null;
  /** The game's view of that seat. */
  view: Json;
  /** The text view: the same in plain sentences. */
  text: string[];
  awaited: number[];
  choice: OpenChoice | null;
  options: Option[];
  /** The number of the first event below; the client drops the events it has from here on (after an undo). */
  first: number;
  events: LoggedEvent[];
  result: GameEnd | null;
  undo: UndoOffer;
  people: SeatInfo[];
  spectators: number;
  clocks: SeatClock[];
  countdown: CountdownInfo | null;
  /** Whether a rule or the host keeps this viewer from chatting now. */
  chat_blocked: boolean;
  /** Whether this viewer may kick, mute and hand seats to bots. */
  host: boolean;
  /** The hash of the key of the random numbers, the same from the start. */
  commitment: string;
  /** What is special: `undone` (somebody alone took back decisions), `fork`, `seeded`, `daily`, `tutorial`. */
  marks: string[];
  /** At a tutorial table, the lessons its learner has been given so far, the latest last. */
  lessons: LessonShown[];
}

/** The request is done and safely stored. */
export interface Done {
  is: "done";
  id: string;
  seq: number;
}

/** The request was refused; nothing has changed. */
export interface Refused {
  is: "refused";
  id: string;
  /** The kind of error, such as `IllegalAction` or `Stale`. */
  error: string;
  text: string;
  clause: string;
}

/** A line of the chat. */
export interface ChatLine {
  is: "chat_line";
  number: number;
  seat: number | null;
  name: string;
  text: string;
  /** Seconds since 1970. */
  at: number;
}

/** Somebody points at a component. */
export interface Pointed {
  is: "pointed";
  seat: number | null;
  thing: string;
}

/** Somebody carries a component; empty when it was dropped. */
export interface Carried {
  is: "carried";
  seat: number | null;
  thing: string;
}

/** Somebody shows a reaction. */
export interface Reacted {
  is: "reacted";
  seat: number | null;
  reaction: string;
}

/** What a bot would do: the number of the option, and why. */
export interface Hinted {
  is: "hinted";
  id: string;
  option: number;
  text: string;
}

/** Why a bot decided as it just did, where that reveals nothing hidden. */
export interface Explained {
  is: "explained";
  seat: number;
  text: string;
}

/** The clause that was asked for, with its text. */
export interface Clause {
  is: "clause";
  id: string;
  clause: string;
  text: string;
}

/** One decision of somebody else, with its events. */
export interface CatchUpStep {
  seat: number;
  text: string;
  events: LoggedEvent[];
}

/** What happened since this person's last decision. */
export interface CaughtUp {
  is: "caught_up";
  id: string;
  steps: CatchUpStep[];
}

/** The last message: the server closes the socket, and why. */
export interface Farewell {
  is: "farewell";
  error: string;
  text: string;
  /** Whether it makes sense to connect again. */
  reconnect: boolean;
}

/** A name is enough; a cookie keeps the session. */
export interface SignIn {
  name: string;
  language?: string;
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

/** A setting of a game; without values it is free text. */
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
  min_players: number;
  max_players: number;
  /** How long a game takes; 0 where the box does not say. */
  minutes: number;
  /** How much there is to learn, from 1 (light) to 3; 0 where the box does not say. */
  weight: number;
  /** Whether games continue each other. */
  campaigns: boolean;
  /** Whether the game has a tutorial. */
  tutorial: boolean;
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

/** A game's components by section, as in its content file. */
export interface Components {
  game: string;
  content: Data;
}

/** Something with a name, by its group in the game's catalogue. */
export interface Thing {
  group: string;
  id: string | number;
}

export interface WantedNames {
  wanted: Thing[];
}

/** The names in the order of the request; empty if there is none. */
export interface Names {
  names: string[];
}

/** Who gets a seat: the person who creates the table, a bot, or anybody who joins. */
export interface SeatPlan {
  kind: "bot" | "me" | "open";
  bot?: string;
}

/** Thinking time for each seat, and what each decision adds. A bot decides for people who run out. */
export interface Pace {
  seconds: number;
  increment?: number;
}

/** A new table; without `seats`, its creator takes the first one and bots the others. */
export interface NewTable {
  game: string;
  options?: { [name: string]: string };
  seats?: SeatPlan[];
  /** Whether the lobby lists it for everybody. */
  listed?: boolean;
  /** A public seed; without one, the random numbers come from a secret key that is published at the end. */
  seed?: number | null;
  pace?: Pace | null;
  /** The bot that plays for people while they are away; none if empty. */
  absent?: string;
  /** The campaign whose next game this is. */
  campaign?: string;
  /** A tutorial table; the tutorial defines its settings, seats and seed. */
  tutorial?: boolean;
  /** A content pack as TOML, instead of the printed game's content. */
  content?: string;
}

/** A table as the lobby shows it. */
export interface TableInfo {
  id: string;
  game: string;
  title: string;
  options: { [name: string]: string };
  people: SeatInfo[];
  listed: boolean;
  /** Thinking time, if it is limited. */
  pace: Pace | null;
  /** The bot that plays for people while they are away; none if empty. */
  absent: string;
  over: boolean;
  mine: boolean;
  /** Whether this person must decide. */
  awaited: boolean;
  decisions: number;
  created: number;
  updated: number;
  /** The secret of an invitation, for the host and people with a seat; otherwise empty. */
  invite: string;
  /** The campaign of this game, for the host; otherwise empty. */
  campaign: string;
}

export interface TableList {
  mine: TableInfo[];
  listed: TableInfo[];
}

/** Take this open seat, or the first one. */
export interface Join {
  seat?: number | null;
  invite?: string;
}

export interface SeatOnly {
  seat: number;
}

/** Let a bot play a seat until its person takes over. */
export interface HandToBot {
  seat: number;
  bot?: string;
}

export interface Mute {
  seat: number;
  muted: boolean;
}

/** Continue a finished game from one of its decisions, at a new table. */
export interface Fork {
  at: number;
  seats?: SeatPlan[];
  listed?: boolean;
}

/** A stored record. */
export interface RecordInfo {
  id: string;
  game: string;
  title: string;
  options: { [name: string]: string };
  players: string[];
  decisions: number;
  over: boolean;
}

/** A costly decision by a bot's estimate; `number` counts from 1. */
export interface CostlyDecision {
  number: number;
  seat: number;
  text: string;
}

/** The costliest decisions of a recorded game, worst first. */
export interface Review {
  decisions: CostlyDecision[];
}

/** A recorded game after decision `at`, viewed from a seat or as a spectator. */
export interface Frame {
  id: string;
  game: string;
  at: number;
  last: number;
  seat: number | null;
  /** The decision in a sentence; empty at the start. */
  decision: string;
  view: Json;
  text: string[];
  awaited: number[];
  choice: OpenChoice | null;
  options: Option[];
  /** The number of the first event of this decision. */
  first: number;
  events: LoggedEvent[];
  result: GameEnd | null;
  people: string[];
}

/** Take over somebody's campaign. */
export interface TakeCampaign {
  invite: string;
}

export interface CampaignInfo {
  id: string;
  game: string;
  runs: number;
  updated: number;
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

/** The deal of the day: the same seed for everybody. */
export interface Daily {
  day: string;
  game: string;
  seed: number;
  options: { [name: string]: string };
  /** This person's table of today; empty before they start. */
  table: string;
  results: DailyResult[];
}

export interface Ok {
  ok: boolean;
}

export interface Health {
  ok: boolean;
  version: string;
}

/** The response to a request that failed. */
export interface ErrorBody {
  error: string;
  text: string;
}

export type ToServer = Hello | Act | Undo | Answer | Pause | Chat | Point | Carry | React | Hint | Why | SetLanguage | WantText | ViewFrom | Resync | CatchUp;

export type ToClient = Position | Done | Refused | ChatLine | Pointed | Carried | Reacted | Explained | Hinted | Clause | CaughtUp | Farewell;
