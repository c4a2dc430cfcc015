// The needle between the server's readings: while figures glide and are tried, the field is summed here as the
// ledger says (section 24). What counts is always the server's reading.

import type { Content } from "../../stage/board.ts";
import { PITCH, turn, type Point } from "./geometry.ts";

export interface Magnet extends Point {
  /** Where the blank half faces, in degrees counter-clockwise from east. */
  readonly heading: number;
}

const FIELD_CONSTANT = 1e-7;
const NORTH = 20e-6;

export class Compass {
  private readonly moment: number;
  private readonly metres: number;
  private readonly least: number;
  private readonly tieBand: number;

  constructor(content: Content) {
    const magnet = content.magnet as { moment_Am2: number; pitch_mm: number };
    const needle = content.needle as { tie_half_band_deg: number; minimum_field_uT: number };
    this.moment = magnet.moment_Am2;
    this.metres = magnet.pitch_mm / 1000 / PITCH;
    this.least = needle.minimum_field_uT * 1e-6;
    this.tieBand = needle.tie_half_band_deg;
  }

  /** The angle of the red end in degrees, or null where the field is too weak to move it. */
  read(magnets: readonly Magnet[], at: Point, earth = 0): number | null {
    let fieldX = 0;
    let fieldY = earth;
    for (const magnet of magnets) {
      const x = (at.x - magnet.x) * this.metres;
      const y = (magnet.y - at.y) * this.metres;
      const square = x * x + y * y;
      if (square === 0) continue;
      const heading = (magnet.heading * Math.PI) / 180;
      const [across, up] = [Math.cos(heading), Math.sin(heading)];
      const strength = (FIELD_CONSTANT * this.moment) / square ** 1.5;
      const along = (3 * (across * x + up * y)) / square;
      fieldX += strength * (along * x - across);
      fieldY += strength * (along * y - up);
    }
    if (Math.hypot(fieldX, fieldY) < this.least) return null;
    return ((Math.atan2(fieldY, fieldX) * 180) / Math.PI + 360) % 360;
  }

  /** Whether the table feels the north, too: its own reading tells. */
  earthBehind(magnets: readonly Magnet[], at: Point, reading: number): number {
    const apart = (earth: number) => Math.abs(turn(this.read(magnets, at, earth) ?? reading, reading));
    return apart(NORTH) < apart(0) ? NORTH : 0;
  }

  /** The direction that an end of the needle shows, or the two it wavers between. */
  directions(angle: number): readonly number[] {
    const sector = Math.round(angle / 60) % 6;
    const aside = turn(sector * 60, angle);
    if (30 - Math.abs(aside) > this.tieBand) return [sector];
    const other = (sector + (aside > 0 ? 1 : 5)) % 6;
    return [sector, other];
  }
}
