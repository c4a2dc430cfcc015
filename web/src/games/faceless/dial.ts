// Facings and what they lead to, without words: the server's sectors as the dial of the kit has them.

import { turned, type Outcome as Kind, type Sector as Part } from "../../kit/sectors.ts";
import type { Outcome, Sector } from "./view.ts";

const WON = "victory";

export const isWon = ({ ends }: Outcome): boolean => ends === WON;
export const isLost = ({ ends }: Outcome): boolean => ends !== "" && ends !== WON;

export function kindOf(outcome: Outcome): Kind {
  if (isLost(outcome)) return "lost";
  if (isWon(outcome) || outcome.found > 0) return "good";
  if (outcome.spent > 0 || outcome.snapped > 0) return "costs";
  return outcome.wavers ? "wavers" : "neither";
}

/** A facing of the game, counter-clockwise from east, as the dial has it, clockwise from north, and back: it is its own inverse. */
export const facing = (degrees: number): number => turned(90 - degrees);

/** The outcome of a facing. */
export function outcomeAt(dial: readonly Sector[], heading: number): Outcome | null {
  return dial.find(({ start, end }) => start <= heading && heading <= end)?.outcome ?? null;
}

/** The dial's sectors, those that say the same side by side joined. */
export function joined(dial: readonly Sector[], textOf: (outcome: Outcome) => string): Part[] {
  const found: { start: number; end: number; outcome: Kind; text: string }[] = [];
  for (const { start, end, outcome } of dial) {
    const text = textOf(outcome);
    const last = found.at(-1);
    if (last?.text === text) last.end = end;
    else found.push({ start, end, outcome: kindOf(outcome), text });
  }
  const [first] = found;
  const last = found.at(-1);
  if (first && last && first !== last && first.text === last.text) {
    first.start = last.start - 360;
    found.pop();
  }
  return found.map(({ start, end, outcome, text }) => ({ from: facing(end + 0.5), to: facing(end + 0.5) + (end - start + 1), outcome, text }));
}
