// The score track as a string of lamps: where each hangs.

export const PITCH = 17;
export const ROW = 42;

/** The place of a lamp when each row has this many; the string sags between posts ten lamps apart. */
export function lampAt(space: number, perRow: number): { x: number; y: number } {
  const column = space % perRow;
  const row = Math.floor(space / perRow);
  const sag = 7 * Math.sin((Math.PI * ((column % 10) + 0.5)) / 10);
  return { x: 14 + column * PITCH, y: 20 + row * ROW + sag };
}

/** The string of one row as a line through its lamps. */
export function stringOf(row: number, perRow: number, last: number): string {
  const lamps = Array.from({ length: perRow }, (_, i) => row * perRow + i).filter((space) => space <= last);
  return `M${lamps.map((space) => lampAt(space, perRow)).map(({ x, y }) => `${x.toFixed(1)},${(y - 5).toFixed(1)}`).join("L")}`;
}
