// Positions from changes: the server sends what is different from the last one.

import type { Changes, Json, Position } from "./protocol.ts";

/** The position after some changes; null if they do not follow this one. */
export function applied(before: Position | null, changes: Changes): Position | null {
  if (before?.number !== changes.number - 1) return null;
  const { number, seq, first, events } = changes;
  const fields = changes.fields as unknown as Partial<Position>;
  const view = changes.view.reduce<Json>((data, { path, value }) => withPart(data, path, value), before.view as Json);
  return { ...before, ...fields, number, seq, first, events, view };
}

/** A copy of some data with one part replaced; all other parts are the same objects. */
function withPart(data: Json, path: readonly (string | number)[], value: Json): Json {
  const [place, ...rest] = path;
  if (place === undefined) return value;
  if (Array.isArray(data)) return data.map((one, n) => (n === place ? withPart(one, rest, value) : one));
  const fields = data as Record<string, Json>;
  return { ...fields, [place]: withPart(fields[place] ?? null, rest, value) };
}
