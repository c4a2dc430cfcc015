// Dead Cells' board: which thing an option lights, where to look, who acts when, and how the map is laid out.

import assert from "node:assert/strict";
import { test } from "node:test";
import { beats as BEATS } from "../src/games/deadcells/beats.ts";
import { beatsOf } from "../src/stage/beats.ts";
import { along, chartOf, passageOf } from "../src/games/deadcells/biome.ts";
import { Components, type Biome } from "../src/games/deadcells/content.ts";
import { FIGURES, SIGNS as CAST } from "../src/games/deadcells/cast.ts";
import { spareOf } from "../src/games/deadcells/castOf.ts";
import { glyphOf, kindOf } from "../src/games/deadcells/glyphs.ts";
import { intentsOf } from "../src/games/deadcells/intents.ts";
import { roomOf } from "../src/games/deadcells/rooms.ts";
import { sceneryOf } from "../src/games/deadcells/scenery.ts";
import { rowsOf } from "../src/games/deadcells/rows.ts";
import { lostOf, runOf, wonSince } from "../src/games/deadcells/runs.ts";
import { askedScene } from "../src/games/deadcells/scenes.ts";
import { SIGNS, signOf } from "../src/games/deadcells/signs.ts";
import { byThing, thingOf } from "../src/games/deadcells/targets.ts";
import type { CharacterView, DeadCellsView, EnemyView } from "../src/games/deadcells/view.ts";
import type { Data, LoggedEvent, Option } from "../src/protocol.ts";

const option = (action: Data, n = 1): Option => ({ n, seat: 0, action, text: "", clause: "", detail: "" });
const happened = (data: Data, n = 0): LoggedEvent => ({ n, data, text: "", clause: "" });

const HERO: CharacterView = {
  is: "CharacterView",
  seat: 0,
  beheaded: "immolated",
  scrolls: [1, 0, 2],
  melee: false,
  health: 3,
  max_health: 3,
  slots: 1,
  equipment: ["torch"],
  companion_damage: [0],
  hand: [],
  cards_in_hand: 3,
  unseen: [],
  draw: 3,
  top: "",
  discard: [],
  active: [],
  signal: "",
  shields: 0,
  golden: 0,
  tokens: [0, 0, 0, 0],
  frozen: [],
  power: -1,
};
const foe = (space: number): EnemyView => ({
  is: "EnemyView",
  space,
  card: "zombie",
  boss: false,
  health: 2,
  damage: 0,
  shields: 0,
  tokens: [0, 0, 0, 0],
  frozen: [3],
  invisible: false,
});
const VIEW = {
  characters: [HERO, { ...HERO, seat: 1, beheaded: "flayed" }],
  first: 1,
  passing: -1,
  place: "start",
  closed: [],
  curses: [],
  enemies: [foe(2), foe(-1)],
  fighting: true,
  round: 1,
  teeth: 4,
  board: { runes: [] },
} as unknown as DeadCellsView;
const BIOME: Biome = {
  id: "cellar",
  act: 1,
  spaces: [
    { id: "a1", shape: "square", x: 1, y: 0 },
    { id: "a2", shape: "circle", x: 1, y: 2 },
  ],
  corridors: [
    { from: "start", to: "a1" },
    { from: "start", to: "a2", rune: "vine" },
    { from: "a1", to: "exit_a", check: ["red"] },
  ],
  exits: [{ id: "exit_a", to: "attic", kind: "biome" }],
};
const CONTENT = new Components({
  combat_card: [{ id: "IM-1", r2: [{ op: "damage", range: [1] }] }],
  monster: [{ id: "zombie", health: 2, r2: [{ op: "damage" }], r3: [{ op: "damage" }] }],
  equipment: [],
  tile: [],
  biome: [BIOME],
  boss: [],
  beheaded: [],
});

test("options lie on their things, and what has none lies in the tray", () => {
  const lay = option({ is: "LayCard", seat: 0, character: 0, card: "IM-1", action: "damage", round: 2 }, 1);
  const focus = option({ is: "MarkEnemy", seat: 0, character: 0, mark: "focus", space: 2 }, 2);
  const danger = option({ is: "MarkEnemy", seat: 0, character: 0, mark: "danger", space: 2 }, 3);
  const things = byThing([lay, focus, danger]);
  assert.deepEqual(things.get("lay-IM-1-damage-2"), [lay]);
  assert.deepEqual(things.get("enemy-2"), [focus, danger]);
  assert.equal(thingOf({ is: "ActionOfTomorrow" }), "tray");
});

test("one looks where something is asked; what is asked of people is asked anywhere", () => {
  const options = [option({ is: "TakeCorridor", seat: 0, space: "a1", number: 0 })];
  assert.equal(askedScene({ is: "ChooseCorridor" }, options, VIEW), "map");
  assert.equal(askedScene({ is: "ChooseVictim" }, options, VIEW), null);
  const [lost] = beatsOf(BEATS, [happened({ is: "RunLost", where: "cellar", cells: 2 })], { content: {}, before: VIEW, after: VIEW });
  assert.deepEqual([lost?.scene, lost?.weight], ["campaign", 5]);
});

test("everybody stands in the order they act, and lines lie in their Rounds", () => {
  const rows = rowsOf(VIEW, CONTENT);
  assert.deepEqual(rows.map(({ key }) => key), ["enemy--1", "hero-1-0", "hero-0-0", "empty-1", "enemy-2", "empty-3"]);
  const [behind] = rows;
  assert.ok(behind?.kind === "enemy");
  assert.deepEqual(behind.cells.map(({ words }) => words), ["", "", "zombie 2", "zombie 3", ""]);
  assert.deepEqual(behind.cells.map(({ frozen }) => frozen), [false, false, false, true, false]);
});

test("a hidden card shows what was announced and nothing else", () => {
  const hidden = { ...HERO, active: [{ is: "ActiveView" as const, card: "", announced: "damage 2", hidden: true }] };
  const row = rowsOf({ ...VIEW, characters: [hidden], first: 0 }, CONTENT).find(({ kind }) => kind === "hero");
  assert.ok(row?.kind === "hero" && row.hidden);
  assert.deepEqual(row.cells.map(({ announced }) => announced), ["", "", "damage", "", ""]);
  assert.ok(row.cells.every(({ effects }) => effects.length === 0));
});

test("whoever passes has no row", () => {
  const keys = rowsOf({ ...VIEW, passing: 0 }, CONTENT).map(({ key }) => key);
  assert.ok(!keys.includes("hero-0-0") && keys.includes("hero-1-0"));
});

test("a corridor is open where it is offered, and barred without its Rune", () => {
  const offered = [option({ is: "TakeCorridor", seat: 0, space: "a1", number: 0 })];
  const passages = (view: DeadCellsView) => BIOME.corridors.map((one, n) => passageOf(view, one, n, offered));
  assert.deepEqual(passages(VIEW), ["open", "barred", "ahead"]);
  assert.deepEqual(passages({ ...VIEW, closed: [0] }), ["shut", "barred", "ahead"]);
});

test("the map lies from left to right, or stands upright", () => {
  const lying = chartOf(BIOME, 600, 300, false).places;
  const standing = chartOf(BIOME, 300, 600, true).places;
  assert.deepEqual(lying.get("start"), { x: 100, y: 150 });
  assert.deepEqual(lying.get("a2"), { x: 300, y: 250 });
  assert.deepEqual(standing.get("a2"), { x: 250, y: 300 });
  // Upright, one climbs: the start is below, the exits are above.
  assert.deepEqual(standing.get("start"), { x: 150, y: 500 });
  assert.ok([...standing].every(([id, { y }]) => id === "start" || y < 500));
  assert.deepEqual(along({ x: 0, y: 0 }, { x: 10, y: 10 }, false, 0.5), { x: 5, y: 5 });
});

test("an effect is drawn with whom it hits and how far it reaches", () => {
  const glyph = glyphOf({ op: "damage", n: 2, to: "all", range: [1, 2] });
  assert.deepEqual([glyph.sign, glyph.count, glyph.whom, glyph.reach], ["damage", "2", "all", [1, 2]]);
  assert.deepEqual(glyphOf({ op: "state", state: "fire", range: [-1, 1, 2, 3] }).reach, []);
  assert.equal(glyphOf({ op: "gain", item: "scroll", colour: "red" }).sign, "red");
  assert.equal(kindOf({ op: "shield" }), "block");
});

test("numbers fall where the enemy stands at that moment, and what is painted adds up", () => {
  const events = [
    happened({ is: "EnemyHurt", space: 3, card: "zombie", n: 1, stopped: 0, health: 1 }),
    happened({ is: "EnemyMoved", card: "zombie", start: 3, space: 1 }),
    happened({ is: "EnemyHurt", space: 1, card: "zombie", n: 1, stopped: 0, health: 0 }),
    happened({ is: "DamageTaken", character: 1, n: 2, health: 1 }),
  ];
  const before: DeadCellsView = { ...VIEW, fighting: true, enemies: [foe(3)] };
  const played = beatsOf(BEATS, events, { content: {}, before, after: before });
  assert.deepEqual(played.map(({ at }) => at), ["enemy-3", "enemy-3", "enemy-1", "hero-1-0"]);
  const end = played.reduce((view, { change }) => change?.(view) ?? view, before);
  assert.deepEqual(end.enemies.map(({ space, damage }) => [space, damage]), [[1, 2]]);
  assert.equal(end.characters[1]?.health, 1);
});

test("a Combat begins on its stage, and enemies arrive one by one, unhurt", () => {
  const after: DeadCellsView = { ...VIEW, fighting: true, enemies: [{ ...foe(1), damage: 1 }, foe(3)] };
  const { card } = foe(1);
  const events = [happened({ is: "CombatStarted", tile: "t" }), happened({ is: "EnemyPlaced", card, space: 1 }), happened({ is: "EnemyPlaced", card, space: 3 })];
  const before: DeadCellsView = { ...VIEW, fighting: false, enemies: [] };
  let view = before;
  const seen = beatsOf(BEATS, events, { content: {}, before, after }).map(({ change }) => {
    view = change?.(view) ?? view;
    return [view.fighting, view.enemies.map(({ space, damage }) => [space, damage])];
  });
  assert.deepEqual(seen, [[true, []], [true, [[1, 0]]], [true, [[1, 0], [3, 0]]]]);
});

test("a Biome is laid out when it is entered, with the Group's Health at the start of a Run", () => {
  const before: DeadCellsView = { ...VIEW, biome: "", spaces: [], characters: VIEW.characters.map((one) => ({ ...one, health: 0, max_health: 0 })) };
  const after: DeadCellsView = { ...VIEW, biome: "sewers" };
  const enter = (biome: string) => beatsOf(BEATS, [happened({ is: "BiomeEntered", biome })], { content: {}, before, after })[0]?.change?.(before);
  assert.deepEqual([enter("sewers")?.biome, enter("sewers")?.characters[0]?.max_health], ["sewers", 3]);
  assert.equal(enter("elsewhere")?.biome, "");
});

test("the end of a Run counts what turns to dust", () => {
  assert.deepEqual(runOf("beat concierge"), { beat: true, where: "concierge" });
  assert.deepEqual(lostOf(VIEW), { teeth: 4, scrolls: 6, equipment: ["torch", "torch"] });
  const board = { mutations: [["a"], [], []], decks: [["b"]] } as unknown as DeadCellsView["board"];
  assert.deepEqual(wonSince(board, { ...board, mutations: [["a"], ["c"], []], decks: [["b", "d"]] }), ["c", "d"]);
});

test("whatever a pack brings gets a figure, always the same", () => {
  assert.equal(spareOf("thing_of_a_pack"), spareOf("thing_of_a_pack"));
  assert.ok(spareOf("thing_of_a_pack") in FIGURES);
  assert.equal(new Set(["a", "b", "c", "d", "e", "f"].map(spareOf)).size, 6);
});

test("every symbol is one of the cast's signs", () => {
  for (const [name, { art }] of Object.entries(SIGNS)) assert.ok(art in CAST, name);
  assert.ok(signOf("nobody has drawn this").art in CAST);
});

test("an enemy's intents name the Round, what it does and to whom", () => {
  const intents = intentsOf({ r1: [{ op: "shield", n: 1, to: "self" }], r3: [{ op: "damage", n: 2 }] }, [3]);
  assert.deepEqual(intents.map(({ round, frozen }) => [round, frozen]), [[1, false], [3, true]]);
  assert.deepEqual(intents.flatMap(({ deeds }) => deeds), [{ sign: "shield", word: "shield", count: "1", whom: "self" }, { sign: "damage", word: "damage", count: "2", whom: "one" }]);
  // What calls, gains or heals is told by a word, which the sign alone would not.
  assert.deepEqual(intentsOf(undefined, [], [{ op: "summon", n: 2 }]).flatMap(({ deeds }) => deeds.map(({ word, count }) => [word, count])), [["summon", "2"]]);
  assert.equal(intentsOf({ r1: [{ op: "gain", item: "cell", n: 1 }] }, [])[0]?.deeds[0]?.word, "gain_cell");
});

test("every Biome has rooms of its own, and every place a scene behind its fights", () => {
  const biomes = ["prisoners_quarters", "promenade", "toxic_sewers", "stilt_village", "clock_tower", "forgotten_sepulcher", "high_peak_castle"];
  const bosses = ["concierge", "conjunctivius", "time_keeper", "hand_of_the_king"];
  assert.equal(new Set(biomes.map((biome) => roomOf(biome).inside(0, 0, 100, 100))).size, biomes.length);
  assert.equal(new Set([...biomes, ...bosses].map(sceneryOf).map(({ mass = "", frames = "" }) => mass + frames)).size, biomes.length + bosses.length);
  for (const place of [...biomes, ...bosses]) {
    const { mass = "", frames = "", lines, cloth, far = "", pools = "", ripples = "" } = sceneryOf(place);
    assert.doesNotMatch([mass, frames, lines, cloth, far, pools, ripples].join(), /NaN|undefined/, place);
  }
  // A Biome that only a pack has is drawn as the first.
  assert.equal(roomOf("elsewhere"), roomOf("prisoners_quarters"));
});

test("what one does without lies on whoever is asked, and on no chip of its own", () => {
  const skill = [option({ is: "UseSkill", seat: 0, character: 1, skill: "flayed-purple-0" }), option({ is: "DeclineSkill", seat: 0, character: 1 }, 2)];
  assert.deepEqual([...byThing(skill).keys()], ["ability-1-flayed-purple-0", "hero-1"]);
  assert.equal(thingOf({ is: "Block", seat: 0, character: 2, shields: 1, golden: 0 }), "hero-2");
});
