// The director: plays what happened before it asks what to do. One for each table or replay on screen.

import type { GameEnd, LoggedEvent, SeatInfo, CountdownInfo, OpenChoice, Option } from "../protocol.ts";
import { settings, t } from "../settings.svelte.ts";
import { playSound } from "../sound.ts";
import type { Content } from "./board.ts";
import { Announcer, type Line } from "./announcer.ts";
import { beatsOf, captions, type Beats } from "./beats.ts";
import { Queue, type Beat, type Clock, type Frame } from "./queue.ts";

/** What a frame carries to the stage: a position of a table, or a frame of a replay. */
export interface Shown {
  readonly game: string;
  readonly seq: number;
  readonly seat: number | null;
  readonly view: unknown;
  readonly text: readonly string[];
  readonly awaited: readonly number[];
  /** What each of them has to choose, in words; nothing in a replay. */
  readonly awaited_for?: readonly string[];
  readonly choice: OpenChoice | null;
  readonly options: readonly Option[];
  readonly result: GameEnd | null;
  readonly people: readonly SeatInfo[];
  readonly countdown: CountdownInfo | null;
}

export interface Step {
  readonly shown: Shown;
  /** The events between the step before and this one. */
  readonly events: readonly LoggedEvent[];
}

type OnStage = Frame<unknown, Step>;

const BROWSER: Clock = {
  now: () => performance.now(),
  after: (ms, then) => setTimeout(then, ms),
  cancel: (timer) => clearTimeout(timer as number),
};

export class Director {
  /** What is drawn: the position after everything that was played. */
  shown = $state.raw<Shown | null>(null);
  /** The shown view with what the current frame's beats have changed so far. */
  picture = $state.raw<unknown>(null);
  /** The events that led to the shown position. */
  news = $state.raw<readonly LoggedEvent[]>([]);
  current = $state.raw<Beat | null>(null);
  /** Whether the current beat has happened, after its lead. */
  struck = $state(false);
  /** How long the current beat lasts, in milliseconds. */
  lasts = $state(0);
  state = $state<"playing" | "held" | "settled">("settled");
  held = $state(false);
  /** The index of the past frame on screen; null when live. */
  back = $state<number | null>(null);
  /** How many frames there are to look back at. */
  length = $state(0);
  /** The scene that the last beat turned to, with its number. */
  turnedTo = $state("");
  /** What a skip changed, to be ringed. */
  rings = $state.raw<readonly string[]>([]);
  /** The number of the first event that is still to be told. */
  untold = $state(Infinity);
  /** How many decisions were jumped over after a gap. */
  missed = $state(0);
  /** The sentence of the last beat, until the next. */
  caption = $state("");
  /** For screen readers. */
  lines = $state.raw<readonly Line[]>([]);
  /** When the prompt opened after something was played; clicks just after it were meant for something else. */
  openedAt = $state(-Infinity);

  /** The beats of the game and its content, once its board is loaded. */
  beats: Beats = {};
  content: Content = {};

  private readonly queue: Queue<unknown, Step>;
  private readonly announcer: Announcer;

  constructor(private readonly clock: Clock = BROWSER) {
    this.queue = new Queue<unknown, Step>(
      clock,
      { beats: (frame, before) => this.scriptOf(frame, before) },
      {
        changed: () => this.read(),
        began: (beat, lasts) => this.began(beat, lasts),
        skipped: (beats) => this.skipped(beats),
        committed: ({ position }) => (this.news = position.events),
      },
    );
    this.announcer = new Announcer(clock, () => (this.lines = this.announcer.lines));
  }

  get settled(): boolean {
    return this.state === "settled";
  }

  /** The current beat as a board draws it; without motion it is a still. */
  readonly playing = $derived(this.current && { ...this.current, lasts: this.lasts, struck: this.struck });

  /** Takes a step into the queue. */
  add(step: Step, how: { own: boolean; decisions: number; undoneFrom: number | null; left: number | null }): void {
    this.tune();
    this.queue.urgent = how.left;
    const first = how.undoneFrom ?? step.events[0]?.n ?? Infinity;
    const { seq, view } = step.shown;
    this.queue.add({ seq, position: step, view, first, decisions: how.decisions, own: how.own, undone: how.undoneFrom !== null });
  }

  /** The last step has changed without a decision. */
  refresh(shown: Shown): void {
    this.queue.refresh({ seq: shown.seq, position: { shown, events: this.lastEvents() }, view: shown.view, first: Infinity, decisions: 1, own: false, undone: false });
  }

  private lastEvents(): readonly LoggedEvent[] {
    return this.queue.received.at(-1)?.position.events ?? [];
  }

  /** Shows a step at once: another seat, another language, another moment of a replay. */
  reset(step: Step): void {
    this.tune();
    const { seq, view } = step.shown;
    this.queue.reset({ seq, position: step, view, first: Infinity, decisions: 1, own: false, undone: false });
    this.caption = "";
  }

  hurry(): void {
    this.queue.hurry();
  }

  step(): void {
    this.queue.step();
  }

  skip(): void {
    this.queue.skip();
  }

  hold(why: string): void {
    this.queue.hold(why);
  }

  release(why: string): void {
    this.tune();
    this.queue.release(why);
  }

  again(): void {
    this.tune();
    this.queue.again();
  }

  /** Plays what was jumped over after a gap. */
  showMissed(): void {
    this.tune();
    this.queue.again(this.queue.missed);
  }

  forgetMissed(): void {
    this.queue.forgetMissed();
  }

  /** Steps through past frames; past the last one the table is live again. */
  lookBack(by: number): void {
    const last = this.queue.received.length - 1;
    if (last > 0) this.queue.seek((this.queue.back ?? last) + by);
  }

  live(): void {
    if (this.queue.back !== null) this.queue.seek(this.queue.received.length - 1);
  }

  close(): void {
    this.queue.close();
    this.announcer.close();
  }

  /** The settings as they are now. */
  private tune(): void {
    this.queue.speed = settings.speed;
    this.queue.still = !settings.motion;
    this.announcer.told = settings.told;
  }

  private scriptOf(frame: OnStage, before: unknown): readonly Beat[] {
    if (frame.undone) return captions(t("director.undone"), frame.first);
    return beatsOf(this.beats, frame.position.events, { content: this.content, before, after: frame.view });
  }

  private began(beat: Beat, lasts: number): void {
    this.announcer.beat(beat.caption, beat.weight);
    if (beat.caption) this.caption = beat.caption;
    if (lasts > 0 && beat.sound) playSound(beat.sound);
  }

  private skipped(beats: readonly Beat[]): void {
    const said = beats.filter(({ caption }) => caption);
    const last = said.at(-1);
    if (!last) return;
    this.caption = last.caption;
    this.announcer.summary(said.length === 1 ? last.caption : t("director.skipped", { n: said.length, last: last.caption }));
  }

  private read(): void {
    const { queue } = this;
    const was = this.state;
    this.shown = queue.shown?.position.shown ?? null;
    this.picture = queue.picture;
    this.current = queue.current;
    this.struck = queue.struck;
    this.lasts = queue.lasts;
    this.held = queue.held;
    this.back = queue.back;
    this.length = queue.received.length;
    this.turnedTo = queue.at;
    this.rings = queue.rings;
    this.untold = queue.untold;
    this.missed = queue.missed.reduce((sum, { decisions }) => sum + decisions, 0);
    this.state = queue.state;
    if (was !== "settled" && this.state === "settled" && queue.speed !== "instant") this.openedAt = this.clock.now();
  }
}
