// The outlines of a game's icons, for drawings of many signs: read them where you draw, they come when the art is there.

import { loadArt } from "./art.ts";
import type { Art } from "./recipe.ts";

class Outlines {
  private art = $state.raw<Art | null>(null);

  constructor(game: string) {
    // Without a connection there is no art yet; names and numbers are there, and the next table tries again.
    loadArt(game).then(
      (art) => (this.art = art),
      () => known.delete(game),
    );
  }

  /** A sign by its name in the game's cast.ts. */
  sign(name: string): string {
    return this.art?.icons[this.art.signs[name] ?? ""] ?? "";
  }

  /** The first layer of a figure, flat. */
  figure(id: string): string {
    return this.art?.icons[this.art.figures[id]?.layers[0]?.icon ?? ""] ?? "";
  }

  /** Whether somebody has drawn this figure; true while nobody knows. */
  has(id: string): boolean {
    return this.art === null || id in this.art.figures;
  }
}

const known = new Map<string, Outlines>();

export function outlinesOf(game: string): Outlines {
  const found = known.get(game) ?? new Outlines(game);
  known.set(game, found);
  return found;
}
