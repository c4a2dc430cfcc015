// Generated from protocol.py, position_parts.py, http_types.py, workshop/types.py and pads.py in src/embertable/server; do not edit.
// To generate it again: .venv/bin/python -m embertable.server.typescript web/src/protocol.ts

/** JSON of the engine's codec; `is` names the type of an object. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
export type Data = { is: string; [name: string]: Json };

export const PROTOCOL = 3;

/** Options too many to list: one for each value of a number, such as every degree of a turn.

Send `action` with that number in `field`. The options of the position are some of them. */
export interface FreeOptions {
  seat: number;
  action: Data;
  field: string;
  first: number;
  last: number;
  /** What the number is. */
  ask: string;
  /** What an option does, with {n} where its number belongs. */
  text: string;
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

/** What is asked next whatever is entered now, such as the other dice of a roll. */
export interface NextEntry {
  data: Data;
  text: string;
  options: Option[];
}

/** The choice that a seat has to make, and the rule clause behind it. */
export interface OpenChoice {
  data: Data;
  text: string;
  clause: string;
  free: FreeOptions | null;
  /** Whether it asks what somebody's own dice or cards show; anybody with a seat answers, and the host. */
  entered: boolean;
  /** Where it does: what is asked after it in any case, so that a whole roll can be entered at once. */
  ahead: NextEntry[];
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
  /** The one thing to do; empty if it is only read. */
  act: string;
  /** What it points at, the first that is in sight: the name of an action that is offered, `thing:` and the
    start of a name on the board, or a part of the stage (`prompt`, `threat`, `people`, `head`). */
  at: string[];
  /** How many lessons the tutorial has. */
  of: number;
  /** Whether it belongs to this very position. */
  current: boolean;
}

/** A part of the luck that somebody's browser added. */
export interface LuckShown {
  seat: number | null;
  part: string;
}

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
  /** Whether this client takes `changes` after a whole position. */
  changes?: boolean;
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
  /** The option's `seat`: -3 where chance decides; by default the seat they view from. */
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

/** Ask what the awaited seat may do, to propose one of its options. */
export interface Partner {
  is: "partner";
  id: string;
}

/** Propose an option to the awaited seat, or share which of one's own is considered; 0 lets go. Not stored. */
export interface Suggest {
  is: "suggest";
  seq: number;
  option: number;
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

/** Ask what an option would do, as far as this seat may know. */
export interface Preview {
  is: "preview";
  id: string;
  seq: number;
  /** The number of the option at that position. */
  option: number;
}

/** Ask what threatens at this position, and for the figures that the game's board draws. */
export interface Forecast {
  is: "forecast";
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

/** The table as one viewer may see it, complete. */
export interface Position {
  is: "position";
  /** Counts the positions and changes of this connection, from 1. */
  number: number;
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
  /** What each of them has to choose, in words: "which die to move"; empty where the rules keep that secret. */
  awaited_for: string[];
  /** At a companion table that asks what was rolled: the seats of the people who may enter it, who rolls first; empty
    if only the host may. Null if nothing is asked. */
  entering: number[] | null;
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
  /** The rule that closes the chat for everybody now, as a sentence; empty where none does. */
  silence: string;
  /** Whether this viewer may kick, mute and hand seats to bots. */
  host: boolean;
  /** The hash of the key of the random numbers, the same from the start. */
  commitment: string;
  /** Everybody's part in the luck, in the order in which they were added. */
  luck: LuckShown[];
  /** What is special: `undone` (somebody alone took back decisions), `fork`, `seeded`, `daily`, `tutorial`, `continued`, `reseated`. */
  marks: string[];
  /** What earlier rules mean for this table, in a sentence; empty if it began under the present ones. */
  notice: string;
  /** Whether the present rules no longer lead to this game's last positions; it can be continued elsewhere. */
  read_only: boolean;
  /** At a tutorial table, the lessons its learner has been given so far, the latest last. */
  lessons: LessonShown[];
}

/** A part of the view that is another one now. */
export interface ViewPart {
  /** The way to it from the view: names of fields and places in lists; empty for all of it. */
  path: (string | number)[];
  value: Json;
}

/** What is different from the position before, whose `number` is one less; without it ask for `resync`. */
export interface Changes {
  is: "changes";
  number: number;
  seq: number;
  /** The other fields of the position that differ, with their new values. */
  fields: Data;
  view: ViewPart[];
  first: number;
  events: LoggedEvent[];
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

/** What the awaited seat may do. */
export interface PartnerOptions {
  is: "partner_options";
  id: string;
  seq: number;
  seat: number;
  options: Option[];
}

/** Somebody proposes an option to the seat `to`, or considers it themselves; 0 if they let go. */
export interface Suggested {
  is: "suggested";
  seat: number | null;
  to: number;
  seq: number;
  option: number;
  text: string;
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

/** A value of the view that an option would change. */
export interface ViewChange {
  /** The way to it from the view: names of fields and places in lists. */
  path: (string | number)[];
  before: Json;
  /** What it would be, or most likely be; null where it is unknown. */
  after: Json;
  certainty: "chance" | "exact" | "range" | "unknown";
  /** How likely it would be so. */
  share: number;
  low: number | null;
  high: number | null;
}

/** What an option would do: exactly where that is known, otherwise as ranges and chances. */
export interface Previewed {
  is: "previewed";
  id: string;
  seq: number;
  option: number;
  changes: ViewChange[];
  /** What is certain to happen. */
  events: LoggedEvent[];
  /** The same in sentences, with a word on what nobody knows yet. */
  text: string[];
  /** Whether luck or something hidden decides part of it. */
  depends: boolean;
  may_undo: boolean;
  /** How likely it ends the game, by outcome. */
  ends: { [name: string]: number };
}

/** What comes, and what can be borne. */
export interface Threat {
  level: "about" | "at least" | "at most" | "exact" | "lost" | "none";
  text: string;
  line: string;
}

/** What threatens at a position, and the numbers of the options that lose it for sure; the data is the game's own. */
export interface Forecasted {
  is: "forecasted";
  id: string;
  seq: number;
  threat: Threat | null;
  lost: number[];
  data: Data | null;
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

/** How many days this server keeps things (0 means for ever), and who runs it. */
export interface PrivacyInfo {
  contact: string;
  chat_days: number;
  /** Unfinished tables that nobody touches; finished games stay. */
  table_days: number;
  session_days: number;
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
  /** Who should try it, as the box says; may be empty. */
  advice: string;
  default: string;
  /** The clause whose ruling it turns around, where the rulebook can be read in two ways. */
  clause: string;
  values: ValueInfo[];
}

export interface GameInfo {
  name: string;
  title: string;
  pitch: string;
  /** The version of the rules. */
  rules: number;
  /** The hash of the standard pack. */
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
  /** What people may roll and draw themselves at a companion table, in a sentence; empty if nothing. */
  companion: string;
  /** What each level of bots means in this game, in a sentence, the weakest first. */
  levels: { [name: string]: string };
  /** How many components come from the rulebook, from public pages, or are ours (`designed`). */
  sources: { [name: string]: number };
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

/** A card, ability or place, and where its text and numbers come from. */
export interface SourceInfo {
  kind: string;
  name: string;
  text: string;
  /** `rulebook`, `public` or `designed`, which is ours. */
  source: string;
}

export interface SourcesText {
  game: string;
  /** What each source is called. */
  origins: { [name: string]: string };
  components: SourceInfo[];
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

/** A key that the server has chosen for one table, by its hash. */
export interface PromisedLuck {
  id: string;
  commitment: string;
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
  /** The `id` of a key that the server has promised to use; without one it takes any. */
  luck?: string;
  /** The creator's part in the luck, chosen after the promise. */
  part?: string;
  /** Whether people enter what their own dice and cards show, beside the real game. */
  companion?: boolean;
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
  /** Where the game stands, in words, such as its round; empty before it begins. */
  standing: string;
  created: number;
  updated: number;
  /** The secret of an invitation, for the host and people with a seat; otherwise empty. */
  invite: string;
  /** The campaign of this game, for the host and whoever shares it; otherwise empty. */
  campaign: string;
  /** How the campaign sees this game: `open`, `counted`, or `left` if it will not be counted. */
  run: string;
  /** What earlier rules mean for this table, or why it cannot be opened; otherwise empty. */
  notice: string;
  /** Whether nothing can be decided here any more, although the game is not over. */
  read_only: boolean;
  /** What is special: `seeded`, `fork`, `daily`, `tutorial`, `companion`, `pack`, and `undone` if somebody alone took back decisions. */
  marks: string[];
  /** The hash of its content pack, which whoever sits down must accept; empty for the standard one, and in lists. */
  pack: string;
  /** The hash of the key of its random numbers, if this person may still add a part; empty in lists. */
  commitment: string;
}

/** Remove somebody without a seat from the table, or let them come back. */
export interface Remove {
  who: string;
  removed?: boolean;
}

/** Mute somebody without a seat, or let them chat again. */
export interface Silence {
  who: string;
  muted?: boolean;
}

/** What is wrong at a table, for the operator; the last lines of its chat go with it. */
export interface NewReport {
  text: string;
}

/** Somebody without a seat, as the host of a table knows them. */
export interface Stranger {
  /** What `remove` and `silence` call them, at this table only. */
  who: string;
  name: string;
  here: boolean;
  muted: boolean;
  removed: boolean;
}

export interface StrangerList {
  strangers: Stranger[];
}

export interface TableList {
  mine: TableInfo[];
  listed: TableInfo[];
}

/** Take this open seat, or the first one. */
export interface Join {
  seat?: number | null;
  invite?: string;
  /** This person's part in the luck; it counts once at each table. */
  part?: string;
  /** The hash of the table's content pack, if it has one: this person has seen what differs and agrees. */
  pack?: string;
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

/** Continue a finished game from one of its decisions, at a new table.

Everybody keeps their seat: bots play on, and people find theirs by the table's link. Whoever did not
play takes the seat of their name, or the first of a person, and those that nobody is named for; other
people's seats are then open. */
export interface Fork {
  at: number;
  /** Sit here instead; whoever had this seat gets the one that you leave. */
  seat?: number | null;
  /** Other players, instead of those of the game. */
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
  /** What earlier rules mean for it: it goes on, or is shown only in part; otherwise empty. */
  notice: string;
}

/** A costly decision by a bot's estimate; `number` counts from 1. */
export interface CostlyDecision {
  number: number;
  seat: number;
  who: string;
  /** What was better, and why, in sentences. */
  text: string;
  played: string;
  better: string;
  why: string;
  /** The winning chance with what was played and with what was better, where both are known. */
  chance: number | null;
  better_chance: number | null;
}

/** The costliest decisions of a recorded game, worst first; what may be noise is not among them. */
export interface Review {
  decisions: CostlyDecision[];
}

/** The winning chance of a seat after a decision; 0 is the start. */
export interface ChancePoint {
  number: number;
  chance: number;
}

/** A part of the winning chance over a game, as the bots see it; ask for all parts, from 0 on. */
export interface Chances {
  seat: number;
  part: number;
  /** 0 if the game's bots count no chances. */
  parts: number;
  /** The number of the last decision. */
  last: number;
  points: ChancePoint[];
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
  /** What earlier rules mean for this record; otherwise empty. */
  notice: string;
}

/** Take over somebody's campaign. */
export interface TakeCampaign {
  invite: string;
}

/** A counted game of a campaign. */
export interface CampaignRun {
  number: number;
  players: number;
  /** How it ended, in a sentence. */
  ended: string;
  /** What it added to the campaign for good. */
  unlocked: string[];
  /** Its table, for the replay; empty if it was played elsewhere. */
  table: string;
}

/** The game of a campaign that has begun and is not counted yet. */
export interface OpenRunInfo {
  number: number;
  players: number;
  record: string;
  /** Its table; empty if it is played elsewhere. */
  table: string;
}

export interface CampaignInfo {
  id: string;
  game: string;
  runs: number;
  updated: number;
  /** Whether this person owns it; others share it. */
  mine: boolean;
  /** The secret with which somebody else can take it over, for its owner; otherwise empty. */
  invite: string;
  /** The secret with which somebody else can share it. */
  share: string;
  /** Whether a reset put it away. */
  archived: boolean;
  won: boolean;
  goal: string;
  /** What has been reached, in sentences. */
  progress: string[];
  played: CampaignRun[];
  open: OpenRunInfo | null;
  /** Why it cannot be shown or continued; otherwise empty. */
  problem: string;
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
  /** Whether it was a first attempt; others are listed after these. */
  first: boolean;
  /** Why it was not, in a sentence; otherwise empty. */
  remark: string;
}

/** The deal of the day: the same seed for everybody. */
export interface Daily {
  day: string;
  game: string;
  /** The seed, for those who have finished it. */
  seed: number | null;
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
  /** Whether nothing can be changed just now. */
  read_only: boolean;
  /** Whether no new tables begin, because of an upgrade. */
  draining: boolean;
}

/** The response to a request that failed. */
export interface ErrorBody {
  error: string;
  text: string;
}

/** A word that a value may be, and how it is called. */
export interface FormWord {
  word: string;
  label: string;
}

/** What a value may be. */
export interface FormNode {
  kind: "choice" | "effect" | "flag" | "group" | "list" | "number" | "table" | "text";
  low: number | null;
  high: number | null;
  whole: boolean;
  /** The words of a choice, those a number may be besides, or the effects that may stand here. */
  words: FormWord[];
  /** The definition of a group, or one for each of the effects. */
  of: string[];
  /** What a list or table holds. */
  item: FormNode | null;
  /** How many a list must hold; 0 for any number. */
  length: number;
}

export interface FormField {
  key: string;
  label: string;
  optional: boolean;
  node: FormNode;
}

/** Rows of one kind, such as all companions; a way of `*` stands for each row of a list. */
export interface WorkshopSection {
  way: string[];
  title: string;
  /** The definition of its rows. */
  of: string;
}

/** A card, tile or table of the standard pack. */
export interface WorkshopRow {
  path: (string | number)[];
  section: number;
  name: string;
  /** `rulebook`, `public` or `designed`, which is ours; a row inside another takes its source. */
  source: string;
  /** What may be called otherwise in each language: `names`, `texts` or both. */
  words: string[];
  /** Whether its own value is ours and waits to be compared with the printed one. */
  counts: boolean;
}

/** The standard pack of a game with the forms that change it. */
export interface Workshop {
  game: string;
  hash: string;
  sections: WorkshopSection[];
  definitions: { [name: string]: FormField[] };
  rows: WorkshopRow[];
  content: Data;
}

/** A value at a path; without one, the field is left out. Rows are named by their key, others counted. */
export interface Edit {
  path: (string | number)[];
  value?: Json;
}

/** A pack as changes of a text; an empty text is the standard pack. */
export interface PackBox {
  base?: string;
  edits?: Edit[];
}

export interface CheckPack {
  base?: string;
  edits?: Edit[];
  /** The row whose sentences are wanted. */
  row?: (string | number)[];
}

/** Two packs of a game; the differences are those of the second from the first. */
export interface PackPair {
  first: PackBox;
  second: PackBox;
}

/** What is wrong, at a field or a row; at the whole pack without a path. */
export interface PackProblem {
  path: (string | number)[];
  text: string;
}

/** A field whose value differs, in words. */
export interface PackDifference {
  path: (string | number)[];
  /** The name of its row. */
  name: string;
  field: string;
  before: string;
  after: string;
}

export interface CheckedPack {
  /** The hash of a pack that can be played; otherwise empty. */
  hash: string;
  problems: PackProblem[];
  /** What a player reads on the wanted row, by language; empty while the pack cannot be read. */
  sentences: { [name: string]: string };
  /** What differs from the standard pack. */
  differences: PackDifference[];
}

export interface PackDifferences {
  /** The hash of the second pack. */
  hash: string;
  differences: PackDifference[];
}

/** Play a few more pairs of the standard pack against this one. */
export interface AskMatter {
  base?: string;
  edits?: Edit[];
  /** How many pairs are wanted in all. */
  pairs?: number;
}

/** What the lab knows so far: how many pairs were played, and the difference with its 95 % interval. */
export interface MatterAnswer {
  pairs: number;
  of: number;
  verdict: "hardly" | "matters" | "unclear" | "waits";
  /** The answer in one sentence; empty while there are too few pairs. */
  text: string;
  /** `won` in games of 100, `score` in points, or `reach`, which is how far the party gets. */
  measure: string;
  mean: number;
  low: number;
  high: number;
}

/** Try a row in a scene; there may be several, counted from 0. */
export interface TryCard {
  base?: string;
  edits?: Edit[];
  row: (string | number)[];
  number?: number;
}

export interface SceneLine {
  text: string;
  /** Whether both packs tell it, only the standard one, or only the changed one. */
  of: "after" | "before" | "both";
}

/** A position as a board draws it, and the events that led to it. */
export interface SceneView {
  view: Json;
  awaited: number[];
  events: LoggedEvent[];
  result: GameEnd | null;
}

/** A position, a decision, and what follows with the standard pack and with the changed one. */
export interface Scene {
  number: number;
  of: number;
  question: string;
  option: string;
  /** The position in sentences, one fact each. */
  table: string[];
  /** What follows, in the order in which it happens. */
  lines: SceneLine[];
  /** What is asked next. */
  then_before: string;
  then_after: string;
  /** Whether the changed pack offers the decision at all. */
  allowed: boolean;
  alike: boolean;
  /** Whether luck decides something; both packs have the same. */
  luck: boolean;
  /** Whether a game with the changed pack can stand here. */
  playable: boolean;
  seat: number;
  seats: number;
  /** The position before the decision. */
  drawn: SceneView;
  /** What it has become with the standard pack. */
  drawn_before: SceneView;
  /** What it has become with the changed pack; null where that does not offer the decision. */
  drawn_after: SceneView | null;
}

/** The values of a pack's text. */
export interface OpenedPack {
  content: Data;
}

/** A pack as TOML. */
export interface PackFile {
  content: string;
  hash: string;
}

/** Keep a pack under one's name; with an id, instead of what was kept there. */
export interface KeepPack {
  base?: string;
  edits?: Edit[];
  id?: string;
  game: string;
  name: string;
}

/** A pack on the server, which everybody with its id may open. */
export interface KeptPack {
  id: string;
  game: string;
  name: string;
  /** Who made it. */
  by: string;
  mine: boolean;
  changed: number;
  base: string;
  edits: Edit[];
}

export interface KeptPackInfo {
  id: string;
  game: string;
  name: string;
  changed: number;
  edits: number;
}

export interface KeptPacks {
  packs: KeptPackInfo[];
}

/** A line of the count: a number to enter, a bonus that follows from two lines, or how the game ended. */
export interface PadLine {
  id: string;
  kind: "bonus" | "number" | "result";
  low: number;
  high: number;
  points: number;
  at_least: string[];
  clause: string;
}

export interface PadStep {
  id: string;
  clauses: string[];
}

/** Steps that come again and again; `times` is 0 where nobody counts them. */
export interface PadPart {
  id: string;
  times: number;
  steps: PadStep[];
}

/** A card or place of the box, with what it says. */
export interface PadCard {
  name: string;
  text: string;
}

/** Whatever the page of a score pad shows; its texts are in every language. */
export interface PadData {
  game: string;
  version: string;
  min_players: number;
  max_players: number;
  each_player: boolean;
  total: boolean;
  floor: number | null;
  ties: string[];
  lines: PadLine[];
  outcomes: string[];
  parts: PadPart[];
  /** With the English titles of their sections; `texts` has the others as `section.` and the title. */
  clauses: ClauseInfo[];
  texts: { [name: string]: { [name: string]: string } };
  /** The rules in a few paragraphs, in every language. */
  short: { [name: string]: string[] };
  cards: { [name: string]: PadCard[] };
  /** What the table says in a language where a clause is at work, by clause: it finds rules that are written in English. */
  words: { [name: string]: { [name: string]: string } };
}

export type ToServer = Hello | Act | Undo | Answer | Pause | Chat | Point | Carry | Partner | Suggest | React | Hint | Preview | Forecast | Why | SetLanguage | WantText | ViewFrom | Resync | CatchUp;

export type ToClient = Position | Changes | Done | Refused | ChatLine | Pointed | Carried | PartnerOptions | Suggested | Reacted | Explained | Hinted | Previewed | Forecasted | Clause | CaughtUp | Farewell;
