// From events to beats: each game says what its events look like; an unknown one is a caption.

import type { Data, LoggedEvent } from "../protocol.ts";
import type { Content } from "./board.ts";
import type { Beat } from "./queue.ts";
import type { Weight } from "./tempo.ts";

/** What a game says of an event; everything it leaves out is empty. */
export interface BeatPart<View> {
  readonly weight: Weight;
  /** Where it happens: the `data-thing` or `data-spot` of an element. */
  readonly at?: string;
  /** The scene of the board to turn to. */
  readonly scene?: string;
  /** The seat that acts. */
  readonly actor?: number;
  readonly sound?: string;
  /** Paints what the event states into the view, and nothing else. */
  readonly change?: (view: View) => View;
  /** What the board plays over the view. */
  readonly effects?: readonly unknown[];
  /** Says more or less than the event's own sentence. */
  readonly caption?: string;
}

/** The decision that an event belongs to. */
export interface Around<View> {
  readonly content: Content;
  readonly before: View;
  readonly after: View;
  readonly events: readonly Data[];
  /** The place of this event among them. */
  readonly index: number;
}

export type BeatMaker<View> = (event: Data, around: Around<View>) => BeatPart<View>;

/** The beats of a game by event class. */
// Each board has its own type of view, which the server keeps to.
export type Beats<View = any> = Readonly<Record<string, BeatMaker<View>>>;

/** An event that nobody needs to see. */
export const silent = (): { weight: 0 } => ({ weight: 0 });

/** An event that is told in its own sentence, and always in the same way. */
export function told(weight: Weight, more: Omit<BeatPart<never>, "weight" | "change"> = {}): () => Omit<BeatPart<never>, "change"> {
  return () => ({ weight, ...more });
}

/** A list with one of its things changed. */
export function changed<T>(all: readonly T[], index: number, change: (one: T) => Partial<T>): readonly T[] {
  return all.map((one, i) => (i === index ? { ...one, ...change(one) } : one));
}

export function beatsOf<View>(beats: Beats<View>, events: readonly LoggedEvent[], frame: Pick<Around<View>, "content" | "before" | "after">): Beat<View>[] {
  const all = events.map(({ data }) => data);
  return events.map(({ n, data, text }, index) => {
    const part = partOf(beats, data, { ...frame, events: all, index });
    return {
      n,
      data,
      kind: data.is,
      weight: part.weight,
      caption: part.weight === 0 ? "" : (part.caption ?? text),
      at: part.at ?? "",
      scene: part.scene ?? "",
      actor: part.actor ?? null,
      sound: part.sound ?? "",
      change: part.change ?? null,
      effects: part.effects ?? [],
    };
  });
}

function partOf<View>(beats: Beats<View>, event: Data, around: Around<View>): BeatPart<View> {
  try {
    return beats[event.is]?.(event, around) ?? { weight: 1 };
  } catch {
    // An event whose picture cannot be worked out is still told.
    return { weight: 1 };
  }
}

/** A single beat that only says something. */
export function captions(caption: string, n: number): Beat[] {
  return [{ n, data: { is: "" }, kind: "", weight: 1, caption, at: "", scene: "", actor: null, sound: "", change: null, effects: [] }];
}
