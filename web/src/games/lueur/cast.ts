// The beings in the lanterns of Lueur. The Sketals are skulls; namesakes are kin.

import { icon, type Recipes } from "../../kit/recipe.ts";

const ADVENTURERS: Readonly<Record<string, string>> = {
  braccio: "minotaur",
  taetyss: "mermaid",
  eoles: "pegasus",
  pocana: "spark-spirit",
  moloch: "rock-golem",
  noctiluca: "cat",
  orium: "griffin-symbol",
};

const COMPANIONS: Readonly<Record<string, string>> = {
  A01: "fox",
  A02: "gorilla",
  A03: "tortoise",
  A04: "hedgehog",
  A05: "lion",
  A06: "kangaroo",
  A07: "rabbit",
  A08: "dodo",
  A09: "ostrich",
  A10: "oni",
  A11: "goat",
  A12: "ram-profile",
  A13: "animal-skull",
  A14: "condylura-skull",
  A15: "t-rex-skull",
  A16: "skull-sabertooth",
  A17: "daemon-skull",
  A18: "dragonfly",
  A19: "spider-alt",
  A20: "raven",
  A21: "walrus-head",
  A22: "hummingbird",
  A23: "squirrel",
  B24: "deer",
  B25: "bee",
  B26: "sea-turtle",
  B27: "pangolin",
  B28: "frog",
  B29: "porcupine",
  B30: "jellyfish",
  B31: "octopus",
  B32: "wyvern",
  B33: "gecko",
  B34: "eagle-head",
  B35: "dove",
  B36: "beaver",
  B37: "snail",
  B38: "owl",
  B39: "shoebill-stork",
  B40: "barn-owl",
  B41: "sasquatch",
  B42: "mammoth",
  B43: "capybara",
  B44: "horned-skull",
  B45: "fairy",
  B46: "tapir",
};

/** Ink on lit glass; a dark lantern shows the same being in ash. */
const beings = (of: Readonly<Record<string, string>>): Recipes => Object.fromEntries(Object.entries(of).map(([id, name]) => [id, { tint: "print" as const, layers: [icon(name, 256, 256, 500, 0, { open: true })] }]));

const VILLAGES: Recipes = Object.fromEntries(
  Object.entries({ "village.3": "hut", "village.5": "wood-cabin", "village.8": "windmill", "village.10": "church", "village.12": "village", "village.15": "viking-church", "village.20": "elven-castle", start: "campfire", encampment: "camping-tent", boat: "sailboat" }).map(
    ([id, name]) => [id, { tint: "steel" as const, layers: [icon(name, 256, 256, 490)] }],
  ),
);

const ISLANDS: Recipes = Object.fromEntries(
  ["wooden-pier", "palm-tree", "crypt-entrance", "tree-beehive", "huts-village", "watchtower", "well", "dolmen", "peaks", "stone-tower", "tumulus", "evil-tree"].map((name, i) => [
    `I${String(i).padStart(2, "0")}`,
    { tint: "steel" as const, layers: [icon(name, 256, 256, 480)] },
  ]),
);

export const FIGURES: Recipes = { ...beings(ADVENTURERS), ...beings(COMPANIONS), ...VILLAGES, ...ISLANDS };

export const SIGNS = {
  nature: "solid-leaf",
  water: "water-drop",
  air: "fluffy-cloud",
  fire: "fire",
  mineral: "crystal-growth",
  footprint: "footprint",
  reroll: "cycle",
  firefly: "flying-beetle",
  leaves: "death-skull",
  spells: "cursed-star",
  raise: "raise-skeleton",
  grave: "tombstone",
  tent: "camping-tent",
  boat: "sailboat",
  S1: "thorny-vine",
  S2: "big-wave",
  S3: "tombstone",
  S4: "burning-skull",
  S5: "falling-rocks",
  S6: "triple-skulls",
  S7: "triple-claws",
};
