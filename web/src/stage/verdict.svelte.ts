// The verdict comes last: after everything was played, and after what the board counts without beats.

import { settings } from "../settings.svelte.ts";
import type { Around } from "./around.svelte.ts";
import type { Director } from "./director.svelte.ts";

export class Verdict {
  private counted = $state(false);
  private readonly ended = $derived.by(() => (this.director.settled ? (this.director.shown?.result ?? null) : null));
  private readonly takes = $derived.by(() => (this.ended && this.director.news.length > 0 && settings.speed !== "instant" && settings.motion ? this.around.counts : 0));
  /** How it ended; null while it goes on, is played or counted, or somebody looks back. */
  readonly result = $derived.by(() => (this.takes > 0 && !this.counted ? null : this.ended));

  constructor(
    private readonly director: Director,
    private readonly around: Around,
  ) {
    $effect(() => {
      this.counted = false;
      if (!this.ended) return;
      const timer = setTimeout(() => (this.counted = true), this.takes);
      return () => clearTimeout(timer);
    });
  }
}
