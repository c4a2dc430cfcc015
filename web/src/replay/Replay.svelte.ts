// The state of a replay on screen. The director plays each decision, as at a live table.

import { frameOf, type Source } from "../api.ts";
import type { SeatInfo, Frame, LoggedEvent } from "../protocol.ts";
import { t } from "../settings.svelte.ts";
import { STILL, type Scene } from "../stage/board.ts";
import { Director, type Shown } from "../stage/director.svelte.ts";
import { playedScene } from "../stage/played.ts";

/** How long the table rests after a decision, in milliseconds. */
const REST = 350;

export class Replay {
  frame = $state.raw<Frame | null>(null);
  /** The log so far, as far as it was replayed without a gap. */
  log = $state.raw<readonly LoggedEvent[]>([]);
  trouble = $state("");
  playing = $state(false);
  seat = $state<number | null>(null);
  readonly director = new Director();
  readonly at = $derived(this.frame?.at ?? 0);
  readonly last = $derived(this.frame?.last ?? 0);
  readonly people = $derived(chairs(this.frame?.people ?? []));

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
      const forward = this.frame !== null && frame.at === this.frame.at + 1 && frame.seat === this.frame.seat;
      // After a jump the log starts again, because lines in between are missing.
      const before = this.log.filter(({ n }) => n < frame.first);
      const whole = before.length > 0 && before.at(-1)?.n === frame.first - 1;
      this.log = [...(whole ? before : []), ...frame.events];
      this.frame = frame;
      const shown: Shown = { ...frame, seq: frame.at, people: chairs(frame.people), countdown: null };
      // What was still being played is over: one step forward shows one decision.
      if (forward) this.director.skip();
      if (forward) this.director.add({ shown, events: frame.events }, { own: false, decisions: 1, undoneFrom: null, left: null });
      else this.director.reset({ shown, events: [] });
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
    else this.playing = true;
  }

  stop(): void {
    this.playing = false;
    clearTimeout(this.timer);
  }

  close(): void {
    this.stop();
    this.director.close();
  }

  /** Goes on to the next decision once this one has been played. */
  goOn(): void {
    clearTimeout(this.timer);
    if (this.at >= this.last) this.stop();
    else this.timer = setTimeout(() => void this.step(1), REST);
  }

  /** The link to this moment. */
  address(): string {
    const from = this.seat === null ? "" : `&seat=${this.seat}`;
    return `/${this.of === "tables" ? "replay" : "record"}/${this.id}?at=${this.at}${from}`;
  }

  /** What a board draws. */
  scene(): Scene {
    const { director } = this;
    const replay = this;
    return playedScene(director, {
      ...STILL,
      get people() {
        return replay.people;
      },
      get log() {
        return replay.log;
      },
    });
  }
}

/** Records need not name who played. */
export function chairs(names: readonly string[]): SeatInfo[] {
  const named = (name: string, seat: number) => name || t("replay.player", { n: seat + 1 });
  return names.map((name, seat) => ({ seat, kind: "person", name: named(name, seat), bot: "", connected: true, mine: false, muted: false }));
}
