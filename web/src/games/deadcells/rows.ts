// The score of a Combat: everybody in the order they act, from left to right on the Combat board.

import { lineOf, PRINTED, ROUNDS, type Components, type Effects, type Lined } from "./content.ts";
import type { CharacterView, DeadCellsView, EnemyView } from "./view.ts";

export interface EnemyRow {
  readonly kind: "enemy";
  readonly key: string;
  readonly space: number;
  readonly enemy: EnemyView;
  readonly cells: readonly Cell[];
}

export interface HeroRow {
  readonly kind: "hero";
  readonly key: string;
  /** Which character, by its place. */
  readonly one: number;
  /** Which of the Active cards; 0 also where none is laid yet. */
  readonly number: number;
  readonly card: string;
  readonly hidden: boolean;
  readonly character: CharacterView;
  readonly cells: readonly Cell[];
}

export interface EmptyRow {
  readonly kind: "empty";
  readonly key: string;
  readonly space: number;
}

export type Row = EnemyRow | HeroRow | EmptyRow;

/** What somebody does in one Round. */
export interface Cell {
  readonly round: number;
  readonly effects: Effects;
  /** The words of this line, by their id; empty where nothing is done. */
  readonly words: string;
  readonly frozen: boolean;
  /** The Action that was named aloud for this Round. */
  readonly announced: string;
}

const BEHIND = -1;
const FRONT = [1, 2, 3];

export function rowsOf(view: DeadCellsView, components: Components): Row[] {
  const behind = view.enemies.filter(({ space }) => space === BEHIND).map((one) => enemyRow(view, one, components));
  const front = FRONT.map((space) => {
    const enemy = view.enemies.find((one) => one.space === space);
    return enemy ? enemyRow(view, enemy, components) : { kind: "empty" as const, key: `empty-${space}`, space };
  });
  return [...behind, ...heroRows(view, components), ...front];
}

function enemyRow(view: DeadCellsView, enemy: EnemyView, components: Components): EnemyRow {
  const lined = enemy.boss ? components.attack(view.boss, view.attack) : components.monsters.get(enemy.card);
  const opening = enemy.boss ? (components.bosses.get(view.boss)?.instances[view.instance]?.r0 ?? []) : [];
  const words = enemy.boss ? view.attack : enemy.card;
  const cells = cellsOf(lined, words, enemy.frozen, () => "").map((cell) =>
    enemy.boss && cell.round === 0 ? { ...cell, effects: opening, words: "" } : cell,
  );
  return { kind: "enemy", key: `enemy-${enemy.space}`, space: enemy.space, enemy, cells };
}

/** From the First Player clockwise, a row for each card; who passes has none. */
function heroRows(view: DeadCellsView, components: Components): HeroRow[] {
  const count = view.characters.length;
  return view.characters.flatMap((_, step) => {
    const one = (view.first + step) % count;
    const character = view.characters[one];
    if (!character || one === view.passing) return [];
    const active = character.active.length > 0 ? character.active : [{ card: character.top, announced: "", hidden: false }];
    return active.map(({ card, announced, hidden }, number): HeroRow => {
      const [action, named] = announced.split(" ");
      // Only the card laid first can be frozen or lost.
      const frozen = number === 0 ? character.frozen : [];
      const words = card === PRINTED ? (character.melee ? "printed_melee" : "printed_power") : card;
      const lined = linesOf(card, character, components);
      const cells = cellsOf(lined, words, frozen, (round) => (Number(named) === round ? (action ?? "") : ""));
      return { kind: "hero", key: `hero-${one}-${number}`, one, number, card, hidden, character, cells };
    });
  });
}

export function linesOf(card: string, character: CharacterView, components: Components): Lined | undefined {
  if (card !== PRINTED) return components.cards.get(card);
  const { printed_power, printed_melee } = components.sections.serenade;
  return character.melee ? printed_melee : printed_power;
}

function cellsOf(
  lined: Lined | undefined,
  words: string,
  frozen: readonly number[],
  announced: (round: number) => string,
): Cell[] {
  return ROUNDS.map((round) => {
    const effects = lineOf(lined, round);
    return {
      round,
      effects,
      words: effects.length > 0 ? `${words} ${round}` : "",
      frozen: frozen.includes(round),
      announced: announced(round),
    };
  });
}

/** A Combat card in hand (`by` is -1), or laid by somebody. */
export interface Held {
  readonly card: string;
  readonly by: number;
  readonly number: number;
}
