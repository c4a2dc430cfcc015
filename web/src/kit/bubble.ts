// Where the bubble of a lesson goes: close to what it speaks of, and never over it.

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Placed {
  readonly x: number;
  readonly y: number;
  /** On which side of the lit thing it is; alone if there is none. */
  readonly side: "right" | "left" | "below" | "above" | "alone";
  /** Where its tail starts, along that side. */
  readonly tip: number;
}

/** Pixels between the bubble and the thing, the room for its tail; and to the edge of the scene. */
const GAP = 26;
const EDGE = 12;
/** How finely places are tried. */
const TRIES = 24;
/** The least distance of a tail from the corner of its bubble. */
const CORNER = 26;

/** Boxes that touch each other become one, so that a hole is never filled again by a second one. */
export function merged(boxes: readonly Box[]): Box[] {
  const found: Box[] = [];
  for (const box of boxes) {
    let whole = box;
    for (let i = found.findIndex((one) => overlap(one, whole) > 0); i >= 0; i = found.findIndex((one) => overlap(one, whole) > 0)) {
      whole = around(found.splice(i, 1)[0] as Box, whole);
    }
    found.push(whole);
  }
  return found;
}

/** The nearest place for a bubble of this size that covers none of the lit things, or as little of them as possible. */
export function place(lit: readonly Box[], bubble: { width: number; height: number }, scene: { width: number; height: number }): Placed {
  const [first] = lit;
  const room = { x: Math.max(EDGE, scene.width - bubble.width - EDGE), y: Math.max(EDGE, scene.height - bubble.height - EDGE) };
  if (!first) return { x: room.x, y: EDGE, side: "alone", tip: 0 };
  let best = { x: EDGE, y: EDGE };
  let least = Infinity;
  for (const at of candidates(first, bubble, room)) {
    const box = { ...at, ...bubble };
    const covered = lit.reduce((sum, one) => sum + overlap(box, grown(one)), 0);
    const cost = covered * 1000 + distance(box, first);
    if (cost < least) [best, least] = [at, cost];
  }
  return { ...best, ...tail({ ...best, ...bubble }, first) };
}

/** Whether there is a place for the bubble that covers none of these things. */
export function isClear(lit: readonly Box[], bubble: { width: number; height: number }, scene: { width: number; height: number }): boolean {
  const box = { ...place(lit, bubble, scene), ...bubble };
  return lit.every((one) => overlap(box, one) === 0);
}

function* candidates(lit: Box, bubble: { width: number; height: number }, room: { x: number; y: number }) {
  const clamped = (value: number, most: number) => Math.max(EDGE, Math.min(value, most));
  const x = clamped(lit.x + lit.width / 2 - bubble.width / 2, room.x);
  const y = clamped(lit.y + lit.height / 2 - bubble.height * 0.6, room.y);
  // Beside the thing reads best, so these come first.
  yield { x: clamped(lit.x + lit.width + GAP, room.x), y };
  yield { x: clamped(lit.x - GAP - bubble.width, room.x), y };
  yield { x, y: clamped(lit.y + lit.height + GAP, room.y) };
  yield { x, y: clamped(lit.y - GAP - bubble.height, room.y) };
  for (let i = 0; i <= TRIES; i++) {
    for (let j = 0; j <= TRIES; j++) {
      yield { x: EDGE + ((room.x - EDGE) * i) / TRIES, y: EDGE + ((room.y - EDGE) * j) / TRIES };
    }
  }
}

function tail(box: Box, lit: Box): Pick<Placed, "side" | "tip"> {
  const along = (value: number, length: number) => Math.max(CORNER, Math.min(length - CORNER, value));
  const down = along(lit.y + lit.height / 2 - box.y, box.height);
  const across = along(lit.x + lit.width / 2 - box.x, box.width);
  if (box.x >= lit.x + lit.width) return { side: "right", tip: down };
  if (box.x + box.width <= lit.x) return { side: "left", tip: down };
  return box.y >= lit.y + lit.height ? { side: "below", tip: across } : { side: "above", tip: across };
}

/** The area that two boxes share. */
export function overlap(a: Box, b: Box): number {
  const wide = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const tall = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return wide > 0 && tall > 0 ? wide * tall : 0;
}

function grown({ x, y, width, height }: Box): Box {
  const by = GAP / 2;
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by };
}

function around(a: Box, b: Box): Box {
  const x = Math.min(a.x, b.x);
  const y = Math.min(a.y, b.y);
  return { x, y, width: Math.max(a.x + a.width, b.x + b.width) - x, height: Math.max(a.y + a.height, b.y + b.height) - y };
}

function distance(a: Box, b: Box): number {
  const x = Math.max(0, b.x - (a.x + a.width), a.x - (b.x + b.width));
  const y = Math.max(0, b.y - (a.y + a.height), a.y - (b.y + b.height));
  return Math.hypot(x, y);
}
