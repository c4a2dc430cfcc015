// Every colour of the game comes with its shape.

export type Hue = "yellow" | "green" | "blue" | "red" | "purple";

export const HUES: readonly Hue[] = ["yellow", "green", "blue", "red", "purple"];

export const PAINT: Readonly<Record<Hue, string>> = {
  yellow: "#f2c84f",
  green: "#84cc72",
  blue: "#74b6ec",
  red: "#ee6a58",
  purple: "#bd93ec",
};

/** A colour that a content pack brings is drawn like chalk. */
export function paintOf(colour: string): string {
  return PAINT[colour as Hue] ?? "#e8e2d2";
}
