// What an enemy is about to do, Round by Round, in few words: a sign, a number, and to whom.

import { lineOf, ROUNDS, type Effect, type Effects, type Lined } from "./content.ts";
import { glyphOf } from "./glyphs.ts";

export interface Deed {
  readonly sign: string;
  /** How much; empty where it is one of a kind. */
  readonly count: string;
  /** The words for whom it concerns, by their message: `one`, `two`, `first_player`; empty where nobody is named. */
  readonly whom: string;
  /** A word where sign and number say too little: what is called, gained, healed. */
  readonly word: string;
}

export interface Intent {
  readonly round: number;
  readonly deeds: readonly Deed[];
  readonly frozen: boolean;
}

const AIMED = new Set(["damage", "state"]);

function deedOf(effect: Effect): Deed {
  const { sign, count } = glyphOf(effect);
  const aimed = AIMED.has(effect.op);
  return { sign, word: effect.op === "gain" ? `gain_${effect.item ?? ""}` : effect.op, count: count || (effect.op === "damage" || effect.op === "shield" ? "1" : ""), whom: effect.to ?? (aimed ? "one" : "") };
}

export function deedsOf(effects: Effects): Deed[] {
  return effects.map(deedOf);
}

/** One for each Round in which something is done. */
export function intentsOf(lined: Lined | undefined, frozen: readonly number[], opening: Effects = []): Intent[] {
  return ROUNDS.flatMap((round) => {
    const effects = round === 0 && opening.length > 0 ? opening : lineOf(lined, round);
    return effects.length > 0 ? [{ round, deeds: deedsOf(effects), frozen: frozen.includes(round) }] : [];
  });
}
