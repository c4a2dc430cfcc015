// The interface between the stage and a game's board.
//
// A board is `games/<game>/Board.svelte`. It gets one prop, `board: Board<View>`, draws `board.view`, lights the
// things that options concern, and reports what was touched. It keeps nothing of the game and computes no rule.
// Its module script exports `wanted`, the things whose names it needs, and `staging`, what the stage around it shows.
// The types of the view are in `games/<game>/view.ts`, written from the Python classes. A game without a board is
// played through the list of options and the text.

import { BOARDS } from "games:folders";
import type { Component } from "svelte";
import type { SeatInfo, Data, Forecasted, FreeOptions, GameEnd, CountdownInfo, LoggedEvent, Option, Previewed, Thing } from "../protocol.ts";
import type { Beats } from "./beats.ts";
import { t } from "../settings.svelte.ts";
import type { Beat } from "./queue.ts";
import { isEqual } from "./reuse.ts";

/** What is shown of a table, live or in a replay. Fields change as the table does; read them where you use them. */
export interface Scene<View = unknown> {
  /**
   * What is drawn, as the game's view class says: what this seat saw after the last decision that was played, with
   * what the beats of the current one have changed so far.
   */
  readonly view: View;
  /** The seat looked from; null for a spectator. */
  readonly seat: number | null;
  readonly people: readonly SeatInfo[];
  readonly awaited: readonly number[];
  /** What this seat is asked, as the game's choice class says; null if nothing. */
  readonly choice: Data | null;
  /** How the game ended; null while it goes on. */
  readonly result: GameEnd | null;
  /** The countdown of a rule, as of this view; null if there is none. */
  readonly countdown: CountdownInfo | null;
  /** Options that are too many to list, by their number; null for most choices. */
  readonly free: FreeOptions | null;
  /** The open options; empty in a replay, while the director plays, and while an answer is late. */
  readonly options: readonly Option[];
  /** The beat that is being played: draw its `effects`, and turn to its `scene`. Null when the table rests. */
  readonly beat: Playing | null;
  /** The scene that the last beat turned to, and its number, so that each one turns anew: "fight 12". */
  readonly turnedTo: string;
  /** The events of the last decision that was played. */
  readonly news: readonly LoggedEvent[];
  /** All that was told so far; it may be ahead of the view while the director plays, and have a gap after a jump in a replay. */
  readonly log: readonly LoggedEvent[];
  /** The names of things that a skip changed; ring them. */
  readonly rings: readonly string[];
  /** The options of the thing that was touched last; empty when nothing is selected. */
  readonly touched: readonly Option[];
  /** What others are carrying, by seat. */
  readonly carried: ReadonlyMap<number, string>;
  /** The option in focus, or under the pointer, to draw what it would do. */
  readonly preview: Option | null;
  /** What the server says that option would do; null until it has answered. */
  readonly foreseen: Previewed | null;
  /** The game's figures for this position: what threatens, what can be reached; null until the server has answered. */
  readonly forecast: Forecasted | null;
  /** The numbers of the options that lose the game for sure; empty until the server has answered. */
  readonly lost: ReadonlySet<number>;
  /** One or more options of a touched thing: one touch shows, the second acts; several are offered as a list. */
  touch(options: readonly Option[]): void;
  /** Acts at once: for drag and drop, where letting go is the second touch, and for what is common and can be undone. */
  act(option: Option): void;
  /** Several decisions that a person means as one, sent one after the other; stopped with a word if something else is asked. */
  plan(actions: readonly Data[]): void;
  /** Shows the others what the viewer carries; an empty string puts it down. */
  carry(thing: string): void;
  /** Previews an option while the pointer is over it; null ends it. */
  peek(option: Option | null): void;
  /** Asks why an action is not among the options. */
  why(action: Data): void;
}

/** Everything a board gets: the scene, and the data it is drawn from. */
export interface Board<View = unknown> extends Scene<View> {
  /** False if nothing should move: cut to the end. */
  readonly motion: boolean;
  /** The components of this table's content (cards, tiles …) as its file has them. */
  readonly content: Content;
  /** The name of one of the things in `wanted`, in the player's language: `name("card", "A07")`. */
  name(group: string, id: string | number): string;
}

/** A beat on the board. */
export interface Playing extends Omit<Beat, "change"> {
  /** In milliseconds. */
  readonly lasts: number;
  /** Whether it has happened, after the moment in which the scene turns or the blow is drawn back. */
  readonly struck: boolean;
}

/** What the stage around a board shows of its game. Everything is optional, and each function reads the board it gets. */
export interface Staging<View = unknown> {
  /** What each event class looks like; one that is not among them is a caption. */
  readonly beats?: Beats<View>;
  /** The place and the clock in the head line: "Sea Fortress", "Night 4 of 9". */
  readonly head?: (board: Board<View>) => { readonly place?: string; readonly clock?: string };
  /** What a person plays and one line about them: "The Flayed", "can take 3". */
  readonly person?: (board: Board<View>, seat: number) => PersonLine;
  /** The options that are buttons of the prompt while nothing is focused, at most three. Without it: all, if there are not more. */
  readonly buttons?: (board: Board<View>) => readonly MainButton[];
  /** The heading of an option in the list: the piece it belongs to. */
  readonly group?: (board: Board<View>, option: Option) => string;
  /** Whether the board has a place to touch for an option once its first thing is in hand; otherwise a list opens. */
  readonly places?: (board: Board<View>, option: Option) => boolean;
  /** What to touch next, where `places` says so and "Touch where it goes" would not be it; empty: that. */
  readonly goes?: (board: Board<View>) => string;
  /** The question while nothing is in focus, where the board knows a better one; empty: the server's. */
  readonly asks?: (board: Board<View>) => string;
  /** One line about that question, such as what the signs on the board mean. */
  readonly explains?: (board: Board<View>) => string;
  /** What the prompt says of an option in focus, where the board knows better words than its sentence; null: the sentence. */
  readonly words?: (board: Board<View>, option: Option) => Wording | null;
  /** What the button of one of several options of a touched thing says; empty: the option's text. */
  readonly brief?: (board: Board<View>, option: Option) => string;
  /** How long the board counts before the verdict, in milliseconds, where that is no beat: nobody says it before. */
  readonly counts?: number;
  /** The verdict in a word or two, and one sentence about it; by default the sentence of the result. */
  readonly ending?: (board: Board<View>) => { readonly title: string; readonly line: string };
  /** What stands where the graph would be, in a game without a winning chance; loaded when it is over. */
  readonly panorama?: () => Promise<{ readonly default: Component<BoardProps<View>> }>;
  /** What the game has to show below the graph when it is over: who was there, what is left. */
  readonly epilogue?: Component<BoardProps<View>>;
  /** How something that one may enter at a companion table is drawn: a die with its face up, a card. */
  readonly entry?: Component<EntryProps<View>>;
  /** How a number is entered that has too many values for tiles, such as where a needle points. */
  readonly entryNumber?: Component<EntryNumberProps<View>>;
  /** What its picture shows in a word or two, or null where the picture says it; by default its sentence. */
  readonly entryName?: (board: Board<View>, option: Option) => string | null;
  /** Whether the board itself sets the number of options that are too many to list. */
  readonly setsNumber?: boolean;
  /** What a focused option may be sent as, if a person means several decisions by it: the first is what Enter does. */
  readonly plans?: (board: Board<View>, option: Option) => readonly Plan[];
  /** Whether the game has turns: otherwise the chip says that anyone may act. */
  readonly turns?: (board: Board<View>) => boolean;
  /** Whether the board is drawn behind the head line and the people, and keeps its pieces below `--stage-top` itself. */
  readonly bleeds?: boolean;
  /** Whether the board draws the people itself. */
  readonly drawsPeople?: boolean;
}

export interface PersonLine {
  readonly role?: string;
  readonly line?: string;
  /** What they may do in this game, in a sentence: whoever touches them reads it. */
  readonly about?: string;
  /** Whether they have the crown. */
  readonly first?: boolean;
  /** Their face, an outline in a box of 512 on a colour; without it their initial. */
  readonly portrait?: { readonly outline: string; readonly colour: string };
  /** Or a figure of the game's cast.ts. */
  readonly figure?: { readonly game: string; readonly id: string };
}

/** What the prompt says of an option: verb, object, result. */
export interface Wording {
  /** At most nine words. */
  readonly question: string;
  /** One line of consequence. */
  readonly line: string;
  readonly button: string;
  /** It cannot be taken back; it loses the game; the game was decided before, and nothing loses it any more. */
  readonly final?: boolean;
  readonly lost?: boolean;
  readonly over?: boolean;
}

export interface MainButton {
  readonly option: Option;
  /** Verb, object, result; by default the option's text. */
  readonly text?: string;
  /** Its letter. */
  readonly key?: string;
}

/** Several decisions that a person means as one. */
export interface Plan {
  /** Verb, object, result. */
  readonly text: string;
  readonly actions: readonly Data[];
  /** Whether it cannot be taken back. */
  readonly final?: boolean;
}

export interface BoardProps<View = unknown> {
  board: Board<View>;
}

export interface EntryProps<View = unknown> extends BoardProps<View> {
  option: Option;
  /** The question that it answers. */
  asked: Data;
}

export interface EntryNumberProps<View = unknown> extends BoardProps<View> {
  free: FreeOptions;
  /** The question. */
  asked: Data;
  /** The few that a list has. */
  options: readonly Option[];
  /** Whether it is on its way. */
  sent: boolean;
  enter: (value: number) => void;
}

/** Content by section, as the game's content file has it: `content.companion`. */
export type Content = { readonly [section: string]: unknown };

/** A game's board: how it is drawn, which names it needs, and what the stage shows around it. */
export interface Drawing {
  readonly default: Component<BoardProps>;
  /** The things of the content that the board will name: `[{ group: "card", id: "A07" }, …]`. */
  readonly wanted: (content: Content) => Thing[];
  readonly staging?: Staging;
}

export function hasBoard(game: string): boolean {
  return game in BOARDS;
}

/** Boards are loaded when their table is opened; a game without one has the text view. */
export async function loadBoard(game: string): Promise<Drawing | null> {
  const found = BOARDS[game];
  // Each board has its own type of view, which the server keeps to.
  return found ? ((await found()) as Drawing) : null;
}

/** Names by group and id, as they were asked for. */
export class NameBook {
  private readonly names: ReadonlyMap<string, string>;

  constructor(wanted: readonly Thing[], names: readonly string[]) {
    this.names = new Map(wanted.map(({ group, id }, i) => [`${group}.${id}`, names[i] ?? ""]));
  }

  /** The name, or the id if it has none. */
  name(group: string, id: string | number): string {
    return this.names.get(`${group}.${id}`) || String(id);
  }
}

/** The options of one kind, such as "PickDie", whose arguments are these: `offered(board, "PickDie", { die: 4 })`. */
export function offered(board: Board, is: string, fields: Readonly<Record<string, unknown>> = {}): Option[] {
  return board.options.filter(
    ({ action }) => action.is === is && Object.entries(fields).every(([name, value]) => isEqual(action[name], value)),
  );
}

/** The option with this number, of those too many to list; a listed one is taken with its own sentence. */
export function freely({ free, options }: { free: FreeOptions | null; options: readonly Option[] }, n: number): Option | null {
  if (!free) return null;
  const value = wrapped(n, free);
  const listed = options.find(({ action }) => action[free.field] === value);
  const { seat, action, field, text } = free;
  return listed ?? { n: -1 - value, seat, action: { ...action, [field]: value }, text: text.replace("{n}", String(value)), clause: "", detail: "" };
}

/** A number beyond one end comes in at the other. */
function wrapped(n: number, { first, last }: FreeOptions): number {
  const count = last - first + 1;
  return ((((Math.round(n) - first) % count) + count) % count) + first;
}

/** Attributes of a thing, in HTML or SVG, that one may touch: spread them on its element. */
export interface Touchable {
  role?: "button";
  tabindex?: 0;
  class?: string;
  "aria-label": string;
  "data-lit"?: "";
  /** All its options lose the game for sure. */
  "data-loses"?: "";
  /** The numbers of its options: lessons point by them. */
  "data-options"?: string;
  onclick?: (event: Event) => void;
  onkeydown?: (event: KeyboardEvent) => void;
  onpointerenter?: () => void;
  onpointerleave?: () => void;
}

/**
 * Attributes that make an element answer to mouse, touch and keyboard: `<g {...lit(board, options, name)}>`.
 *
 * With options it is lit. Without, `otherwise` may be the action that a player who touches it has in mind, and
 * the table explains why it is not possible.
 */
export function lit(board: Board, options: readonly Option[], label: string, otherwise?: Data): Touchable {
  // Always set: Svelte calls a removed listener once more.
  const unheard = { onpointerenter: nothing, onpointerleave: nothing };
  if (options.length === 0 && !otherwise) return { "aria-label": label, ...unheard };
  const touch = () => (options.length > 0 ? board.touch(options) : board.why(otherwise as Data));
  const listen = {
    ...unheard,
    role: "button" as const,
    tabindex: 0 as const,
    "aria-label": label,
    onclick(event: Event) {
      event.stopPropagation();
      touch();
    },
    onkeydown(event: KeyboardEvent) {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      event.stopPropagation();
      // Enter does what is in focus, wherever the keyboard stands, as its button says.
      if (options.length === 0 && event.key === "Enter" && board.touched.length === 1) board.touch(board.touched);
      else touch();
    },
  };
  if (options.length === 0) return listen;
  const touched = board.preview !== null && options.includes(board.preview);
  const loses = options.every(({ n }) => board.lost.has(n));
  return {
    ...listen,
    ...(loses && { "aria-label": `${label} (${t("kit.loses")})`, "data-loses": "" as const }),
    class: ["lit", touched && "touched", loses && "loses"].filter(Boolean).join(" "),
    "data-lit": "",
    "data-options": options.map(({ n }) => n).join(" "),
    onpointerenter: () => board.peek(options.length === 1 ? (options[0] ?? null) : null),
    onpointerleave: () => board.peek(null),
  };
}

function nothing(): void {}

/** What a scene has that is only looked at: no options, nothing playing. */
export const STILL = {
  countdown: null,
  free: null,
  options: [],
  beat: null,
  turnedTo: "",
  news: [],
  log: [],
  rings: [],
  touched: [],
  carried: new Map<number, string>(),
  preview: null,
  foreseen: null,
  forecast: null,
  lost: new Set<number>(),
  touch: nothing,
  act: nothing,
  plan: nothing,
  carry: nothing,
  peek: nothing,
  why: nothing,
} as const satisfies Partial<Scene>;
