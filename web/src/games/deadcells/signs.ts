// The game's symbols: which sign of its cast stands for an effect, an item, a place or a colour, and in what colour.

import type { SIGNS as CAST } from "./cast.ts";

type ArtName = keyof typeof CAST;

export interface Drawn {
  readonly art: ArtName;
  readonly colour: string;
}

const BONE = "#efe4cf";
const STEEL = "#bcd3e6";
const RED = "#ff8a74";
const GREEN = "#9be37f";
const PURPLE = "#cfaaff";
const GOLD = "#ffcf6a";
const CELL = "#74e0dc";

const drawn = (colour: string, names: Readonly<Record<string, ArtName>>): Readonly<Record<string, Drawn>> =>
  Object.fromEntries(Object.entries(names).map(([name, art]) => [name, { art, colour }]));

export const SIGNS: Readonly<Record<string, Drawn>> = {
  ...drawn(RED, { damage: "damage", red: "brutality", brutality: "brutality", discard_active: "mutation", bleeding: "state.bleeding", lose: "hole", boss: "boss_cell" }),
  ...drawn(STEEL, { block: "shield", shield: "shield", invisible: "invisible", weapon: "rusty_sword", ram: "rune.ram" }),
  ...drawn(GOLD, { golden: "golden_shield", skill: "skill", treasure: "treasure", crown: "first", target: "state.target", elite: "tile.elite", focus: "state.target", challenger: "rune.challenger", explorer: "rune.explorer" }),
  ...drawn(GREEN, { heal: "healer", green: "survival", survival: "survival", poison: "state.poison", companion: "leghugger", vine: "rune.vine", homunculus: "rune.homunculus", exit: "tile.door" }),
  ...drawn(PURPLE, { purple: "tactics", tactics: "tactics", curse: "mutation", passive: "mutation", spider: "rune.spider", rune: "rune.vine" }),
  ...drawn(CELL, { cell: "cell", teleport: "rune.teleportation", teleportation: "rune.teleportation", diamond: "rune.teleportation", well: "well", freeze: "state.freeze", cleanse: "tonic", blueprint: "blueprint" }),
  ...drawn("#ffb04a", { fire: "state.fire", danger: "tile.elite", food: "food" }),
  ...drawn(BONE, {
    loot: "loot",
    tooth: "tooth",
    scroll: "scroll",
    choice: "scroll",
    gain: "loot",
    check: "tactics",
    deck_check: "tactics",
    choose: "mutation",
    copy_discard: "mutation",
    summon: "tile.elite",
    bell: "place.clock_tower",
    more: "mutation",
    clock: "place.clock_tower",
    health: "survival",
    monster: "tile.elite",
    wall: "wall",
    hole: "hole",
    lock: "tile.door",
    square: "tile.encounter",
    circle: "tile.treasure",
    hexagon: "tile.door",
    pentagon: "tile.merchant",
    trapezoid: "tile.elite",
    healer: "healer",
    merchant: "merchant",
    collector: "collector",
  }),
};

/** The sign of an effect, an item or a state; what has none is a mark for more. */
export function signOf(name: string): Drawn {
  return SIGNS[name] ?? { art: "mutation", colour: BONE };
}
