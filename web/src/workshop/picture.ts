// Which figure or sign of a game's art stands for a component.

import type { Art } from "../kit/recipe.ts";

export interface Picture {
  readonly kind: "figure" | "sign";
  readonly name: string;
  readonly elite: boolean;
}

/** What a board draws for an id; null where it draws nothing of its own. */
export function pictureOf(art: Art | null, id: string): Picture | null {
  // One figure stands for an enemy in every Biome, and for its Elite.
  const names = [id, id.replace(/^[a-z]\d?_(elite_)?/, "")];
  const elite = id.includes("elite_");
  const figure = names.find((name) => name in (art?.figures ?? {}));
  if (figure) return { kind: "figure", name: figure, elite };
  const sign = names.find((name) => name in (art?.signs ?? {}));
  return sign ? { kind: "sign", name: sign, elite } : null;
}
