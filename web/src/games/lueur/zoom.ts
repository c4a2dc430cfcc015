// Looking closer at a map: the part of it that is shown, as plain numbers.

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Spot {
  readonly x: number;
  readonly y: number;
}

/** What lies at the edge is shown with its surroundings. */
const MARGIN = 50;

/** The box moved back so that nothing beyond the map is shown. */
export function within(box: Box, map: Box): Box {
  const scale = Math.min(1, map.width / box.width, map.height / box.height);
  const width = box.width * scale;
  const height = box.height * scale;
  return {
    width,
    height,
    x: Math.min(Math.max(box.x, map.x), map.x + map.width - width),
    y: Math.min(Math.max(box.y, map.y), map.y + map.height - height),
  };
}

/** Closer (factor > 1) or farther, with the spot staying where it is on screen; never nearer than eight times. */
export function closer(box: Box, factor: number, spot: Spot, map: Box): Box {
  const width = Math.max(box.width / factor, map.width / 8);
  const real = box.width / width;
  return within(
    {
      width,
      height: box.height / real,
      x: spot.x - (spot.x - box.x) / real,
      y: spot.y - (spot.y - box.y) / real,
    },
    map,
  );
}

/** A part of the map around these spots, of this size or, where they lie farther apart, of the same shape and larger. */
export function around(spots: readonly Spot[], width: number, height: number, map: Box): Box {
  const [left, right] = [Math.min(...spots.map(({ x }) => x)), Math.max(...spots.map(({ x }) => x))];
  const [top, bottom] = [Math.min(...spots.map(({ y }) => y)), Math.max(...spots.map(({ y }) => y))];
  const grow = Math.max(1, (right - left + 2 * MARGIN) / width, (bottom - top + 2 * MARGIN) / height);
  const shown = { width: width * grow, height: height * grow };
  return within({ x: (left + right - shown.width) / 2, y: (top + bottom - shown.height) / 2, ...shown }, map);
}
