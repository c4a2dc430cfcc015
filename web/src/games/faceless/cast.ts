// Everybody and everything that stands in the wood of The Faceless.

import { blob, disc, limb } from "../../kit/anatomy.ts";
import { portrait, scratched } from "../../kit/faces.ts";
import { icon, shape, type Layer, type Recipes } from "../../kit/recipe.ts";

const hair = (points: readonly (readonly [number, number])[]): Layer => shape(blob(points), { tint: "hide" });

/** The Faceless: their clothes, the thing of their Memory, and a face that a child has scratched out. */
const FACELESS: Recipes = {
  judith: {
    tint: "yellow",
    layers: [
      hair([[256, 40], [336, 76], [356, 190], [340, 280], [172, 280], [156, 190], [176, 76]]),
      icon("ample-dress", 256, 352, 330),
      ...scratched(256, 150, 80, "zigzag"),
      hair([[256, 48], [322, 82], [334, 140], [300, 96], [256, 92], [212, 96], [178, 140], [190, 82]]),
      icon("bow-tie-ribbon", 256, 34, 120, 0, { tint: "rust" }),
    ],
  },
  sam: {
    tint: "green",
    layers: [icon("pirate-coat", 256, 350, 320), ...scratched(256, 142, 78, "spiral"), icon("outback-hat", 256, 62, 230, 0, { tint: "hide" })],
  },
  alan: {
    tint: "blue",
    layers: [icon("notebook", 404, 330, 130, 12, { tint: "rust" }), icon("lab-coat", 256, 352, 320), ...scratched(256, 144, 78, "bars"), hair([[256, 52], [326, 76], [340, 150], [312, 122], [256, 96], [206, 122], [172, 152], [184, 78]])],
  },
  billygoat: {
    tint: "red",
    layers: [icon("goat", 282, 126, 250), shape(disc(303, 108, 8), { glow: ["#fff0c0", "#ffb43a"] }), icon("vampire-cape", 256, 348, 336, 0, { tone: 0.85 }), icon("swap-bag", 410, 410, 140, 0, { tint: "hide" })],
  },
  team: { tint: "gold", ground: 470, layers: [icon("compass", 300, 320, 330, 0, { tint: "gold" }), icon("old-lantern", 120, 250, 240, 0, { tint: "rust" }), icon("flame", 120, 262, 84, 0, { glow: ["#fff6cc", "#ffb84a"] })] },
};

const LANTERN: Recipes = {
  lantern: { tint: "rust", layers: [icon("old-lantern", 256, 262, 470), icon("flame", 256, 300, 150, 0, { glow: ["#fff6cc", "#ffb84a"] })] },
};

const KIDS: Recipes = {
  lily: { tint: "red", layers: portrait({ hair: "hide", shirt: "red", cut: "long" }) },
  dylan: { tint: "green", layers: portrait({ hair: "coal", shirt: "steel", cut: "cap", cap: "red", skin: "flesh" }) },
  matt: { tint: "blue", layers: portrait({ hair: "gold", shirt: "blue", cut: "spiky" }) },
  karyn: { tint: "purple", layers: portrait({ hair: "coal", shirt: "purple", cut: "bun", skin: "hide" }) },
  luke: { tint: "green", layers: portrait({ hair: "coal", shirt: "green", cut: "short", skin: "rust" }) },
  pj: { tint: "moss", layers: portrait({ hair: "ember", shirt: "moss", cut: "curly", freckles: true }) },
  tommy: { tint: "rust", layers: portrait({ hair: "coal", shirt: "rust", cut: "hat", cap: "blue", freckles: true }) },
  emily: { tint: "purple", layers: portrait({ hair: "yellow", shirt: "purple", cut: "braids" }) },
  julie: { tint: "green", layers: portrait({ hair: "ember", shirt: "teal", cut: "bob", glasses: true }) },
  casper: { tint: "bone", layers: portrait({ hair: "bone", shirt: "bone", cut: "hood" }) },
};

const bark = (x: number, y: number, length: number) => limb([x, y, 3], [x + length, y - length * 0.42, 3]);

const OBSTACLES: Recipes = {
  entrance: {
    tint: "bark",
    ground: 430,
    layers: [
      shape(limb([120, 350, 70], [400, 220, 70])),
      shape([bark(150, 330, 160), bark(170, 372, 200), bark(220, 300, 150), bark(130, 386, 120), bark(280, 330, 110)].join(""), { ink: true, tone: 0.7 }),
      shape(limb([264, 226, 22], [236, 160, 15]) + limb([236, 160, 15], [252, 130, 8]), { tone: 0.9 }),
      shape(blob([[400, 148], [452, 168], [474, 226], [448, 280], [404, 292], [372, 250], [368, 190]]), { tint: "hide" }),
      shape(blob([[404, 178], [438, 194], [450, 228], [434, 262], [408, 268], [392, 236], [392, 200]]), { tone: 0.12 }),
    ],
  },
  thicket: { tint: "moss", layers: [icon("high-grass", 150, 350, 260, 0, { tone: 0.7 }), icon("agave", 300, 290, 400), icon("thorny-vine", 120, 420, 150, 0, { tone: 0.9 })] },
  bough: {
    tint: "bark",
    ground: 440,
    layers: [
      shape(limb([70, 230, 18], [180, 330, 30], [330, 380, 40], [450, 380, 46])),
      shape(limb([150, 300, 14], [120, 200, 9], [132, 120, 4]) + limb([126, 216, 8], [84, 180, 4]) + limb([250, 356, 14], [246, 240, 9], [280, 160, 4]) + limb([248, 250, 8], [206, 206, 4]) + limb([330, 370, 14], [356, 270, 8], [410, 220, 4])),
      shape(blob([[450, 336], [488, 350], [496, 384], [482, 416], [450, 426], [428, 396], [430, 360]]), { tint: "hide" }),
      shape(disc(460, 382, 20), { tone: 0.4 }),
      icon("linden-leaf", 128, 110, 70, -20, { tint: "leaf" }),
      icon("linden-leaf", 292, 150, 80, 30, { tint: "leaf" }),
      icon("linden-leaf", 420, 214, 70, 60, { tint: "leaf" }),
    ],
  },
  boulders: { tint: "steel", layers: [icon("rock", 160, 350, 260, 0, { tone: 0.75 }), icon("stone-pile", 280, 300, 420)] },
  roots: { tint: "bark", layers: [icon("tree-roots", 256, 280, 460)] },
  grove: { tint: "bone", layers: [icon("dead-wood", 150, 270, 330, 0, { tone: 0.6 }), icon("dead-wood", 300, 280, 450)] },
  swamp: { tint: "teal", layers: [icon("swamp", 256, 280, 460)] },
};

const WOOD: Recipes = {
  pine: { tint: "moss", layers: [icon("pine-tree", 256, 256, 500)] },
  oak: { tint: "leaf", layers: [icon("oak", 256, 256, 500)] },
  dead_tree: { tint: "bark", layers: [icon("dead-wood", 256, 256, 500)] },
};

const AVATARS: Recipes = {
  "avatar.plain": { tint: "red", layers: [icon("goat", 256, 256, 450)] },
  "avatar.spectral": { tint: "moon", layers: [icon("haunting", 256, 256, 460)] },
  "avatar.unspeakable": { tint: "coal", layers: [icon("silenced", 256, 256, 450)] },
  "avatar.puppetmaster": { tint: "rust", layers: [icon("puppet", 256, 256, 460)] },
  "avatar.eraserhead": { tint: "bone", layers: [icon("cracked-mask", 256, 256, 450)] },
  "avatar.demon": { tint: "blood", layers: [icon("devil-mask", 256, 256, 450), shape(disc(212, 236, 9) + disc(300, 236, 9), { glow: ["#ffe0a0", "#ff3a1a"] })] },
};

const EXPANSIONS: Recipes = {
  servant: { tint: "red", layers: [icon("evil-minion", 256, 256, 490)] },
  beetle: { tint: "coal", layers: [icon("beetle-shell", 256, 290, 400)] },
  portal: { tint: "purple", layers: [icon("magic-portal", 256, 262, 460)] },
  haunted_place: { tint: "night", layers: [icon("evil-tree", 256, 262, 470)] },
  den: { tint: "steel", layers: [icon("cave-entrance", 256, 280, 470)] },
};

export const FIGURES: Recipes = { ...FACELESS, ...LANTERN, ...KIDS, ...OBSTACLES, ...WOOD, ...AVATARS, ...EXPANSIONS };

/** Flat signs: the colours of cards, Memories, the powers of the kids, expansions and outcomes of the dial. */
export const SIGNS = {
  yellow: "sun",
  green: "linden-leaf",
  blue: "water-drop",
  red: "hoof",
  purple: "divided-spiral",

  hat: "outback-hat",
  bow: "bow-tie-ribbon",
  school_book: "notebook",
  bags: "swap-bag",
  street: "horizon-road",
  music_player: "audio-cassette",
  campfire: "campfire",
  old_rope: "rope-coil",

  "kid.lily": "talk",
  "kid.dylan": "poker-hand",
  "kid.matt": "card-play",
  "kid.karyn": "spyglass",
  "kid.luke": "boot-prints",
  "kid.pj": "perspective-dice-six-faces-random",
  "kid.tommy": "card-draw",
  "kid.emily": "magnet",
  "kid.julie": "card-exchange",
  "kid.casper": "photo-camera",

  "outcome.memory": "photo-camera",
  "outcome.obstacle": "tree-roots",
  "outcome.crash": "tree-branch",
  "outcome.billygoat": "hoof",
  "outcome.edge": "back-forth",

  deck: "goat",
  eye: "eyeball",
  eye_closed: "eyelashes",
  crossroads: "crossroad",
  creepy_die: "perspective-dice-six-faces-random",
  hourglass: "hourglass",
  fog: "fog",
  walk: "card-play",
  rest: "night-sleep",
  whisper: "talk",
};
