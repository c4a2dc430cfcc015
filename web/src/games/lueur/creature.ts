// Ink creatures: each name grows one of its own, the same every time, so that a content pack's card looks right.

interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Eye extends Point {
  readonly r: number;
}

/** Around 0,0, about 60 high; its feet stand at 28. */
export interface Creature {
  readonly body: string;
  /** Ears, horns, wings: filled like the body. */
  readonly parts: readonly string[];
  /** Legs, arms, tails: drawn as lines. */
  readonly limbs: readonly string[];
  readonly eyes: readonly Eye[];
  /** A paler belly or mask. */
  readonly pale: string;
}

/** A small generator seeded by a text; nothing of the game depends on it. */
function randomOf(text: string): (from: number, to: number) => number {
  let state = 2166136261;
  for (const letter of text) state = Math.imul(state ^ letter.charCodeAt(0), 16777619);
  return (from, to) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return from + (((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * (to - from);
  };
}

/** A closed soft line through points. */
function soft(points: readonly Point[]): string {
  const at = (i: number) => points[(i + points.length) % points.length] as Point;
  const n = (value: number) => value.toFixed(1);
  const curves = points.map((_, i) => {
    const [before, from, to, after] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    const one = { x: from.x + (to.x - before.x) / 6, y: from.y + (to.y - before.y) / 6 };
    const two = { x: to.x - (after.x - from.x) / 6, y: to.y - (after.y - from.y) / 6 };
    return `C${n(one.x)},${n(one.y)} ${n(two.x)},${n(two.y)} ${n(to.x)},${n(to.y)}`;
  });
  return `M${n(at(0).x)},${n(at(0).y)}${curves.join("")}Z`;
}

export function creatureOf(name: string): Creature {
  const random = randomOf(name);
  const wide = random(12, 21);
  const high = random(15, 25);
  const middle = 26 - high - random(0, 6);
  const lumps = random(0.04, 0.2);
  const top = middle - high;

  const body = soft(
    Array.from({ length: 11 }, (_, i) => {
      const angle = (i / 11) * 2 * Math.PI - Math.PI / 2;
      const swell = 1 + random(-lumps, lumps) + (Math.sin(angle) > 0.3 ? 0.08 : 0);
      return { x: Math.cos(angle) * wide * swell, y: middle + Math.sin(angle) * high * swell };
    }),
  );
  const gaze = random(-0.25, 0.25) * wide;
  return {
    body,
    parts: [...crown(random, wide, top), ...wings(random, wide, middle)],
    limbs: [...legs(random, wide, middle + high), ...tail(random, wide, middle + high)],
    eyes: eyes(random, wide, middle - high * random(0.15, 0.45), gaze),
    pale: soft(
      Array.from({ length: 7 }, (_, i) => {
        const angle = (i / 7) * 2 * Math.PI;
        return { x: gaze * 0.6 + Math.cos(angle) * wide * 0.5, y: middle + high * 0.42 + Math.sin(angle) * high * 0.36 };
      }),
    ),
  };
}

type Random = (from: number, to: number) => number;

/** Ears, horns, antlers or a crest. */
function crown(random: Random, wide: number, top: number): string[] {
  const kind = Math.floor(random(0, 5));
  const apart = wide * random(0.35, 0.7);
  const tall = random(8, 17);
  const lean = random(-3, 9);
  const both = (shape: (side: 1 | -1) => string) => [shape(-1), shape(1)];
  switch (kind) {
    case 0: // pointed ears
      return both((s) => `M${s * (apart - 5)},${top + 5}L${s * (apart + lean)},${top - tall}L${s * (apart + 6)},${top + 9}Z`);
    case 1: // long soft ears
      return both((s) => `M${s * (apart - 4)},${top + 6}C${s * (apart - 5)},${top - tall} ${s * (apart + lean + 8)},${top - tall - 4} ${s * (apart + 5)},${top + 8}Z`);
    case 2: // curled horns
      return both((s) => `M${s * (apart - 3)},${top + 6}C${s * (apart + 2)},${top - tall} ${s * (apart + 14)},${top - tall + 2} ${s * (apart + 13)},${top + 1}C${s * (apart + 9)},${top - 6} ${s * (apart + 5)},${top - 2} ${s * (apart + 5)},${top + 8}Z`);
    case 3: // a crest of spikes
      return [-2, -1, 0, 1, 2].map((i) => `M${i * 5 - 3},${top + 6}L${i * 6.5},${top - tall + Math.abs(i) * 4}L${i * 5 + 3},${top + 6}Z`);
    default: // round ears
      return both((s) => `M${s * (apart - 6)},${top + 5}A6.5,6.5 0 1 ${s > 0 ? 1 : 0} ${s * (apart + 6)},${top + 7}Z`);
  }
}

function wings(random: Random, wide: number, middle: number): string[] {
  if (random(0, 1) > 0.36) return [];
  const span = random(13, 19);
  const rise = random(6, 18);
  return ([-1, 1] as const).map(
    (s) =>
      `M${s * (wide - 4)},${middle + 4}C${s * (wide + 4)},${middle - rise} ${s * (wide + span)},${middle - rise - 4} ${s * (wide + span)},${middle - rise + 3}` +
      `L${s * (wide + span - 5)},${middle - 1}L${s * (wide + span - 4)},${middle + 7}L${s * (wide + 4)},${middle + 6}Z`,
  );
}

function legs(random: Random, wide: number, ground: number): string[] {
  const pairs = random(0, 1) > 0.75 ? 3 : random(0, 1) > 0.4 ? 2 : 1;
  const long = Math.max(3, 30 - ground);
  const bend = random(0, 5);
  const found: string[] = [];
  for (let i = 0; i < pairs; i += 1) {
    for (const s of [-1, 1]) {
      const x = s * wide * (0.22 + i * 0.3);
      found.push(`M${x.toFixed(1)},${ground - 5}q${(s * (bend + i * 2)).toFixed(1)},${(long / 2).toFixed(1)} ${(s * (2 + i * 2)).toFixed(1)},${(long + 4).toFixed(1)}h${s * 3.5}`);
    }
  }
  return found;
}

function tail(random: Random, wide: number, ground: number): string[] {
  if (random(0, 1) > 0.55) return [];
  const side = random(0, 1) > 0.5 ? 1 : -1;
  const curl = random(6, 15);
  return [`M${side * (wide - 4)},${ground - 7}c${side * curl},2 ${side * (curl + 3)},-10 ${side * 8},-${(curl + 6).toFixed(1)}`];
}

function eyes(random: Random, wide: number, height: number, gaze: number): Eye[] {
  const kind = random(0, 1);
  if (kind < 0.16) return [{ x: gaze, y: height, r: 4.6 }];
  const apart = wide * random(0.26, 0.42);
  const r = random(2, 3.4);
  const two = [-1, 1].map((s) => ({ x: gaze + s * apart, y: height + random(-0.6, 0.6), r }));
  return kind > 0.86 ? [...two, { x: gaze, y: height - apart, r: r * 0.8 }] : two;
}
