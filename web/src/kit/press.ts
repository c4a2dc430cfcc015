// Pictures that are printed once, when the client is built: figures of a cast as SVG, lit and hatched as on the table.
// Never imported by the client; a picture is a file of its own.

import type { Layer, Recipe, Recipes } from "./recipe.ts";
import { TINTS, type TintName } from "./tints.ts";

/** Finds the outline of an icon by its name at game-icons.net. */
export type Outlines = (name: string) => string;

export interface Print {
  /** Where the light is, in the picture. */
  readonly light?: readonly [x: number, y: number];
  /** Everything looks like this material. */
  readonly tint?: TintName;
  readonly flip?: boolean;
  /** Less than 1 is darker: farther from the light. */
  readonly tone?: number;
}

const BOX = 512;
const INK = "#120906";

export class Press {
  private count = 0;
  /** Every outline is written once, and used by its number. */
  private readonly written = new Map<string, number>();

  constructor(
    private readonly cast: Recipes,
    private readonly outlines: Outlines,
    /** Width and height of the picture. */
    private readonly wide = 240,
    private readonly high = 320,
  ) {}

  /** What all figures of a picture share: the strokes of the burin. */
  readonly defs = `<defs>
<pattern id="fine" width="2.8" height="2.8" patternUnits="userSpaceOnUse" patternTransform="rotate(-32)"><path d="M0 1.4h2.8" stroke="${INK}" stroke-width=".8" opacity=".5"/></pattern>
<pattern id="deep" width="2.5" height="2.5" patternUnits="userSpaceOnUse" patternTransform="rotate(38)"><path d="M0 1.2h2.5" stroke="${INK}" stroke-width="1" opacity=".8"/></pattern>
<filter id="soft" x="-60%" y="-60%" width="220%" height="220%"><feGaussianBlur stdDeviation="5"/></filter></defs>`;

  /** A figure of the cast in a box of this size, its upper left corner at x, y. */
  figure(id: string, x: number, y: number, size: number, print: Print = {}): string {
    const recipe = this.cast[id];
    if (!recipe) throw new Error(`the cast has no ${id}`);
    return recipe.layers.map((layer) => this.layer(layer, recipe, x, y, size, print)).join("");
  }

  /** One icon alone. */
  icon(name: string, x: number, y: number, size: number, tint: TintName, print: Print = {}): string {
    return this.layer({ icon: name }, { tint, layers: [] }, x, y, size, print);
  }

  private layer(layer: Layer, recipe: Recipe, x: number, y: number, size: number, print: Print): string {
    const d = rounded(layer.path ?? this.outlines(layer.icon ?? ""));
    const own = layer.at ? ` translate(${layer.at[0]} ${layer.at[1]}) rotate(${layer.turn ?? 0}) scale(${((layer.flip ? -1 : 1) * (layer.size ?? BOX)) / BOX} ${(layer.size ?? BOX) / BOX}) translate(-256 -256)` : "";
    const k = size / BOX;
    const place = `translate(${print.flip ? x + size : x} ${y}) scale(${print.flip ? -k : k} ${k})${own}`;
    const scale = k * (layer.at ? (layer.size ?? BOX) / BOX : 1);
    const known = this.written.get(d);
    const number = known ?? this.written.size;
    this.written.set(d, number);
    const first = known === undefined ? `<defs><path id="p${number}" d="${d}"/></defs>` : "";
    const use = `<use href="#p${number}"`;
    if (layer.glow) {
      const [core, halo] = layer.glow;
      return `${first}<g transform="${place}">${use} fill="${halo}" filter="url(#soft)" opacity=".9"/>${use} fill="${core}" stroke="${halo}" stroke-width="${(0.8 / scale).toFixed(1)}"/></g>`;
    }
    if (layer.ink) return `${first}${use} fill="${INK}" transform="${place}"/>`;
    const n = (this.count += 1);
    const { near, middle, far, ink } = TINTS[print.tint ?? layer.tint ?? recipe.tint];
    const [lx, ly] = print.light ?? [x + size * 0.3, y + size * 0.2];
    const dark = 1 - (layer.tone ?? 1) * (print.tone ?? 1);
    const around = `gradientUnits="userSpaceOnUse" cx="${lx}" cy="${ly}" r="${(size * 1.15).toFixed(0)}"`;
    const whole = `width="${this.wide}" height="${this.high}"`;
    return `${first}<defs><mask id="m${n}">${use} fill="#fff" transform="${place}"/></mask>
<radialGradient id="l${n}" ${around}><stop stop-color="${near}"/><stop offset=".4" stop-color="${middle}"/><stop offset="1" stop-color="${far}"/></radialGradient>
<radialGradient id="s${n}" ${around}><stop offset=".3" stop-color="#000"/><stop offset="1" stop-color="#fff"/></radialGradient><mask id="k${n}"><rect ${whole} fill="url(#s${n})"/></mask></defs>
${use} transform="${place}" fill="${ink}" stroke="${ink}" stroke-width="${(3.4 / scale).toFixed(1)}" stroke-linejoin="round"/>
<g mask="url(#m${n})"><rect ${whole} fill="url(#l${n})"/><rect ${whole} fill="url(#fine)"/><rect ${whole} fill="url(#deep)" mask="url(#k${n})"/>${dark > 0 ? `<rect ${whole} fill="${ink}" opacity="${(dark * 0.8).toFixed(2)}"/>` : ""}</g>`;
  }
}

/** One decimal is finer than a printed line; what is cut off there and back adds up to nothing. */
function rounded(path: string): string {
  return path.replace(/(\.\d)\d+/g, "$1");
}

/** A soft light at a place. */
export function glow(id: string, x: number, y: number, rx: number, ry: number, colour: string, strength: number): string {
  return `<defs><radialGradient id="${id}"><stop stop-color="${colour}" stop-opacity="${strength}"/><stop offset="1" stop-color="${colour}" stop-opacity="0"/></radialGradient></defs><ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="url(#${id})"/>`;
}

/** The ground's tufts of grass, the same every time. */
export function grass(seed: number, wide: number, top: number, bottom: number, blades: number): string {
  let state = seed;
  const random = () => (state = (state * 16807) % 2147483647) / 2147483647;
  return Array.from({ length: blades }, () => {
    const [x, y, lean] = [random() * wide, top + random() * (bottom - top), random() * 8 - 4];
    return `M${x.toFixed(0)} ${y.toFixed(0)}q${(lean / 2).toFixed(1)} -5 ${lean.toFixed(1)} ${(-7 - random() * 6).toFixed(1)}`;
  }).join("");
}
