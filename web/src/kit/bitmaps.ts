// Every figure is drawn once for each size, light and side, kept, and copied from then on. A worker draws; where there
// is none, the page does, one figure in each turn of the event loop.

import workerAddress from "icons:worker";
import type { Look } from "./draw.ts";
import type { Art } from "./recipe.ts";
import type { Answer, Request } from "./worker.ts";

type Picture = ImageBitmap | OffscreenCanvas | HTMLCanvasElement;

export interface Drawn {
  readonly figure: Picture;
  readonly shadow: Picture;
}

interface Order {
  readonly art: Art;
  readonly game: string;
  readonly id: string;
  readonly look: Look;
  readonly listeners: Set<(drawing: Drawn) => void>;
}

/** As many pixels as two full tables show on a sharp screen; the oldest go first. */
const KEPT = 24_000_000;

/** How long until a drawing is tried again whose scripts could not be fetched, in milliseconds. */
const AGAIN = 2000;

const kept = new Map<string, Drawn>();
const orders = new Map<string, Order>();
const sent = new Set<string>();
let pixels = 0;
let worker: Worker | null | undefined;

/** How long drawings took, for the gallery and the benchmark. */
export const cost = { figures: 0, ms: 0 };

/** A drawing, now if it is kept, otherwise as soon as it is made; returns how to stop waiting for it. */
export function drawn(art: Art, game: string, id: string, look: Look, then: (drawing: Drawn) => void): () => void {
  const key = keyOf(game, id, look);
  const known = kept.get(key);
  if (known) {
    then(known);
    return () => {};
  }
  const order = orders.get(key);
  if (order) {
    order.listeners.add(then);
    return () => order.listeners.delete(then);
  }
  const made = { art, game, id, look, listeners: new Set([then]) };
  orders.set(key, made);
  send(key, made);
  return () => made.listeners.delete(then);
}

/** Draws what a scene will need before it needs it. */
export function prepare(art: Art, game: string, wanted: readonly { id: string; look: Look }[]): void {
  for (const { id, look } of wanted) drawn(art, game, id, look, () => {});
}

/** Resolves when nothing waits to be drawn. */
export async function allDrawn(): Promise<void> {
  while (orders.size > 0) await new Promise((done) => setTimeout(done, 20));
}

function send(key: string, order: Order): void {
  // Once only: null says that there is none, also after one that failed.
  if (worker === undefined) worker = started();
  if (!worker) {
    setTimeout(() => void drawHere(key, order));
    return;
  }
  const { game, art, id, look } = order;
  if (!sent.has(game)) {
    sent.add(game);
    worker.postMessage({ is: "art", game, art } satisfies Request);
  }
  worker.postMessage({ is: "draw", key, game, id, look } satisfies Request);
}

function sendAgain(key: string, order: Order): void {
  worker ??= undefined;
  if (orders.get(key) === order) send(key, order);
}

/** The worker; null where a browser has none that can draw. */
function started(): Worker | null {
  sent.clear();
  if (typeof Worker === "undefined" || typeof OffscreenCanvas === "undefined") return null;
  const made = new Worker(workerAddress, { type: "module" });
  made.onmessage = ({ data }: MessageEvent<Answer>) => finish(data.key, data, data.ms);
  // It could not be loaded, or cannot draw: the page takes over what was ordered.
  made.onerror = (event) => {
    event.preventDefault();
    made.terminate();
    worker = null;
    for (const [key, order] of orders) send(key, order);
  };
  return made;
}

/** Most pages have a worker and need no scripts for this; if these do not arrive either, both are tried again. */
async function drawHere(key: string, order: Order): Promise<void> {
  const scripts = await import("./draw.ts").catch(() => null);
  if (!scripts) {
    setTimeout(() => sendAgain(key, order), AGAIN);
    return;
  }
  const { drawFigure, drawShadow } = scripts;
  const { art, id, look } = order;
  const recipe = art.figures[id];
  if (!recipe) {
    orders.delete(key);
    throw new Error(`there is no figure ${id}`);
  }
  const began = performance.now();
  const figure = drawFigure(recipe, art, look);
  finish(key, { figure, shadow: drawShadow(figure, look, (recipe.ground ?? 496) / 512) }, performance.now() - began);
}

function finish(key: string, { figure, shadow }: Drawn, ms: number): void {
  const drawing = { figure, shadow };
  const order = orders.get(key);
  orders.delete(key);
  kept.set(key, drawing);
  pixels += area(drawing);
  cost.figures += 1;
  cost.ms += ms;
  for (const listener of order?.listeners ?? []) listener(drawing);
  for (const [oldest, old] of kept) {
    if (pixels <= KEPT || oldest === key) break;
    kept.delete(oldest);
    pixels -= area(old);
  }
}

const area = ({ figure, shadow }: Drawn): number => figure.width * figure.height + shadow.width * shadow.height;

function keyOf(game: string, id: string, { size, light, flip, halo }: Look): string {
  return [game, id, size, light.from, light.colour, light.wash, light.power, light.rim, light.material, flip ? "flip" : "", halo ?? ""].join("|");
}
