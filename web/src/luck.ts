// This browser's part in the luck of a table: a random number, chosen once the server has promised its key.

import type { LuckShown } from "./protocol.ts";

const STORED = "embertable.luck";
/** How many tables are remembered. */
const MOST = 200;
const BYTES = 32;

type Parts = Record<string, string>;

/** Where parts are kept between visits; a browser may refuse to. */
export interface Shelf {
  getItem(name: string): string | null;
  setItem(name: string, value: string): void;
}

function stored(shelf: Shelf): Parts {
  try {
    return JSON.parse(shelf.getItem(STORED) ?? "{}") as Parts;
  } catch {
    return {};
  }
}

/** The part for a table with this commitment, always the same: a server that asks twice cannot choose between two. */
export function partFor(commitment: string, shelf: Shelf = localStorage): string {
  const known = stored(shelf);
  const part = known[commitment] ?? [...crypto.getRandomValues(new Uint8Array(BYTES))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const latest = [...Object.entries(known).filter(([one]) => one !== commitment), [commitment, part] as const].slice(-MOST);
  try {
    shelf.setItem(STORED, JSON.stringify(Object.fromEntries(latest)));
  } catch {
    // Without storage the part cannot be compared later; it still counts.
  }
  return part;
}

/** Whether the server used this browser's part: `null` if it added none. */
export function isPartUsed(commitment: string, luck: readonly LuckShown[], shelf: Shelf = localStorage): boolean | null {
  const mine = stored(shelf)[commitment];
  return mine === undefined ? null : luck.some(({ part }) => part === mine);
}
