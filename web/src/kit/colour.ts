// Lighter and darker colours of a piece.

/** A colour moved towards white (0 to 1) or black (0 to −1). */
export function shade(hex: string, by: number): string {
  const to = by > 0 ? 255 : 0;
  const parts = [1, 3, 5].map((i) => {
    const value = parseInt(hex.slice(i, i + 2), 16);
    return Math.round(value + (to - value) * Math.abs(by))
      .toString(16)
      .padStart(2, "0");
  });
  return `#${parts.join("")}`;
}
