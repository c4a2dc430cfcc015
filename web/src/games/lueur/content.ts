// Lueur's components as the board draws them, found by their ids.

import type { Thing } from "../../protocol.ts";
import type { Content } from "../../stage/board.ts";

export interface Effect {
  readonly op: string;
  readonly n?: number;
}

export interface Trigger {
  readonly need: readonly string[];
  readonly identical: number;
  readonly absent: readonly string[];
  readonly once: boolean;
  readonly effects: readonly Effect[];
}

/** An adventurer, a companion or a spell token. */
export interface Printed {
  readonly id: string;
  readonly name?: string;
  readonly colour?: string;
  readonly points?: number;
  readonly fireflies?: number;
  readonly rerolls_per_round?: number;
  readonly large_die?: string;
  readonly large_dice?: { readonly colour: string; readonly n: number };
  readonly black_die_owner?: boolean;
  readonly trigger?: Trigger;
}

export interface Place {
  readonly id: string;
  readonly kind?: string;
  readonly element?: string;
  readonly points: number;
  readonly on_enter: readonly Effect[];
  readonly pos: readonly [number, number];
}

export interface Way {
  readonly a: string;
  readonly b: string;
  readonly min?: number;
  readonly max?: number;
  readonly on_cross: readonly Effect[];
}

interface Sections {
  readonly vocabulary: { readonly elements: readonly string[]; readonly special_symbols: readonly string[] };
  readonly die_type: readonly { readonly colour: string; readonly large: number; readonly small: number; readonly faces: readonly string[] }[];
  readonly player_colour: readonly { readonly adventurer: string; readonly colour: string; readonly hex: string }[];
  readonly score_track: { readonly last: number; readonly reroll_spaces: readonly number[] };
  readonly adventurer: readonly Printed[];
  readonly companion: readonly Printed[];
  readonly spell: readonly Printed[];
  readonly province: { readonly space: readonly Place[]; readonly edge: readonly Way[] };
  readonly archipelago: { readonly island: readonly Place[]; readonly edge: readonly Way[] };
}

/** The content by id. */
export class Components {
  readonly sections: Sections;
  private readonly cards: ReadonlyMap<string, Printed>;

  constructor(content: Content) {
    // The server has checked the content against the game's own reader.
    this.sections = content as unknown as Sections;
    const { adventurer, companion, spell } = this.sections;
    this.cards = new Map([...adventurer, ...companion, ...spell].map((card) => [card.id, card]));
  }

  /** The colour of a die by its number: they are numbered as the file lists them. */
  colourOfDie(die: number): string {
    return this.sections.die_type.flatMap(({ colour, large, small }) => Array.from({ length: large + small }, () => colour))[die] ?? "";
  }

  card(id: string): Printed {
    return this.cards.get(id) ?? { id };
  }

  /** The colour of the die that a card brings; of those that bring one, it is part of the name. */
  dieOf(id: string): string {
    const card = this.card(id);
    return card.black_die_owner ? "black" : (card.large_die ?? card.large_dice?.colour ?? "");
  }

  /** What lies on the faces of a die. */
  faces(colour: string): readonly string[] {
    return this.sections.die_type.find((type) => type.colour === colour)?.faces ?? [];
  }
}

/** All that the board calls by name. */
export function wantedNames(content: Content): Thing[] {
  const { vocabulary, die_type, adventurer, companion, spell, province, archipelago } = new Components(content).sections;
  const cards = [...adventurer, ...companion, ...spell].map(({ id }) => id);
  const places = [...province.space, ...archipelago.island].map(({ id }) => id);
  const groups: [string, readonly string[]][] = [
    ["card", cards],
    ["text", cards],
    ["place", places],
    ["symbol", [...vocabulary.elements, ...vocabulary.special_symbols]],
    ["colour", die_type.map(({ colour }) => colour)],
  ];
  return groups.flatMap(([group, ids]) => ids.map((id) => ({ group, id })));
}
