// Draws figures beside the page, so that the table never waits for them.

import { drawFigure, drawShadow, type Look } from "./draw.ts";
import type { Art } from "./recipe.ts";

/** What the page sends: a game's art once, then figures to draw. */
export type Request = { readonly is: "art"; readonly game: string; readonly art: Art } | { readonly is: "draw"; readonly key: string; readonly game: string; readonly id: string; readonly look: Look };

export interface Answer {
  readonly key: string;
  readonly figure: ImageBitmap;
  readonly shadow: ImageBitmap;
  readonly ms: number;
}

const arts = new Map<string, Art>();

addEventListener("message", ({ data }: MessageEvent<Request>) => {
  if (data.is === "art") {
    arts.set(data.game, data.art);
    return;
  }
  const art = arts.get(data.game);
  const recipe = art?.figures[data.id];
  if (!art || !recipe) throw new Error(`there is no figure ${data.id}`);
  const began = performance.now();
  const drawing = drawFigure(recipe, art, data.look) as OffscreenCanvas;
  const below = drawShadow(drawing, data.look, (recipe.ground ?? 496) / 512) as OffscreenCanvas;
  const answer: Answer = { key: data.key, figure: drawing.transferToImageBitmap(), shadow: below.transferToImageBitmap(), ms: performance.now() - began };
  postMessage(answer, { transfer: [answer.figure, answer.shadow] });
});
