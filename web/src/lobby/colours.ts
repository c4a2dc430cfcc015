// Each game's own second colour, the ground of its table and the side of its box.

export interface Colours {
  readonly accent: string;
  readonly ground: string;
  readonly side: string;
}

const COLOURS: Readonly<Record<string, Colours>> = {
  lueur: { accent: "#ffd37a", ground: "#17171b", side: "#35363c" },
  faceless: { accent: "#9fd28f", ground: "#0f1712", side: "#1a2c20" },
  setawatch: { accent: "#ff9f56", ground: "#151011", side: "#33180f" },
  deadcells: { accent: "#8fe36a", ground: "#140f1c", side: "#241438" },
};

/** A game that is new on the shelf has the colours of the house. */
export function coloursOf(game: string): Colours {
  return COLOURS[game] ?? { accent: "var(--ember)", ground: "var(--night)", side: "var(--soot)" };
}
