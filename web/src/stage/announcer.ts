// What a screen reader is told of the beats: one sentence at a time, not faster than it can be spoken.

import type { Clock } from "./queue.ts";
import type { Weight } from "./tempo.ts";

/** Two messages are at least so far apart, in milliseconds: a polite region drops what comes faster. */
export const APART = 1100;
/** Lines that stay on the page: nothing is removed while it may still be spoken. */
const KEPT = 40;

export const TOLD = ["all", "important", "mine"] as const;
export type Told = (typeof TOLD)[number];

/** The least weight that is told. */
const LEAST: Readonly<Record<Told, number>> = { all: 1, important: 3, mine: Infinity };

export interface Line {
  readonly n: number;
  readonly text: string;
}

export class Announcer {
  lines: readonly Line[] = [];
  told: Told = "all";
  private pending: { text: string; light: boolean }[] = [];
  private timer: unknown = null;
  private last = -Infinity;
  private count = 0;

  constructor(
    private readonly clock: Clock,
    private readonly changed: () => void,
  ) {}

  beat(text: string, weight: Weight): void {
    if (!text || weight < LEAST[this.told]) return;
    const light = weight === 1;
    const before = this.pending.at(-1);
    if (light && before?.light) before.text = `${before.text} ${text}`;
    else this.pending.push({ text, light });
    this.speak();
  }

  /** One sentence instead of all that was skipped; what was still to be said goes with it. */
  summary(text: string): void {
    if (!text || this.told === "mine") return;
    this.pending = [{ text, light: false }];
    this.speak();
  }

  close(): void {
    this.clock.cancel(this.timer);
    this.timer = null;
  }

  private speak(): void {
    if (this.timer !== null || this.pending.length === 0) return;
    const wait = Math.max(0, this.last + APART - this.clock.now());
    if (wait > 0) {
      this.timer = this.clock.after(wait, () => {
        this.timer = null;
        this.speak();
      });
      return;
    }
    const next = this.pending.shift();
    if (!next) return;
    this.last = this.clock.now();
    this.lines = [...this.lines, { n: (this.count += 1), text: next.text }].slice(-KEPT);
    this.changed();
    this.speak();
  }
}
