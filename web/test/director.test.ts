// The director's queue under a clock that the test moves: what is shown, when, and that nothing is ever lost.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Announcer, APART } from "../src/stage/announcer.ts";
import { beatsOf, silent } from "../src/stage/beats.ts";
import { Queue, TWICE, type Beat, type Clock, type Frame } from "../src/stage/queue.ts";
import { lasting, TEMPI, type Speed, type Weight } from "../src/stage/tempo.ts";

class FakeClock implements Clock {
  time = 0;
  timers: { at: number; then: () => void }[] = [];
  now() {
    return this.time;
  }
  after(ms: number, then: () => void) {
    const timer = { at: this.time + ms, then };
    this.timers.push(timer);
    return timer;
  }
  cancel(timer: unknown) {
    this.timers = this.timers.filter((one) => one !== timer);
  }
  /** Moves on, and calls whatever falls due on the way. */
  pass(ms: number) {
    const end = this.time + ms;
    for (let steps = 0; steps < 100_000; steps += 1) {
      const next = this.timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.cancel(next);
      this.time = next.at;
      next.then();
    }
    this.time = end;
  }
}

type View = readonly number[];
type Events = readonly (readonly [n: number, weight: Weight, more?: Partial<Beat<View>>])[];
type F = Frame<View, Events>;

/** A table whose view is the list of the numbers of all events so far. */
function table(speed: Speed = "normal", settings: { still?: boolean; urgent?: number } = {}) {
  const clock = new FakeClock();
  const told: string[] = [];
  const began: Beat<View>[] = [];
  const beats = (frame: F): Beat<View>[] =>
    frame.position.map(([n, weight, more]) => ({
      ...{ n, weight, data: { is: "" }, kind: `k${n}`, caption: `event ${n}`, at: `at${n}`, scene: "", actor: null, sound: "", effects: [] },
      change: (view: View) => [...view, n],
      ...more,
    }));
  const queue = new Queue<View, Events>(
    clock,
    { beats },
    {
      changed: () => undefined,
      began: (beat) => (began.push(beat), told.push(`${beat.n}`)),
      skipped: (left) => told.push(`skipped ${left.map(({ n }) => n).join(" ")}`),
      committed: ({ seq }) => told.push(`shown ${seq}`),
    },
  );
  queue.speed = speed;
  queue.still = settings.still ?? false;
  queue.urgent = settings.urgent ?? null;
  let seq = 0;
  let all: View = [];
  const frame = (events: Events, more: Partial<F> = {}): F => {
    all = [...all.filter((n) => n < (more.undone ? (more.first ?? Infinity) : Infinity)), ...events.map(([n]) => n)];
    seq += more.decisions ?? 1;
    return { seq, position: events, view: all, first: events[0]?.[0] ?? Infinity, decisions: 1, own: false, undone: false, ...more };
  };
  const add = (events: Events, more: Partial<F> = {}) => {
    const made = frame(events, more);
    queue.add(made);
    return made;
  };
  return { clock, queue, told, began, add, frame, last: () => all };
}

test("the first position is shown without beats", () => {
  const { queue, told, add } = table();
  add([[1, 3]]);
  assert.deepEqual(told, ["shown 1"]);
  assert.equal(queue.state, "settled");
});

test("the old view stays while beats play, and each paints what it states", () => {
  const { queue, clock, add } = table();
  add([]);
  add([[1, 1], [2, 2]]);
  assert.deepEqual([queue.picture, queue.state], [[1], "playing"]);
  assert.deepEqual(queue.shown?.view, []);
  clock.pass(299);
  assert.equal(queue.current?.n, 1);
  clock.pass(1);
  assert.deepEqual([queue.current?.n, queue.picture], [2, [1, 2]]);
  clock.pass(500);
  assert.deepEqual([queue.shown?.view, queue.state], [[1, 2], "settled"]);
});

test("a frame that comes while another plays waits, and neither is merged nor flushed", () => {
  const { queue, clock, told, add } = table();
  add([]);
  add([[1, 2]]);
  add([[2, 2]]);
  add([[3, 2]]);
  assert.equal(queue.waiting.length, 2);
  clock.pass(10_000);
  assert.deepEqual(told, ["shown 1", "1", "shown 2", "2", "shown 3", "3", "shown 4"]);
});

test("the verdict never comes before the ending: the result is in the last frame's position", () => {
  const { queue, clock, add } = table();
  add([]);
  add([[1, 4], [2, 5]]);
  clock.pass(1200);
  assert.equal(queue.current?.n, 2);
  assert.equal(queue.shown?.seq, 1);
  assert.equal(queue.state, "playing");
  clock.pass(2400);
  assert.equal(queue.shown?.seq, 2);
});

test("heavy beats begin with a moment in which nothing has happened", () => {
  const { queue, clock, add } = table();
  add([]);
  add([[1, 4]]);
  assert.deepEqual([queue.struck, queue.picture], [false, []]);
  clock.pass(240);
  assert.deepEqual([queue.struck, queue.picture], [true, [1]]);
});

test("another scene and another person take a moment of their own, once", () => {
  const { clock, queue, add } = table();
  add([]);
  add([[1, 2, { scene: "fight", actor: 1 }], [2, 2, { scene: "fight", actor: 1, kind: "other" }]]);
  assert.deepEqual([queue.at, queue.lasts], ["fight 1", 500 + 300 + 250]);
  clock.pass(1050);
  assert.equal(queue.lasts, 500);
});

test("hurry finishes the current beat; a second press soon after skips and leaves rings", () => {
  const { queue, clock, told, add } = table();
  add([]);
  add([[1, 3], [2, 3], [3, 3]]);
  queue.hurry();
  assert.equal(queue.current?.n, 2);
  clock.pass(TWICE - 1);
  queue.hurry();
  assert.deepEqual([queue.state, queue.shown?.seq], ["settled", 2]);
  assert.deepEqual(told.slice(-2), ["shown 2", "skipped 3"]);
  assert.deepEqual(queue.rings, ["at3"]);
  clock.pass(3000);
  assert.deepEqual(queue.rings, []);
  assert.equal(clock.timers.length, 0);
});

test("two slow presses hurry twice", () => {
  const { queue, clock, add } = table();
  add([]);
  add([[1, 3], [2, 3], [3, 3]]);
  queue.hurry();
  clock.pass(TWICE);
  queue.hurry();
  assert.equal(queue.current?.n, 3);
});

test("skipping runs no effects: no beat begins", () => {
  const { queue, began, add } = table();
  add([]);
  add([[1, 3], [2, 3]]);
  add([[3, 5]]);
  queue.skip();
  assert.deepEqual(began.map(({ n }) => n), [1]);
  assert.deepEqual(queue.shown?.view, [1, 2, 3]);
});

test("my own light decision does not keep me waiting", () => {
  const { queue, clock, add } = table();
  add([]);
  add([[1, 2], [2, 1]], { own: true });
  assert.deepEqual([queue.state, queue.shown?.seq, queue.current?.n], ["settled", 2, 1]);
  // What comes meanwhile cuts the echo.
  add([[3, 3]]);
  assert.deepEqual([queue.state, queue.current?.n], ["playing", 3]);
  clock.pass(5000);
  assert.deepEqual(queue.picture, [1, 2, 3]);
});

test("my own heavy decision is seen", () => {
  const { queue, add } = table();
  add([]);
  add([[1, 4]], { own: true });
  assert.equal(queue.state, "playing");
});

test("an undo drops what it takes back, the current beat too", () => {
  const { queue, clock, told, add } = table();
  add([]);
  add([[1, 2]]);
  add([[2, 3]]);
  add([[3, 3]]);
  clock.pass(500);
  assert.equal(queue.current?.n, 2);
  add([], { undone: true, first: 2 });
  clock.pass(10_000);
  assert.deepEqual(queue.shown?.view, [1]);
  assert.ok(!told.includes("3"));
  assert.equal(queue.state, "settled");
});

test("a hold stops the clock and a release goes on where it was", () => {
  const { queue, clock, add } = table();
  add([]);
  add([[1, 2], [2, 2]]);
  clock.pass(200);
  queue.hold("sheet");
  queue.hold("pause");
  clock.pass(60_000);
  assert.deepEqual([queue.state, queue.current?.n, clock.timers.length], ["held", 1, 0]);
  queue.release("sheet");
  assert.equal(queue.state, "held");
  queue.release("pause");
  clock.pass(299);
  assert.equal(queue.current?.n, 1);
  clock.pass(1);
  assert.equal(queue.current?.n, 2);
});

test("while held, a step plays one beat at a time", () => {
  const { queue, clock, add } = table();
  add([]);
  add([[1, 2], [2, 2], [3, 2]]);
  queue.hold("pause");
  queue.step();
  clock.pass(9999);
  assert.deepEqual([queue.current?.n, queue.state], [2, "held"]);
});

test("a tab asleep for an hour jumps to now, and offers what passed", () => {
  const { queue, clock, add } = table();
  add([]);
  queue.hold("hidden");
  for (let n = 1; n <= 60; n += 1) add([[n, 3]]);
  clock.pass(3_600_000);
  queue.release("hidden");
  assert.deepEqual([queue.state, queue.shown?.seq, queue.missed.length], ["settled", 61, 60]);
  assert.equal(clock.timers.length, 0);
  queue.again(queue.missed);
  assert.deepEqual([queue.state, queue.shown?.seq, queue.missed.length], ["playing", 1, 0]);
  clock.pass(120_000);
  assert.deepEqual([queue.state, queue.shown?.seq], ["settled", 61]);
});

test("a tab hidden for a moment plays what fits", () => {
  const { queue, clock, add } = table();
  add([]);
  queue.hold("hidden");
  add([[1, 3]]);
  queue.release("hidden");
  assert.equal(queue.state, "playing");
  clock.pass(800);
  assert.equal(queue.missed.length, 0);
});

test("a lost line in the middle of a beat: the gap is played if it fits, otherwise jumped over", () => {
  const short = table();
  short.add([]);
  short.add([[1, 4]]);
  short.clock.pass(100);
  short.add([[2, 1], [3, 1]], { decisions: 2 });
  assert.equal(short.queue.state, "playing");
  short.clock.pass(60_000);
  assert.deepEqual(short.queue.shown?.view, [1, 2, 3]);

  const long = table();
  long.add([]);
  long.add([[1, 4]]);
  long.clock.pass(100);
  long.add(Array.from({ length: 40 }, (_, i) => [i + 2, 4] as const), { decisions: 9 });
  assert.deepEqual([long.queue.state, long.queue.shown?.seq], ["settled", 11]);
  assert.equal(long.queue.missed.reduce((sum, { decisions }) => sum + decisions, 0), 10);
});

test("again plays the turn since my last decision, and live frames wait meanwhile", () => {
  const { queue, clock, told, add } = table();
  add([]);
  add([[1, 2]], { own: true });
  add([[2, 2]]);
  add([[3, 2]]);
  clock.pass(10_000);
  told.length = 0;
  queue.again();
  assert.deepEqual([queue.shown?.seq, queue.state], [2, "playing"]);
  add([[4, 2]]);
  clock.pass(10_000);
  assert.deepEqual(told.filter((line) => !line.startsWith("shown")), ["2", "3", "4"]);
  assert.deepEqual([queue.shown?.seq, queue.state], [5, "settled"]);
});

test("looking back shows past frames without beats, and live ones wait", () => {
  const { queue, clock, told, add } = table();
  add([]);
  add([[1, 1]]);
  clock.pass(1000);
  queue.seek(0);
  assert.deepEqual([queue.shown?.seq, queue.state], [1, "held"]);
  add([[2, 3]]);
  clock.pass(5000);
  assert.equal(queue.shown?.seq, 1);
  queue.seek(2);
  assert.deepEqual([queue.shown?.seq, queue.state], [3, "settled"]);
  assert.ok(!told.includes("2"));
});

test("at instant speed everything is told and nothing takes time", () => {
  const { queue, clock, told, add } = table("instant");
  add([]);
  add([[1, 5], [2, 4]]);
  assert.equal(queue.state, "settled");
  assert.deepEqual(told, ["shown 1", "1", "2", "shown 2"]);
  assert.equal(clock.timers.length, 0);
});

test("with little time left on a clock, playing takes 5 % of it and never 2 s", () => {
  const { queue, clock, add } = table("normal", { urgent: 20_000 });
  add([]);
  add([[1, 3], [2, 3], [3, 3], [4, 3], [5, 3]]);
  clock.pass(1700);
  assert.equal(queue.state, "settled");
  assert.deepEqual(queue.shown?.view, [1, 2, 3, 4, 5]);
});

test("a storm of 200 events stays within the budget, and is all there at the end", () => {
  const { queue, clock, began, add } = table();
  add([]);
  add(Array.from({ length: 200 }, (_, i) => [i + 1, 1] as const));
  clock.pass(TEMPI.normal.prompt + 300);
  assert.equal(queue.state, "settled");
  assert.equal(began.length, 200);
  assert.equal(queue.shown?.view.length, 200);
});

test("cards of a deal overlap", () => {
  const { queue, clock, add } = table();
  add([]);
  add(Array.from({ length: 10 }, (_, i) => [i + 1, 1, { kind: "CardDrawn" }] as const));
  clock.pass(300 + 9 * 80);
  assert.equal(queue.state, "settled");
});

test("an effect or a change that throws is passed over", () => {
  const { queue, clock, add } = table();
  add([]);
  add([[1, 2, { change: () => assert.fail() }], [2, 2]]);
  clock.pass(5000);
  assert.deepEqual(queue.shown?.view, [1, 2]);
});

test("without motion a beat is a still, held as long as it takes to read", () => {
  const spent = { last: null, scene: "", actor: null, decision: 0, run: 0 };
  const beat = { kind: "", weight: 4 as Weight, scene: "fight", actor: 1, caption: "one two three" };
  assert.deepEqual(lasting(beat, spent, "normal", true), { lead: 0, act: 400 + 3 * 180, authored: 940 });
  assert.equal(lasting({ ...beat, caption: "w ".repeat(40) }, spent, "normal", true).act, 2400);
  assert.equal(lasting({ ...beat, caption: "" }, spent, "normal", true).act, 0);
});

test("durations are the table's: weight by speed", () => {
  const spent = { last: null, scene: "", actor: null, decision: 0, run: 0 };
  const of = (weight: Weight, speed: Speed) => {
    const { lead, act } = lasting({ kind: "", weight, scene: "", actor: null, caption: "" }, spent, speed, false);
    return Math.round(lead + act);
  };
  assert.deepEqual(([0, 1, 2, 3, 4, 5] as const).map((weight) => of(weight, "calm")), [0, 480, 800, 1280, 1920, 3840]);
  assert.deepEqual(([0, 1, 2, 3, 4, 5] as const).map((weight) => of(weight, "normal")), [0, 300, 500, 800, 1200, 2400]);
  assert.deepEqual(([0, 1, 2, 3, 4, 5] as const).map((weight) => of(weight, "brisk")), [0, 200, 225, 360, 540, 1080]);
});

/** A generator of numbers that are the same every time. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return state / 4294967296;
  };
}

/** Anything that can happen at a table, in any order; with a fault, one position gets lost. */
function evening(seed: number, fault = false): { ends: boolean; timers: number } {
  const random = seeded(seed);
  const { queue, clock, add, frame, last } = table((["calm", "normal", "brisk", "instant"] as const)[seed % 4]);
  let n = 0;
  add([]);
  for (let step = 0; step < 60; step += 1) {
    const dice = random();
    if (dice < 0.5) {
      const events = Array.from({ length: Math.floor(random() * 6) }, () => [(n += 1), Math.floor(random() * 6) as Weight] as const);
      const how = { own: random() < 0.3, decisions: random() < 0.1 ? 3 : 1 };
      if (fault && step > 50) frame(events, how);
      else add(events, how);
    } else if (dice < 0.55 && n > 2) {
      const first = Math.max(1, n - Math.floor(random() * 3));
      add([], { undone: true, first });
      n = first - 1;
    } else if (dice < 0.65) queue.hurry();
    else if (dice < 0.7) queue.skip();
    else if (dice < 0.76) queue.hold(random() < 0.5 ? "pause" : "hidden");
    else if (dice < 0.84) queue.release(random() < 0.5 ? "pause" : "hidden");
    else if (dice < 0.87) queue.again();
    else if (dice < 0.9) queue.seek(Math.floor(random() * 4));
    clock.pass(random() * 900);
  }
  queue.release("pause");
  queue.release("hidden");
  queue.seek(Infinity);
  clock.pass(600_000);
  const ends = queue.state === "settled" && JSON.stringify(queue.picture) === JSON.stringify(last()) && queue.picture === queue.shown?.view;
  return { ends, timers: clock.timers.length };
}

test("whatever happens in whatever order, the end is the last position, settled, without a timer", () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const { ends, timers } = evening(seed);
    assert.ok(ends, `seed ${seed}`);
    assert.equal(timers, 0, `seed ${seed}`);
  }
});

test("a position that gets lost is noticed", () => {
  assert.ok([1, 2, 3, 4, 5, 6, 7, 8].some((seed) => !evening(seed, true).ends));
});

test("within a run event numbers ascend", () => {
  const { clock, began, add } = table();
  const random = seeded(5);
  let n = 0;
  add([]);
  for (let step = 0; step < 80; step += 1) {
    add(Array.from({ length: Math.floor(random() * 4) }, () => [(n += 1), Math.floor(random() * 5) as Weight] as const));
    clock.pass(random() * 1500);
  }
  clock.pass(600_000);
  const numbers = began.map(({ n }) => n);
  assert.deepEqual(numbers, numbers.toSorted((a, b) => a - b));
});

test("events become beats by the game's table; an unknown one is a caption, a silent one is not told", () => {
  const event = (n: number, is: string) => ({ n, data: { is }, text: `say ${is}`, clause: "" });
  const beats = beatsOf<number>(
    { Moved: (_, { before, after }) => ({ weight: 2, at: `${before}${after}` }), Counted: silent, Broken: () => assert.fail() },
    [event(1, "Moved"), event(2, "Counted"), event(3, "Unheard"), event(4, "Broken")],
    { content: {}, before: 1, after: 2 },
  );
  assert.deepEqual(
    beats.map(({ weight, at, caption }) => [weight, at, caption]),
    [[2, "12", "say Moved"], [0, "", ""], [1, "", "say Unheard"], [1, "", "say Broken"]],
  );
});

test("a screen reader is told one thing at a time, light ones together, and a summary of what was skipped", () => {
  const clock = new FakeClock();
  const announcer = new Announcer(clock, () => undefined);
  const said = () => announcer.lines.map(({ text }) => text);
  announcer.beat("A falls.", 4);
  announcer.beat("one.", 1);
  announcer.beat("two.", 1);
  announcer.beat("B falls.", 4);
  assert.deepEqual(said(), ["A falls."]);
  clock.pass(APART);
  assert.deepEqual(said(), ["A falls.", "one. two."]);
  announcer.summary("3 events skipped.");
  clock.pass(APART);
  assert.deepEqual(said(), ["A falls.", "one. two.", "3 events skipped."]);
  announcer.told = "important";
  announcer.beat("three.", 1);
  announcer.told = "mine";
  announcer.beat("C falls.", 5);
  clock.pass(9999);
  assert.equal(said().length, 3);
});

test("what is not played yet is not told yet", () => {
  const { queue, clock, add } = table();
  add([[1, 1]]);
  assert.equal(queue.untold, Infinity);
  add([[2, 3], [3, 3]]);
  add([[4, 3]]);
  assert.equal(queue.untold, 3, "the second is being played");
  clock.pass(3000);
  assert.equal(queue.settled, true);
  assert.equal(queue.untold, Infinity);
  add([[5, 4], [6, 4]]);
  queue.seek(0);
  assert.equal(queue.untold, Infinity, "who looks back reads everything");
});
