// Which thing is next to another in a direction, for the arrow keys.

export interface Box {
  readonly x: number;
  readonly y: number;
}

export type Direction = "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown";

const TOWARDS: Record<Direction, Box> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** The index of the centre nearest to `from` in that direction, or -1; a sideways distance counts more. */
export function nearest(from: Box, centres: readonly Box[], direction: Direction): number {
  const { x, y } = TOWARDS[direction];
  let best = -1;
  let least = Infinity;
  centres.forEach((centre, number) => {
    const along = (centre.x - from.x) * x + (centre.y - from.y) * y;
    const aside = Math.abs((centre.x - from.x) * y) + Math.abs((centre.y - from.y) * x);
    const far = along + 2 * aside;
    if (along > 1 && aside <= 2 * along && far < least) {
      least = far;
      best = number;
    }
  });
  return best;
}
