// The director's queue: decisions wait, and their events are played as beats, one after the other.
//
// It knows neither Svelte nor the page. It advances by its clock alone, never by an animation's promise, so a
// stuck effect cannot stop the table, and tests can play an evening in no time.

import type { Data } from "../protocol.ts";
import { lasting, TEMPI, type Spent, type Speed, type Timed } from "./tempo.ts";

/** Timers, so that tests can fake them. */
export interface Clock {
  now(): number;
  after(ms: number, then: () => void): unknown;
  cancel(timer: unknown): void;
}

/** What one event looks like on the board. */
export interface Beat<View = unknown> extends Timed {
  /** The number of its event. */
  readonly n: number;
  /** The event itself. */
  readonly data: Data;
  /** Where it happens: a thing's or a spot's name, or nothing. */
  readonly at: string;
  readonly sound: string;
  /** The view with what this event states, and nothing else. */
  readonly change: ((view: View) => View) | null;
  /** What the board plays over the view: flights, numbers, blows. Only the game knows what is in it. */
  readonly effects: readonly unknown[];
}

/** One decision: the position it led to, and the events in between. */
export interface Frame<View = unknown, Position = unknown> {
  readonly seq: number;
  readonly position: Position;
  readonly view: View;
  /** The number of the first event, or of the first one that an undo took back. */
  readonly first: number;
  /** How many decisions it holds: more than one after a lost connection. */
  readonly decisions: number;
  /** Whether this viewer decided. */
  readonly own: boolean;
  /** Whether it takes back earlier events. */
  readonly undone: boolean;
}

export interface Script<View, Position> {
  /** The beats of a frame, from the view before it. */
  beats(frame: Frame<View, Position>, before: View): readonly Beat<View>[];
}

export interface Listener<View, Position> {
  /** Something to draw has changed. */
  changed(): void;
  /** A beat begins; without time it is only told. */
  began(beat: Beat<View>, lasts: number): void;
  /** These were not played. */
  skipped(beats: readonly Beat<View>[]): void;
  committed(frame: Frame<View, Position>): void;
}

/** Two presses within this time skip everything. */
export const TWICE = 400;
/** How long rings mark what a skip changed. */
const RINGS = 3000;
/** With little time left to think, playing may take this share of it, and never more than this. */
const URGENT = { share: 0.05, most: 2000 };
const KEPT = 200;

interface Run<View, Position> {
  frame: Frame<View, Position>;
  beats: readonly Beat<View>[];
  next: number;
  authored: number;
  /** The view already stands as the frame says, and the beats are only an echo. */
  echo: boolean;
}

export class Queue<View, Position> {
  /** The last frame that was played to its end. */
  shown: Frame<View, Position> | null = null;
  /** What is drawn: the shown view with what the beats of the current frame have changed. */
  picture: View | null = null;
  current: Beat<View> | null = null;
  /** Whether the current beat has happened, after its lead. */
  struck = false;
  /** How long the current beat lasts in all. */
  lasts = 0;
  waiting: readonly Frame<View, Position>[] = [];
  /** Frames in the order they came. */
  received: readonly Frame<View, Position>[] = [];
  /** The index in `received` of a past frame that somebody looks at; null when live. */
  back: number | null = null;
  /** What a skip changed, to be ringed for a while. */
  rings: readonly string[] = [];
  /** Frames that were jumped over after a gap. */
  missed: readonly Frame<View, Position>[] = [];
  speed: Speed = "normal";
  /** Stills instead of motion. */
  still = false;
  /** Milliseconds left on a clock that runs for this viewer; null without one. */
  urgent: number | null = null;

  private run: Run<View, Position> | null = null;
  private readonly holds = new Set<string>();
  private timer: unknown = null;
  private due = 0;
  private then: (() => void) | null = null;
  private left = 0;
  private ringTimer: unknown = null;
  private pressed = -Infinity;
  private spent = 0;
  private last: Beat<View> | null = null;
  private scene = "";
  private turnedAt = 0;
  private actor: number | null = null;

  constructor(
    private readonly clock: Clock,
    private readonly script: Script<View, Position>,
    private readonly listener: Listener<View, Position>,
  ) {}

  get settled(): boolean {
    return this.back === null && this.waiting.length === 0 && (this.run === null || this.run.echo);
  }

  get held(): boolean {
    return this.holds.size > 0;
  }

  get state(): "playing" | "held" | "settled" {
    return this.settled ? "settled" : this.held || this.back !== null ? "held" : "playing";
  }

  /** How long what waits would take, in milliseconds. */
  get lag(): number {
    let view = this.shown?.view as View;
    let total = this.left + (this.run ? this.estimate(this.run.beats.slice(this.run.next)) : 0);
    for (const frame of this.waiting) {
      total += this.estimate(this.script.beats(frame, view));
      view = frame.view;
    }
    return total;
  }

  /** The number of the first event that was not told yet; infinite when all were, or while somebody looks back. */
  get untold(): number {
    if (this.settled || this.back !== null) return Infinity;
    const next = this.run?.echo ? undefined : this.run?.beats[this.run.next];
    return next?.n ?? this.waiting[0]?.first ?? Infinity;
  }

  /** The scene that the last beat turned to, and the number of its event. */
  get at(): string {
    return this.scene && `${this.scene} ${this.turnedAt}`;
  }

  // Frames.

  add(frame: Frame<View, Position>): void {
    this.received = [...this.received, frame].slice(-KEPT);
    if (!this.shown) {
      this.commit(frame);
      this.listener.changed();
      return;
    }
    if (frame.undone) this.takeBack(frame);
    if (this.run?.echo) this.endRun();
    this.waiting = [...this.waiting, frame];
    if (frame.decisions > 1 && !frame.undone && this.back === null && this.isTooLong()) this.jump();
    else this.advance();
    this.listener.changed();
  }

  /** The last frame has changed without a decision: somebody came, a proposal was made. */
  refresh(frame: Frame<View, Position>): void {
    const last = this.received.at(-1);
    if (last?.seq !== frame.seq) return;
    const fresh = { ...last, position: frame.position, view: frame.view };
    const swap = (one: Frame<View, Position>) => (one.seq === fresh.seq ? { ...one, position: fresh.position, view: fresh.view } : one);
    this.received = this.received.map(swap);
    this.waiting = this.waiting.map(swap);
    if (this.run && !this.run.echo) this.run.frame = swap(this.run.frame);
    if (this.shown?.seq === fresh.seq) {
      this.shown = swap(this.shown);
      this.picture = this.shown.view;
    }
    this.listener.changed();
  }

  /** Drops what was taken back, and the current beat if it is among it. */
  private takeBack({ first }: Frame<View, Position>): void {
    this.waiting = this.waiting.filter((one) => one.first < first);
    if (!this.run || this.run.frame.first < first) return;
    this.stop();
    this.run = null;
    this.current = null;
    this.picture = this.shown?.view ?? null;
  }

  /** Goes to the last frame, and offers what was jumped over. */
  private jump(): void {
    const passed = [...(this.run && !this.run.echo ? [this.run.frame] : []), ...this.waiting];
    this.commitAll();
    this.missed = [...this.missed, ...passed];
  }

  private isTooLong(): boolean {
    return this.speed !== "instant" && this.lag > TEMPI[this.speed].prompt;
  }

  // Playing.

  private advance(): void {
    while (this.timer === null && this.then === null && this.back === null) {
      if (this.run?.echo && this.waiting.length > 0) this.endRun();
      if (!this.run) {
        if (this.held && this.waiting.length > 0) return;
        const [frame, ...rest] = this.waiting;
        if (!frame) break;
        this.waiting = rest;
        this.begin(frame);
      }
      if (!this.run) continue;
      if (this.held) return;
      this.play(this.run);
    }
    if (this.settled && this.run === null) this.rest();
  }

  private begin(frame: Frame<View, Position>): void {
    const beats = this.script.beats(frame, this.shown?.view as View);
    const light = beats.every(({ weight }) => weight <= 2);
    // My own decision does not keep me waiting for what I know.
    const echo = frame.own && light && this.waiting.length === 0 && this.speed !== "instant";
    if (echo) this.commit(frame);
    this.run = { frame, beats, next: 0, authored: 0, echo };
  }

  private play(run: Run<View, Position>): void {
    const beat = run.beats[run.next];
    if (!beat) {
      this.endRun();
      return;
    }
    if (this.urgent !== null && !run.echo && this.spent >= Math.min(URGENT.most, URGENT.share * this.urgent)) {
      this.skip();
      return;
    }
    run.next += 1;
    const spent: Spent = { last: this.last, scene: this.scene, actor: this.actor, decision: run.authored, run: run.echo ? 0 : this.spent };
    const { lead, act, authored } = lasting(beat, spent, this.speed, this.still);
    run.authored += authored;
    this.last = beat.weight > 0 ? beat : this.last;
    if (beat.weight === 0 || lead + act === 0) {
      this.strike(beat);
      if (beat.weight > 0) {
        this.turn(beat);
        this.listener.began(beat, 0);
      }
      return;
    }
    this.turn(beat);
    this.current = beat;
    this.struck = false;
    this.lasts = lead + act;
    this.listener.began(beat, this.lasts);
    const happen = () => {
      this.strike(beat);
      this.wait(act, () => this.endBeat());
    };
    if (lead > 0) this.wait(lead, happen);
    else happen();
    this.listener.changed();
  }

  private turn(beat: Beat<View>): void {
    if (beat.scene) [this.scene, this.turnedAt] = [beat.scene, beat.n];
    if (beat.actor !== null) this.actor = beat.actor;
  }

  private strike(beat: Beat<View>): void {
    this.struck = true;
    if (!beat.change || this.run?.echo || this.picture === null) return;
    try {
      this.picture = beat.change(this.picture);
    } catch {
      // What cannot be painted is passed over: the frame's own view follows.
    }
    this.listener.changed();
  }

  private endBeat(): void {
    this.stop();
    this.current = null;
    this.advance();
    this.listener.changed();
  }

  private endRun(): void {
    const run = this.run;
    this.run = null;
    this.current = null;
    this.stop();
    if (run && !run.echo) this.commit(run.frame);
    this.listener.changed();
  }

  private commit(frame: Frame<View, Position>): void {
    this.shown = frame;
    this.picture = frame.view;
    this.listener.committed(frame);
  }

  /** The table rests: the next decision starts with a full budget. */
  private rest(): void {
    this.spent = 0;
    this.last = null;
    this.actor = null;
  }

  private wait(ms: number, then: () => void): void {
    this.stop();
    this.then = then;
    this.left = ms;
    if (this.held) return;
    this.due = this.clock.now() + ms;
    this.timer = this.clock.after(ms, () => {
      this.timer = null;
      this.then = null;
      this.left = 0;
      this.spent += ms;
      then();
    });
  }

  private stop(): void {
    if (this.timer !== null) this.clock.cancel(this.timer);
    this.timer = null;
    this.then = null;
    this.left = 0;
  }

  // What people do.

  /** Finishes the current beat; a second press soon after skips to the end. */
  hurry(): void {
    const now = this.clock.now();
    const twice = now - this.pressed < TWICE;
    this.pressed = now;
    if (twice) this.skip();
    else this.step();
  }

  /** Finishes the current beat and begins the next, even while the queue is held. */
  step(): void {
    const beat = this.current;
    if (!beat && this.waiting.length === 0) return;
    if (beat && !this.struck) this.strike(beat);
    const holds = [...this.holds];
    this.holds.clear();
    this.stop();
    this.current = null;
    this.advance();
    for (const why of holds) this.hold(why);
    this.listener.changed();
  }

  /** Commits the last frame without playing anything. */
  skip(): void {
    if (this.settled && !this.run) return;
    const beats = this.commitAll();
    this.listener.skipped(beats);
    this.ring(beats.map(({ at }) => at).filter(Boolean));
    this.listener.changed();
  }

  /** The beats that were not played. */
  private commitAll(): Beat<View>[] {
    const run = this.run;
    const left = run ? run.beats.slice(run.next) : [];
    this.stop();
    this.run = null;
    this.current = null;
    if (run && !run.echo) this.commit(run.frame);
    for (const frame of this.waiting) {
      left.push(...this.script.beats(frame, this.shown?.view as View));
      this.commit(frame);
    }
    this.waiting = [];
    const last = left.findLast(({ scene }) => scene !== "");
    if (last) [this.scene, this.turnedAt] = [last.scene, last.n];
    this.rest();
    return left.filter(({ weight }) => weight > 0);
  }

  private ring(things: readonly string[]): void {
    this.clock.cancel(this.ringTimer);
    this.rings = things;
    if (things.length === 0) return;
    this.ringTimer = this.clock.after(RINGS, () => {
      this.ringTimer = null;
      this.rings = [];
      this.listener.changed();
    });
  }

  /** Stops the clock until everybody who held it lets go. */
  hold(why: string): void {
    this.holds.add(why);
    if (this.timer !== null) {
      this.clock.cancel(this.timer);
      this.timer = null;
      const rest = Math.max(0, this.due - this.clock.now());
      this.spent += this.left - rest;
      this.left = rest;
    }
    this.listener.changed();
  }

  release(why: string): void {
    if (!this.holds.delete(why) || this.held) {
      this.listener.changed();
      return;
    }
    // After a long absence only what fits is played.
    if (why === "hidden" && this.isTooLong()) this.jump();
    else if (this.then) this.wait(this.left, this.then);
    else this.advance();
    this.listener.changed();
  }

  /** Plays frames that were played before, up to now. */
  again(frames: readonly Frame<View, Position>[] = this.lastTurn()): void {
    const [first] = frames;
    const start = first ? this.received.indexOf(first) : -1;
    const before = this.received[start - 1];
    if (!first || !before) return;
    this.commitAll();
    this.back = null;
    this.missed = [];
    this.shown = before;
    this.picture = before.view;
    // Everything from there on, so that the end is the present.
    this.waiting = this.received.slice(start).map((frame) => ({ ...frame, own: false }));
    this.scene = "";
    this.advance();
    this.listener.changed();
  }

  /** The frames since this viewer last decided, or that decision itself if nothing came after it. */
  lastTurn(): readonly Frame<View, Position>[] {
    const own = this.received.findLastIndex((frame) => frame.own);
    const since = this.received.slice(Math.max(own + 1, 1));
    return since.length > 0 ? since : this.received.slice(-1);
  }

  /** Looks at a past frame; past the last one the table is live again. */
  seek(index: number): void {
    this.commitAll();
    const to = Math.max(0, index);
    const frame = this.received[to];
    this.back = frame && to < this.received.length - 1 ? to : null;
    const seen = this.back === null ? this.received.at(-1) : frame;
    if (seen) this.commit(seen);
    this.scene = "";
    this.advance();
    this.listener.changed();
  }

  /** Forgets everything and shows this frame, without beats. */
  reset(frame: Frame<View, Position>): void {
    this.close();
    this.received = [frame];
    this.waiting = [];
    this.back = null;
    this.missed = [];
    this.rings = [];
    this.scene = "";
    this.commit(frame);
    this.rest();
    this.listener.changed();
  }

  forgetMissed(): void {
    this.missed = [];
    this.listener.changed();
  }

  /** Leaves no timer behind. */
  close(): void {
    this.stop();
    this.clock.cancel(this.ringTimer);
    this.ringTimer = null;
    this.run = null;
    this.current = null;
  }

  private estimate(beats: readonly Beat<View>[]): number {
    let [total, decision] = [0, 0];
    let last: Beat<View> | null = null;
    let [scene, actor] = [this.scene, this.actor];
    for (const beat of beats) {
      const { lead, act, authored } = lasting(beat, { last, scene, actor, decision, run: 0 }, this.speed, this.still);
      total += lead + act;
      decision += authored;
      if (beat.weight > 0) last = beat;
      scene = beat.scene || scene;
      actor = beat.actor ?? actor;
    }
    return total;
  }
}
