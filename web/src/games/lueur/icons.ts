// What effects look like.

import type { MessageId } from "./messages.ts";

/** What an effect does, as a sign with a number; losses say so. */
export const EFFECTS: Readonly<Record<string, { sign: string; word: MessageId; factor: 1 | -1 }>> = {
  gain_bursts: { sign: "bursts", word: "bursts", factor: 1 },
  lose_bursts: { sign: "bursts", word: "bursts", factor: -1 },
  gain_footprints: { sign: "footprints", word: "footprints", factor: 1 },
  lose_footprints: { sign: "footprints", word: "footprints", factor: -1 },
  pay_footprints: { sign: "footprints", word: "footprints", factor: -1 },
  gain_fireflies: { sign: "fireflies", word: "fireflyTokens", factor: 1 },
  gain_rerolls: { sign: "rerolls", word: "rerolls", factor: 1 },
};
