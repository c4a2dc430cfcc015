// Where a needle points, as people type it: in degrees, or by the names of directions.

/** The six directions are sixty degrees apart, from east counter-clockwise. */
const SECTOR = 60;
const FULL = 360;

/** Six directions, and the eight winds of which only north and south are no direction of a step. */
export interface Names {
  readonly directions: readonly string[];
  readonly winds: readonly string[];
}

/** Whole degrees from 0 to 359; "range" for a number beyond the dial, null for anything else. */
export function readingOf(typed: string, { directions, winds }: Names): number | "range" | null {
  const text = plain(typed);
  const number = /^([+-]?\d+(?:[.,]\d+)?)\s*°?$/.exec(text)?.[1];
  if (number !== undefined) {
    const degrees = Math.round(Number(number.replace(",", ".")));
    return degrees >= 0 && degrees < FULL ? degrees : "range";
  }
  const named = new Map<string, number>();
  [90, 270].forEach((degrees, place) => spellings(winds[place === 0 ? 2 : 6] ?? "").forEach((name) => named.set(name, degrees)));
  directions.forEach((name, place) => spellings(name).forEach((one) => named.set(one, place * SECTOR)));
  const whole = named.get(text);
  if (whole !== undefined) return whole;
  // "Between east and north-east": two directions beside each other.
  const words = text.split(/[\s,/]+/);
  const among = (some: readonly string[]) => [...new Set(some.flatMap((word) => named.get(word) ?? []))];
  // A single letter may be a word of its own, such as the Italian "and".
  const long = among(words.filter((word) => word.length > 1));
  const found = long.length === 2 ? long : among(words);
  const [one, other] = found;
  if (one === undefined || other === undefined || found.length > 2) return one !== undefined && found.length === 1 ? one : null;
  const apart = (other - one + FULL) % FULL;
  if (apart === SECTOR) return (one + SECTOR / 2) % FULL;
  return apart === FULL - SECTOR ? (other + SECTOR / 2) % FULL : null;
}

/** As it is called, without its hyphen, and by its initials as a compass has them. */
function spellings(name: string): string[] {
  const parts = plain(name).split("-");
  return [parts.join("-"), parts.join(" "), parts.join(""), parts.map((part) => part.charAt(0)).join("")].filter(Boolean);
}

const plain = (text: string) => text.trim().toLocaleLowerCase().normalize("NFKD").replace(/\p{M}/gu, "");

/** The whole degree of a point on the dial, seen from its middle, y downwards. */
export function degreesAt(dx: number, dy: number): number {
  return (Math.round((Math.atan2(-dy, dx) * 180) / Math.PI) + FULL) % FULL;
}
