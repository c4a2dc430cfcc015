// Lueur's board: which thing an option lights, where to look, and how the map and the lamps are laid out.

import assert from "node:assert/strict";
import { test } from "node:test";
import { around, closer, within } from "../src/games/lueur/zoom.ts";
import { along, pathOfLight, ridgeOf } from "../src/games/lueur/scenery.ts";
import { beats } from "../src/games/lueur/beats.ts";
import { askedScene } from "../src/games/lueur/scenes.ts";
import type { LueurView } from "../src/games/lueur/view.ts";
import { beatsOf } from "../src/stage/beats.ts";
import { byThing, thingOf, TRAY } from "../src/games/lueur/targets.ts";
import type { Data, LoggedEvent, Option } from "../src/protocol.ts";

const MAP = { x: 0, y: 0, width: 1000, height: 500 };
const option = (action: Data, n = 1): Option => ({ n, seat: 0, action, text: "", clause: "", detail: "" });
const happened = (data: Data): LoggedEvent => ({ n: 0, data, text: "", clause: "" });

test("options lie on their things, and what has none lies in the tray", () => {
  const walk = option({ is: "WalkTo", seat: 0, space: "P01", payment: "die" }, 1);
  const other = option({ is: "WalkTo", seat: 0, space: "P01", payment: "footprint" }, 2);
  const stop = option({ is: "StopWalking", seat: 0 }, 3);
  const stay = option({ is: "StayMoored", seat: 0 }, 4);
  const leave = option({ is: "LeaveCemetery", seat: 0 }, 5);
  const things = byThing([walk, other, stop, stay, leave]);
  assert.deepEqual(things.get("place-P01"), [walk, other]);
  assert.deepEqual(things.get("company"), [stop]);
  assert.deepEqual(things.get("fleet"), [stay]);
  assert.deepEqual(things.get(TRAY), [leave]);
  assert.equal(thingOf({ is: "ActionOfTomorrow" }), TRAY);
});

test("one looks where something happens, then at what may be done, and may look elsewhere", () => {
  assert.equal(askedScene([option({ is: "Recruit" })]), "meeting");
  assert.equal(askedScene([]), null);
  const view = { players: [{ seat: 0, dice: [{ id: 4, face: "", picked: true }] }] } as unknown as LueurView;
  const played = beatsOf(beats, [happened({ is: "DiceRolled", seat: 0, dice: [4], faces: ["fire"] }), happened({ is: "GameWon" })], { content: {}, before: view, after: view });
  assert.deepEqual(played.map(({ scene }) => scene), ["roll", "count"]);
  assert.equal(played[0]?.change?.(view).players[0]?.dice[0]?.face, "fire");
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

test("the path of light has a lamp for every space, within its picture and one after the other", () => {
  const lamps = pathOfLight(1440, 110, 100);
  assert.equal(lamps.length, 100);
  assert.ok(lamps.every(({ x, y }) => x >= 0 && x <= 1440 && y >= 0 && y <= 115));
  assert.ok(lamps.every(({ x, y }, i) => i === 0 || Math.hypot(x - (lamps[i - 1]?.x ?? 0), y - (lamps[i - 1]?.y ?? 0)) > 4));
  assert.deepEqual(along([{ x: 0, y: 0 }, { x: 10, y: 0 }], 3), [{ x: 0, y: 0 }, { x: 5, y: 0 }, { x: 10, y: 0 }]);
});

test("a hill is the same every time", () => {
  const hill = { base: 100, rise: 10, lines: 4, gap: 6, pines: 3 };
  assert.deepEqual(ridgeOf(3, 800, 400, hill), ridgeOf(3, 800, 400, hill));
  assert.notDeepEqual(ridgeOf(3, 800, 400, hill), ridgeOf(4, 800, 400, hill));
});

test("a company that walks leaves a trail, and its boats sail one by one", () => {
  const player = { seat: 0, company: "P00", visited: [], boats: ["I00", "I00"], bursts: 0, count: {} };
  const view = { players: [player] } as unknown as LueurView;
  const play = (data: Data) => beatsOf(beats, [happened(data)], { content: {}, before: view, after: view })[0]?.change?.(view).players[0];
  assert.deepEqual(play({ is: "CompanyMoved", seat: 0, space: "P01", payment: "die" })?.visited, ["P00", "P01"]);
  assert.deepEqual(play({ is: "BoatSailed", seat: 0, start: "I00", island: "I03" })?.boats, ["I03", "I00"]);
});

test("what is counted is shown source by source", () => {
  const view = { players: [{ seat: 0, bursts: 40, count: {} }] } as unknown as LueurView;
  const [counted] = beatsOf(beats, [happened({ is: "SourceCounted", seat: 0, source: "cards", points: 5, total: 45 })], { content: {}, before: view, after: view });
  const [player] = counted?.change?.(view).players ?? [];
  assert.deepEqual([player?.count, player?.bursts], [{ game: 40, cards: 5 }, 45]);
});
