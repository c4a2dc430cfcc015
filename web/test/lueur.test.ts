// Lueur's board: which thing an option lights, where to look, and how the map and the lamps are laid out.

import assert from "node:assert/strict";
import { test } from "node:test";
import { around, closer, within } from "../src/games/lueur/zoom.ts";
import { creatureOf } from "../src/games/lueur/creature.ts";
import { lampAt, PITCH, ROW } from "../src/games/lueur/scoreTrack.ts";
import { sceneOf } from "../src/games/lueur/scenes.ts";
import { actsAtOnce, byThing, thingOf, TRAY } from "../src/games/lueur/targets.ts";
import type { Data, LoggedEvent, Option } from "../src/protocol.ts";

const MAP = { x: 0, y: 0, width: 1000, height: 500 };
const option = (action: Data, n = 1): Option => ({ n, seat: 0, action, text: "", clause: "", detail: "" });
const happened = (data: Data): LoggedEvent => ({ n: 0, data, text: "", clause: "" });

test("options lie on their things, and what has none lies in the tray", () => {
  const walk = option({ is: "WalkTo", seat: 0, space: "P01", payment: "die" }, 1);
  const other = option({ is: "WalkTo", seat: 0, space: "P01", payment: "footprint" }, 2);
  const stop = option({ is: "StopWalking", seat: 0 }, 3);
  const things = byThing([walk, other, stop]);
  assert.deepEqual(things.get("place-P01"), [walk, other]);
  assert.deepEqual(things.get(TRAY), [stop]);
  assert.equal(thingOf({ is: "ActionOfTomorrow" }), TRAY);
});

test("only picking a die happens at the first touch", () => {
  const pick = option({ is: "PickDie", seat: 0, die: 4 });
  assert.equal(actsAtOnce([pick]), pick);
  assert.equal(actsAtOnce([option({ is: "ReturnDie", seat: 0, die: 4 })]), null);
  assert.equal(actsAtOnce([pick, pick]), null);
});

test("one looks at what may be done, else at what happened, else on", () => {
  const rolled = happened({ is: "DiceRolled" });
  assert.equal(sceneOf([option({ is: "Recruit" })], [rolled], "journey"), "meeting");
  assert.equal(sceneOf([], [happened({ is: "RoundStarted" }), rolled], "journey"), "company");
  assert.equal(sceneOf([], [], "journey"), "journey");
  assert.equal(sceneOf([], [happened({ is: "GameWon" })], "journey"), "count");
});

test("a map is never left, and the spot one comes closer to stays", () => {
  assert.deepEqual(within({ x: 900, y: -50, width: 200, height: 100 }, MAP), { x: 800, y: 0, width: 200, height: 100 });
  assert.deepEqual(within({ x: 0, y: 0, width: 2000, height: 1000 }, MAP), MAP);
  const spot = { x: 400, y: 200 };
  const box = closer(MAP, 2, spot, MAP);
  assert.equal((spot.x - box.x) / box.width, spot.x / MAP.width);
  assert.equal((spot.y - box.y) / box.height, spot.y / MAP.height);
  assert.equal(closer(box, 1000, spot, MAP).width, MAP.width / 8);
  assert.deepEqual(around([{ x: 0, y: 0 }], 500, 250, MAP), { x: 0, y: 0, width: 500, height: 250 });
  const two = around([{ x: 100, y: 250 }, { x: 800, y: 250 }], 400, 200, MAP);
  assert.deepEqual(two, { x: 50, y: 50, width: 800, height: 400 });
});

test("lamps hang side by side, within their row", () => {
  const lamps = Array.from({ length: 50 }, (_, column) => lampAt(column));
  assert.ok(lamps.every(({ x }, i) => i === 0 || x > (lamps[i - 1]?.x ?? 0)));
  assert.ok(lamps.every(({ x, y }) => x > 0 && x < 50 * PITCH + 12 && y > 0 && y < ROW));
});

test("a name grows the same creature every time, and another name another one", () => {
  assert.deepEqual(creatureOf("Likyar"), creatureOf("Likyar"));
  assert.notDeepEqual(creatureOf("Likyar"), creatureOf("Torke"));
  for (const name of ["", "Likyar", "a card from a content pack"]) {
    assert.ok(creatureOf(name).eyes.length > 0);
    assert.doesNotMatch(JSON.stringify(creatureOf(name)), /NaN|undefined/);
  }
});
