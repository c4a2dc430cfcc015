// How a person acts: touch shows, the ember button, Enter or a second touch does. The same on board, list and keys.

import { newId } from "../connection.ts";
import type { Data, Forecasted, Hinted, NextEntry, Option, Position, Previewed, ToServer } from "../protocol.ts";
import { settings, t } from "../settings.svelte.ts";
import { playSound } from "../sound.ts";
import type { Wording } from "./board.ts";
import type { Director } from "./director.svelte.ts";
import { isEqual } from "./reuse.ts";

/** If an answer takes longer than this, the options are switched off. */
const SOON = 250;
/** A click so soon after the prompt opened was meant for something else. */
const GUARD = 250;
/** How long an option is in focus, or a position stands, before the server is asked about it. */
const REST = 80;

/** Answers to older questions than this are not awaited any more. */
const QUESTIONS = 50;
/** Outcomes that are not a loss: a victory of all, or a winner among us. */
const GOOD = ["victory", "won", "shared"];

export interface Table {
  readonly position: Position | null;
  readonly director: Director;
  send(message: ToServer): void;
  /** Tells the person something beside the game. */
  tell(text: string): void;
  /** Called when an option was sent. */
  acted(): void;
}

/** A decision that was chosen before it was asked for. */
export interface Prepared {
  readonly action: Data;
  readonly text: string;
}

/** What was entered, and the question that it answers. */
export interface Entered {
  readonly option: Option;
  readonly asked: Data;
}

export class Acting {
  /** The options of the selected thing; several open a short list. */
  touched = $state.raw<readonly Option[]>([]);
  private peeked = $state.raw<Option | null>(null);
  /** The option on its way to the server: shown as taken at once, and reverted if it is refused. */
  sent = $state.raw<Option | null>(null);
  /** Whether the answer is late. */
  late = $state(false);
  hint = $state.raw<Hinted | null>(null);
  /** The option that asks once more, because it loses the game or cannot be undone. */
  asking = $state.raw<Option | null>(null);
  /** What follows in a plan of several decisions. */
  planned = $state.raw<readonly Data[]>([]);
  /** What is sent when it is my turn, if it is still legal. */
  prepared = $state.raw<Prepared | null>(null);
  /** What could be done when this viewer was last asked, to prepare from. */
  lastOffered = $state.raw<readonly Option[]>([]);
  /** What the server says of options of this position, by their number. */
  private previews = $state.raw<ReadonlyMap<number, Previewed>>(new Map());
  forecast = $state.raw<Forecasted | null>(null);

  /**
   * The open options; none while the director plays, while looking back, or while an answer is late.
   *
   * Options stay lit while an answer is quick, so that the board is drawn once and not twice.
   */
  readonly options = $derived.by<readonly Option[]>(() => {
    const { position, director } = this.table;
    return this.late || !director.settled || !position ? [] : position.options;
  });
  /** The numbers of the options that lose the game for sure: they say so before anybody touches them. */
  readonly lost = $derived.by<ReadonlySet<number>>(() => new Set(JSON.parse(this.losing) as number[]));
  /** The same as a text: nothing that depends on it is drawn again while they stay the same. */
  private readonly losing = $derived.by(() => JSON.stringify(this.options.filter((option) => this.isLost(option)).map(({ n }) => n)));
  /** Options that are too many to list, by their number. */
  readonly free = $derived.by(() => (this.options.length > 0 ? (this.table.position?.choice?.free ?? null) : null));
  /** The option in focus, or under the pointer. */
  readonly preview = $derived(this.sent ?? this.peeked ?? (this.touched.length === 1 ? (this.touched[0] ?? null) : this.hinted));
  readonly foreseen = $derived(this.preview ? (this.previews.get(this.preview.n) ?? null) : null);
  /** Whether it is this viewer's turn, whatever is still being played. */
  readonly mine = $derived.by(() => this.table.position?.choice != null && this.table.position.options.length > 0);
  /** Whether it asks what somebody's own dice or cards show: one touch enters it, and anybody may take it back. */
  readonly entering = $derived.by(() => this.mine && this.table.position?.choice?.entered === true);
  /** What was entered for the next dice of a roll before the server has answered for the first. */
  private queued = $state.raw<readonly Entered[]>([]);
  /** What was entered of this roll so far. */
  entered = $state.raw<readonly Entered[]>([]);
  /** What is to be entered now: the open question, or the one after those that are on their way; null until the server asks on. */
  readonly nextEntry = $derived.by<NextEntry | null>(() => {
    const { choice, options } = this.table.position ?? {};
    if (!this.entering || !choice || !options) return null;
    const given = this.queued.length + (this.sent ? 1 : 0);
    return given === 0 ? { data: choice.data, text: choice.text, options: [...options] } : (choice.ahead[given - 1] ?? null);
  });
  /** What is on its way of it. */
  readonly underway = $derived.by<readonly Entered[]>(() => {
    const { data } = this.table.position?.choice ?? {};
    return this.entering && data ? [...(this.sent ? [{ option: this.sent, asked: data }] : []), ...this.queued] : [];
  });
  /** How many are asked for in a row, with those that are done. */
  readonly row = $derived.by(() => (this.entering ? this.entered.length + 1 + (this.table.position?.choice?.ahead.length ?? 0) : 0));
  /** Whether the prompt is open. */
  readonly open = $derived.by(() => this.mine && this.table.director.settled);

  /** The options of the thing that was touched last, while one of them is chosen. */
  private few: readonly Option[] = [];
  private sentId = "";
  private sentSeq = -1;
  private asked = new Set<number>();
  private questions = new Set<string>();
  private lateTimer: ReturnType<typeof setTimeout> | undefined;
  private restTimer: ReturnType<typeof setTimeout> | undefined;
  private forecastTimer: ReturnType<typeof setTimeout> | undefined;

  /** What the board knows of an option that the server was not asked about: whether it is final, or loses. */
  known: (option: Option) => Pick<Partial<Wording>, "final" | "lost" | "over"> = () => ({});

  constructor(private readonly table: Table) {}

  close(): void {
    clearTimeout(this.lateTimer);
    clearTimeout(this.restTimer);
    clearTimeout(this.forecastTimer);
  }

  /** A hint's option is previewed on the board until something else is selected. */
  private get hinted(): Option | null {
    if (!this.hint || this.touched.length > 0) return null;
    return this.options.find(({ n }) => n === this.hint?.option) ?? null;
  }

  // What a person does.

  /** The first touch shows, the second acts; several options open a list. */
  touch(options: readonly Option[]): void {
    const [first] = options;
    if (!first || (this.sent && !this.entering)) return;
    if (options.length === 1 && this.entering) this.enter(first);
    else if (options.length === 1 && this.isFocused(first)) this.act(first);
    else {
      if (options.length > 1 || !this.few.includes(first)) this.few = options;
      this.touched = options;
    }
  }

  /** A digit: an option of the thing that was touched, or of the whole list. */
  choose(n: number): void {
    const isFew = this.few.length > 1 && this.touched.length > 0;
    const option = isFew ? this.few[n - 1] : (this.nextEntry?.options ?? this.options).find((one) => one.n === n);
    if (option) this.touch([option]);
  }

  /** Shows an option like a first touch, as often as it is set. */
  select(option: Option): void {
    if (!this.sent) this.touched = [option];
  }

  isFocused(option: Option): boolean {
    return this.touched.length === 1 && this.touched[0]?.n === option.n;
  }

  /** The ember button: does what is in focus. */
  confirm(): void {
    const [only] = this.touched;
    const option = this.touched.length === 1 ? only : this.hinted;
    if (option) this.act(option);
  }

  letGo(): void {
    this.few = [];
    this.touched = [];
    this.peeked = null;
    this.asking = null;
  }

  peek(option: Option | null): void {
    this.peeked = option;
  }

  act(option: Option): void {
    if (this.sent || !this.table.position || this.isTooSoon()) return;
    if (!this.entering && this.asking?.n !== option.n && this.asksOnceMore(option)) {
      this.touched = [option];
      this.asking = option;
      return;
    }
    this.dispatch(option);
  }

  /** Enters what a die or card shows; the next dice of a roll need not wait for the answer. */
  enter(option: Option): void {
    if (!this.nextEntry) return;
    if (this.sent) this.queued = [...this.queued, { option, asked: this.nextEntry.data }];
    else if (this.entered.length > 0) this.dispatch(option);
    else this.act(option);
  }

  /** Enters a whole roll. */
  enterRow(options: readonly Option[]): void {
    const [first, ...rest] = options;
    const ahead = this.table.position?.choice?.ahead ?? [];
    if (!first || this.sent) return;
    this.queued = rest.map((option, place) => ({ option, asked: ahead[place]?.data ?? option.action }));
    this.dispatch(first);
  }

  /** Several decisions that are meant as one. */
  plan(actions: readonly Data[]): void {
    const [first, ...rest] = actions;
    const option = first && this.options.find(({ action }) => isEqual(action, first));
    if (!option || this.sent) return;
    this.planned = rest;
    this.dispatch(option);
  }

  prepare(option: Option | null): void {
    this.prepared = option && { action: option.action, text: option.text };
  }

  isFinal(option: Option): boolean {
    return this.previews.get(option.n)?.may_undo === false || this.known(option).final === true;
  }

  /** Whether the forecast or the board says that it loses the game, which was not lost before. */
  private isLost(option: Option): boolean {
    const { lost, over } = this.known(option);
    return !over && (lost === true || this.forecast?.lost.includes(option.n) === true);
  }

  /** Whether it ends the game for sure, and not well. */
  loses(option: Option): boolean {
    const { lost, over } = this.known(option);
    if (over || this.lost.has(option.n)) return !over;
    if (lost !== undefined) return lost;
    const ends = Object.entries(this.previews.get(option.n)?.ends ?? {});
    return ends.length > 0 && ends.every(([outcome]) => !GOOD.includes(outcome)) && ends.reduce((sum, [, share]) => sum + share, 0) > 0.999;
  }

  private asksOnceMore(option: Option): boolean {
    return this.loses(option) || (settings.confirm === "always" && this.previews.get(option.n)?.may_undo !== true);
  }

  private isTooSoon(): boolean {
    return performance.now() - this.table.director.openedAt < GUARD;
  }

  private dispatch(option: Option): void {
    const { position } = this.table;
    if (!position) return;
    this.sent = option;
    this.sentSeq = position.seq;
    this.sentId = newId();
    this.hint = null;
    this.letGo();
    this.lateTimer = setTimeout(() => (this.late = true), SOON);
    playSound("act");
    this.table.acted();
    this.table.send({ is: "act", id: this.sentId, seq: position.seq, action: option.action, seat: option.seat });
  }

  // Asking the server.

  /** Asks what an option would do, once it has been in focus for a moment. */
  foresee(option: Option | null): void {
    clearTimeout(this.restTimer);
    const seq = this.table.position?.seq;
    if (!option || option.n < 1 || this.entering || seq === undefined || this.asked.has(option.n) || !this.table.director.settled) return;
    this.restTimer = setTimeout(() => {
      this.asked.add(option.n);
      this.table.send({ is: "preview", id: this.question(), seq, option: option.n });
    }, REST);
  }

  /** Asks what threatens, once a position has stood for a moment: bots may play ten in a row. */
  askForecast(): void {
    clearTimeout(this.forecastTimer);
    if (this.table.position?.seat == null) return;
    this.forecastTimer = setTimeout(() => this.table.send({ is: "forecast", id: this.question() }), REST);
  }

  /** The id of something that a person did not ask for, and need not hear a refusal of. */
  private question(): string {
    const id = newId();
    this.questions.add(id);
    return id;
  }

  previewed(message: Previewed): void {
    if (message.seq === this.table.position?.seq) this.previews = new Map(this.previews).set(message.option, message);
  }

  forecasted(message: Forecasted): void {
    if (message.seq === this.table.position?.seq) this.forecast = message;
  }

  // What the server answers.

  /** Whether a position with this number holds a decision of this viewer. */
  isOwn(seq: number): boolean {
    return this.sent !== null && seq > this.sentSeq;
  }

  done(id: string): void {
    if (id === this.sentId) this.answered();
  }

  /** Whether the person should hear of it. */
  refused(id: string): boolean {
    if (this.questions.has(id)) return false;
    if (id === this.sentId) {
      this.planned = [];
      this.queued = [];
      this.answered();
    }
    return true;
  }

  /** A decision was made, by anybody. */
  decided(before: Position | null, position: Position): void {
    const [follows] = before?.choice?.ahead ?? [];
    const [done] = this.underway;
    this.entered = done && follows && position.choice && isEqual(follows.data, position.choice.data) ? [...this.entered, done] : [];
    this.answered();
    this.previews = new Map();
    this.asked = new Set();
    this.questions = new Set([...this.questions].slice(-QUESTIONS));
    this.forecast = null;
    clearTimeout(this.restTimer);
    // Keep the selection while others play, as long as the same options are open.
    if (position.choice !== before?.choice || position.options !== before?.options) {
      this.hint = null;
      this.letGo();
    }
    if (position.choice && position.options.length > 0) this.takeTurn(position);
  }

  /** It is this viewer's turn: a plan goes on, and what was prepared is done, if both are still possible. */
  private takeTurn(position: Position): void {
    if (position.choice?.entered) return this.enterNext(position);
    this.queued = [];
    this.lastOffered = position.options;
    const [next, ...rest] = this.planned;
    const wanted = next ?? this.prepared?.action;
    if (!wanted) return;
    const option = position.options.find(({ action }) => isEqual(action, wanted));
    const what = this.prepared?.text ?? "";
    this.planned = option && next ? rest : [];
    this.prepared = null;
    if (option) this.dispatch(option);
    else this.table.tell(next ? t("acting.stopped", { asked: position.choice?.text ?? "" }) : t("acting.unprepared", { what }));
  }

  /** The next of the dice that were entered in a row. */
  private enterNext(position: Position): void {
    const [next, ...rest] = this.queued;
    const option = next && position.options.find(({ action }) => isEqual(action, next.option.action));
    this.queued = option ? rest : [];
    if (option) this.dispatch(option);
  }

  private answered(): void {
    clearTimeout(this.lateTimer);
    this.sent = null;
    this.late = false;
  }
}
