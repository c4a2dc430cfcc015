// The boxes: what the shelf knows of each game beyond what the server says.

import type { Component } from "svelte";
import Deadcells from "./art/Deadcells.svelte";
import Faceless from "./art/Faceless.svelte";
import Lueur from "./art/Lueur.svelte";
import Setawatch from "./art/Setawatch.svelte";

export interface Box {
  /** Draws the lid's picture into a view box of 240 by 320. */
  readonly art: Component;
  readonly players: string;
  readonly minutes: string;
  readonly weight: 1 | 2 | 3;
  /** Whether its games make up campaigns. */
  readonly campaigns?: true;
}

/** In the order of the shelf. */
export const BOXES: Readonly<Record<string, Box>> = {
  lueur: { art: Lueur, players: "2–4", minutes: "60", weight: 2 },
  faceless: { art: Faceless, players: "1–4", minutes: "50", weight: 2 },
  setawatch: { art: Setawatch, players: "1–4", minutes: "75", weight: 2 },
  deadcells: { art: Deadcells, players: "1–4", minutes: "45", weight: 3, campaigns: true },
};
