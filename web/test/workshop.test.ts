// The values of a pack on the bench: changes, their undoing, and what a form begins with.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { FormField, FormNode, Json } from "../src/protocol.ts";
import { pictureOf } from "../src/workshop/picture.ts";
import { addEdit, factsOf, firstValue, folded, valueAt, withEdits } from "../src/workshop/values.ts";

const CONTENT: Json = { card: [{ id: "a", n: 1, do: [{ op: "gain", n: 2 }] }, { id: "b", n: 3 }], rules: { most: 5 } };
const node = (kind: FormNode["kind"], more: Partial<FormNode> = {}): FormNode => ({ kind, low: null, high: null, whole: true, words: [], of: [], item: null, length: 0, ...more });

test("a row is found by its key, and a change leaves the rest alone", () => {
  const edits = addEdit(CONTENT, [], ["card", "b", "n"], 4);
  assert.deepEqual(edits, [{ path: ["card", "b", "n"], value: 4 }]);
  const made = withEdits(CONTENT, edits);
  assert.equal(valueAt(made, ["card", "b", "n"]), 4);
  assert.equal(valueAt(CONTENT, ["card", "b", "n"]), 3);
  assert.equal(valueAt(made, ["card", 0]), valueAt(CONTENT, ["card", "a"]));
});

test("a change back takes away all changes inside it", () => {
  let edits = addEdit(CONTENT, [], ["card", "a", "do", 0, "n"], 9);
  edits = addEdit(CONTENT, edits, ["card", "a", "do"], [{ op: "gain", n: 2 }]);
  assert.deepEqual(edits, []);
});

test("a change after others builds on them", () => {
  let edits = addEdit(CONTENT, [], ["card", "a", "do"], [{ op: "lose", n: 1 }]);
  edits = addEdit(CONTENT, edits, ["card", "a", "do", 0, "n"], 7);
  assert.deepEqual(valueAt(withEdits(CONTENT, edits), ["card", "a", "do"]), [{ op: "lose", n: 7 }]);
});

test("a field can be left out and comes back", () => {
  const edits = addEdit(CONTENT, [], ["card", "a", "do"], undefined);
  assert.equal(valueAt(withEdits(CONTENT, edits), ["card", "a", "do"]), undefined);
  assert.deepEqual(addEdit(CONTENT, edits, ["card", "a", "do"], [{ op: "gain", n: 2 }]), []);
});

test("a path that leads nowhere changes nothing", () => {
  assert.deepEqual(withEdits(CONTENT, [{ path: ["card", "z", "n"], value: 1 }]), CONTENT);
  assert.equal(valueAt(CONTENT, ["rules", "most", "x"]), undefined);
});

test("forms begin within their range", () => {
  const definitions: Record<string, FormField[]> = { Gain: [{ key: "n", label: "n", optional: false, node: node("number", { low: 3, high: 9 }) }, { key: "to", label: "to", optional: true, node: node("text") }] };
  assert.equal(firstValue(node("number", { low: -5, high: 0 }), {}), 0);
  assert.deepEqual(firstValue(node("effect", { words: [{ word: "gain", label: "gain" }], of: ["Gain"] }), definitions), { op: "gain", n: 3 });
  assert.deepEqual(firstValue(node("list", { item: node("flag"), length: 2 }), {}), [true, true]);
});

test("a search does not mind accents", () => {
  assert.equal(folded("Età"), "eta");
});

test("one figure stands for an enemy in every place", () => {
  const art = { figures: { zombie: { tint: "bone" as never, layers: [] } }, signs: { fire: "flame" }, icons: {} };
  assert.deepEqual(pictureOf(art, "b1_elite_zombie"), { kind: "figure", name: "zombie", elite: true });
  assert.deepEqual(pictureOf(art, "fire"), { kind: "sign", name: "fire", elite: false });
  assert.equal(pictureOf(art, "unknown"), null);
});

test("a row without a sentence is told by its values, in words", () => {
  const field = (key: string, label: string, one: FormNode): FormField => ({ key, label, optional: false, node: one });
  const way = node("choice", { words: [{ word: "red", label: "by the red end" }] });
  const fields = [field("a", "A", way), field("n", "Steps", node("number")), field("on", "Drawn", node("flag")), field("ways", "Ways", node("list", { item: way })), field("do", "Effects", node("effect")), field("gone", "Gone", node("number"))];
  const row = { a: "red", n: 3, on: false, ways: ["red", "white"], do: { op: "x" } };
  const told = [["A", "by the red end"], ["Steps", "3"], ["Drawn", "no"], ["Ways", "by the red end, white"]];
  assert.deepEqual(factsOf(fields, row, (on) => (on ? "yes" : "no")), told);
});
