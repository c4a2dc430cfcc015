// The engraved night valley: hills with their hatching, pines, grass and the bends of a path, the same every time.

export interface Spot {
  readonly x: number;
  readonly y: number;
}

/** A small generator; nothing of the game depends on it. */
export function randomOf(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export interface Ridge {
  /** The hill down to the lower edge. */
  readonly land: string;
  readonly edge: string;
  readonly hatching: readonly { readonly d: string; readonly dash: string; readonly opacity: number }[];
  readonly pines: readonly (Spot & { readonly size: number })[];
}

/** A hill across the picture: its line, the strokes under it, and trees on it. */
export function ridgeOf(seed: number, width: number, bottom: number, { base, rise, lines, gap, pines = 0, tall = 12 }: { base: number; rise: number; lines: number; gap: number; pines?: number; tall?: number }): Ridge {
  const random = randomOf(seed);
  const line = waveOf(random, rise, 5);
  const y = (x: number) => base + line(x / 1440);
  const xs = Array.from({ length: Math.ceil((width + 60) / 24) }, (_, i) => i * 24 - 20);
  const edge = `M${xs.map((x) => `${x} ${y(x).toFixed(1)}`).join("L")}`;
  const hatching = Array.from({ length: lines }, (_, i) => {
    const own = waveOf(random, rise * 0.12, 3);
    const down = gap * (i + 1) * (1 + i * 0.035);
    const d = `M${xs.filter((_, n) => n % 2 === 0).map((x) => `${x} ${(y(x) + down + own(x / 1440)).toFixed(0)}`).join("L")}`;
    const dash = [18 + random() * 70, 6 + random() * 34, 30 + random() * 130, 8 + random() * 42].map((n) => n.toFixed(0)).join(" ");
    return { d, dash, opacity: 0.34 * (1 - i / lines) };
  });
  const trees = Array.from({ length: pines }, () => {
    const x = random() * width;
    return { x, y: y(x) + 3 + random() * 10, size: tall * (0.6 + random() * 0.7) };
  });
  return { land: `${edge}V${bottom}H-20Z`, edge, hatching, pines: trees };
}

function waveOf(random: () => number, height: number, n: number): (u: number) => number {
  const parts = Array.from({ length: n }, (_, i) => ({ high: ((0.4 + random() * 0.6) * height) / (i + 1) ** 0.9, often: (0.6 + random() * 0.6) * (i + 1) * 5.3, late: random() * 6.3 }));
  return (u) => parts.reduce((sum, { high, often, late }) => sum + high * Math.sin(often * u + late), 0);
}

/** A pine around 0,0 with its foot there, 100 high. */
export const PINE = "M0-100 13-79 6-80 22-58 10-59 29-38 14-40 35-19 16-21 40 0H-40L-16-21-35-19-14-40-29-38-10-59-22-58-6-80-13-79Z";

/** A tuft of grass at a place. */
export function tuft(random: () => number, { x, y }: Spot, size: number): string {
  return [0, 1, 2, 3, 4]
    .map((i) => `M${(x + i * size * 0.22).toFixed(0)} ${y.toFixed(0)}q${((i - 2) * size * 0.12).toFixed(1)} ${(-size * 0.6).toFixed(1)} ${((i - 2) * size * 0.3).toFixed(1)} ${(-size * (0.7 + random() * 0.5)).toFixed(1)}`)
    .join("");
}

/** Many tufts between two heights, as one line. */
export function grass(seed: number, n: number, width: number, top: number, bottom: number): string {
  const random = randomOf(seed);
  return Array.from({ length: n }, () => {
    const deep = random() ** 0.7;
    return tuft(random, { x: random() * width, y: top + deep * (bottom - top) }, 7 + 10 * deep);
  }).join("");
}

/** A smooth line through points. */
export function smooth(points: readonly Spot[], steps = 40): Spot[] {
  const at = (i: number) => points[Math.max(0, Math.min(points.length - 1, i))] as Spot;
  const mixed = (a: number, b: number, c: number, d: number, t: number) => 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t ** 3);
  const found: Spot[] = [];
  for (let i = 0; i < points.length - 1; i += 1) {
    const [a, b, c, d] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    for (let j = 0; j < steps; j += 1) found.push({ x: mixed(a.x, b.x, c.x, d.x, j / steps), y: mixed(a.y, b.y, c.y, d.y, j / steps) });
  }
  return [...found, at(points.length - 1)];
}

/** So many places on a line; towards its end they lie closer by `grow`, as far things do. */
export function along(line: readonly Spot[], count: number, grow = 1): Spot[] {
  const lengths = line.map((spot, i) => (i === 0 ? 0 : Math.hypot(spot.x - (line[i - 1]?.x ?? 0), spot.y - (line[i - 1]?.y ?? 0))));
  const sums = lengths.map((_, i) => lengths.slice(0, i + 1).reduce((all, one) => all + one, 0));
  const total = sums.at(-1) ?? 0;
  const steps = Array.from({ length: count - 1 }, (_, i) => 1 + ((grow - 1) * i) / Math.max(1, count - 2));
  const whole = steps.reduce((all, one) => all + one, 0);
  const found: Spot[] = [];
  let wanted = 0;
  let at = 0;
  for (let i = 0; i < count; i += 1) {
    while (at < sums.length - 2 && (sums[at + 1] ?? 0) < wanted) at += 1;
    const [from, to] = [line[at] as Spot, (line[at + 1] ?? line[at]) as Spot];
    const part = (wanted - (sums[at] ?? 0)) / Math.max(1e-6, (sums[at + 1] ?? 0) - (sums[at] ?? 0));
    found.push({ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part });
    wanted += ((steps[i] ?? 0) / whole) * total;
  }
  return found;
}

/** The path of light in a box: three bends that wind away into the hills. */
export function pathOfLight(width: number, height: number, lamps: number): Spot[] {
  const bends = [[4, 96], [21, 87], [44, 100], [69, 87], [90, 93], [96.5, 74], [91, 55], [69, 57], [44, 63], [21, 51], [10.5, 43], [8.5, 29], [17, 19], [36, 23], [51, 13], [61, 5]];
  return along(smooth(bends.map(([x = 0, y = 0]) => ({ x: (x / 100) * width, y: (y / 100) * height }))), lamps, 0.62);
}
