// What expansions show, as their view classes in Python have it; the view itself only says that they are views.

import type { FacelessView } from "./view.ts";

interface Parts {
  avatars: { avatars: readonly string[]; is_silent: boolean; puppets: readonly number[] };
  creepy_die: { face: number };
  crossroads: { deck: number; discards: readonly number[]; locked: readonly number[]; locked_next: readonly number[] };
  den: { spaces: readonly number[]; is_near: boolean };
  eyes: { spaces: readonly number[]; open: readonly boolean[] };
  fog: { covers: boolean };
  haunted_places: { spaces: readonly number[]; directions: readonly number[]; arrows: readonly number[] };
  hourglass: { seconds: number; is_safe: boolean };
  nightworld: { reverse: readonly number[] };
  portals: { spaces: readonly number[] };
  servants: { mode: string; spaces: readonly number[]; faceup: readonly number[] };
}

/** An expansion's part of the table, if it is in play. */
export function part<Name extends keyof Parts>(view: FacelessView, name: Name): Parts[Name] | null {
  return (view.parts[name] as Parts[Name] | undefined) ?? null;
}
