// The components of Set a Watch as the board draws them, found by their ids.

import type { Thing } from "../../protocol.ts";
import type { Content } from "../../stage/board.ts";
import { designedIn } from "../../table/sources.ts";

export interface Creature {
  readonly id: string;
  /** Empty for a Summon card. */
  readonly type: string;
  readonly damage: number;
  /** As printed; 0 where none is, or a rule says it. */
  readonly health: number;
  /** When its powers work, each once. */
  readonly triggers: readonly string[];
}

export interface Location {
  readonly id: string;
  readonly kind: string;
  readonly firewood: number | string;
  readonly creatures: number;
}

export interface Item {
  readonly id: string;
  readonly trigger: string;
}

export interface CampAction {
  readonly id: string;
  readonly requirement: string;
}

export interface Ability {
  readonly id: string;
  readonly kind: string;
}

export interface Adventurer {
  readonly id: string;
  readonly dice: readonly string[];
  readonly attack: string;
  readonly abilities_by_die: boolean;
  readonly camp_action: CampAction;
  readonly abilities: readonly Ability[];
  readonly familiar?: { readonly sides: readonly { readonly id: string; readonly damage: number }[] };
}

interface Printed {
  readonly id: string;
  readonly type?: string;
  readonly damage?: number;
  readonly healths?: readonly unknown[];
  readonly health?: unknown;
  readonly copies?: number;
  readonly powers?: readonly { readonly trigger: string }[];
}

interface Sections {
  readonly vocabulary: { readonly creature_types: readonly string[]; readonly creature_triggers: Readonly<Record<string, string>> };
  readonly dial: { readonly max: number };
  readonly reveal_levels: readonly { readonly firewood_from: number; readonly level: number }[];
  readonly camp_actions: readonly CampAction[];
  readonly camp_spaces: readonly { readonly id: string; readonly action: string; readonly coin: boolean }[];
  readonly runes: readonly { readonly id: string }[];
  readonly adventurers: readonly Adventurer[];
  readonly creatures: readonly Printed[];
  readonly acolytes: readonly Printed[];
  readonly summons: readonly Printed[];
  readonly unhallowed: readonly Printed[];
  readonly locations: readonly Location[];
  readonly items: readonly Item[];
}

/** Who looks typical of a type: a creature of a content pack is drawn as one of its kind. */
const TYPICAL: Readonly<Record<string, string>> = {
  "Forest Creature": "bear", Undead: "skeletons", Dragon: "wyvern", Human: "bandit", Goblin: "goblins", Golem: "metal_golem", Giant: "forest_giant",
  Fairy: "fae", "Fire Demon": "hedge_imp", "Earth Elemental": "treant", "Fire Elemental": "fire_serpent", "Shadow Elemental": "shade", Unhallowed: "lich",
};

export function typicalOf(type: string): string {
  return TYPICAL[type] ?? "acolyte";
}

/** The content by id. */
export class Components {
  readonly sections: Sections;
  private readonly creatures = new Map<string, Creature>();
  private readonly locations: ReadonlyMap<string, Location>;
  private readonly items: ReadonlyMap<string, Item>;
  private readonly passive: ReadonlySet<string>;
  private readonly designed: ReadonlySet<string>;

  constructor(content: Content) {
    // The server has checked the content against the game's own reader.
    this.sections = content as unknown as Sections;
    this.designed = designedIn(content);
    const { creatures, acolytes, summons, unhallowed, locations, items, adventurers } = this.sections;
    for (const one of [...creatures, ...acolytes]) this.add(one, one.type ?? "", one.healths?.length ?? 0);
    for (const one of summons) this.add(one, "", one.copies ?? 0);
    for (const one of unhallowed) this.creatures.set(one.id, creatureOf(one, "Unhallowed", one.health));
    this.locations = new Map(locations.map((one) => [one.id, one]));
    this.items = new Map(items.map((one) => [one.id, one]));
    const abilities = adventurers.flatMap((one) => one.abilities);
    this.passive = new Set(abilities.filter(({ kind }) => kind === "passive").map(({ id }) => id));
  }

  /** A row stands for several cards, which are numbered. */
  private add(printed: Printed, type: string, copies: number): void {
    for (let n = 1; n <= copies; n += 1) this.creatures.set(`${printed.id}-${n}`, creatureOf(printed, type, printed.healths?.[n - 1]));
  }

  get cards(): string[] {
    return [...this.creatures.keys()];
  }

  creature(card: string): Creature {
    return this.creatures.get(card) ?? { id: card, type: "", damage: 0, health: 0, triggers: [] };
  }

  /** What a side of the Familiar deals. */
  familiarDamage(side: string): number {
    return this.sections.adventurers.flatMap(({ familiar }) => familiar?.sides ?? []).find(({ id }) => id === side)?.damage ?? 0;
  }

  location(id: string): Location | undefined {
    return this.locations.get(id);
  }

  item(id: string): Item | undefined {
    return this.items.get(id);
  }

  isPassive(ability: string): boolean {
    return this.passive.has(ability);
  }

  /** Whether the text or numbers of a card are ours. */
  isOurs(id: string): boolean {
    return this.designed.has(id);
  }

  /** Camp actions of the board, then the own ones of the adventurers. */
  get campActions(): readonly CampAction[] {
    return [...this.sections.camp_actions, ...this.sections.adventurers.map((one) => one.camp_action)];
  }
}

function creatureOf({ id, damage = 0, powers = [] }: Printed, type: string, health: unknown): Creature {
  return { id, type, damage, health: typeof health === "number" ? health : 0, triggers: [...new Set(powers.map(({ trigger }) => trigger))] };
}

/** All that the board calls by name. */
export function wantedNames(content: Content): Thing[] {
  const components = new Components(content);
  const { adventurers, items, locations, runes, vocabulary } = components.sections;
  const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id);
  const abilities = ids(adventurers.flatMap((one) => one.abilities));
  const places = [...ids(components.campActions), ...ids(runes)];
  const sides = ids(adventurers.flatMap((one) => one.familiar?.sides ?? []));
  const groups: [string, readonly (string | number)[]][] = [
    ["adventurer", adventurers.map((_, n) => n)],
    ["ability", abilities],
    ["item", ids(items)],
    ["creature", components.cards],
    ["the_creature", components.cards],
    ["card", components.cards],
    ["location", ids(locations)],
    ["where", places],
    ["side", sides],
    ["short", [...abilities, ...places, ...sides, ...components.cards, ...ids(locations)]],
    ["type", vocabulary.creature_types],
    ["text", [...abilities, ...ids(items), ...components.cards, ...ids(locations), ...places, ...sides]],
  ];
  return groups.flatMap(([group, names]) => names.map((id) => ({ group, id })));
}
