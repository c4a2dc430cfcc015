// What is printed at build time.

import assert from "node:assert/strict";
import test from "node:test";
import { Press } from "../src/kit/press.ts";
import { icon, shape } from "../src/kit/recipe.ts";

const SQUARE = "M0 0H512V512H0Z";

test("an outline that is used twice is written once", () => {
  const press = new Press({ pair: { tint: "bone", layers: [icon("box", 100, 100, 80), icon("box", 300, 100, 80)] } }, () => SQUARE);
  const made = press.figure("pair", 0, 0, 100);
  assert.equal(made.split(`d="${SQUARE}"`).length - 1, 1);
  assert.equal(made.split('<mask id="m').length - 1, 2);
});

test("what shines and what is ink is not hatched", () => {
  const press = new Press({ lamp: { tint: "bone", layers: [shape(SQUARE, { glow: ["#fff", "#fa0"] }), shape("M0 0L1 1", { ink: true })] } }, () => "");
  assert.ok(!press.figure("lamp", 0, 0, 100).includes("url(#fine)"));
});

test("numbers that run together stay apart when they are shortened", () => {
  const press = new Press({ one: { tint: "bone", layers: [shape("M1.900.975L.25-.125")] } }, () => "");
  assert.ok(press.figure("one", 0, 0, 100).includes('d="M1.9.9L.2-.1"'));
});

test("a figure that the cast does not have fails the build", () => {
  assert.throws(() => new Press({}, () => "").figure("nobody", 0, 0, 10), /no nobody/);
});
