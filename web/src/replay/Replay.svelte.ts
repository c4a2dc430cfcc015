// The state of a replay on screen.

import { frameOf, type Source } from "../api.ts";
import type { SeatInfo, Frame, LoggedEvent } from "../protocol.ts";
import { t } from "../settings.svelte.ts";
import type { Scene } from "../table/board.ts";

export const SPEEDS = [0.5, 1, 2, 4] as const;
/** How long each position is shown at speed 1, in milliseconds. */
const MOMENT = 1600;

export class Replay {
  frame = $state.raw<Frame | null>(null);
  /** The log so far, as far as it was replayed without a gap. */
  log = $state.raw<readonly LoggedEvent[]>([]);
  news = $state.raw<readonly LoggedEvent[]>([]);
  trouble = $state("");
  playing = $state(false);
  speed = $state<number>(1);
  seat = $state<number | null>(null);
  readonly at = $derived(this.frame?.at ?? 0);
  readonly last = $derived(this.frame?.last ?? 0);
  readonly people = $derived(chairs(this.frame?.people ?? []));
  readonly fresh = $derived(this.news[0]?.n ?? Infinity);

  private timer: ReturnType<typeof setTimeout> | undefined;
  private asked = 0;

  constructor(
    readonly of: Source,
    readonly id: string,
    at: number | null,
    seat: number | null,
  ) {
    this.seat = seat;
    void this.look(at ?? 0);
  }

  /** Shows the game after that decision; of several requests at once the last one counts. */
  async look(at: number): Promise<void> {
    const wish = ++this.asked;
    try {
      const frame = await frameOf(this.of, this.id, at, this.seat);
      if (wish !== this.asked) return;
      // A frame has only the events of its own decision; going forward, the earlier log stays.
      const forward = this.frame !== null && frame.at === this.frame.at + 1;
      this.news = forward ? frame.events : [];
      // After a jump the log starts again, because lines in between are missing.
      const before = this.log.filter(({ n }) => n < frame.first);
      const whole = before.length > 0 && before.at(-1)?.n === frame.first - 1;
      this.log = [...(whole ? before : []), ...frame.events];
      this.frame = frame;
    } catch (error) {
      this.stop();
      if (!this.frame) this.trouble = (error as Error).message;
    }
  }

  step(by: number): Promise<void> {
    return this.look(Math.min(Math.max(this.at + by, 0), this.last));
  }

  /** Looks from another seat, or as a spectator. */
  async from(seat: number | null): Promise<void> {
    this.seat = seat;
    await this.look(this.at);
  }

  toggle(): void {
    if (this.playing) this.stop();
    else {
      this.playing = true;
      this.later();
    }
  }

  stop(): void {
    this.playing = false;
    clearTimeout(this.timer);
  }

  /** The link to this moment. */
  address(): string {
    const from = this.seat === null ? "" : `&seat=${this.seat}`;
    return `/${this.of === "tables" ? "replay" : "record"}/${this.id}?at=${this.at}${from}`;
  }

  /** What a board draws. */
  scene(): Scene {
    const replay = this;
    return {
      get view() {
        return replay.frame?.view;
      },
      get seat() {
        return replay.frame?.seat ?? null;
      },
      get people() {
        return replay.people;
      },
      get awaited() {
        return replay.frame?.awaited ?? [];
      },
      get choice() {
        return replay.frame?.choice?.data ?? null;
      },
      get result() {
        return replay.frame?.result ?? null;
      },
      countdown: null,
      options: [],
      get news() {
        return replay.news;
      },
      touched: [],
      carried: new Map(),
      preview: null,
      touch: () => undefined,
      act: () => undefined,
      carry: () => undefined,
      peek: () => undefined,
      why: () => undefined,
    };
  }

  private later(): void {
    this.timer = setTimeout(async () => {
      await this.step(1);
      if (this.at >= this.last) this.stop();
      else if (this.playing) this.later();
    }, MOMENT / this.speed);
  }
}

/** Records need not name who played. */
function chairs(names: readonly string[]): SeatInfo[] {
  const named = (name: string, seat: number) => name || t("replay.player", { n: seat + 1 });
  return names.map((name, seat) => ({ seat, kind: "person", name: named(name, seat), bot: "", connected: true, mine: false, muted: false }));
}
