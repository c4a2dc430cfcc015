// How things come to rest: figures glide, the needle swings past its mark and back.

import { turn } from "./geometry.ts";

/** The needle: an angle in degrees and its speed in degrees a second. */
export interface Swing {
  readonly angle: number;
  readonly speed: number;
}

const STIFFNESS = 150;
const DAMPING = 6.5;
/** A step short enough for the spring to stay true. */
const SHORT = 1 / 120;
const GLIDE = 11;

/** The needle after some seconds, drawn towards an angle the shorter way. */
export function swung(needle: Swing, towards: number, seconds: number): Swing {
  let { angle, speed } = needle;
  for (let left = seconds; left > 0; left -= SHORT) {
    const step = Math.min(left, SHORT);
    speed += (STIFFNESS * turn(angle, towards) - DAMPING * speed) * step;
    angle += speed * step;
  }
  return { angle: ((angle % 360) + 360) % 360, speed };
}

export function isResting({ angle, speed }: Swing, towards: number): boolean {
  return Math.abs(turn(angle, towards)) < 0.05 && Math.abs(speed) < 0.5;
}

/** A value after some seconds on its way to another. */
export function glided(value: number, to: number, seconds: number): number {
  return to + (value - to) * Math.exp(-GLIDE * seconds);
}

export function glidedHeading(heading: number, to: number, seconds: number): number {
  return (heading + turn(heading, to) * (1 - Math.exp(-GLIDE * seconds)) + 360) % 360;
}
