import assert from "node:assert/strict";
import { test } from "node:test";
import { isFull, pointsOf, totalOf, typed, winners } from "../src/pad/count.ts";
import { named, search } from "../src/pad/search.ts";
import type { ClauseInfo, PadLine } from "../src/protocol.ts";

const line = (id: string, more: Partial<PadLine> = {}): PadLine => ({ id, kind: "number", low: 0, high: 99, points: 1, at_least: [], clause: "", ...more });
const pad = {
  floor: 0,
  ties: ["tokens"],
  lines: [
    line("track"),
    line("cards", { low: -99 }),
    line("held", { points: 0 }),
    line("company", { points: 0 }),
    line("bonus", { kind: "bonus", points: 10, at_least: ["held", "company"] }),
    line("steps", { points: 2 }),
    line("tokens", { points: 0 }),
  ],
};
const full = { track: 20, cards: 3, held: 4, company: 4, steps: 2, tokens: 1 };

test("a column is added up line by line", () => {
  assert.equal(totalOf(pad, full), 20 + 3 + 10 + 4);
  assert.equal(totalOf(pad, { ...full, held: 3 }), 20 + 3 + 4);
  assert.equal(totalOf(pad, {}), null);
  assert.equal(totalOf(pad, { track: 5 }), 5);
});

test("the total stops at the floor where it would fall below it", () => {
  assert.equal(totalOf(pad, { ...full, track: 2, cards: -9 }), 0 + 10 + 4);
  assert.equal(totalOf({ ...pad, floor: null }, { ...full, track: 2, cards: -9 }), -7 + 10 + 4);
});

test("a bonus is open until both of its lines are entered, and nothing against nothing gains it", () => {
  const bonus = pad.lines[4] as PadLine;
  assert.equal(pointsOf(bonus, { held: 3 }), null);
  assert.equal(pointsOf(bonus, { held: 0, company: 0 }), 10);
});

test("nobody wins while a number is missing; ties go to the tokens, and then they share", () => {
  const { tokens: _, ...open } = full;
  assert.equal(isFull(pad, open), false);
  assert.deepEqual(winners(pad, [full, open]), []);
  assert.deepEqual(winners(pad, [full, { ...full, track: 30 }]), [1]);
  assert.deepEqual(winners(pad, [{ ...full, tokens: 2 }, full]), [0]);
  assert.deepEqual(winners(pad, [full, full]), [0, 1]);
  assert.deepEqual(winners(pad, []), []);
});

test("what somebody types is a number in its range, nothing, or no number", () => {
  assert.equal(typed(line("a"), " 7 "), 7);
  assert.equal(typed(line("a"), "700"), 99);
  assert.equal(typed(line("a"), "-3"), 0);
  assert.equal(typed(line("a", { low: -99 }), "\u22123"), -3);
  assert.equal(typed(line("a"), ""), null);
  assert.equal(typed(line("a"), "seven"), undefined);
  assert.equal(typed(line("a"), "1e9"), undefined);
});

test("rules are found by the beginnings of words, titles first", () => {
  const clause = (id: string, text: string, title = ""): ClauseInfo => ({ id, section: "End", title, text, rulings: ["More on light."], source: "" });
  const clauses = [clause("X-1", "Fireflies shine."), clause("X-2", "They shine.", "Fireflies"), clause("X-3", "A butterfly.")];
  const found = (words: string) => search(clauses, words, () => "Fine").map(({ id }) => id);
  assert.deepEqual(found("firefl"), ["X-2", "X-1"]);
  assert.deepEqual(found("shine fire"), ["X-2", "X-1"]);
  assert.deepEqual(found("fine"), ["X-1", "X-2", "X-3"]);
  assert.deepEqual(found("light x-3"), ["X-3"]);
  assert.deepEqual(found("fly"), []);
  assert.equal(found("").length, 3);
});

test("a rule in English is found by the words of another language, and a card by its name first", () => {
  const clause = (id: string, text: string): ClauseInfo => ({ id, section: "Fire", title: "", text, rulings: [], source: "" });
  const clauses = [clause("A-1", "Firewood above 15 is lost."), clause("A-2", "Dice are rolled.")];
  const more = (id: string) => (id === "A-1" ? "La legna è di più" : "");
  assert.deepEqual(search(clauses, "legna piu", () => "", more).map(({ id }) => id), ["A-1"]);
  assert.deepEqual(search(clauses, "legna", () => ""), []);
  const cards = [{ name: "Lamp", text: "Firewood +2" }, { name: "Firewood", text: "" }, { name: "Bow", text: "" }];
  assert.deepEqual(named(cards, "FIRE", ({ name }) => name, ({ text }) => text).map(({ name }) => name), ["Firewood", "Lamp"]);
});
