// The elements and tokens of Lueur with their colours, and the bodies of its dice; the sign always comes with the colour.

export interface Symbol {
  readonly colour: string;
  /** As in the game's cast.ts; light itself is the star below. */
  readonly sign?: string;
}

export const SYMBOLS: Readonly<Record<string, Symbol>> = {
  nature: { colour: "#7ddb86", sign: "nature" },
  water: { colour: "#6ea6ff", sign: "water" },
  air: { colour: "#a5ecff", sign: "air" },
  fire: { colour: "#ff7d66", sign: "fire" },
  mineral: { colour: "#ffb057", sign: "mineral" },
  footprints: { colour: "#c79bff", sign: "footprint" },
  bursts: { colour: "#ffd45e" },
  minus_bursts: { colour: "#ff9d8b" },
  fireflies: { colour: "#ffe07a", sign: "firefly" },
  rerolls: { colour: "#f4ead7", sign: "reroll" },
  to_cemetery: { colour: "#ffb3a6", sign: "leaves" },
  kill_last_recruited: { colour: "#ffb3a6", sign: "leaves" },
  lose_companion_or_spell: { colour: "#ffb3a6", sign: "leaves" },
  cast_spells: { colour: "#c9b6ff", sign: "spells" },
  raise_companion: { colour: "#a8e0c0", sign: "raise" },
};

/** A burst of light, in a box of 512 by 512. */
export const STAR = "M256 0 304 150 437 75 362 208 512 256 362 304 437 437 304 362 256 512 208 362 75 437 150 304 0 256 150 208 75 75 208 150Z";

/** Top, front and side of each die; a die of a colour we do not know is grey. */
export const BODIES: Readonly<Record<string, readonly [top: string, front: string, side: string]>> = {
  green: ["#3f9a58", "#24663a", "#174528"],
  blue: ["#3d6fd0", "#254a98", "#172f66"],
  azure: ["#4fb4d6", "#2d7f9d", "#1b566c"],
  red: ["#cf4a3d", "#93291f", "#5f1811"],
  orange: ["#e08a34", "#a55d19", "#6d3b0d"],
  purple: ["#8c58bd", "#5d3586", "#3b1f58"],
  yellow: ["#e2b840", "#a5821f", "#6b5311"],
  black: ["#46434d", "#2a2830", "#17161b"],
};
export const SPENT = ["#565c66", "#3b4048", "#282c33"] as const;
