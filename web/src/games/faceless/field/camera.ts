// What part of the field is seen: all of it, or closer, moved by fingers, wheel and buttons.

import type { Point } from "../geometry.ts";

/** The middle of what is seen, and how many times closer than the whole field. */
export interface Camera extends Point {
  readonly zoom: number;
}

export const WIDTH = 1460;
export const HEIGHT = 1250;
export const WHOLE: Camera = { x: 0, y: 0, zoom: 1 };
const CLOSEST = 4;

export function viewBox({ x, y, zoom }: Camera): string {
  const [width, height] = [WIDTH / zoom, HEIGHT / zoom];
  return `${x - width / 2} ${y - height / 2} ${width} ${height}`;
}

/** Closer or farther, so that the point stays where it is on the screen. */
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
  const [farX, farY] = [(WIDTH - WIDTH / zoom) / 2, (HEIGHT - HEIGHT / zoom) / 2];
  return { zoom, x: Math.min(farX, Math.max(-farX, x)), y: Math.min(farY, Math.max(-farY, y)) };
}
