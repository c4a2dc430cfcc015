// The etching of one layer: a mask becomes a lit, hatched relief. Only arithmetic, so that a test can run it.

export interface Rgb {
  readonly r: number;
  readonly g: number;
  readonly b: number;
}

/** Everything about a layer that does not depend on the pixel. */
export interface Etching {
  readonly near: Rgb;
  readonly middle: Rgb;
  readonly far: Rgb;
  readonly ink: Rgb;
  readonly rim: Rgb;
  readonly rimStrength: number;
  /** Where the light is, in pixels of the mask. */
  readonly lightX: number;
  readonly lightY: number;
  /** How far it is from the middle of the figure, in pixels. */
  readonly away: number;
  /** How much darker it gets in a pixel; little if the light is far. */
  readonly fading: number;
  readonly power: number;
  /** Pixels between two lines of the hatching. */
  readonly pitch: number;
  /** How round the relief is, in pixels. */
  readonly round: number;
  /** How wide its bright edge is, in pixels. */
  readonly edge: number;
}

/** A rectangle of pixels. */
export interface Area {
  readonly width: number;
  readonly height: number;
}

const LINE_ANGLE = -0.56;
const CROSS_ANGLE = 0.7;
/** How far lines bend over a bulge, in pitches. */
const BEND = 3.4;

/** Paints RGBA over a mask of one byte a pixel; `left` and `top` say where the mask lies in the figure. */
export function engrave(mask: Uint8ClampedArray, { width, height }: Area, left: number, top: number, how: Etching, out: Uint8ClampedArray): void {
  const size = width * height;
  const near = blurred(mask, width, height, Math.max(1, Math.round(how.round * 0.3)));
  const wide = blurred(mask, width, height, Math.max(2, Math.round(how.round)));
  const bulge = new Float32Array(size);
  for (let i = 0; i < size; i++) bulge[i] = 0.45 * (near[i] as number) + 0.55 * (wide[i] as number);

  const { lightX, lightY, away, fading, power, rimStrength } = how;
  const [nearR, nearG, nearB] = [how.near.r, how.near.g, how.near.b];
  const [middleR, middleG, middleB] = [how.middle.r, how.middle.g, how.middle.b];
  const [farR, farG, farB] = [how.far.r, how.far.g, how.far.b];
  const [inkR, inkG, inkB] = [how.ink.r, how.ink.g, how.ink.b];
  const [rimR, rimG, rimB] = [how.rim.r, how.rim.g, how.rim.b];
  const lineX = Math.sin(LINE_ANGLE) / how.pitch;
  const lineY = Math.cos(LINE_ANGLE) / how.pitch;
  const crossX = Math.sin(CROSS_ANGLE) / (how.pitch * 0.94);
  const crossY = Math.cos(CROSS_ANGLE) / (how.pitch * 0.94);
  const sharp = how.pitch / 1.1;
  const slope = how.round * 0.9;
  const edge = how.edge * 1.3;
  const back = how.edge * 0.7;

  for (let y = 0; y < height; y++) {
    const above = y > 0 ? width : 0;
    const below = y < height - 1 ? width : 0;
    const toY = lightY - (top + y);
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      const alpha = mask[i] as number;
      if (alpha === 0) continue;
      const toX = lightX - (left + x);
      const distance = Math.sqrt(toX * toX + toY * toY) + 0.01;
      const lx = toX / distance;
      const ly = toY / distance;

      // The relief rises from its edge: where it rises towards the light it is bright.
      const dx = ((bulge[x > 0 ? i - 1 : i] as number) - (bulge[x < width - 1 ? i + 1 : i] as number)) * slope;
      const dy = ((bulge[i - above] as number) - (bulge[i + below] as number)) * slope;
      const facing = (dx * lx + dy * ly) / Math.sqrt(1 + dx * dx + dy * dy);
      let falls = 0.52 + (away - distance) * fading;
      if (falls < 0) falls = 0;
      else if (falls > 1) falls = 1;
      let lum = (0.04 + 0.88 * falls + 0.6 * facing) * power;
      if (lum < 0) lum = 0;
      else if (lum > 1) lum = 1;

      // Thick lines in the shade, thin ones in the light, none where it is brightest.
      const bend = (bulge[i] as number) * BEND;
      let ink = 0;
      const thick = 0.7 - 0.92 * lum;
      if (thick > 0.02) ink = line((left + x) * lineX + (top + y) * lineY + bend, thick > 0.58 ? 0.58 : thick, sharp) * 0.8;
      const shade = (0.38 - lum) * 1.7;
      if (shade > 0.02) {
        const crossed = line((left + x) * crossX + (top + y) * crossY - bend, shade > 0.5 ? 0.5 : shade, sharp) * 0.86;
        if (crossed > ink) ink = crossed;
      }

      let r: number;
      let g: number;
      let b: number;
      if (lum < 0.5) {
        const t = lum * 2;
        r = farR + (middleR - farR) * t;
        g = farG + (middleG - farG) * t;
        b = farB + (middleB - farB) * t;
      } else {
        const t = lum * 2 - 1;
        r = middleR + (nearR - middleR) * t;
        g = middleG + (nearG - middleG) * t;
        b = middleB + (nearB - middleB) * t;
      }
      r += (inkR - r) * ink;
      g += (inkG - g) * ink;
      b += (inkB - b) * ink;

      // A bright edge towards the light, a thin cool one away from it.
      const lit = alpha - at(mask, width, height, (x + lx * edge + 0.5) | 0, (y + ly * edge + 0.5) | 0);
      if (lit > 0) {
        const strong = power * (0.4 + falls);
        const k = (lit / 255) * 0.86 * (strong > 1 ? 1 : strong);
        r += (nearR - r) * k;
        g += (nearG - g) * k;
        b += (nearB - b) * k;
      }
      const behind = alpha - at(mask, width, height, (x - lx * back + 0.5) | 0, (y - ly * back + 0.5) | 0);
      if (behind > 0) {
        const k = (behind / 255) * rimStrength;
        r += (rimR - r) * k;
        g += (rimG - g) * k;
        b += (rimB - b) * k;
      }
      const o = i * 4;
      out[o] = r;
      out[o + 1] = g;
      out[o + 2] = b;
      out[o + 3] = alpha;
    }
  }
}

/** How much ink a line of this thickness (0 to 1 of the pitch) leaves at a phase. */
function line(phase: number, thick: number, sharp: number): number {
  const away = Math.abs(phase - Math.floor(phase) - 0.5) * 2;
  const ink = (thick - away) * sharp + 0.5;
  return ink <= 0 ? 0 : (ink > 1 ? 1 : ink) * (thick < 0.125 ? thick * 8 : 1);
}

function at(mask: Uint8ClampedArray, width: number, height: number, x: number, y: number): number {
  return x < 0 || y < 0 || x >= width || y >= height ? 0 : (mask[y * width + x] as number);
}

/** A box blur, twice: close enough to a Gaussian for a relief. Values are 0 to 1. */
function blurred(mask: Uint8ClampedArray, width: number, height: number, radius: number): Float32Array {
  const a = new Float32Array(mask.length);
  for (let i = 0; i < mask.length; i++) a[i] = (mask[i] as number) / 255;
  const b = new Float32Array(mask.length);
  for (let pass = 0; pass < 2; pass++) {
    sweep(a, b, width, height, 1, width, radius);
    sweep(b, a, height, width, width, 1, radius);
  }
  return a;
}

/** Averages along rows of `length`, or along columns if the steps are swapped. */
function sweep(from: Float32Array, to: Float32Array, length: number, count: number, step: number, next: number, radius: number): void {
  const share = 1 / (2 * radius + 1);
  for (let k = 0; k < count; k++) {
    const start = k * next;
    let sum = 0;
    for (let i = 0; i < Math.min(radius, length); i++) sum += from[start + i * step] as number;
    for (let i = 0; i < length; i++) {
      if (i + radius < length) sum += from[start + (i + radius) * step] as number;
      if (i - radius - 1 >= 0) sum -= from[start + (i - radius - 1) * step] as number;
      to[start + i * step] = sum * share;
    }
  }
}

/** Fills what a mask encloses, so that the gaps of an icon become ink and nothing behind it shows through. */
export function fillHoles(mask: Uint8ClampedArray, { width, height }: Area): void {
  const outside = new Uint8Array(width * height);
  const stack: number[] = [];
  const reach = (i: number) => {
    if (outside[i] === 0 && (mask[i] as number) < 128) {
      outside[i] = 1;
      stack.push(i);
    }
  };
  for (let x = 0; x < width; x++) {
    reach(x);
    reach((height - 1) * width + x);
  }
  for (let y = 0; y < height; y++) {
    reach(y * width);
    reach(y * width + width - 1);
  }
  for (let i = stack.pop(); i !== undefined; i = stack.pop()) {
    const x = i % width;
    if (x > 0) reach(i - 1);
    if (x < width - 1) reach(i + 1);
    if (i >= width) reach(i - width);
    if (i < width * (height - 1)) reach(i + width);
  }
  for (let i = 0; i < mask.length; i++) if (outside[i] === 0) mask[i] = 255;
}
