// What The Faceless' board works out: where places lie, how the needle swings, what is lit, what is played as motion.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { beats } from "../src/games/faceless/beats.ts";
import type { FacelessView, Outcome, Sector } from "../src/games/faceless/view.ts";
import { sectorAt } from "../src/kit/sectors.ts";
import { beatsOf } from "../src/stage/beats.ts";
import { Compass } from "../src/games/faceless/compass.ts";
import { moved, narrowFrame, onField, onScreen, seen, showing, WHOLE, wideFrame, zoomed } from "../src/games/faceless/frame.ts";
import { free, overlap, placed } from "../src/games/faceless/field/plates.ts";
import { Geometry, bearing, towards, turn } from "../src/games/faceless/geometry.ts";
import { degreesAt, readingOf } from "../src/games/faceless/reading.ts";
import { Lights, SLIP, thingsOf } from "../src/games/faceless/targets.ts";
import { isResting, swung } from "../src/games/faceless/spring.ts";
import { facing, joined, kindOf, outcomeAt } from "../src/games/faceless/dial.ts";
import type { Data, LoggedEvent, Option } from "../src/protocol.ts";

type Axial = readonly [number, number];
const away = ([q, r]: Axial) => Math.max(Math.abs(q), Math.abs(r), Math.abs(q + r));
const columns = Array.from({ length: 13 }, (_, number) => number - 6);
const cells = columns.toReversed().flatMap((r) => columns.map((q): Axial => [q, r]));

/** The printed board: five rings of spaces around the middle, and a ring outside. */
const content = {
  board: {
    spaces: cells.filter((cell) => away(cell) <= 5),
    external: [[6, 0], [5, 1], [4, 2]] as Axial[],
    side: [{ id: "duskworld", obstacle_symbols: [[0, 0], [9, 9]] as Axial[] }],
  },
  obstacle: [{ id: "thicket", cells: [[0, 0], [1, 0], [0, 1]], memory_symbols: [] }],
  magnet: { moment_Am2: 0.73125, pitch_mm: 35 },
  needle: { tie_half_band_deg: 2, minimum_field_uT: 0.5 },
};
const geometry = new Geometry(content);
const compass = new Compass(content);
const MIDDLE = 45;

test("spaces come first, external ones count on", () => {
  assert.equal(geometry.size, 91);
  assert.equal(geometry.places.length, 94);
  assert.deepEqual(geometry.symbols("duskworld"), [MIDDLE]);
});

test("an Obstacle covers one symbol, each way once", () => {
  const ways = geometry.layings(0, "duskworld");
  assert.equal(ways.length, 6, "three spaces around a corner, of which each may be the symbol");
  assert.ok(ways.every((spaces) => spaces.includes(MIDDLE) && spaces.length === 3));
  assert.equal(new Set(ways.map(String)).size, 6);
});

test("directions count counter-clockwise from east, up is north", () => {
  const { x, y } = geometry.at(geometry.beside(MIDDLE, 1));
  assert.equal(Math.round(bearing(geometry.at(MIDDLE), { x, y })), 60);
  assert.ok(y < 0);
  assert.equal(geometry.beside(0, 2), -1);
  assert.equal(turn(350, 10), 20);
  assert.equal(Math.round(bearing({ x: 0, y: 0 }, towards({ x: 0, y: 0 }, 200, 50))), 200);
});

test("the needle lies along a magnet behind it and against one beside it", () => {
  const at = geometry.at(MIDDLE);
  const behind = { x: at.x - 300, y: at.y, heading: 0 };
  const beside = { x: at.x, y: at.y - 300, heading: 0 };
  assert.equal(compass.read([behind], at), 0);
  assert.equal(Math.round(compass.read([beside], at) ?? 0), 180);
  assert.equal(compass.read([], at), null);
  assert.ok(Math.abs(turn(compass.read([], at, 20e-6) ?? 0, 90)) < 1e-9);
  assert.equal(compass.earthBehind([behind], at, compass.read([behind], at, 20e-6) ?? 0), 20e-6);
  assert.equal(compass.earthBehind([behind], at, 0), 0);
});

test("between two spaces the needle shows both", () => {
  assert.deepEqual(compass.directions(59), [1]);
  assert.deepEqual(compass.directions(359), [0]);
  assert.deepEqual([...compass.directions(31)].sort(), [0, 1]);
  assert.deepEqual([...compass.directions(331)].sort(), [0, 5]);
  assert.deepEqual(compass.directions(27), [0]);
});

const NOTHING: Outcome = {
  is: "Outcome", spaces: [], obstacles: [], found: 0, spent: 0, wraps: false, turned: 0, snapped: 0, discarded: 0, threats: 0, goat_before: 3, goat_after: 3, wavers: false, between: [], luck: false, ends: "",
};
test("an outcome is good, costs, loses, wavers or is none of these", () => {
  assert.equal(kindOf({ ...NOTHING, found: 1, wavers: true }), "good");
  assert.equal(kindOf({ ...NOTHING, spent: 1 }), "costs");
  assert.equal(kindOf({ ...NOTHING, found: 1, ends: "caught" }), "lost");
  assert.equal(kindOf({ ...NOTHING, ends: "victory" }), "good");
  assert.equal(kindOf({ ...NOTHING, wavers: true }), "wavers");
  assert.equal(kindOf({ ...NOTHING, spaces: [MIDDLE + 1] }), "neither");
});

test("the dial's sectors cover the turn once, and neighbours that say the same are one", () => {
  const east = { ...NOTHING, spaces: [MIDDLE + 1] };
  const found = { ...NOTHING, found: 1 };
  const dial: Sector[] = [
    { is: "Sector", start: 0, end: 19, outcome: east },
    { is: "Sector", start: 20, end: 99, outcome: found },
    { is: "Sector", start: 100, end: 139, outcome: { ...found, goat_after: 2 } },
    { is: "Sector", start: 140, end: 359, outcome: east },
  ];
  const textOf = ({ found, spaces }: Outcome) => `${found} found, ${spaces.length} steps`;
  const parts = joined(dial, textOf);
  assert.equal(parts.length, 2);
  assert.equal(parts.reduce((sum, { from, to }) => sum + to - from, 0), 360);
  for (const heading of [0, 19, 20, 100, 139, 140, 359]) {
    const outcome = outcomeAt(dial, heading);
    assert.ok(outcome);
    assert.equal(sectorAt(parts, facing(heading))?.text, textOf(outcome), `at ${heading}`);
  }
  assert.equal(facing(facing(211)), 211);
});

test("a needle swings past its mark and comes to rest there, the shorter way", () => {
  let needle = { angle: 350, speed: 0 };
  let farthest = 0;
  for (let frame = 0; frame < 180; frame += 1) {
    needle = swung(needle, 30, 1 / 60);
    farthest = Math.max(farthest, turn(30, needle.angle));
  }
  assert.ok(farthest > 5 && farthest < 40, `swung ${farthest}° too far`);
  assert.ok(isResting(needle, 30));
});

const option = (n: number, action: Data): Option => ({ n, seat: 0, action, text: "", clause: "", detail: "" });

test("options are lit on their things, and what has none is on a slip", () => {
  const lights = new Lights([
    option(1, { is: "PlayCard", seat: 0, card: "red-1" }),
    option(2, { is: "ExchangeCard", seat: 0, card: "red-1", colour: "blue" }),
    option(3, { is: "StandOn", figure: 1, place: 94 }),
    option(4, { is: "Rest", seat: 0 }),
  ]);
  assert.deepEqual(lights.of("hand.0.red-1").map(({ n }) => n), [1, 2]);
  assert.deepEqual(lights.of("column.blue").map(({ n }) => n), [2]);
  assert.deepEqual(lights.all("space").map(({ id }) => id), ["94"]);
  assert.deepEqual(lights.of(SLIP).map(({ n }) => n), [4]);
  assert.deepEqual(thingsOf({ is: "SomethingNew" }), [SLIP]);
});

const happened = (data: Data): LoggedEvent => ({ n: 0, data, text: data.is, clause: "" });

test("events are played in order: who moves, who turns, which card flies", () => {
  const figures = [0, 1, 2, 3].map((figure) => ({ figure, place: 91 + figure, heading: 0 }));
  const view = { team: 3, figures, columns: {}, deck: 5, card: "" } as unknown as FacelessView;
  const content = { event_card: [{ id: "red-1", colour: "red", value: 1 }] };
  const played = beatsOf(
    beats,
    [
      happened({ is: "FigurePosed", seat: 0, figure: 1, place: 100, heading: 75 }),
      happened({ is: "TurnBegan", seat: 0, turn: 2 }),
      happened({ is: "TeamMoved", direction: 0, space: 4 }),
      happened({ is: "CardRevealed", seat: 0, card: "red-1" }),
      happened({ is: "BillygoatMoved", place: 8 }),
    ],
    { content, before: view, after: view },
  );
  assert.deepEqual(played.map(({ weight }) => weight), [2, 3, 2, 2, 4]);
  const end = played.reduce((now, { change }) => change?.(now) ?? now, view);
  assert.equal(end.team, 4);
  assert.deepEqual(end.figures[1], { figure: 1, place: 100, heading: 75 });
  assert.equal(end.figures[3]?.place, 8);
  assert.deepEqual(played[3]?.effects, [{ flight: { card: "red-1", from: "deck", to: "column.red" } }]);
});

test("hands, columns and Memories change when it is told, not at the end of all that happens", () => {
  const content = { event_card: [["b3", "blue", 3], ["g1", "green", 1], ["g2", "green", 2]].map(([id, colour, value]) => ({ id, colour, value })) };
  const hands = (...all: string[][]) => all.map((hand, seat) => ({ is: "PlayerView", seat, kid: "", hand, limit: 3 }));
  const before = { players: hands(["b3"], ["g2"]), columns: { green: ["g1"] }, deck: 9, card: "", revealed: "", discards: [], memories: [4, 7], unused: ["hat"], used: [], team: 7, figures: [] } as unknown as FacelessView;
  const seen = (events: Data[], after = before) => {
    return beatsOf(beats, events.map(happened), { content, before, after }).reduce((view, { change }) => change?.(view) ?? view, before);
  };
  const swapped = seen([{ is: "CardsSwapped", one: 0, card: "b3", other: 1, instead: "g2" }, { is: "CardRevealed", seat: 0, card: "g2" }]);
  assert.deepEqual(swapped.players.map(({ hand }) => hand), [["g2"], ["b3"]]);
  assert.deepEqual([swapped.columns, swapped.deck], [{ green: ["g1", "g2"] }, 8]);
  const played = seen([{ is: "CardPlayed", seat: 0, card: "b3" }, { is: "MemoryFound", memory: "bow", n: 2 }, { is: "MemorySpent", seat: 0, memory: "hat" }]);
  assert.deepEqual([played.card, played.players[0]?.hand, played.memories, played.unused, played.used], ["b3", [], [4], ["bow"], ["hat"]]);
  const turned = seen([{ is: "CardRevealed", seat: 1, card: "g2" }], { ...before, revealed: "g2" });
  assert.deepEqual([turned.revealed, turned.columns, turned.deck], ["g2", { green: ["g1"] }, 8]);
});

test("coming closer keeps the point under the finger, and nobody leaves the field", () => {
  const near = zoomed(WHOLE, 2, { x: 100, y: 50 });
  assert.deepEqual(near, { zoom: 2, x: 50, y: 25 });
  assert.deepEqual(zoomed(near, 0.1, { x: 0, y: 0 }), WHOLE);
  assert.deepEqual(moved(WHOLE, { x: 500, y: 0 }), WHOLE);
  const frame = seen(narrowFrame(390, 340), near);
  assert.deepEqual(onScreen(frame, { x: 50, y: 25 }), { x: 195, y: 170 });
});

test("the whole field lies in the window, and every point of the screen has its place", () => {
  for (const frame of [wideFrame(1440, 788, 98), wideFrame(1366, 656, 98), wideFrame(1920, 968, 98), narrowFrame(390, 340)]) {
    for (const place of geometry.places) {
      const { x, y } = onScreen(frame, place);
      assert.ok(x > 0 && x < frame.width && y > 0 && y < frame.height - 20);
      const back = onField(frame, { x, y });
      assert.ok(Math.hypot(back.x - place.x, back.y - place.y) < 1e-6);
    }
  }
});

test("a ring around any place is seen whole", () => {
  const frame = wideFrame(1440, 788, 98);
  for (const place of geometry.places) {
    const moved = showing(frame, place, 110, { top: 50 });
    const { x, y } = onScreen(moved, place);
    assert.ok(x >= 110 && x <= 1330 && y >= 50 + 110 * frame.flat - 1e-6 && y <= 788 - 110 * frame.flat + 1e-6);
  }
});

describe("a reading of the needle, as people type it", () => {
  const english = {
    directions: ["east", "north-east", "north-west", "west", "south-west", "south-east"],
    winds: ["east", "north-east", "north", "north-west", "west", "south-west", "south", "south-east"],
  };
  const italian = {
    directions: ["est", "nord-est", "nord-ovest", "ovest", "sud-ovest", "sud-est"],
    winds: ["est", "nord-est", "nord", "nord-ovest", "ovest", "sud-ovest", "sud", "sud-est"],
  };
  const said: [string, typeof english, number | "range" | null][] = [
    ["62", english, 62],
    [" 62 ° ", english, 62],
    ["61,6", english, 62],
    ["0", english, 0],
    ["359", english, 359],
    ["360", english, "range"],
    ["-1", english, "range"],
    ["359.7", english, "range"],
    ["North-East", english, 60],
    ["north east", english, 60],
    ["northeast", english, 60],
    ["NE", english, 60],
    ["e", english, 0],
    ["north", english, 90],
    ["s", english, 270],
    ["between east and north-east", english, 30],
    ["SE E", english, 330],
    ["east and west", english, null],
    ["up", english, null],
    ["", english, null],
    ["1e2", english, null],
    ["ovest", italian, 180],
    ["NO", italian, 120],
    ["tra nord-est e nord-ovest", italian, 90],
  ];
  for (const [typed, names, degrees] of said) test(`${JSON.stringify(typed)} is ${String(degrees)}`, () => assert.equal(readingOf(typed, names), degrees));

  test("a point of the dial is the nearest degree, counter-clockwise from east", () => {
    assert.equal(degreesAt(10, 0), 0);
    assert.equal(degreesAt(0, -10), 90);
    assert.equal(degreesAt(-10, 0), 180);
    assert.equal(degreesAt(10, 0.01), 0);
    assert.equal(degreesAt(0, 10), 270);
  });
});

test("a sign hangs where it covers no other one, or not at all", () => {
  const frame = narrowFrame(390, 280);
  const sign = (y: number) => ({ x: 200, y, wide: 130, high: 30 });
  assert.deepEqual(free([sign(200), sign(60)], [{ x: 260, y: 210, wide: 240, high: 30 }], frame), sign(60));
  assert.deepEqual(free([sign(270), sign(60)], [], frame), sign(60), "the first one would leave the frame");
  assert.equal(free([sign(200)], [sign(200)], frame), null);
});

test("names cover neither one another nor a Memory, at the edge of a phone too", () => {
  const frame = narrowFrame(390, 340);
  const foot = (x: number, y: number, name: string) => ({ x, y, below: 12, tall: 40, name });
  const close = [foot(20, 300, "Judith"), foot(60, 325, "Sam"), foot(110, 270, "Alan"), foot(190, 300, "Billygoat")];
  const memory = { x: 190, y: 322, wide: 16, high: 20 };
  const boxes = placed(close, [memory], frame).map(({ x, y }, i) => ({ x, y: y + 12, wide: 40 + 8 * (close[i]?.name.length ?? 0), high: 24 }));
  boxes.forEach((one, i) => {
    assert.equal(overlap(one, memory), 0);
    boxes.slice(i + 1).forEach((other) => assert.equal(overlap(one, other), 0));
    assert.ok(one.x - one.wide / 2 >= 0 && one.y + one.high / 2 <= frame.height);
  });
  assert.deepEqual(placed([foot(200, 100, "Sam")], [], frame), [{ x: 200, y: 112 }], "alone a name stands below");
});
