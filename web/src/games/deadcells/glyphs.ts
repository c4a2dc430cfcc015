// An effect as a few symbols: what is done, how often, to whom, and how far it reaches.

import type { Effect } from "./content.ts";

export interface Glyph {
  readonly sign: string;
  /** A number or a word beside the sign; empty for one. */
  readonly count: string;
  readonly whom: "" | "two" | "all" | "first_player" | "most_health" | "fewest_health" | "adjacent";
  /** The spaces that are reached; empty where all are. */
  readonly reach: readonly number[];
  readonly piercing: boolean;
  /** What an Either/Or or a Check leads to, drawn after it. */
  readonly then: readonly (readonly Glyph[])[];
  /** The colours that pass a Check. */
  readonly icons: readonly string[];
}

const WHOM = new Set(["two", "all", "first_player", "most_health", "fewest_health", "adjacent"]);

export function glyphOf(effect: Effect): Glyph {
  const { op, n, to, range } = effect;
  const branches = effect.options ?? Object.values(effect.rewards ?? {});
  const then = [...branches, ...(effect.pass ? [effect.pass] : [])];
  const aimed = op === "damage" || op === "state";
  return {
    sign: signName(effect),
    count: n === "health" ? "♥" : n === "down_to_1" ? "→1" : typeof n === "number" && n > 1 ? String(n) : "",
    whom: to !== undefined && WHOM.has(to) && op !== "gain" ? (to as Glyph["whom"]) : "",
    reach: aimed && range && range.length < 4 ? range : [],
    piercing: effect.unblockable === true,
    then: then.map((effects) => effects.map(glyphOf)),
    icons: effect.icon ?? Object.keys(effect.rewards ?? {}),
  };
}

function signName(effect: Effect): string {
  switch (effect.op) {
    case "state":
      return effect.state ?? "more";
    case "shield":
      return effect.golden ? "golden" : "shield";
    case "gain":
      if (effect.item === "scroll") return effect.colour ?? "choice";
      return effect.item === "rune" ? (effect.rune ?? "rune") : (effect.item ?? "gain");
    default:
      return effect.op;
  }
}

/** The type of Action an effect shows, as it is announced. */
export function kindOf(effect: Effect): string {
  if (effect.op === "shield") return "block";
  return effect.op === "state" ? (effect.state ?? "") : effect.op;
}
