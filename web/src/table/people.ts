import type { SeatInfo } from "../protocol.ts";
import { t } from "../settings.svelte.ts";

/** The name of the person or bot in a seat. */
export function nameOf(people: readonly SeatInfo[], seat: number): string {
  const chair = people.find((one) => one.seat === seat);
  return !chair || chair.kind === "open" ? t("table.free") : chair.name;
}

/** Remaining thinking time: days and hours, or hours, minutes and seconds. */
export function timeLeft(seconds: number): string {
  const [days, hours, minutes] = [Math.floor(seconds / 86_400), Math.floor(seconds / 3600), Math.floor(seconds / 60)];
  const two = (n: number) => String(Math.floor(n)).padStart(2, "0");
  if (days > 0) return t("table.clock.days", { days, hours: hours % 24 });
  return hours > 0 ? `${hours}:${two(minutes % 60)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

const HUES = ["#ffb35c", "#7fc4d8", "#a8d08d", "#d9a0d0", "#e88f80", "#c9c06a"];

/** The colour of a seat. */
export function hueOf(seat: number): string {
  return HUES[Math.max(0, seat) % HUES.length] as string;
}
