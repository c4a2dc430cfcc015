// Positions from changes, as the server makes them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { applied } from "../src/changes.ts";
import type { Changes, Position } from "../src/protocol.ts";

const view = { is: "View", round: 1, players: [{ is: "P", life: 3 }, { is: "P", life: 4 }] };
const before = { is: "position", number: 4, seq: 7, first: 0, events: [], awaited: [0], view } as unknown as Position;
const changes = (more: object): Changes => ({ is: "changes", number: 5, seq: 8, fields: {}, view: [], first: 2, events: [], ...more }) as unknown as Changes;

test("changes replace fields and parts of the view, and leave the rest as it is", () => {
  const after = applied(before, changes({ fields: { awaited: [1] }, view: [{ path: ["players", 1, "life"], value: 2 }] }));
  assert.deepEqual(after, { ...before, number: 5, seq: 8, first: 2, awaited: [1], view: { ...view, players: [view.players[0], { is: "P", life: 2 }] } });
  const shown = after?.view as unknown as typeof view;
  assert.equal(shown.players[0], view.players[0]);
  assert.equal(view.players[1]?.life, 4);
});

test("an empty way replaces the whole view", () => {
  assert.equal(applied(before, changes({ view: [{ path: [], value: 3 }] }))?.view, 3);
});

test("changes that do not follow are not applied", () => {
  assert.equal(applied(before, changes({ number: 6 })), null);
  assert.equal(applied(before, changes({ number: 4 })), null);
  assert.equal(applied(null, changes({})), null);
});
