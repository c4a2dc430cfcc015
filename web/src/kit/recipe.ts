// What a figure is made of. A game's `cast.ts` is plain data in these terms: the build reads it, picks the icons it
// names and ships both as one file of art, so that neither weighs on the scripts.

import type { TintName } from "./tints.ts";

/** Room around the box of a figure for weapons, halos and flames, as a share of its size. */
export const MARGIN = 0.22;

/** One shape of a figure, in a box of 512 by 512 with the feet at 496; figures look to the right. */
export interface Layer {
  /** An icon of game-icons.net. */
  readonly icon?: string;
  /** Or an outline of our own. */
  readonly path?: string;
  /** Where the middle of its box is. */
  readonly at?: readonly [x: number, y: number];
  /** How wide its box is. */
  readonly size?: number;
  /** Degrees clockwise. */
  readonly turn?: number;
  readonly flip?: boolean;
  /** Its material, if it is not the figure's. */
  readonly tint?: TintName;
  /** Less than 1 is darker: what lies behind. */
  readonly tone?: number;
  /** It shines by itself, in this colour and with this halo. */
  readonly glow?: readonly [core: string, halo: string];
  /** Only ink, without relief or outline: eyes, a mouth, a scratch. */
  readonly ink?: boolean;
  /** The gaps of the icon are left open instead of inked. */
  readonly open?: boolean;
}

export interface Recipe {
  readonly tint: TintName;
  readonly layers: readonly Layer[];
  /** Where it touches the ground; it throws its shadow from there. */
  readonly ground?: number;
}

export type Recipes = Readonly<Record<string, Recipe>>;

/** What a game ships: figures by id, and the outlines of every icon that they and its signs need. */
export interface Art {
  readonly figures: Recipes;
  /** Names of flat signs, such as elements, items and places, with their icons. */
  readonly signs: Readonly<Record<string, string>>;
  readonly icons: Readonly<Record<string, string>>;
}

type More = Omit<Layer, "icon" | "path" | "at" | "size" | "turn">;

/** An icon with its middle at x, y. */
export function icon(name: string, x: number, y: number, size: number, turn = 0, more: More = {}): Layer {
  return { icon: name, at: [x, y], size, turn, ...more };
}

/** An outline of our own. */
export function shape(path: string, more: More = {}): Layer {
  return { path, ...more };
}

/** The same layers, smaller or elsewhere: two goblins are one goblin twice. */
export function moved(layers: readonly Layer[], dx: number, dy: number, scale = 1, more: Partial<Layer> = {}): Layer[] {
  return layers.map((layer) => {
    const [x, y] = layer.at ?? [256, 256];
    return { ...layer, ...more, at: [x * scale + dx, y * scale + dy], size: (layer.size ?? 512) * scale };
  });
}
