// Everybody whom the fire of Set a Watch shows: adventurers, creatures and the Unhallowed.

import { beast, blob, body, cape, disc, limb, POSES, robe, scarf, tree, wisp } from "../../kit/anatomy.ts";
import { icon, moved, shape, type Layer, type Recipes } from "../../kit/recipe.ts";

const FLAME = ["#fff3c4", "#ff8a3d"] as const;
const GHOSTLY = ["#f0ffe0", "#7fe0a0"] as const;
const RED_EYES = ["#ffd0a0", "#ff3a1a"] as const;

const stand = body(POSES.stand);
const guard = body(POSES.guard);
const sneak = body(POSES.sneak, { legs: "coal" });
const aim = body(POSES.aim, { legs: "hide" });
const heavy = body(POSES.heavy, { girth: 1.28, bare: false });
const walker = body(POSES.hunch, { legs: "rust" });
const little = body(POSES.small, { girth: 0.86, legs: "hide" });

/** A pair of eyes that shine. */
const eyes = (x: number, y: number, apart: number, r: number, glow: Layer["glow"] = RED_EYES) => shape(disc(x - apart, y, r) + disc(x + apart, y, r), { glow });

const goblin = (weapon: Layer, tint: "moss" | "leaf"): Layer[] => [...little.behind, ...little.trunk, weapon, ...little.arm, icon("goblin-head", 270, 196, 176, 0, { tint })];
const zombie = (head: string, tint: "moss" | "flesh"): Layer[] => [...walker.all.map((layer) => ({ ...layer, tint: layer.tint ?? tint })), icon(head, 296, 132, 126, 8, { flip: true, tint: "bone" })];
const acolyte = (tint: "bone" | "ember" | "steel", hood: string, wide: number): Layer[] => [...robe({ tint, wide }), icon(hood, 264, 92, 190, 0, { tint })];
const wolf = beast({ tint: "steel", girth: 0.94 });
const warg = beast({ tint: "hide", girth: 1.05, legs: 0.9 });
const drake = beast({ tint: "ember", tail: "thin", girth: 1.02, legs: 0.8 });
const whelp = beast({ tint: "rust", tail: "thin", girth: 0.9, legs: 0.6 });

const CREATURES: Recipes = {
  bear: { tint: "hide", layers: [icon("polar-bear", 256, 280, 470)] },
  eagle: { tint: "rust", ground: 520, layers: [icon("eagle-emblem", 256, 246, 460)] },
  wolf: { tint: "steel", layers: [...wolf.layers, icon("wolf-head", 404, 216, 190, 0, { tint: "steel" })] },
  forest_giant: { tint: "leaf", layers: [icon("wood-club", 454, 130, 260, 0, { tint: "bark" }), ...heavy.all, icon("ogre", 268, 112, 158, 0, { tint: "flesh" })] },
  fae: { tint: "ash", ground: 520, layers: [icon("butterfly", 216, 236, 420, -18, { tint: "ash", tone: 0.85 }), ...moved(body(POSES.leap, { girth: 0.7, tint: "leaf" }).all, 44, 60, 0.82), icon("woman-elf-face", 282, 178, 124, 0, { tint: "skin" }), icon("fairy-wand", 356, 92, 110, 0, { glow: ["#fff7d8", "#c79bff"] })] },
  ember_drake: { tint: "ember", layers: [icon("bat-wing", 176, 150, 300, -16, { flip: true, tone: 0.75 }), ...drake.layers, icon("spiked-dragon-head", 380, 220, 256), icon("flame", 470, 316, 110, 90, { glow: FLAME })] },
  wyvern: { tint: "rust", layers: [icon("wyvern", 256, 262, 480)] },
  fell_beast: { tint: "coal", layers: [icon("gargoyle", 256, 262, 480), eyes(256, 164, 26, 7)] },
  goblins: { tint: "moss", layers: [...moved(goblin(icon("stone-axe", 396, 250, 150, 10, { tint: "steel" }), "leaf"), -74, 30, 0.84, {}), ...moved(goblin(icon("plain-dagger", 392, 260, 150, 10, { tint: "steel" }), "moss"), 128, 20, 0.94)] },
  bandit: { tint: "hide", layers: [icon("swap-bag", 180, 356, 120, 0, { tint: "rust", tone: 0.9 }), ...sneak.all, icon("plain-dagger", 470, 292, 160, 20, { tint: "steel" }), icon("bandit", 324, 130, 190, 0, { tint: "bone" })] },
  metal_golem: { tint: "steel", layers: [icon("robot-golem", 256, 256, 470), eyes(256, 96, 18, 6, ["#fff0c0", "#ffae3a"])] },
  skeletons: { tint: "bone", layers: [...moved([icon("skeleton", 256, 256, 560)], -86, 20, 0.86, { tone: 0.75 }), icon("bordered-shield", 118, 286, 130, 0, { tint: "rust" }), icon("skeleton", 328, 252, 520), icon("rusty-sword", 436, 236, 210, 0, { tint: "steel" })] },
  vampire: { tint: "coal", layers: [cape([258, 160], { tint: "blood", tone: 0.8, size: 1.05 }), ...stand.all, scarf([264, 166], { tint: "blood", girth: 1.2 }), icon("vampire-dracula", 264, 96, 170, 0, { tint: "bone" })] },
  zombie_horde: { tint: "moss", layers: [...moved(zombie("broken-skull", "flesh"), -96, 62, 0.78, {}).map((layer) => ({ ...layer, tone: (layer.tone ?? 1) * 0.8 })), ...moved(zombie("surprised-skull", "moss"), 196, 92, 0.74), ...moved(zombie("chewed-skull", "moss"), 34, 44, 0.92)] },
  treant: { tint: "bark", layers: [...tree(), shape(limb([228, 210, 14], [244, 222, 9]) + limb([292, 208, 14], [276, 222, 9]), { glow: ["#ffe9a0", "#ff9a2a"] }), shape("M214 282C240 268 282 268 308 284L296 292L286 314L272 294L256 318L244 294L230 312L224 292Z", { tone: 0.15 })] },
  fire_serpent: { tint: "ember", layers: [icon("sea-serpent", 256, 270, 450), icon("flame", 120, 110, 170, -10, { glow: FLAME }), icon("flame", 414, 392, 120, 0, { glow: FLAME })] },
  shade: { tint: "night", ground: 520, layers: [...wisp({ tint: "night" }), shape(blob([[214, 120], [264, 92], [318, 120], [322, 186], [264, 220], [208, 186]]), { tone: 0.2 }), eyes(266, 156, 26, 11, ["#ffffff", "#8fb4ff"])] },
  graveshifter: { tint: "bone", layers: [icon("tombstone", 166, 318, 300, -8, { tint: "steel" }), icon("floating-ghost", 314, 250, 330, 0, { tint: "teal" })] },
  bramble_boar: { tint: "hide", layers: [icon("boar", 256, 280, 460), icon("thorny-vine", 210, 190, 200, 20, { tint: "moss" })] },
  moss_stag: { tint: "moss", layers: [icon("deer", 256, 262, 480)] },
  warg_handler: { tint: "hide", layers: [...moved(warg.layers, 60, 60, 0.9), icon("wolf-head", 436, 268, 170, 0, { tint: "hide" }), ...moved(goblin(icon("whip", 400, 220, 190, 0, { tint: "rust" }), "moss"), -30, 0, 0.8)] },
  ashwing_lancer: { tint: "coal", layers: [icon("bat-wing", 140, 150, 300, -20, { flip: true, tint: "ash" }), icon("mounted-knight", 270, 270, 460, 0, { tint: "bone" })] },
  cinder_whelp: { tint: "rust", layers: [icon("bat-wing", 190, 250, 190, -10, { flip: true, tone: 0.8 }), ...whelp.layers, icon("dragon-head", 404, 282, 210, 0, { flip: false, tint: "rust" }), icon("flame", 180, 256, 84, 0, { glow: FLAME })] },
  gravel_wyrm: { tint: "steel", layers: [icon("dragon-spiral", 256, 270, 470), icon("stone-pile", 380, 440, 170, 0, { tint: "rust", tone: 0.8 })] },
  alley_knife: { tint: "night", layers: [icon("hooded-assassin", 250, 264, 480), icon("plain-dagger", 448, 344, 130, 40, { tint: "steel" })] },
  tar_golem: { tint: "coal", layers: [...body(POSES.heavy, { girth: 1.4, bare: true, belly: 20 }).all, shape(blob([[220, 330], [250, 342], [240, 400], [228, 370]]) + blob([[300, 320], [330, 326], [322, 384], [306, 362]]), { tone: 0.5 }), icon("gooey-daemon", 268, 116, 180, 0, { tint: "coal" }), eyes(268, 96, 34, 9, ["#ffe0a0", "#ff8a2a"])] },
  bone_piper: { tint: "bone", layers: [...robe({ tint: "coal", hand: [392, 196], wide: 0.78 }), icon("death-skull", 268, 104, 168, 0, { tint: "bone" }), icon("flute", 396, 168, 270, 6, { tint: "gold" }), icon("pan-flute", 176, 330, 120, 0, { tint: "gold" })] },
  barrow_knight: { tint: "coal", layers: [icon("broadsword", 140, 152, 240, -84, { tint: "steel", tone: 0.9 }), ...guard.behind, ...guard.trunk, icon("black-knight-helm", 264, 100, 140, 0, { tint: "steel" }), eyes(264, 96, 22, 6, GHOSTLY), icon("templar-shield", 378, 300, 234, 0, { tint: "rust" })] },
  lantern_eater: {
    tint: "ash",
    layers: [
      shape(limb([150, 440, 30], [130, 486, 24]) + limb([360, 440, 30], [384, 486, 24]), { tone: 0.6 }),
      shape(blob([[256, 70], [372, 110], [440, 230], [430, 380], [340, 470], [172, 470], [82, 380], [72, 230], [140, 110]])),
      shape(blob([[118, 262], [256, 232], [394, 262], [378, 374], [256, 422], [134, 374]]), { tone: 0.12 }),
      shape("M118 262L152 316L178 252L210 312L236 246L264 308L292 246L320 312L344 252L368 314L394 262L360 242L256 226L152 242Z", { tint: "bone" }),
      shape("M134 374L162 338L190 392L222 352L256 404L290 352L322 392L350 338L378 374L320 420L256 432L192 420Z", { tint: "bone" }),
      icon("lantern-flame", 256, 336, 128, 0, { glow: ["#ffeeb0", "#ff9a2a"] }),
      shape(disc(186, 170, 30) + disc(326, 170, 30), { glow: ["#fff6d0", "#ffb43a"] }),
      shape(disc(192, 172, 12) + disc(320, 172, 12), { tone: 0.1 }),
    ],
  },
  hedge_imp: { tint: "leaf", ground: 520, layers: [icon("imp", 256, 250, 450)] },
};

const ACOLYTES: Recipes = {
  acolyte: { tint: "bone", layers: [...acolyte("bone", "cultist", 1), icon("candle-holder", 428, 214, 150, 0, { tint: "bone" }), icon("flame", 430, 132, 60, 0, { glow: FLAME })] },
  acolyte_of_embers: { tint: "ember", layers: [...acolyte("ember", "cowled", 0.9), icon("flame", 420, 206, 170, 0, { glow: FLAME }), icon("flame", 172, 260, 110, 0, { glow: FLAME })] },
  acolyte_of_fetters: { tint: "steel", layers: [...acolyte("steel", "executioner-hood", 1.16), icon("handcuffs", 422, 258, 190, 10, { tint: "gold" }), icon("crossed-chains", 262, 262, 150, 0, { tint: "gold" })] },
  summon: { tint: "night", layers: [icon("magic-portal", 256, 262, 470, 0, { tint: "ash" }), eyes(256, 250, 34, 10, ["#ffe0ff", "#c06aff"])] },
};

const UNHALLOWED: Recipes = {
  hydra: { tint: "moss", layers: [icon("hydra", 256, 262, 480)] },
  lich: { tint: "ember", layers: [icon("haunting", 242, 300, 450), icon("sharp-crown", 242, 98, 180, 0, { tint: "gold" }), icon("skull-staff", 428, 150, 240, 8, { tint: "bone" }), eyes(242, 162, 38, 10)] },
  warlord: { tint: "blood", layers: [cape([250, 170], { tint: "coal", size: 1.15 }), ...heavy.behind, ...heavy.trunk, icon("battle-axe", 452, 160, 270, 0, { tint: "steel" }), ...heavy.arm, icon("warlord-helmet", 268, 104, 206, 0, { tint: "steel" }), eyes(268, 116, 20, 7)] },
  pyromancer: { tint: "ember", layers: [...robe({ tint: "ember", hand: [404, 216], backHand: [140, 236], wide: 1.04 }), icon("flame", 424, 150, 150, 0, { glow: FLAME }), icon("flame", 128, 176, 130, 0, { glow: FLAME }), icon("devil-mask", 264, 96, 158, 0, { tint: "blood" })] },
  wraith_lord: { tint: "night", ground: 505, layers: [icon("grim-reaper", 256, 262, 490), icon("sharp-crown", 250, 96, 110, 0, { tint: "gold" }), eyes(258, 158, 13, 6)] },
  wyvern_rider: { tint: "moss", layers: [icon("wyvern", 250, 304, 430), ...moved([...stand.behind.slice(0, 1), ...stand.trunk, ...stand.arm], 128, 16, 0.54), icon("visored-helm", 270, 60, 96, 0, { tint: "steel" }), icon("stone-spear", 356, 96, 200, 44, { tint: "steel" })] },
  werewolf: { tint: "coal", layers: [icon("werewolf", 256, 258, 480), eyes(368, 112, 9, 5)] },
  goblin_chief: { tint: "moss", layers: [...heavy.behind, ...heavy.trunk, icon("spiked-mace", 452, 150, 230, 0, { tint: "steel" }), ...heavy.arm, icon("goblin-head", 268, 128, 208, 0, { tint: "leaf" }), icon("sharp-crown", 268, 34, 130, 0, { tint: "gold" })] },
  necromancer: { tint: "ash", layers: [...robe({ tint: "ash", backHand: [150, 250] }), icon("skull-staff", 428, 200, 290, 8, { tint: "bone" }), icon("warlock-hood", 264, 108, 166, 0, { tint: "ash" }), eyes(264, 120, 20, 7, GHOSTLY), icon("death-skull", 130, 204, 90, 0, { glow: GHOSTLY })] },
  phantom_cat: { tint: "moon", layers: [icon("cat", 256, 280, 470), eyes(363, 196, 44, 14, ["#ffffff", "#7fc8ff"])] },
  corrupt_druid: { tint: "leaf", layers: [icon("stag-head", 264, 92, 290, 0, { tint: "bark" }), ...robe({ tint: "bark" }), icon("cowled", 264, 132, 152, 0, { tint: "leaf" }), icon("thorny-vine", 420, 240, 200, 0, { tint: "moss" }), eyes(264, 132, 20, 7)] },
  minotaur: { tint: "hide", layers: [icon("minotaur", 240, 276, 470), icon("battle-axe", 430, 190, 260, 0, { tint: "steel" }), eyes(240, 122, 20, 6)] },
  high_priestess: { tint: "gold", layers: [icon("sun-priest", 256, 262, 480), icon("sun", 256, 70, 130, 0, { glow: ["#fff4c0", "#ffb53a"] })] },
  drake_marshal: { tint: "rust", layers: [icon("drakkar-dragon", 306, 270, 430, 0, { tint: "moss" }), ...moved(guard.all, -60, 96, 0.8, { tint: "blood" }), icon("crested-helmet", 150, 178, 118, 0, { tint: "steel" }), icon("knight-banner", 84, 142, 220, 0, { tint: "blood" })] },
  pack_matron: { tint: "hide", layers: [icon("wolf-head", 104, 384, 220, 0, { flip: true, tint: "steel", tone: 0.85 }), ...robe({ tint: "hide", wide: 0.94 }), icon("woman-elf-face", 264, 106, 166, 0, { tint: "skin" }), icon("wolf-head", 410, 378, 230, 0, { tint: "steel" })] },
  chain_warden: { tint: "steel", layers: [...heavy.all, icon("crossed-chains", 262, 270, 210, 0, { tint: "gold" }), icon("handcuffs", 452, 214, 170, 0, { tint: "gold" }), icon("iron-mask", 268, 106, 142, 0, { tint: "rust" }), eyes(268, 100, 20, 6)] },
  hollow_judge: { tint: "coal", layers: [...robe({ tint: "coal", hand: [410, 224], backHand: [150, 240] }), icon("scales", 430, 236, 190, 0, { tint: "gold" }), icon("broadsword", 116, 182, 220, -90, { tint: "steel" }), icon("executioner-hood", 264, 106, 160, 0, { tint: "coal" }), eyes(264, 108, 20, 7)] },
  tallow_saint: { tint: "bone", layers: [...robe({ tint: "gold", hand: [404, 230], wide: 1.14 }), icon("candle-skull", 262, 92, 220, 0, { tint: "bone" }), icon("candles", 426, 196, 160, 0, { tint: "bone" }), icon("flame", 262, -14, 60, 0, { glow: FLAME })] },
};

const ADVENTURERS: Recipes = {
  heretic: { tint: "ash", layers: [...robe({ tint: "ash", hand: [388, 262] }), icon("cowled", 264, 110, 160, 0, { tint: "ash" }), icon("evil-book", 408, 246, 140, 6, { tint: "blood" })] },
  bounty_hunter: { tint: "hide", layers: [cape([250, 172], { tint: "leaf", size: 0.9 }), ...aim.behind, ...aim.trunk, icon("crossbow", 410, 214, 220, 40, { tint: "rust" }), ...aim.arm, icon("bandit", 264, 92, 196, 0, { tint: "rust" })] },
  barbarian: { tint: "flesh", layers: [cape([250, 170], { tint: "hide", size: 1.05 }), ...body(POSES.heavy, { girth: 1.16, legs: "hide" }).behind, ...body(POSES.heavy, { girth: 1.16 }).trunk, icon("battle-axe", 450, 150, 260, 0, { tint: "steel" }), ...body(POSES.heavy, { girth: 1.16 }).arm, icon("barbarian", 268, 110, 168, 0, { tint: "flesh" })] },
  witch: { tint: "teal", layers: [...robe({ tint: "teal", hand: [396, 256] }), icon("witch-face", 276, 92, 216, 0, { tint: "teal" }), icon("crystal-ball", 416, 222, 130, 0, { tint: "moon" })] },
  rook: { tint: "coal", layers: [icon("raven", 256, 262, 460)] },
  grimalkin: { tint: "coal", layers: [icon("cat", 256, 280, 450), eyes(360, 198, 42, 13, ["#fff6c0", "#ffc23a"])] },
};

/** Only heads, for chips and cards. */
const FACES: Recipes = {
  "heretic.face": { tint: "ash", layers: [icon("cowled", 256, 256, 480)] },
  "bounty_hunter.face": { tint: "rust", layers: [icon("bandit", 256, 256, 490)] },
  "barbarian.face": { tint: "flesh", layers: [icon("barbarian", 256, 256, 470)] },
  "witch.face": { tint: "teal", layers: [icon("witch-face", 256, 256, 490)] },
};

/** What stands in the camp. */
const CAMP: Recipes = {
  "spot.chop_wood": { tint: "bark", layers: [icon("axe-in-stump", 256, 270, 460)] },
  "spot.scout_ahead": { tint: "steel", layers: [icon("telescope", 256, 262, 470)] },
  "spot.check_map": { tint: "rust", layers: [icon("treasure-map", 256, 262, 440)] },
  "spot.heal": { tint: "bone", layers: [icon("bandage-roll", 256, 262, 430)] },
  "spot.equip": { tint: "hide", layers: [icon("swap-bag", 256, 262, 430)] },
  "spot.forsworn_seal": { tint: "blood", layers: [icon("wax-seal", 256, 262, 430)] },
  "spot.read_the_trail": { tint: "rust", layers: [icon("footprint", 256, 262, 430)] },
  "spot.simmer_down": { tint: "coal", layers: [icon("camp-cooking-pot", 256, 262, 450)] },
  "spot.familiars_errand": { tint: "coal", layers: [icon("crow-dive", 256, 262, 450)] },
  tent: { tint: "rust", layers: [icon("camping-tent", 256, 270, 470)] },
  merchant: { tint: "gold", layers: [icon("coins-pile", 130, 420, 170, 0, { tint: "gold" }), ...robe({ tint: "rust", hand: [400, 250], wide: 1.2 }), icon("swap-bag", 420, 300, 170, 0, { tint: "hide" }), icon("cowled", 264, 104, 170, 0, { tint: "gold" })] },
};

export const FIGURES: Recipes = { ...ADVENTURERS, ...FACES, ...CAMP, ...CREATURES, ...ACOLYTES, ...UNHALLOWED };

/** Flat signs: abilities, items, camp spots, runes and places by their ids. */
export const SIGNS = {
  chop_wood: "axe-in-stump",
  scout_ahead: "telescope",
  check_map: "treasure-map",
  heal: "bandage-roll",
  equip: "swap-bag",
  forsworn_seal: "wax-seal",
  read_the_trail: "footprint",
  simmer_down: "camp-cooking-pot",
  familiars_errand: "crow-dive",
  "rune.seal": "rune-stone",
  "rune.vanquish": "sword-in-stone",
  "rune.bolster": "rally-the-troops",
  merchant: "coins-pile",
  horde: "evil-eyes",
  graveyard: "graveyard",
  firewood: "log",
  rest: "night-sleep",

  grave_whisper: "raise-skeleton",
  turn_the_dead: "skull-crossed-bones",
  corpse_bolt: "skull-bolt",
  dark_exchange: "card-exchange",
  apostates_lore: "evil-book",
  proven_kill: "target-prize",
  weighted_net: "fishing-net",
  crippling_bolt: "crossbow",
  marked_for_coin: "wanted-reward",
  known_quarry: "deer-track",
  sweeping_blow: "saber-slash",
  boulder_toss: "boulder-dash",
  second_breath: "lungs",
  bloodlust: "enrage",
  battle_rage: "battle-axe",
  hex: "cursed-star",
  premonition: "crystal-ball",
  withering_curse: "evil-hand",
  cauldron_blaze: "cauldron",
  turn_fate: "tarot-10-wheel-of-fortune",

  whetstone: "stone-block",
  drag_hook: "hook",
  rallying_horn: "hunting-horn",
  hooded_lamp: "lantern-flame",
  fire_pot: "fire-bowl",
  storm_rod: "wizard-staff",
  war_banner: "tattered-banner",
  silver_mirror: "mirror-mirror",
  lockbreaker: "lockpicks",
  beast_whistle: "flute",
  sand_timer: "hourglass",
  tower_shield: "roman-shield",
  spring_bow: "pocket-bow",
  lamp_oil: "oil-can",
  mending_draught: "health-potion",
  blasting_keg: "barrel",
  blessed_water: "holy-water",
  choking_dust: "dust-cloud",
  seeing_glass: "magnifying-glass",
  grave_salt: "salt-shaker",
  weighted_die: "perspective-dice-six-faces-six",
  trapdoor_kit: "box-trap",
  steel_gauntlets: "gauntlet",
  riveted_harness: "leather-armor",
  gamblers_token: "token",
  brass_spyglass: "spyglass",
  charcoal_sack: "knapsack",

  forgotten_graveyard: "graveyard",
  barren_plains: "dead-wood",
  dark_woods: "pine-tree",
  ancient_crypt: "crypt-entrance",
  goblin_caves: "goblin-camp",
  underground_tomb: "tombstone",
  witchs_shack: "hut",
  lost_outpost: "watchtower",
  fetid_swamp: "swamp",
  snowy_pass: "mountains",
  cliff_watch: "sea-cliff",
  sea_fortress: "hill-fort",
  mountain_keep: "mountaintop",
  frost_caverns: "mountain-cave",
  white_monolith: "stone-tablet",
  summoning_circle: "magic-gate",
  haunted_manor: "spooky-house",
  desert_ruins: "ancient-ruins",
  ruined_gate: "medieval-gate",
  abandoned_village: "huts-village",
  the_long_road: "horizon-road",
  the_grand_arena: "arena",
  robbers_crossing: "rope-bridge",
  rusting_armory: "sword-array",
  elven_grove: "elven-castle",
  hidden_temple: "greek-temple",
  remote_tavern: "tavern-sign",
  sacred_city: "byzantin-temple",
  wizards_cottage: "wood-cabin",
  tranquil_village: "village",
  guild_waystation: "barracks-tent",
  old_mint: "coins",
  forbidden_tower: "stone-tower",
  cursed_cathedral: "church",
  the_catacombs: "triple-skulls",
  drowned_treasury: "open-treasure-chest",
};
