// Every colour of the game comes with its sign (cast.ts) and its figure.

export type Hue = "yellow" | "green" | "blue" | "red" | "purple";

export const HUES: readonly Hue[] = ["yellow", "green", "blue", "red", "purple"];
/** The figures of the cast, by number; the last is the Team. */
export const FIGURES = ["judith", "sam", "alan", "billygoat", "team"] as const;
export const BILLYGOAT = 3;
export const TEAM = 4;

const PAINT: Readonly<Record<Hue, string>> = { yellow: "#f2c14e", green: "#93cf66", blue: "#7cbcf0", red: "#f0705a", purple: "#c29df2" };

/** A colour that a content pack brings is drawn like chalk. */
export function paintOf(colour: string): string {
  return PAINT[colour as Hue] ?? "#e8e2d2";
}

/** The number of the figure that a card of this colour moves. */
export function figureOf(colour: string): number {
  return (HUES as readonly string[]).indexOf(colour);
}
