// Everybody who stands on the stage of Dead Cells. An Elite is the same figure, larger, with a ring of gold.

import { blob, body, cape, disc, limb, POSES, robe, scarf } from "../../kit/anatomy.ts";
import { icon, moved, shape, type Recipes } from "../../kit/recipe.ts";

const FLAME = ["#fff3c4", "#ff8a3d"] as const;

const hero = body(POSES.stand);
const guard = body(POSES.guard);

/** The Beheaded: what burns on the neck is who they are. */
const BEHEADED: Recipes = {
  immolated: {
    tint: "fire",
    layers: [cape([256, 170], { tint: "rust", tone: 0.7 }), ...hero.behind, ...hero.trunk, icon("broadsword", 452, 178, 210, 6, { tint: "steel" }), ...hero.arm, scarf([264, 164], { tint: "rust" }), icon("flame", 264, 78, 176, 0, { glow: FLAME })],
  },
  flayed: {
    tint: "blood",
    layers: [
      icon("flanged-mace", 134, 154, 200, -64, { tint: "steel", tone: 0.85 }),
      ...guard.behind,
      ...guard.trunk,
      shape(blob([[204, 218], [262, 232], [318, 216], [318, 226], [262, 244], [204, 228]], 0.8), { tone: 0.35 }),
      shape(blob([[204, 254], [262, 268], [318, 252], [318, 262], [262, 280], [204, 264]], 0.8), { tone: 0.35 }),
      shape(blob([[208, 288], [262, 302], [314, 286], [314, 296], [262, 314], [208, 298]], 0.8), { tone: 0.35 }),
      scarf([262, 168]),
      icon("cracked-shield", 384, 290, 226, 0, { tint: "rust" }),
      icon("fluffy-flame", 262, 88, 136, 0, { glow: ["#ffd2c0", "#ff5b4a"] }),
    ],
  },
  poisoned: {
    tint: "moss",
    layers: [
      ...robe({ hand: [402, 232], wide: 0.92 }),
      icon("thrown-knife", 140, 336, 132, 196, { tint: "steel", tone: 0.9 }),
      icon("poison-bottle", 442, 204, 118, 10, { tint: "teal" }),
      scarf([262, 170], { girth: 1.1 }),
      shape([[262, 98, 42], [222, 70, 24], [304, 62, 28], [262, 32, 17], [230, 118, 22], [298, 116, 22], [326, 26, 11], [204, 34, 10]].map(([x, y, r]) => disc(x as number, y as number, r as number)).join(""), { glow: ["#ecffb8", "#8fd65a"] }),
    ],
  },
  quartered: {
    tint: "ash",
    layers: [
      shape(limb([214, 396, 27], [168, 470, 18]) + "M152 452L192 454L200 474L232 486L232 500L146 500Z", { tone: 0.75 }),
      shape(limb([300, 396, 27], [306, 470, 18]) + "M288 452L328 454L336 474L370 486L370 500L284 500Z"),
      shape(limb([226, 344, 34], [220, 362, 30]), { tone: 0.75 }),
      shape(limb([286, 344, 34], [294, 364, 30])),
      shape(blob([[208, 274], [324, 268], [320, 322], [264, 334], [212, 324]], 0.9), { tone: 0.85 }),
      shape(blob([[220, 162], [306, 160], [330, 200], [324, 248], [262, 254], [204, 250], [200, 200]], 0.9)),
      shape(limb([180, 210, 25], [154, 244, 21]), { tone: 0.75 }),
      shape(limb([132, 280, 20], [110, 326, 15]) + disc(106, 334, 20), { tone: 0.75 }),
      shape(limb([346, 196, 26], [370, 226, 22])),
      shape(limb([396, 234, 20], [444, 214, 15]) + disc(450, 212, 19)),
      icon("pirate-hook", 486, 172, 108, 66, { flip: true, tint: "steel" }),
      scarf([264, 164]),
      icon("flamer", 266, 84, 130, 0, { glow: ["#f2e0ff", "#b07cff"] }),
    ],
  },
  serenade: { tint: "moon", ground: 470, layers: [icon("winged-sword", 256, 250, 420)] },
};

const zombie = body(POSES.hunch, { legs: "rust" });
const archer = body(POSES.aim, { legs: "hide" });
const runner = body(POSES.run, { girth: 0.82, bare: true });
const leaper = body(POSES.leap, { girth: 0.86, legs: "coal" });
const thrower = body(POSES.raise, { legs: "coal" });
const eater = body(POSES.heavy, { girth: 1.34, belly: 46, bare: true, legs: "hide" });
const bloated = body({ ...POSES.heavy, front: [[402, 290], [440, 366]], back: [[136, 286], [112, 366]] }, { girth: 1.26, belly: 40, bare: true });
const gunner = body({ ...POSES.guard, front: [[330, 276], [392, 292]] }, { girth: 1.14, belly: 20, legs: "coal" });
const clawed = body(POSES.crouch, { girth: 0.94 });
const lunger = body(POSES.lunge, { girth: 0.95, legs: "coal" });

const MONSTERS: Recipes = {
  zombie: { tint: "moss", layers: [...zombie.all, icon("chewed-skull", 296, 132, 122, 8, { flip: true, tint: "bone" })] },
  shieldbearer: { tint: "rust", layers: [icon("stone-spear", 148, 224, 300, -8, { tint: "bone", tone: 0.85 }), ...guard.behind, ...guard.trunk, icon("black-knight-helm", 264, 106, 122, 0, { tint: "steel" }), icon("viking-shield", 372, 296, 236, 0, { tint: "rust" })] },
  grenadier: { tint: "hide", layers: [icon("backpack", 180, 236, 124, 0, { tone: 0.75, tint: "rust" }), ...thrower.all, icon("sparky-bomb", 398, 40, 150, 0, { tint: "coal" }), icon("executioner-hood", 262, 100, 144, 0, { tint: "moss" })] },
  undead_archer: { tint: "bone", layers: [...archer.behind, ...archer.trunk, icon("pocket-bow", 414, 222, 270, -20, { tint: "rust" }), ...archer.arm, icon("hood", 266, 100, 146, 0, { tint: "teal" })] },
  runner: { tint: "blood", layers: moved([icon("curvy-knife", 98, 242, 150, 236, { tint: "steel", tone: 0.9 }), ...runner.all, icon("curvy-knife", 478, 178, 160, 14, { tint: "steel" }), icon("daemon-skull", 332, 116, 130, 6)], 0, 36) },
  bat: { tint: "ash", ground: 520, layers: [icon("evil-bat", 256, 220, 450)] },
  protector: { tint: "teal", layers: [...robe(), icon("crescent-staff", 424, 240, 310, 40, { tint: "gold" }), icon("totem-mask", 264, 104, 142, 0, { tint: "bone" }), icon("bordered-shield", 184, 310, 124, 0, { tint: "steel", tone: 0.95 })] },
  scorpion: { tint: "leaf", layers: [icon("scorpion", 256, 286, 440)] },
  disgusting_worm: { tint: "flesh", layers: [icon("leeching-worm", 256, 262, 460)] },
  kamikaze: { tint: "ember", ground: 520, layers: [icon("swamp-bat", 256, 190, 350, 0, { tint: "ember" }), icon("time-bomb", 256, 356, 216, 0, { tint: "coal" }), icon("flame", 350, 262, 84, 0, { glow: FLAME })] },
  slasher: { tint: "bone", layers: [icon("two-handed-sword", 402, 52, 300, 62, { tint: "steel" }), ...leaper.all, icon("samurai-helmet", 290, 122, 146, 0, { tint: "blood" })] },
  purulent_zombie: {
    tint: "leaf",
    layers: [
      ...bloated.behind,
      ...bloated.trunk,
      shape([[286, 250, 46], [236, 300, 36], [316, 322, 34], [262, 352, 24], [212, 236, 22], [330, 262, 20]].map(([x, y, r]) => disc(x as number, y as number, r as number)).join(""), { tint: "flesh" }),
      ...bloated.arm,
      icon("goo-skull", 268, 108, 176, 0, { tint: "flesh" }),
    ],
  },
  weaver_worm: { tint: "bone", layers: [icon("spider-web", 320, 200, 400, 0, { tone: 0.55, open: true, tint: "steel" }), icon("earth-worm", 268, 352, 330, 0, { tint: "flesh" }), icon("worm-mouth", 206, 210, 220, 0, { tint: "flesh" })] },
  pirate_captain: { tint: "blood", layers: [cape([250, 172], { tint: "blood", tone: 0.55, size: 0.8 }), icon("pirate-hook", 156, 366, 108, 20, { tint: "steel" }), ...hero.behind, ...hero.trunk, icon("croc-sword", 458, 182, 220, -18, { tint: "steel" }), ...hero.arm, icon("pirate-skull", 264, 92, 164, 0, { tint: "bone" })] },
  thorny: { tint: "moss", layers: [icon("porcupine", 256, 262, 470)] },
  tracker: { tint: "moon", layers: [...lunger.behind, ...lunger.trunk, icon("sharp-halberd", 446, 204, 260, 16, { tint: "steel" }), ...lunger.arm, icon("wolf-head", 330, 122, 158, 0, { tint: "steel" })] },
  cannibal: { tint: "flesh", layers: [...eater.behind, ...eater.trunk, icon("carnivore-mouth", 274, 300, 150, 0, { tint: "blood" }), ...eater.arm, icon("meat-cleaver", 446, 158, 190, 14, { flip: true, tint: "steel" }), icon("jason-mask", 268, 104, 128, 0, { tint: "bone" })] },
  bombardier: { tint: "rust", layers: [icon("powder-bag", 152, 236, 130, 0, { tint: "hide" }), ...gunner.behind, ...gunner.trunk, icon("cannon", 372, 306, 320, 0, { tint: "steel" }), ...gunner.arm, icon("gas-mask", 262, 102, 164, 0, { tint: "leaf" })] },
  automaton: { tint: "gold", layers: [icon("robot-golem", 256, 256, 450), icon("clockwork", 256, 256, 104, 0, { tint: "ember", tone: 0.8 })] },
  dark_tracker: { tint: "night", layers: [cape([300, 190], { tint: "ash", tone: 0.55 }), ...lunger.behind, ...lunger.trunk, icon("bat-blade", 456, 208, 200, 8, { tint: "steel" }), ...lunger.arm, icon("hood", 326, 116, 156, 0, { tint: "ash" })] },
  inquisitor: { tint: "ash", layers: [...robe({ tint: "ash" }), icon("skull-staff", 426, 226, 270, 10, { tint: "gold" }), icon("cultist", 262, 96, 176, 0, { tint: "bone" })] },
  lacerator: { tint: "steel", layers: [icon("wolverine-claws", 74, 292, 170, 250, { tint: "blood", tone: 0.85 }), ...clawed.all, icon("wolverine-claws", 462, 262, 180, 60, { tint: "blood" }), icon("iron-mask", 294, 178, 128, 4, { tint: "rust" })] },
  cleaver: { tint: "rust", layers: [icon("brute", 230, 296, 430), icon("meat-cleaver", 430, 140, 250, 0, { flip: true, tint: "steel" })] },
  shocker: { tint: "blue", layers: [...robe({ tint: "blue" }), icon("lightning-helix", 428, 226, 200, 0, { glow: ["#f4fbff", "#5fb4ff"] }), icon("brain-tentacle", 262, 100, 170, 0, { tint: "ash" })] },
  guardian_knight: { tint: "moon", layers: [cape([252, 172], { tint: "blue", tone: 0.6 }), icon("broadsword", 136, 150, 230, -84, { tint: "steel", tone: 0.9 }), ...guard.behind, ...guard.trunk, icon("crested-helmet", 266, 98, 152, 0, { tint: "steel" }), icon("templar-shield", 376, 296, 246, 0, { tint: "moon" })] },
  royal_guard: { tint: "gold", layers: [...hero.behind, ...hero.trunk, icon("sharp-halberd", 436, 190, 290, 26, { tint: "steel" }), ...hero.arm, icon("visored-helm", 264, 96, 144, 0, { tint: "gold" })] },
  lancer: { tint: "steel", layers: [icon("mounted-knight", 256, 254, 480)] },
  rancid_rat: { tint: "leaf", layers: [icon("rat", 256, 284, 430)] },
  knife_thrower: { tint: "ash", layers: [icon("plain-dagger", 92, 214, 130, -120, { tint: "steel" }), ...lunger.all, icon("thrown-daggers", 448, 128, 220, 0, { tint: "steel" }), icon("robber-mask", 322, 120, 146, 0, { tint: "flesh" })] },
  rampager: { tint: "ember", layers: [icon("werewolf", 256, 256, 470)] },
  oven_knight: { tint: "coal", layers: [...hero.behind, ...hero.trunk, icon("flaming-trident", 452, 190, 240, 0, { tint: "ember" }), ...hero.arm, icon("closed-barbute", 264, 96, 140, 0, { tint: "coal" }), icon("flame", 264, 250, 92, 0, { glow: FLAME })] },
  tentacle: { tint: "teal", layers: [icon("suckered-tentacle", 256, 256, 470)] },
};

const lord = body(POSES.stand, { girth: 1.06 });

const BOSSES: Recipes = {
  concierge: { tint: "blood", layers: [icon("minotaur", 256, 270, 490), icon("daemon-skull", 256, 116, 184, 0, { tint: "bone" })] },
  // One eye as large as a gate, its lids half closed, on arms that hang to the ground.
  conjunctivius: {
    tint: "teal",
    ground: 505,
    layers: [
      icon("floating-tentacles", 256, 318, 470, 0, { tone: 0.7 }),
      shape(disc(256, 196, 158), { tint: "bone" }),
      shape("M112 214q44-6 62 12M118 176q40 0 54 20M140 286q30-22 52-18M392 276q-28-20-46-14M206 334q4-26 26-34", { ink: true }),
      shape(disc(292, 202, 84), { glow: ["#d8f59a", "#6fc23f"] }),
      shape(blob([[292, 122], [314, 202], [292, 284], [270, 202]], 0.9), { ink: true }),
      shape(disc(322, 168, 12), { glow: ["#ffffff", "#ffffff"] }),
      shape(blob([[92, 190], [118, 96], [190, 40], [256, 26], [330, 42], [398, 100], [420, 192], [356, 138], [256, 118], [160, 136]], 0.9)),
      shape(blob([[98, 226], [170, 306], [256, 326], [344, 306], [414, 226], [392, 306], [330, 356], [256, 370], [180, 356], [122, 306]], 0.9), { tone: 0.85 }),
      shape("M150 72L120 22L184 50ZM236 30L244 -18L276 28ZM340 48L388 14L372 74Z", { tone: 0.8 }),
    ],
  },
  time_keeper: { tint: "moon", layers: [icon("clockwork", 262, 176, 380, 0, { tone: 0.5, tint: "gold" }), ...robe({ tint: "moon" }), icon("two-handed-sword", 440, 212, 290, -6, { tint: "steel" }), icon("samurai-helmet", 264, 96, 164, 0, { tint: "gold" })] },
  hand_of_the_king: { tint: "gold", layers: [icon("spiked-halo", 264, 132, 340, 0, { tone: 0.5, tint: "ember" }), cape([256, 168], { tint: "ember", tone: 0.6, size: 1.08 }), ...lord.behind, ...lord.trunk, icon("barbed-spear", 440, 176, 330, 90, { tint: "steel" }), ...lord.arm, icon("overlord-helm", 264, 88, 172, 0, { tint: "gold" })] },
};

/** The one behind the counter. */
const OTHERS: Recipes = {
  merchant: { tint: "ash", layers: [icon("backpack", 168, 250, 170, 0, { tint: "rust", tone: 0.8 }), ...robe({ tint: "ash" }), icon("hood", 262, 100, 176, 0, { tint: "ash" }), icon("swap-bag", 420, 262, 120, 8, { tint: "hide" })] },
};

const COMPANIONS: Recipes = {
  leghugger: { tint: "teal", layers: [icon("grasping-slug", 256, 270, 430)] },
  mushroom_boi: { tint: "blood", layers: [shape(limb([226, 380, 22], [214, 470, 22]) + limb([288, 380, 22], [300, 470, 22]) + "M196 468L240 468L252 496L182 496ZM282 468L324 468L340 496L274 496Z", { tint: "bone", tone: 0.85 }), icon("super-mushroom", 256, 226, 370)] },
  great_owl_of_war: { tint: "rust", layers: [icon("owl", 256, 262, 440)] },
  x_mimic: { tint: "gold", layers: [icon("mimic-chest", 256, 276, 440)] },
};

export const FIGURES: Recipes = { ...BEHEADED, ...MONSTERS, ...BOSSES, ...COMPANIONS, ...OTHERS };

/** Flat signs: equipment by its id, then states, loot, places and runes. */
export const SIGNS = {
  beginners_bow: "bow-arrow",
  rusty_sword: "rusty-sword",
  old_wooden_shield: "viking-shield",
  twin_daggers: "daggers",
  balanced_blade: "broadsword",
  torch: "primitive-torch",
  frost_blast: "ice-bolt",
  throwing_knife: "thrown-knife",
  front_line_shield: "roman-shield",
  greed_shield: "checked-shield",
  cudgel: "wood-club",
  war_spear: "stone-spear",
  infantry_grenade: "grenade",
  fire_grenade: "fire-bomb",
  ice_grenade: "ice-bomb",
  tonic: "standing-potion",
  wolf_trap: "wolf-trap",
  leghugger: "grasping-slug",
  broadsword: "two-handed-sword",
  quick_bow: "pocket-bow",
  shovel: "spade",
  double_crossb_o_matic: "crossbow",
  knockback_shield: "shield-bash",
  nutcracker: "flat-hammer",
  assault_shield: "shield-reflect",
  assassins_dagger: "plain-dagger",
  explosive_crossbow: "supersonic-arrow",
  cleaver_skill: "meat-cleaver",
  phaser: "teleport",
  blood_sword: "bloody-sword",
  spite_sword: "croc-sword",
  swarm: "wasp-sting",
  alchemic_carbine: "blunderbuss",
  root_grenade: "plant-roots",
  mushroom_boi: "super-mushroom",
  oiled_sword: "dripping-sword",
  wrenching_whip: "whip",
  parry_shield: "shield-opposition",
  barrel_launcher: "barrel",
  heavy_turret: "sentry-gun",
  hokutos_bow: "high-shot",
  great_owl_of_war: "owl",
  punishment: "surrounded-shield",
  hattoris_katana: "katana",
  flamethrower_turret: "flamethrower",
  ice_bow: "frozen-arrow",
  magnetic_grenade: "magnet",
  lightspeed: "sprint",
  death_orb: "unstable-orb",
  spiked_shield: "spiked-shield",
  hayabusa_boots: "boots",
  lacerating_aura: "spiked-halo",
  thunder_shield: "lightning-shield",
  vampirism: "fangs",
  hayabusa_gauntlets: "gauntlet",
  tornado_weapon: "tornado",
  boomerang: "boomerang",
  impaler: "harpoon-trident",
  symmetrical_lance: "spears",
  vorpan: "saucepan",
  x_frantic_sword: "sword-array",
  x_sinew_slicer: "circular-saw",
  x_mimic: "mimic-chest",
  x_kings_scepter: "orb-wand",
  x_golden_shield: "templar-shield",

  "state.poison": "poison-bottle",
  "state.bleeding": "bleeding-wound",
  "state.fire": "flame",
  "state.freeze": "snowflake-2",
  "state.target": "bullseye",

  damage: "broadsword",
  shield: "bordered-shield",
  golden_shield: "templar-shield",
  skill: "cut-diamond",
  loot: "swap-bag",
  invisible: "invisible",
  tooth: "tooth",
  cell: "atom-core",
  food: "meat",
  scroll: "tied-scroll",
  treasure: "locked-chest",
  blueprint: "armor-blueprint",
  survival: "heart-plus",
  tactics: "semi-closed-eye",
  brutality: "crossed-swords",
  first: "queen-crown",
  mutation: "dna2",
  well: "well",
  healer: "healing",
  merchant: "shop",
  collector: "knapsack",
  wall: "brick-wall",
  hole: "hole",
  boss_cell: "atomic-slashes",

  "rune.vine": "curling-vines",
  "rune.teleportation": "teleport",
  "rune.ram": "ram-profile",
  "rune.spider": "spider-alt",
  "rune.explorer": "compass",
  "rune.challenger": "trophy",
  "rune.homunculus": "brain-tentacle",

  "tile.encounter": "crossed-swords",
  "tile.treasure": "locked-chest",
  "tile.door": "dungeon-gate",
  "tile.merchant": "shop",
  "tile.elite": "daemon-skull",

  "place.prisoners_quarters": "cage",
  "place.promenade": "gibbet",
  "place.toxic_sewers": "pipes",
  "place.stilt_village": "house",
  "place.clock_tower": "clock-tower",
  "place.forgotten_sepulcher": "coffin",
  "place.high_peak_castle": "castle",
  "place.concierge": "stone-bridge",
  "place.conjunctivius": "beast-eye",
  "place.time_keeper": "clockwork",
  "place.hand_of_the_king": "stone-throne",

  "scene.fence": "spiked-fence",
  "scene.tomb": "tombstone",
  "scene.throne": "throne-king",
  "scene.barrel": "barrel",
};
