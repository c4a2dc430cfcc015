// Lines as a hand draws them: a little beside where they should be, and always the same.

/** Numbers between 0 and 1 that depend on nothing but the seed. */
export function scatter(seed: number): () => number {
  let state = (seed * 2654435761 + 97) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** A closed round line through points that stray from the circle. */
export function blot(seed: number, radius: number, stray = 0.05, corners = 9): string {
  const chance = scatter(seed);
  const points = Array.from({ length: corners }, (_, number) => {
    const angle = ((number + chance() * 0.25) / corners) * 2 * Math.PI;
    const far = radius * (1 + (chance() - 0.5) * 2 * stray);
    return { x: far * Math.cos(angle), y: far * Math.sin(angle) };
  });
  return smooth(points);
}

interface Spot {
  x: number;
  y: number;
}

/** A smooth closed line through all points. */
function smooth(points: readonly Spot[]): string {
  const count = points.length;
  const at = (number: number) => points[(number + count) % count] as Spot;
  const round = (value: number) => Math.round(value * 10) / 10;
  let line = `M${round(at(0).x)} ${round(at(0).y)}`;
  for (let number = 0; number < count; number += 1) {
    const [before, from, to, after] = [at(number - 1), at(number), at(number + 1), at(number + 2)];
    const one = { x: from.x + (to.x - before.x) / 6, y: from.y + (to.y - before.y) / 6 };
    const two = { x: to.x - (after.x - from.x) / 6, y: to.y - (after.y - from.y) / 6 };
    line += `C${[one.x, one.y, two.x, two.y, to.x, to.y].map(round).join(" ")}`;
  }
  return `${line}Z`;
}
