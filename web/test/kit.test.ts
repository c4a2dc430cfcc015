// The drawing kit: the etching, the dial's sectors, and that everybody in the boxes has a figure of their own.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, test } from "node:test";
import { parse } from "smol-toml";
import { FIGURES as DEADCELLS } from "../src/games/deadcells/cast.ts";
import { castOf } from "../src/games/deadcells/castOf.ts";
import { FIGURES as FACELESS } from "../src/games/faceless/cast.ts";
import { FIGURES as LUEUR } from "../src/games/lueur/cast.ts";
import { FIGURES as SETAWATCH } from "../src/games/setawatch/cast.ts";
import { limb } from "../src/kit/anatomy.ts";
import { isClear, merged, overlap, place } from "../src/kit/bubble.ts";
import { engrave, fillHoles, type Etching } from "../src/kit/engrave.ts";
import { moved, icon, type Recipes } from "../src/kit/recipe.ts";
import { keyed, middleOf, sectorAt, type Sector } from "../src/kit/sectors.ts";

const ROOT = path.join(process.env["EMBERTABLE_WEB"] as string, "..");
type Rows = readonly { readonly id: string }[];

function content(game: string): Readonly<Record<string, Rows>> {
  const file = path.join(ROOT, "src/embertable/games", game, "content", `${game}.toml`);
  return parse(readFileSync(file, "utf8")) as unknown as Record<string, Rows>;
}

/** The ids of these sections that have no figure. */
function missing(game: string, sections: readonly string[], figures: Recipes, of: (id: string) => string = (id) => id): string[] {
  const rows = content(game);
  return sections.flatMap((section) => {
    const ids = rows[section]?.map(({ id }) => id) ?? [];
    assert.ok(ids.length > 0, `${game} has no ${section}`);
    return ids.filter((id) => !(of(id) in figures));
  });
}

test("everybody has a figure", () => {
  assert.deepEqual(missing("deadcells", ["beheaded", "boss"], DEADCELLS), []);
  assert.deepEqual(missing("deadcells", ["monster"], DEADCELLS, (id) => castOf(id).figure), []);
  assert.deepEqual(missing("setawatch", ["adventurers", "creatures", "acolytes", "summons", "unhallowed"], SETAWATCH), []);
  assert.deepEqual(missing("faceless", ["kid", "obstacle"], FACELESS), []);
  assert.deepEqual(missing("lueur", ["adventurer", "companion"], LUEUR), []);
});

test("a figure that is missing is found", () => {
  const { wolf: _, ...without } = SETAWATCH;
  assert.deepEqual(missing("setawatch", ["creatures"], without), ["wolf"]);
});

test("an Elite is the figure of its Monster", () => {
  assert.deepEqual(castOf("b1_elite_archer"), { figure: "undead_archer", elite: true });
  assert.deepEqual(castOf("z_tentacle"), { figure: "tentacle", elite: false });
});

test("no two figures of a game are drawn alike", () => {
  for (const figures of [DEADCELLS, SETAWATCH, FACELESS, LUEUR]) {
    const drawings = Object.values(figures).map((recipe) => JSON.stringify(recipe));
    assert.equal(new Set(drawings).size, drawings.length);
  }
});

const SIDE = 48;
const grey = (value: number) => ({ r: value, g: value, b: value });
const HOW: Etching = { near: grey(240), middle: grey(150), far: grey(60), ink: grey(0), rim: grey(60), rimStrength: 0, lightX: -10, lightY: 24, away: 34, fading: 0.016, power: 1, pitch: 3, round: 4, edge: 2 };

/** A disc, etched: the mean brightness of its left and right halves. */
function halves(how: Etching): [number, number] {
  const mask = new Uint8ClampedArray(SIDE * SIDE);
  for (let i = 0; i < mask.length; i++) mask[i] = Math.hypot((i % SIDE) - 24, Math.floor(i / SIDE) - 24) < 20 ? 255 : 0;
  const out = new Uint8ClampedArray(SIDE * SIDE * 4);
  engrave(mask, { width: SIDE, height: SIDE }, 0, 0, how, out);
  const sums = [0, 0];
  const counts = [0, 0];
  for (let i = 0; i < mask.length; i++) {
    if (!mask[i]) {
      assert.equal(out[i * 4 + 3], 0);
      continue;
    }
    const half = i % SIDE < 24 ? 0 : 1;
    sums[half] = (sums[half] as number) + (out[i * 4] as number);
    counts[half] = (counts[half] as number) + 1;
  }
  return [(sums[0] as number) / (counts[0] as number), (sums[1] as number) / (counts[1] as number)];
}

test("the side towards the light is brighter, wherever the light is", () => {
  const [left, right] = halves(HOW);
  assert.ok(left > right + 30, `${left} against ${right}`);
  const [other, bright] = halves({ ...HOW, lightX: 58 });
  assert.ok(bright > other + 30, `${bright} against ${other}`);
});

test("what an icon encloses is inked, what is open is not", () => {
  const ring = (gap: boolean) => {
    const mask = new Uint8ClampedArray(SIDE * SIDE);
    for (let i = 0; i < mask.length; i++) {
      const [x, y] = [(i % SIDE) - 24, Math.floor(i / SIDE) - 24];
      const away = Math.hypot(x, y);
      mask[i] = away > 12 && away < 18 && !(gap && x > 0 && Math.abs(y) < 3) ? 255 : 0;
    }
    fillHoles(mask, { width: SIDE, height: SIDE });
    return mask[24 * SIDE + 24];
  };
  assert.equal(ring(false), 255);
  assert.equal(ring(true), 0);
});

test("a limb is drawn in one direction, so that its overlaps stay filled", () => {
  assert.match(limb([0, 0, 5], [20, 0, 5]), /^M-5 0A/);
  assert.deepEqual(moved([icon("flame", 256, 256, 100)], 10, 20, 0.5), [{ icon: "flame", at: [138, 148], size: 50, turn: 0 }]);
});

const TURN: Sector[] = [
  { from: 350, to: 370, outcome: "good", text: "Memory" },
  { from: 10, to: 350, outcome: "lost", text: "lost" },
];

test("a sector may pass north", () => {
  assert.equal(sectorAt(TURN, 355)?.text, "Memory");
  assert.equal(sectorAt(TURN, 5)?.text, "Memory");
  assert.equal(sectorAt(TURN, 10)?.text, "lost");
  assert.equal(middleOf(TURN[0] as Sector), 0);
});

test("keys turn by one degree, with Shift by ten, and pass north", () => {
  assert.equal(keyed("ArrowLeft", false, 0), 359);
  assert.equal(keyed("ArrowRight", true, 355), 5);
  assert.equal(keyed("x", false, 5), null);
});

describe("the bubble of a lesson", () => {
  const scene = { width: 390, height: 600 };
  const bubble = { width: 366, height: 180 };

  test("lies beside, above or below what it speaks of, and inside the scene", () => {
    for (const lit of [
      { x: 20, y: 20, width: 80, height: 80 },
      { x: 150, y: 260, width: 100, height: 60 },
      { x: 10, y: 500, width: 370, height: 90 },
    ]) {
      const { x, y, side } = place([lit], bubble, scene);
      assert.equal(overlap({ x, y, ...bubble }, lit), 0);
      assert.ok(x >= 0 && y >= 0 && x + bubble.width <= scene.width && y + bubble.height <= scene.height);
      assert.ok(side === "above" || side === "below");
    }
    assert.equal(place([{ x: 20, y: 20, width: 80, height: 80 }], bubble, { width: 1200, height: 600 }).side, "right");
    assert.equal(place([], bubble, scene).side, "alone");
  });

  test("there is no clear place beside what fills the scene", () => {
    assert.equal(isClear([{ x: 0, y: 40, width: 390, height: 540 }], bubble, scene), false);
    assert.equal(isClear([{ x: 0, y: 0, width: 390, height: 300 }], bubble, scene), true);
  });

  test("things that touch each other share a ring", () => {
    const cards = [0, 90, 180].map((x) => ({ x, y: 0, width: 100, height: 50 }));
    assert.deepEqual(merged(cards), [{ x: 0, y: 0, width: 280, height: 50 }]);
    assert.equal(merged([{ x: 0, y: 0, width: 10, height: 10 }, { x: 50, y: 0, width: 10, height: 10 }]).length, 2);
  });
});
