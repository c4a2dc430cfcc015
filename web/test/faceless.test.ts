// What The Faceless' board works out: where places lie, how the needle swings, what is lit, what is played as motion.

import assert from "node:assert/strict";
import { test } from "node:test";
import { beatsOf, type Scene } from "../src/games/faceless/beats.ts";
import { Compass } from "../src/games/faceless/compass.ts";
import { moved, viewBox, WHOLE, zoomed } from "../src/games/faceless/field/camera.ts";
import { Geometry, bearing, towards, turn } from "../src/games/faceless/geometry.ts";
import { Lights, SLIP, thingsOf } from "../src/games/faceless/targets.ts";
import { isResting, swung } from "../src/games/faceless/spring.ts";
import { wayOf, type Ground } from "../src/games/faceless/walkPreview.ts";
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
  magnet: { moment_Am2: 0.73125, pitch_mm: 35 },
  needle: { tie_half_band_deg: 2, minimum_field_uT: 0.5 },
};
const geometry = new Geometry(content);
const compass = new Compass(content);
const MIDDLE = 45;

test("spaces have the labels of the table, and external ones count on", () => {
  assert.equal(geometry.size, 91);
  assert.equal(geometry.label(MIDDLE), "F6");
  assert.equal(geometry.label(0), "A1");
  assert.equal(geometry.label(93), "X2");
  assert.deepEqual(geometry.symbols("duskworld"), [MIDDLE]);
  assert.deepEqual(geometry.spacesIn("Lay the Hollow Log on F6, A1 and K6"), [MIDDLE, 0, 90]);
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

const ground: Ground = {
  team: MIDDLE,
  steps: 3,
  magnets: [{ x: -600, y: 0, heading: 0 }],
  earth: 0,
  blocked: new Set(),
  white: false,
  reverse: new Set(),
  toggles: false,
  taking: new Set(),
  goat: -1,
};

test("the way follows the needle as far as it alone decides", () => {
  const labels = (changed: Partial<Ground>) => {
    const { steps, end } = wayOf({ ...ground, ...changed }, geometry, compass);
    return `${steps.map(({ space }) => geometry.label(space)).join(" ")} ${end}`;
  };
  assert.equal(labels({}), "F7 F8 F9 walked");
  assert.equal(labels({ steps: 9 }), "F7 F8 F9 F10 F11 edge");
  assert.equal(labels({ blocked: new Set([MIDDLE + 2]) }), "F7 blocked");
  assert.equal(labels({ goat: MIDDLE + 2 }), "F7 F8 caught");
  assert.equal(labels({ taking: new Set([MIDDLE + 2]) }), "F7 F8 taken");
  assert.equal(labels({ magnets: [] }), " still");
});

test("the white end leads from a reverse space, or, where it toggles, until the next one", () => {
  const walked = (changed: Partial<Ground>) =>
    wayOf({ ...ground, steps: 4, ...changed }, geometry, compass).steps.map(({ space }) => geometry.label(space)).join(" ");
  const reverse = new Set([MIDDLE + 1]);
  assert.equal(walked({ reverse }), "F7 F6 F7 F6");
  assert.equal(walked({ reverse, toggles: true }), "F7 F6 F5 F4");
  // The Team came over a reverse space earlier, or stands on one that turned the needle back.
  assert.equal(walked({ white: true, toggles: true }), "F5 F4 F3 F2");
  assert.equal(walked({ white: true }), "F5 F6 F7 F8");
  const here = new Set([MIDDLE]);
  assert.equal(walked({ reverse: here, white: false, toggles: true, steps: 2 }), "F7 F8");
  assert.equal(walked({ reverse: here, white: true, toggles: true, steps: 2 }), "F5 F4");
  const both = new Set([MIDDLE + 1, MIDDLE - 1]);
  assert.equal(walked({ reverse: both, toggles: true }), "F7 F6 F5 F6");
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

test("news are played in order: who moves, who turns, which card flies", () => {
  const scene: Scene = { team: 3, bump: null, figures: [0, 1, 2, 3].map((place) => ({ place: 91 + place, heading: 0 })) };
  const beats = beatsOf(
    [
      happened({ is: "FigurePosed", seat: 0, figure: 1, place: 100, heading: 75 }),
      happened({ is: "TurnBegan", seat: 0, turn: 2 }),
      happened({ is: "TeamMoved", direction: 0, space: 4 }),
      happened({ is: "CardRevealed", seat: 0, card: "red-1" }),
      happened({ is: "BillygoatMoved", place: 8 }),
    ],
    () => "red",
  );
  assert.deepEqual(beats.map(({ say }) => say), ["FigurePosed", "TeamMoved", "CardRevealed", "BillygoatMoved"]);
  const end = beats.reduce((now, { change }) => change(now), scene);
  assert.equal(end.team, 4);
  assert.deepEqual(end.figures[1], { place: 100, heading: 75 });
  assert.equal(end.figures[3]?.place, 8);
  assert.deepEqual(beats[2]?.flights, [{ card: "red-1", from: "deck", to: "column.red" }]);
});

test("coming closer keeps the point under the finger, and nobody leaves the field", () => {
  const near = zoomed(WHOLE, 2, { x: 100, y: 50 });
  assert.deepEqual(near, { zoom: 2, x: 50, y: 25 });
  assert.deepEqual(zoomed(near, 0.1, { x: 0, y: 0 }), WHOLE);
  assert.deepEqual(moved(WHOLE, { x: 500, y: 0 }), WHOLE);
  assert.equal(viewBox(WHOLE), "-730 -625 1460 1250");
});
