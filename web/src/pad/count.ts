// What a score pad adds up: the lines as the server describes them, with the numbers somebody entered.

import type { PadData, PadLine } from "../protocol.ts";

/** What was entered, by line; a line that is not there is still open. */
export type Column = Readonly<Record<string, number | string>>;
type Rules = Pick<PadData, "lines" | "floor" | "ties">;

const numberOf = (column: Column, id: string): number | null => {
  const value = column[id];
  return typeof value === "number" ? value : null;
};

/** Whether a bonus is gained; null while one of its lines is open. */
export function gained(line: PadLine, column: Column): boolean | null {
  const [first, second] = line.at_least.map((id) => numberOf(column, id));
  return first == null || second == null ? null : first >= second;
}

/** What a line counts; null while it is open. */
export function pointsOf(line: PadLine, column: Column): number | null {
  if (line.kind === "result") return 0;
  if (line.kind === "bonus") {
    const has = gained(line, column);
    return has === null ? null : has ? line.points : 0;
  }
  const value = numberOf(column, line.id);
  return value === null ? null : value * line.points;
}

/** The sum, line by line, never below the floor; null while nothing is entered. */
export function totalOf(pad: Rules, column: Column): number | null {
  const found = pad.lines.map((line) => pointsOf(line, column));
  if (!pad.lines.some((line) => numberOf(column, line.id) !== null)) return null;
  return found.reduce<number>((sum, points) => {
    const next = sum + (points ?? 0);
    return pad.floor === null ? next : Math.max(next, pad.floor);
  }, 0);
}

/** Whether every line of a column is entered. */
export function isFull(pad: Rules, column: Column): boolean {
  return pad.lines.every((line) => line.kind !== "number" || numberOf(column, line.id) !== null);
}

/** The columns that win: the highest total, then the lines that decide ties; none while a column is open. */
export function winners(pad: Rules, columns: readonly Column[]): number[] {
  if (columns.length === 0 || !columns.every((column) => isFull(pad, column))) return [];
  const ranks = columns.map((column) => [totalOf(pad, column) ?? 0, ...pad.ties.map((id) => numberOf(column, id) ?? 0)]);
  const before = (a: readonly number[], b: readonly number[]) => {
    const at = a.findIndex((value, i) => value !== b[i]);
    return at < 0 ? 0 : (a[at] as number) - (b[at] as number);
  };
  const best = ranks.reduce((a, b) => (before(a, b) >= 0 ? a : b));
  return ranks.flatMap((rank, i) => (before(rank, best) === 0 ? [i] : []));
}

/** A number as somebody typed it, within the line's range; null for nothing, undefined for what is no number. */
export function typed(line: PadLine, text: string): number | null | undefined {
  const plain = text.trim().replace("\u2212", "-");
  if (plain === "") return null;
  return /^-?\d{1,4}$/.test(plain) ? Math.min(Math.max(Number(plain), line.low), line.high) : undefined;
}
