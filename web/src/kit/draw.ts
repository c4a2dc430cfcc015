// Figures as bitmaps: each layer is inked round, lit, hatched and laid over the last one. Nothing is filtered later:
// what moves on the table is a finished picture.

import { engrave, fillHoles, type Rgb } from "./engrave.ts";
import { MARGIN, type Art, type Layer, type Recipe } from "./recipe.ts";
import { TINTS, type Light, type Tint } from "./tints.ts";

/** Icons and bodies are drawn in a box of this size. */
const BOX = 512;
const SHADOW = "#050302";
/** How flat a shadow lies. */
const FLAT = 0.15;

export interface Look {
  /** Width and height of the box of the figure, in pixels of the screen. */
  readonly size: number;
  readonly light: Light;
  /** It looks to the left. */
  readonly flip?: boolean;
  /** A ring of light all round: an Elite. */
  readonly halo?: string;
}

type Surface = OffscreenCanvas | HTMLCanvasElement;
type Pen = OffscreenCanvasRenderingContext2D | CanvasRenderingContext2D;

function surface(width: number, height: number, read = false): { canvas: Surface; pen: Pen } {
  const canvas = typeof OffscreenCanvas === "undefined" ? Object.assign(document.createElement("canvas"), { width, height }) : new OffscreenCanvas(width, height);
  // Read back again and again: a canvas in the memory of the processor.
  const pen = canvas.getContext("2d", { willReadFrequently: read }) as Pen;
  return { canvas, pen };
}

/** Draws a figure; the picture is larger than its box by the margin on each side. */
export function drawFigure(recipe: Recipe, art: Pick<Art, "icons">, look: Look): Surface {
  const margin = Math.round(look.size * MARGIN);
  const side = look.size + 2 * margin;
  const picture = surface(side, side);
  const work = surface(side, side, true);
  for (const layer of recipe.layers) {
    const outline = new Path2D(layer.path ?? art.icons[layer.icon ?? ""] ?? "");
    if (layer.ink) stain(picture.pen, outline, layer, recipe, look, margin);
    else if (layer.glow) shine(picture.pen, outline, layer, look, margin);
    else etch(picture.pen, work, outline, layer, recipe, look, margin, side);
  }
  return look.halo ? ringed(picture.canvas, side, look.halo, look.size) : picture.canvas;
}

/** The shadow on the ground, thrown away from the light; as wide as three boxes and half as high as one. */
export function drawShadow(figure: Surface, look: Look, ground: number): Surface {
  const { size, light } = look;
  const width = size * 3;
  const height = Math.round(size * 0.5);
  const foot = height * 0.5;
  const { canvas, pen } = surface(width, height);
  const side = figure.width;
  const margin = (side - size) / 2;
  const lean = Math.max(-1.05, Math.min(1.05, (0.5 - light.from[0]) * 1.7));
  const off = 20_000;
  pen.shadowColor = SHADOW;
  pen.shadowBlur = size * 0.035;
  pen.shadowOffsetX = off;
  pen.save();
  pen.globalAlpha = 0.62;
  // Upside down, flat and leaning: drawn outside the picture, only its blurred shadow falls inside.
  pen.setTransform(1, 0, -lean, -FLAT, width / 2 - off - size / 2 - margin + lean * (margin + ground * size), foot + FLAT * (margin + ground * size));
  pen.drawImage(figure, 0, 0);
  pen.restore();
  pen.globalAlpha = 0.55;
  pen.beginPath();
  pen.ellipse(width / 2 - off, foot, size * 0.3, size * 0.05, 0, 0, Math.PI * 2);
  pen.fill();
  // It grows faint with the distance.
  pen.shadowColor = "transparent";
  pen.globalAlpha = 1;
  pen.globalCompositeOperation = "destination-in";
  const fade = pen.createRadialGradient(width / 2, foot, size * 0.2, width / 2, foot, size * 1.42);
  fade.addColorStop(0, "#000");
  fade.addColorStop(1, "#0000");
  pen.fillStyle = fade;
  pen.fillRect(0, 0, width, height);
  return canvas;
}

/** From the box of 512 to pixels; mirrored here, inside the drawing, so that the light stays where it is. */
function place(pen: Pen, layer: Layer, look: Look, margin: number): void {
  const k = look.size / BOX;
  pen.setTransform(look.flip ? -k : k, 0, 0, k, look.flip ? margin + look.size : margin, margin);
  if (!layer.at) return;
  const [x, y] = layer.at ?? [BOX / 2, BOX / 2];
  const scale = (layer.size ?? BOX) / BOX;
  pen.translate(x, y);
  pen.rotate(((layer.turn ?? 0) * Math.PI) / 180);
  pen.scale(layer.flip ? -scale : scale, scale);
  pen.translate(-BOX / 2, -BOX / 2);
}

function etch(pen: Pen, work: { canvas: Surface; pen: Pen }, outline: Path2D, layer: Layer, recipe: Recipe, look: Look, margin: number, side: number): void {
  const tint = TINTS[look.light.material ?? layer.tint ?? recipe.tint];
  const colours = lit(tint, look.light, layer.tone ?? 1);
  const scale = (layer.size ?? BOX) / BOX;
  const stroke = Math.max(2.2, look.size * 0.017) * (BOX / look.size / scale);
  const mask = work.pen;

  // The ink around it, and in its gaps.
  clear(mask, side);
  place(mask, layer, look, margin);
  mask.fillStyle = mask.strokeStyle = tint.ink;
  mask.lineWidth = stroke;
  mask.lineJoin = "round";
  mask.fill(outline);
  mask.stroke(outline);
  mask.setTransform(1, 0, 0, 1, 0, 0);
  if (layer.icon && !layer.open) inkGaps(mask, side, tint.ink);
  pen.setTransform(1, 0, 0, 1, 0, 0);
  pen.drawImage(work.canvas, 0, 0);

  // The relief.
  clear(mask, side);
  place(mask, layer, look, margin);
  mask.fillStyle = "#fff";
  mask.fill(outline);
  mask.setTransform(1, 0, 0, 1, 0, 0);
  const whole = mask.getImageData(0, 0, side, side);
  const box = bounds(whole.data, side);
  if (!box) return;
  const { left, top, width, height } = box;
  const alpha = new Uint8ClampedArray(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) alpha[y * width + x] = whole.data[((top + y) * side + left + x) * 4 + 3] as number;
  }
  const picture = new ImageData(width, height);
  const [fromX, fromY] = look.light.from;
  const away = Math.hypot(fromX - 0.5, fromY - 0.5);
  engrave(
    alpha,
    { width, height },
    left,
    top,
    {
      ...colours,
      rim: rgb(look.light.rim),
      rimStrength: look.light.rim.length > 7 ? 0 : 0.42,
      lightX: margin + fromX * look.size,
      lightY: margin + fromY * look.size,
      away: away * look.size,
      fading: 0.82 / (1 + 0.3 * Math.max(0, away - 0.7)) / look.size,
      power: look.light.power,
      pitch: Math.max(2.5, look.size / 62),
      round: look.size * 0.05,
      edge: Math.max(1.2, look.size * 0.013),
    },
    picture.data,
  );
  clear(mask, side);
  mask.putImageData(picture, left, top);
  pen.drawImage(work.canvas, 0, 0);
}

/** Plain ink. */
function stain(pen: Pen, outline: Path2D, layer: Layer, recipe: Recipe, look: Look, margin: number): void {
  place(pen, layer, look, margin);
  pen.globalAlpha = layer.tone ?? 1;
  pen.fillStyle = TINTS[look.light.material ?? layer.tint ?? recipe.tint].ink;
  pen.fill(outline);
  pen.globalAlpha = 1;
}

function clear(pen: Pen, side: number): void {
  pen.setTransform(1, 0, 0, 1, 0, 0);
  pen.clearRect(0, 0, side, side);
}

function inkGaps(pen: Pen, side: number, ink: string): void {
  const whole = pen.getImageData(0, 0, side, side);
  const box = bounds(whole.data, side);
  if (!box) return;
  const { left, top, width, height } = box;
  const alpha = new Uint8ClampedArray(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) alpha[y * width + x] = whole.data[((top + y) * side + left + x) * 4 + 3] as number;
  }
  fillHoles(alpha, box);
  const { r, g, b } = rgb(ink);
  const picture = new ImageData(width, height);
  for (let i = 0; i < alpha.length; i++) {
    picture.data[i * 4] = r;
    picture.data[i * 4 + 1] = g;
    picture.data[i * 4 + 2] = b;
    picture.data[i * 4 + 3] = alpha[i] as number;
  }
  pen.putImageData(picture, left, top);
}

function bounds(pixels: Uint8ClampedArray, side: number): { left: number; top: number; width: number; height: number } | null {
  let left = side;
  let right = -1;
  let top = side;
  let bottom = -1;
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      if (pixels[(y * side + x) * 4 + 3] === 0) continue;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      if (y > bottom) bottom = y;
    }
  }
  return right < 0 ? null : { left, top, width: right - left + 1, height: bottom - top + 1 };
}

/** Flames, eyes and bubbles: a bright core and a halo. */
function shine(pen: Pen, outline: Path2D, layer: Layer, look: Look, margin: number): void {
  const [core, halo] = layer.glow as readonly [string, string];
  pen.save();
  place(pen, layer, look, margin);
  pen.shadowColor = halo;
  pen.shadowBlur = look.size * 0.09;
  pen.fillStyle = halo;
  pen.fill(outline);
  pen.shadowBlur = look.size * 0.03;
  pen.fillStyle = core;
  pen.fill(outline);
  pen.restore();
}

function ringed(figure: Surface, side: number, colour: string, size: number): Surface {
  const { canvas, pen } = surface(side, side);
  pen.shadowColor = colour;
  for (const blur of [0.012, 0.05]) {
    pen.shadowBlur = size * blur;
    pen.drawImage(figure, 0, 0);
  }
  return canvas;
}

/** The colours of a material under this light. */
function lit(tint: Tint, light: Light, tone: number): { near: Rgb; middle: Rgb; far: Rgb; ink: Rgb } {
  const colour = rgb(light.colour);
  const ink = rgb(tint.ink);
  const wash = (hex: string, share: number): Rgb => {
    const own = rgb(hex);
    const bright = (own.r + own.g + own.b) / 3 / 190;
    const washed = mix(own, { r: colour.r * bright, g: colour.g * bright, b: colour.b * bright }, share);
    return mix(ink, washed, tone);
  };
  return { near: wash(tint.near, light.wash * 0.6), middle: wash(tint.middle, light.wash), far: wash(tint.far, light.wash), ink };
}

function mix(a: Rgb, b: Rgb, share: number): Rgb {
  return { r: a.r + (b.r - a.r) * share, g: a.g + (b.g - a.g) * share, b: a.b + (b.b - a.b) * share };
}

function rgb(hex: string): Rgb {
  return { r: parseInt(hex.slice(1, 3), 16), g: parseInt(hex.slice(3, 5), 16), b: parseInt(hex.slice(5, 7), 16) };
}
