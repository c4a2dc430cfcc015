// The module that web/games.mjs makes of the folders here.

declare module "games:folders" {
  import type { Component } from "svelte";

  /** Loads a game's board, which is a `Drawing`. */
  export const BOARDS: { readonly [game: string]: () => Promise<unknown> };
  /** Draws the picture on the lid of a game's box into a view box of 240 by 320. */
  export const LIDS: { readonly [game: string]: Component };
  export const COLOURS: { readonly [game: string]: import("../lobby/colours.ts").Colours };
}

declare module "games:colours" {
  export const COLOURS: Readonly<Record<string, import("../lobby/colours.ts").Colours>>;
}
