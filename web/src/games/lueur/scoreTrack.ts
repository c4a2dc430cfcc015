// The score track as a string of lamps: where each hangs in its row.

export const PITCH = 17;
export const ROW = 45;

/** The place of a lamp in a row; the string sags between posts ten lamps apart. */
export function lampAt(column: number): { x: number; y: number } {
  return { x: 14 + column * PITCH, y: 18 + 7 * Math.sin((Math.PI * ((column % 10) + 0.5)) / 10) };
}

/** The string of a row, as a line above its lamps. */
export function stringOf(perRow: number): string {
  const lamps = Array.from({ length: perRow }, (_, column) => lampAt(column));
  return `M${lamps.map(({ x, y }) => `${x.toFixed(1)},${(y - 5).toFixed(1)}`).join("L")}`;
}
