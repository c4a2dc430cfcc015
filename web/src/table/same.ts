/** Data equals data when kinds and arguments do; the order of the names does not matter. */
export function same(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  const keys = Object.keys(one);
  return (
    Array.isArray(one) === Array.isArray(other) &&
    keys.length === Object.keys(other).length &&
    keys.every((key) => same((one as Record<string, unknown>)[key], (other as Record<string, unknown>)[key]))
  );
}
