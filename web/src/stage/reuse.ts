/** Whether two pieces of JSON data are equal; the order of keys does not matter. */
export function isEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  const keys = Object.keys(one);
  return (
    Array.isArray(one) === Array.isArray(other) &&
    keys.length === Object.keys(other).length &&
    keys.every((key) => isEqual((one as Record<string, unknown>)[key], (other as Record<string, unknown>)[key]))
  );
}

/**
 * The new data, with every unchanged part replaced by the old object.
 *
 * Svelte does not draw again what is the same object.
 */
export function reuse<T>(before: unknown, now: T): T {
  if (typeof before !== "object" || typeof now !== "object" || before === null || now === null) return now;
  if (Array.isArray(before) !== Array.isArray(now)) return now;
  const [old, fresh] = [before as Record<string, unknown>, now as Record<string, unknown>];
  const keys = Object.keys(fresh);
  let changed = keys.length !== Object.keys(old).length;
  for (const key of keys) {
    const part = reuse(old[key], fresh[key]);
    fresh[key] = part;
    changed ||= part !== old[key] || !(key in old);
  }
  return changed ? now : (before as T);
}
