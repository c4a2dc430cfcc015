// Where the field lies on the screen: a ground plane seen from above at a slant, in pixels, all of it or closer.

import type { Point } from "./geometry.ts";

export interface Frame {
  readonly width: number;
  readonly height: number;
  /** The middle of the field. */
  readonly x: number;
  readonly y: number;
  /** Pixels from space to space. */
  readonly pitch: number;
  /** How the ground is foreshortened. */
  readonly flat: number;
}

/** What part of the field is seen: its middle in units of the field, and how many times closer than all of it. */
export interface Camera extends Point {
  readonly zoom: number;
}

export const WHOLE: Camera = { x: 0, y: 0, zoom: 1 };
const UNIT = 100;
/** From the first row of stones to the last, and from the western corner to the eastern, in spaces. */
const ROWS = 12 * (Math.sqrt(3) / 2);
const COLUMNS = 12;
const CLOSEST = 3;

/** The field in a wide scene: in the middle but for the room that Threats need at the right, below the head line. */
export function wideFrame(width: number, height: number, top: number): Frame {
  const flat = 0.8;
  const [above, below] = [top + 46, 40];
  const pitch = Math.min((height - above - below) / (ROWS * flat), (width - 420) / COLUMNS);
  return { width, height, x: width * 0.458, y: above + (ROWS / 2) * flat * pitch, pitch, flat };
}

/** The field in a box of its own, as wide as a phone. */
export function narrowFrame(width: number, height: number): Frame {
  const flat = 0.9;
  const pitch = Math.min((width - 44) / COLUMNS, (height - 44) / (ROWS * flat));
  return { width, height, x: width / 2, y: height / 2 + 8, pitch, flat };
}

/** The same field, seen closer. */
export function seen(frame: Frame, { x, y, zoom }: Camera): Frame {
  if (zoom === 1) return frame;
  const pitch = frame.pitch * zoom;
  const scale = pitch / UNIT;
  return { ...frame, pitch, x: frame.width / 2 - x * scale, y: frame.height / 2 - y * scale * frame.flat };
}

interface Corner {
  readonly wide: number;
  readonly high: number;
}

/** What lies over the edges of the field: at the top, at the bottom, and in the upper corners. */
export interface Edges {
  readonly top: number;
  readonly below?: number;
  readonly left?: Corner;
  readonly right?: Corner;
}

/** The same field, moved just so far that a ring around a point of it is seen whole. */
export function showing(frame: Frame, point: Point, radius: number, { top, below = 0, left, right }: Edges): Frame {
  const { x, y } = onScreen(frame, point);
  const high = radius * frame.flat;
  const down = Math.max(0, top + high - y) - Math.max(0, y + high - frame.height + below);
  const within = (corner?: Corner) => (corner && y + down - high < corner.high ? corner.wide : 0);
  const aside = Math.max(0, within(left) + radius - x) - Math.max(0, x + radius - frame.width + within(right));
  return { ...frame, x: frame.x + aside, y: frame.y + down };
}

/** Where a point of the field is on the screen. */
export function onScreen({ x, y, pitch, flat }: Frame, point: Point): Point {
  const scale = pitch / UNIT;
  return { x: x + point.x * scale, y: y + point.y * scale * flat };
}

/** Whether a thing at a point of the screen is seen whole: seen closer, the field goes beyond its edges. */
export function inSight({ width, height }: Frame, { x, y }: Point): boolean {
  const edge = 18;
  return x > edge && y > edge && x < width - edge && y < height - edge;
}

/** Which point of the field is at a point of the screen. */
export function onField({ x, y, pitch, flat }: Frame, point: Point): Point {
  const scale = pitch / UNIT;
  return { x: (point.x - x) / scale, y: (point.y - y) / (scale * flat) };
}

/** Closer or farther, so that the point of the field stays where it is on the screen. */
export function zoomed(camera: Camera, times: number, about: Point): Camera {
  const zoom = Math.min(CLOSEST, Math.max(1, camera.zoom * times));
  const part = camera.zoom / zoom;
  return within({ zoom, x: about.x + (camera.x - about.x) * part, y: about.y + (camera.y - about.y) * part });
}

export function moved(camera: Camera, by: Point): Camera {
  return within({ ...camera, x: camera.x + by.x, y: camera.y + by.y });
}

/** Nobody gets lost beside the field. */
function within({ x, y, zoom }: Camera): Camera {
  const far = (COLUMNS / 2) * UNIT * (1 - 1 / zoom);
  const kept = (value: number) => Math.min(far, Math.max(-far, value));
  return zoom === 1 ? WHOLE : { zoom, x: kept(x), y: kept(y) };
}
