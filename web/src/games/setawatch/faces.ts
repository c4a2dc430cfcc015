// Woodcut heads: half an outline each, mirrored; what a card of a pack looks like follows from its type.

export interface Face {
  /** Closed right halves, from the middle line outwards. */
  readonly halves: readonly string[];
  /** Right halves drawn as thick lines: antlers, whiskers, feelers. */
  readonly limbs?: readonly string[];
  /** Lines cut into the wood, right half. */
  readonly cuts?: readonly string[];
  /** Bright right halves: beaks, tusks, teeth. */
  readonly bright?: readonly string[];
  readonly eye: { readonly x: number; readonly y: number; readonly rx: number; readonly ry: number; readonly tilt: number };
}

const SHAPES: Readonly<Record<string, Face>> = {
  bear: {
    halves: ["M0,-30 C12,-34 19,-32 24,-27 C25,-41 44,-40 43,-24 C43,-17 40,-13 37,-10 C42,6 37,22 27,29 C22,40 10,45 0,45 Z"],
    cuts: ["M0,12 C13,12 20,22 15,33", "M5,25 V34", "M29,-27 C33,-31 38,-28 37,-21"],
    bright: ["M0,13 L9,14 C9,20 4,23 0,23 Z"],
    eye: { x: 15, y: -4, rx: 4, ry: 3, tilt: -12 },
  },
  wolf: {
    halves: ["M0,-20 L11,-25 L25,-48 L31,-18 L38,-1 L49,7 L38,11 L42,23 L30,22 L19,35 L8,47 L0,47 Z"],
    cuts: ["M22,-36 L25,-20", "M0,16 L9,20 L7,36", "M30,12 L22,20"],
    bright: ["M0,33 L8,31 L5,41 L3,34 L0,40 Z"],
    eye: { x: 15, y: -3, rx: 6, ry: 2.6, tilt: -24 },
  },
  eagle: {
    halves: ["M0,-42 C17,-42 30,-31 34,-14 L45,-7 L36,-2 L45,8 L34,10 L40,23 L27,20 L14,26 L0,30 Z"],
    cuts: ["M7,-34 C16,-32 22,-26 24,-17", "M28,0 L38,1", "M26,9 L36,14"],
    bright: ["M0,3 L11,7 C11,22 5,34 0,44 Z"],
    eye: { x: 16, y: -8, rx: 6, ry: 3.6, tilt: -20 },
  },
  stag: {
    halves: ["M0,-16 C9,-19 14,-14 16,-8 L34,-14 L27,0 L17,2 C16,18 12,30 10,41 L0,46 Z"],
    limbs: ["M8,-16 C9,-30 23,-30 25,-47", "M15,-26 C22,-24 30,-28 33,-38", "M22,-35 L13,-47"],
    cuts: ["M0,26 C6,27 9,32 8,38"],
    bright: ["M0,36 H6 L3,42 H0 Z"],
    eye: { x: 12, y: -1, rx: 3.6, ry: 3, tilt: -10 },
  },
  boar: {
    halves: ["M0,-34 L4,-42 L8,-30 L22,-30 L34,-44 L37,-20 C44,0 38,14 28,22 L25,36 C16,44 8,44 0,44 Z"],
    cuts: ["M0,22 C9,22 16,26 16,35", "M5,30 V36"],
    bright: ["M15,38 C34,40 41,24 37,6 C34,22 27,29 14,29 Z"],
    eye: { x: 17, y: -6, rx: 4, ry: 2.6, tilt: -18 },
  },
  cat: {
    halves: ["M0,-22 L12,-24 L32,-48 L34,-16 C42,4 36,22 22,32 L0,40 Z"],
    limbs: ["M14,20 L48,12", "M14,24 L48,26", "M13,28 L44,38"],
    cuts: ["M0,14 L6,12 L0,20", "M0,20 C4,27 12,27 14,22"],
    eye: { x: 15, y: -4, rx: 7, ry: 4.4, tilt: -16 },
  },
  bull: {
    halves: ["M0,-26 L16,-28 C34,-26 44,-36 44,-50 C54,-32 48,-12 26,-12 L34,-4 L24,2 C24,20 22,30 18,42 L0,46 Z"],
    cuts: ["M0,22 C10,22 17,28 16,38", "M0,-18 C7,-14 9,-6 6,4"],
    bright: ["M4,30 C10,28 13,32 11,37 C8,39 4,36 4,30 Z"],
    eye: { x: 15, y: -5, rx: 4.4, ry: 2.8, tilt: -20 },
  },
  dragon: {
    halves: ["M0,-26 L11,-27 L36,-50 L29,-21 L46,-24 L33,-6 L40,5 L27,9 L22,27 L15,40 L0,48 Z"],
    cuts: ["M0,-16 L7,-11 L0,-5", "M0,-2 L8,3 L0,10", "M8,32 C10,29 13,31 12,35", "M24,-16 L34,-34"],
    bright: ["M6,45 L10,36 L14,41 Z"],
    eye: { x: 16, y: -4, rx: 6, ry: 2.6, tilt: -28 },
  },
  hydra: {
    halves: ["M0,-44 L8,-42 L17,-30 L13,-14 C22,-4 20,-22 26,-30 L34,-38 L44,-30 L48,-12 L38,-6 C34,10 40,16 34,30 L30,48 L0,50 Z"],
    cuts: ["M0,-14 C6,-10 6,2 0,8", "M38,-14 L46,-14", "M12,16 C18,20 18,32 12,40", "M0,24 C5,28 5,38 0,42"],
    bright: ["M0,-20 L5,-24 L3,-16 L0,-14 Z", "M36,-10 L40,-16 L42,-10 Z"],
    eye: { x: 8, y: -30, rx: 4, ry: 2.4, tilt: -30 },
  },
  skull: {
    halves: ["M0,-45 C28,-46 42,-26 37,-4 C36,5 31,8 31,14 L26,19 L25,35 L18,45 L0,46 Z"],
    cuts: ["M0,8 L6,18 L0,18", "M4,28 V42", "M11,27 V42", "M18,26 V38", "M0,27 C10,28 18,26 24,22", "M10,-40 L14,-30 L10,-26"],
    eye: { x: 15, y: -3, rx: 8, ry: 8, tilt: 0 },
  },
  hood: {
    halves: ["M0,-49 C26,-46 39,-24 39,0 C39,20 47,38 50,50 L0,50 Z"],
    cuts: ["M0,-28 C17,-28 23,-13 23,3 C23,21 12,33 0,35", "M28,-24 C34,-10 34,10 38,30", "M30,38 L36,50", "M7,22 C12,22 14,19 15,16"],
    eye: { x: 10, y: -2, rx: 4.4, ry: 2.2, tilt: -14 },
  },
  acolyte: {
    halves: ["M0,-50 C12,-44 20,-40 28,-30 C40,-14 40,10 48,50 L0,50 Z"],
    cuts: ["M0,-26 C15,-22 20,-8 20,6 C20,22 10,34 0,38", "M0,-42 L5,-36 L0,-30", "M28,-16 C32,2 32,22 38,44", "M0,12 H8 M0,20 H6"],
    eye: { x: 9, y: 0, rx: 4, ry: 2.6, tilt: -8 },
  },
  priestess: {
    halves: ["M0,-50 L6,-34 L16,-46 L18,-28 L30,-34 L28,-16 C34,4 30,20 40,50 L0,50 Z"],
    cuts: ["M0,-22 C13,-22 18,-12 18,0 C18,16 9,28 0,32", "M4,-14 L0,-6", "M24,0 C26,16 26,30 32,48", "M0,24 C4,24 6,22 7,20"],
    eye: { x: 9, y: 0, rx: 4.4, ry: 2.4, tilt: -6 },
  },
  vampire: {
    halves: ["M0,-30 C6,-40 18,-42 26,-34 C32,-24 30,-8 28,2 L50,-14 L46,22 L36,50 L0,50 L0,50 Z"],
    cuts: ["M0,-26 L8,-20 C16,-26 22,-24 24,-16", "M28,4 C24,20 14,30 0,34", "M36,4 L34,40", "M0,8 L4,12 L0,14"],
    bright: ["M0,20 L12,18 L10,28 L7,20 L0,22 Z"],
    eye: { x: 12, y: -4, rx: 4.6, ry: 2.2, tilt: -22 },
  },
  goblin: {
    halves: ["M0,-28 C16,-30 24,-21 27,-11 L53,-26 L46,0 L29,10 C26,27 14,39 0,43 Z"],
    cuts: ["M32,-4 L44,-14", "M0,-12 C8,-14 14,-12 18,-10", "M0,2 C8,2 9,14 3,16", "M10,-20 C16,-18 18,-16 20,-14"],
    bright: ["M0,24 C10,24 16,22 20,17 L17,26 L14,23 L10,30 L7,25 L3,32 L0,26 Z"],
    eye: { x: 13, y: -4, rx: 5, ry: 3.6, tilt: -20 },
  },
  golem: {
    halves: ["M0,-43 L27,-43 L34,-31 L45,-28 L45,2 L37,8 L34,35 L24,47 L0,47 Z"],
    cuts: ["M0,-28 H20 L26,-18", "M34,-24 V2", "M8,-43 L12,-32", "M0,20 H22", "M0,30 H20", "M10,20 V30", "M28,12 L22,20"],
    eye: { x: 15, y: -8, rx: 6, ry: 2.6, tilt: 8 },
  },
  giant: {
    halves: ["M0,-47 C22,-47 32,-36 32,-20 L42,-15 L37,3 L32,4 C36,26 26,52 0,52 Z"],
    cuts: ["M0,-16 C10,-22 20,-20 27,-14", "M0,2 C8,2 11,8 9,12", "M4,22 V46", "M11,20 V44", "M18,17 V40", "M25,12 V32", "M0,18 C8,18 14,16 18,14"],
    eye: { x: 14, y: -8, rx: 4, ry: 2.4, tilt: -6 },
  },
  fae: {
    halves: ["M0,-22 C14,-24 22,-15 25,-6 L50,-22 L32,6 L25,8 C21,24 9,35 0,41 Z", "M26,14 C44,10 54,28 40,46 C32,40 24,28 26,14 Z"],
    limbs: ["M6,-22 C8,-36 16,-42 26,-46"],
    cuts: ["M0,16 L3,19 L0,21", "M0,28 C4,29 7,28 9,25", "M34,20 C40,24 41,32 39,38"],
    eye: { x: 12, y: 0, rx: 6.4, ry: 4.6, tilt: -22 },
  },
  demon: {
    halves: ["M0,-22 L12,-25 C12,-44 28,-52 44,-46 C32,-41 29,-31 29,-18 L40,-4 L31,7 L32,22 L18,41 L0,45 Z"],
    cuts: ["M16,-26 C18,-36 24,-42 32,-44", "M0,-12 L8,-8", "M0,10 L7,14 L0,17"],
    bright: ["M0,24 C10,24 18,21 23,15 L21,26 L16,22 L13,33 L9,25 L4,34 L0,27 Z"],
    eye: { x: 14, y: -2, rx: 6, ry: 3, tilt: -26 },
  },
  treant: {
    halves: ["M0,-22 L7,-24 L12,-50 L18,-31 L31,-46 L27,-19 L44,-22 L36,-8 L35,20 L42,48 L22,41 L0,49 Z"],
    cuts: ["M12,-34 L13,-20", "M26,-30 L22,-16", "M28,-4 C24,10 28,24 26,36", "M0,0 C4,4 4,14 0,18", "M10,12 C14,24 12,34 14,40"],
    bright: ["M0,24 C8,22 14,24 18,30 C10,32 4,32 0,34 Z"],
    eye: { x: 13, y: -4, rx: 4.6, ry: 4, tilt: 14 },
  },
  blaze: {
    halves: ["M0,-52 C5,-35 23,-36 18,-20 C27,-27 28,-36 25,-43 C43,-28 47,-8 40,10 C37,31 20,45 0,47 Z"],
    cuts: ["M0,-34 C6,-24 4,-16 10,-12", "M30,-14 C34,0 30,16 22,26", "M10,30 C16,26 20,20 22,14"],
    bright: ["M0,20 C8,18 14,20 18,14 C18,26 10,34 0,34 Z"],
    eye: { x: 14, y: 0, rx: 5.6, ry: 4, tilt: -22 },
  },
  shade: {
    halves: ["M0,-45 C24,-45 37,-26 36,-2 C36,14 45,26 49,49 L37,39 L31,51 L22,39 L13,51 L6,41 L0,51 Z"],
    cuts: ["M24,-18 C30,0 26,16 32,32", "M14,20 C16,28 14,34 16,40", "M0,14 C6,16 8,24 4,30 C2,32 0,32 0,32"],
    eye: { x: 13, y: -6, rx: 6.4, ry: 5, tilt: -14 },
  },
  crowned: {
    halves: ["M0,-32 L7,-48 L14,-30 L25,-52 L29,-25 L44,-36 L37,-9 C41,10 31,24 23,32 L16,49 L0,51 Z"],
    cuts: ["M0,-24 C12,-25 24,-22 33,-16", "M0,14 L6,18 L0,22", "M6,34 V46", "M13,31 V42", "M28,6 C26,16 22,22 18,26"],
    eye: { x: 15, y: -4, rx: 6, ry: 3.2, tilt: -24 },
  },
  king: {
    halves: ["M0,-38 L5,-52 L12,-38 L22,-52 L26,-36 L38,-46 L38,-24 C40,-14 38,-4 36,2 C36,8 31,10 31,16 L26,22 L24,38 L16,48 L0,49 Z"],
    cuts: ["M0,-28 C14,-30 26,-28 37,-22", "M0,12 L6,22 L0,22", "M5,32 V44", "M12,31 V43", "M19,29 V39"],
    eye: { x: 15, y: 0, rx: 8, ry: 7, tilt: 0 },
  },
  rider: {
    halves: ["M0,-44 C16,-44 26,-36 26,-22 L24,-6 L38,2 L50,24 L50,50 L0,50 Z"],
    limbs: ["M46,6 L52,-46"],
    cuts: ["M0,-20 H18 L14,-8 L0,-4", "M24,-22 H4", "M0,8 L20,16 L26,50", "M0,22 L12,28"],
    bright: ["M49,-50 L56,-34 L47,-34 Z"],
    eye: { x: 9, y: -14, rx: 4.6, ry: 1.8, tilt: 0 },
  },
  hat: {
    halves: ["M0,-38 C12,-40 20,-36 24,-22 L52,-14 C44,-8 36,-8 28,-8 C30,10 24,22 16,28 L34,36 L44,50 L0,50 Z"],
    cuts: ["M0,-24 C10,-25 18,-24 24,-22", "M0,24 C8,24 14,20 18,12", "M16,30 L10,50", "M0,8 L5,11 L0,13"],
    eye: { x: 11, y: -2, rx: 4, ry: 2.2, tilt: -10 },
  },
  witch: {
    halves: ["M0,-52 C8,-44 14,-34 18,-22 C30,-20 44,-18 52,-8 C42,-6 34,-8 26,-8 L34,30 L42,50 L0,50 Z"],
    cuts: ["M0,-22 C8,-23 13,-23 18,-22", "M24,-4 C24,14 14,26 0,30", "M28,10 L32,44", "M0,8 L5,14 L0,15", "M0,22 C4,22 7,20 9,18"],
    eye: { x: 10, y: 0, rx: 4.2, ry: 2.4, tilt: -14 },
  },
  warrior: {
    halves: ["M0,-40 L20,-36 L30,-22 L48,-48 C54,-30 46,-14 32,-10 L30,6 C34,26 26,50 0,50 Z"],
    cuts: ["M0,-22 H28", "M0,-8 C10,-12 18,-10 24,-6", "M5,22 V46", "M12,20 V44", "M19,16 V38", "M0,16 C8,16 14,14 20,10", "M0,2 L5,7 L0,8"],
    eye: { x: 12, y: -2, rx: 4, ry: 2.2, tilt: -12 },
  },
  mask: {
    halves: ["M0,-48 C24,-46 36,-26 36,-4 C36,16 42,34 46,50 L0,50 Z"],
    cuts: ["M0,-30 C16,-30 23,-14 23,2 C22,18 12,30 0,36", "M0,-30 V36", "M0,10 C8,12 14,8 17,4", "M28,-20 C32,0 30,20 36,44", "M8,20 L4,28"],
    eye: { x: 11, y: -4, rx: 5, ry: 3, tilt: 12 },
  },
};

/** Printed cards whose head is not the common one of their type. */
const OWN: Readonly<Record<string, string>> = {
  wolf: "wolf", eagle: "eagle", moss_stag: "stag", bramble_boar: "boar", vampire: "vampire", hydra: "hydra", lich: "king",
  werewolf: "wolf", phantom_cat: "cat", minotaur: "bull", goblin_chief: "goblin", wyvern_rider: "rider", drake_marshal: "rider",
  warg_handler: "rider", ashwing_lancer: "rider", barrow_knight: "rider", high_priestess: "priestess", pack_matron: "priestess",
  necromancer: "hood", corrupt_druid: "stag", wraith_lord: "shade", pyromancer: "blaze", hollow_judge: "skull", shade: "shade",
  acolyte: "acolyte", acolyte_of_embers: "acolyte", acolyte_of_fetters: "acolyte", graveshifter: "shade", lantern_eater: "shade",
  hedge_imp: "demon", chain_warden: "golem", tallow_saint: "mask", bone_piper: "hood",
  heretic: "mask", bounty_hunter: "hat", barbarian: "warrior", witch: "witch", rook: "eagle", grimalkin: "cat",
};

const BY_TYPE: Readonly<Record<string, string>> = {
  "Forest Creature": "bear", Undead: "skull", Dragon: "dragon", Human: "hood", Goblin: "goblin", Golem: "golem", Giant: "giant",
  Fairy: "fae", "Fire Demon": "demon", "Earth Elemental": "treant", "Fire Elemental": "blaze", "Shadow Elemental": "shade",
  Unhallowed: "crowned",
};

/** What shines in the dark, by type. */
const SHINE: Readonly<Record<string, string>> = {
  "Forest Creature": "#e6d67a", Undead: "#a9e8c9", Dragon: "#ffb347", Human: "#f2e8d8", Goblin: "#cfe86a", Golem: "#8fd3ff",
  Giant: "#f0c08a", Fairy: "#f3a6ff", "Fire Demon": "#ff6a3d", "Earth Elemental": "#b6e36f", "Fire Elemental": "#ffd24a",
  "Shadow Elemental": "#b79be8", Unhallowed: "#ff5a5a",
};

export function faceOf(id: string, type: string): Face {
  return (SHAPES[OWN[id] ?? BY_TYPE[type] ?? "hood"] ?? SHAPES.hood) as Face;
}

export function shineOf(type: string): string {
  return SHINE[type] ?? "#ffe0a8";
}

/** A number from 0 to 1 that a name always gives. */
export function chanceOf(name: string): number {
  let hash = 2166136261;
  for (const letter of name) hash = Math.imul(hash ^ letter.charCodeAt(0), 16777619);
  return ((hash >>> 8) % 1000) / 1000;
}

/** The cuts of a woodcut: bowed lines over the lit side, a little other for each name. */
export function hatching(name: string): string {
  const bow = 6 + 10 * chanceOf(name);
  const gap = 5.2 + 1.2 * chanceOf(`${name}*`);
  let lines = "";
  for (let y = -54; y < 60; y += gap) lines += `M-56,${y.toFixed(1)} Q-20,${(y - bow).toFixed(1)} 30,${(y + 4).toFixed(1)}`;
  return lines;
}
