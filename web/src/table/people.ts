import type { Chair } from "../protocol.ts";
import { t } from "../settings.svelte.ts";

/** The name of whoever sits there. */
export function nameOf(people: readonly Chair[], seat: number): string {
  const chair = people.find((one) => one.seat === seat);
  return !chair || chair.kind === "open" ? t("table.free") : chair.name;
}
