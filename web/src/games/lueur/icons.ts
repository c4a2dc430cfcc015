// What effects look like.

import type { MessageId } from "./messages.ts";

/** What an effect does, as a sign with a number, and counted in words; losses say so. */
export const EFFECTS: Readonly<Record<string, { sign: string; word: MessageId; factor: 1 | -1 }>> = {
  gain_bursts: { sign: "bursts", word: "burstsHeld", factor: 1 },
  lose_bursts: { sign: "bursts", word: "burstsHeld", factor: -1 },
  gain_footprints: { sign: "footprints", word: "footprintsHeld", factor: 1 },
  lose_footprints: { sign: "footprints", word: "footprintsHeld", factor: -1 },
  pay_footprints: { sign: "footprints", word: "footprintsHeld", factor: -1 },
  gain_fireflies: { sign: "fireflies", word: "firefliesHeld", factor: 1 },
  gain_rerolls: { sign: "rerolls", word: "rerollsHeld", factor: 1 },
};
