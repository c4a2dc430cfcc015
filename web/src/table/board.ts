// The interface between the table and a game's board.
//
// A board is `games/<game>/Board.svelte`. It gets one prop, `board: Board<View>`, draws `board.view`, lights the
// things that options concern, and reports what was touched. It keeps nothing of the game and computes no rule.
// Its module script exports `wanted`, the things whose names it needs. The types of the view are in
// `games/<game>/view.ts`, written from the Python classes. A game without a board is played through the list of
// options and the text.

import { BOARDS } from "games:folders";
import type { Component } from "svelte";
import type { SeatInfo, Data, GameEnd, CountdownInfo, LoggedEvent, Option, Thing } from "../protocol.ts";
import { isEqual } from "./reuse.ts";

/** What is shown of a table, live or in a replay. Fields change as the table does; read them where you use them. */
export interface Scene<View = unknown> {
  /** What this seat sees, as the game's view class says. */
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
  /** The open options; empty in a replay and while an answer is late. */
  readonly options: readonly Option[];
  /** The events between the previous view and this one, oldest first: play them as animation. */
  readonly news: readonly LoggedEvent[];
  /** The options of the thing that was touched last; empty when nothing is selected. */
  readonly touched: readonly Option[];
  /** What others are carrying, by seat. */
  readonly carried: ReadonlyMap<number, string>;
  /** The option that waits for its second touch, to draw what it would do. */
  readonly preview: Option | null;
  /** One or more options of a touched thing: one touch shows, the second acts; several are offered as a list. */
  touch(options: readonly Option[]): void;
  /** Acts at once: for drag and drop, where letting go is the second touch. */
  act(option: Option): void;
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

export interface BoardProps<View = unknown> {
  board: Board<View>;
}

/** Content by section, as the game's content file has it: `content.companion`. */
export type Content = { readonly [section: string]: unknown };

/** A game's board: how it is drawn, and which names it needs. */
export interface Drawing {
  readonly default: Component<BoardProps>;
  /** The things of the content that the board will name: `[{ group: "card", id: "A07" }, …]`. */
  readonly wanted: (content: Content) => Thing[];
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

/** Attributes of a thing, in HTML or SVG, that one may touch: spread them on its element. */
export interface Touchable {
  role?: "button";
  tabindex?: 0;
  class?: string;
  "aria-label": string;
  "data-lit"?: "";
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
      touch();
    },
  };
  if (options.length === 0) return listen;
  const touched = board.preview !== null && options.includes(board.preview);
  return {
    ...listen,
    class: touched ? "lit touched" : "lit",
    "data-lit": "",
    onpointerenter: () => board.peek(options.length === 1 ? (options[0] ?? null) : null),
    onpointerleave: () => board.peek(null),
  };
}

function nothing(): void {}
