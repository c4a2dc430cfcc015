// The chambers of a map in the manner of each Biome: the outline of a room, what stands in it, and the rock around.

export interface Room {
  /** The outline, by its middle and its size. */
  readonly outline: (x: number, y: number, w: number, h: number) => string;
  /** Thin things inside, beside the tile. */
  readonly inside: (x: number, y: number, w: number, h: number) => string;
  /** Small lights inside: flames and windows. */
  readonly lamps?: (x: number, y: number, w: number, h: number) => string;
  /** The colour of those lights; warm by default. */
  readonly glow?: string;
  /** The wall between the rooms, in a field of 64 by 36. */
  readonly wall: string;
}

type Shape = Room["outline"];

/** Where the floor of a room is: below it stands its name. */
const FOOT = 20;
const round: Shape = (x, y, w, h) => {
  const [left, right, top, floor, r] = [x - w / 2, x + w / 2, y - h / 2, y + h / 2 - FOOT, w / 2];
  return `M${left} ${floor}V${top + r * 0.7}A${r} ${r * 0.7} 0 0 1 ${right} ${top + r * 0.7}V${floor}Z`;
};
const pointed: Shape = (x, y, w, h) => {
  const [left, right, top, floor] = [x - w / 2, x + w / 2, y - h / 2, y + h / 2 - FOOT];
  return `M${left} ${floor}V${top + h * 0.4}Q${left} ${top + h * 0.12} ${x} ${top}Q${right} ${top + h * 0.12} ${right} ${top + h * 0.4}V${floor}Z`;
};
const gable: Shape = (x, y, w, h) => {
  const [left, right, top, floor] = [x - w / 2, x + w / 2, y - h / 2, y + h / 2 - FOOT];
  return `M${left + 6} ${floor}V${top + h * 0.36}H${left - 7}L${x} ${top}L${right + 7} ${top + h * 0.36}H${right - 6}V${floor}Z`;
};

const circle = (x: number, y: number, r: number) => `M${x + r} ${y}a${r} ${r} 0 1 1-.1-1Z`;
const cog = (x: number, y: number, r: number) => circle(x, y, r) + circle(x, y, r * 0.3) + [0, 1, 2, 3, 4, 5, 6, 7].map((i) => `M${x + Math.cos((i * Math.PI) / 4) * r} ${y + Math.sin((i * Math.PI) / 4) * r}L${x + Math.cos((i * Math.PI) / 4) * (r + 5)} ${y + Math.sin((i * Math.PI) / 4) * (r + 5)}`).join("");
const flame = (x: number, y: number) => `M${x} ${y - 9}q5 6 0 10-5-4 0-10Z`;
const BRICKS = "M0 17.5H64M0 35.5H64M16 0V18M48 18V36";
const ROUGH = "M0 12q16 6 32 0t32 0M0 30q16-6 32 0t32 0";

const CELL: Room = {
  outline: round,
  inside: (x, y, w, h) => [-0.32, -0.16, 0, 0.16, 0.32].map((at) => `M${x + at * w} ${y - h * (0.44 - Math.abs(at) * 0.35)}V${y + h / 2 - FOOT}`).join(""),
  wall: BRICKS,
};

const ROOMS: Readonly<Record<string, Room>> = {
  // A gallows beside each tile, under the open sky.
  promenade: {
    outline: round,
    inside: (x, y, w, h) => `M${x - w * 0.4} ${y + h / 2 - FOOT}V${y - h * 0.24}H${x - w * 0.16}M${x - w * 0.4} ${y - h * 0.12}l${w * 0.1}-${h * 0.12}M${x - w * 0.22} ${y - h * 0.24}v${h * 0.1}${circle(x - w * 0.22, y - h * 0.09, 5)}M${x + w * 0.38} ${y + h / 2 - FOOT}V${y - h * 0.1}l-9-12M${x + w * 0.38} ${y - h * 0.04}l10-12`,
    wall: ROUGH,
  },
  // Pipes above, drops, and what stands on the floor.
  toxic_sewers: {
    outline: round,
    inside: (x, y, w, h) => `M${x - w * 0.5} ${y - h * 0.2}H${x - w * 0.32}V${y - h * 0.34}H${x + w * 0.32}V${y - h * 0.2}H${x + w * 0.5}M${x + w * 0.4} ${y - h * 0.1}v6M${x + w * 0.4} ${y + h * 0.02}v6M${x - w * 0.4} ${y - h * 0.06}v6`,
    lamps: (x, y, w, h) => `M${x - w * 0.48} ${y + h / 2 - FOOT - 9}q${w * 0.08}-6 ${w * 0.16} 0t${w * 0.16} 0 ${w * 0.16} 0 ${w * 0.16} 0 ${w * 0.16} 0 ${w * 0.16} 0v8H${x - w * 0.48}Z`,
    glow: "#79c268",
    wall: "M0 9H64M0 27H64M20 0V9M44 9V27M10 27V36",
  },
  // Houses of planks on posts, with a lit window.
  stilt_village: {
    outline: gable,
    inside: (x, y, w, h) => `${[-0.36, 0.36].map((at) => `M${x + at * w} ${y - h * 0.1}V${y + h / 2 - FOOT}`).join("")}M${x - w * 0.44} ${y + h * 0.12}H${x - w * 0.3}M${x + w * 0.3} ${y + h * 0.12}H${x + w * 0.44}M${x - w * 0.38} ${y + h / 2 - FOOT + 4}v14M${x + w * 0.38} ${y + h / 2 - FOOT + 4}v14`,
    lamps: (x, y, _, h) => `M${x - 8} ${y - h * 0.34}h16v${h * 0.11}h-16Z`,
    wall: "M0 10q8-5 16 0t16 0 16 0 16 0M0 28q8-5 16 0t16 0 16 0 16 0",
  },
  // Wheels that catch each other.
  clock_tower: {
    outline: round,
    inside: (x, y, w, h) => cog(x - w * 0.34, y - h * 0.04, w * 0.1) + cog(x + w * 0.35, y + h * 0.14, w * 0.08) + cog(x + w * 0.24, y - h * 0.22, w * 0.12) + cog(x - w * 0.12, y - h * 0.32, w * 0.07),
    wall: BRICKS,
  },
  // Coffins left and right, a candle before each.
  forgotten_sepulcher: {
    outline: pointed,
    inside: (x, y, w, h) => [-0.36, 0.36].map((at) => `M${x + at * w - 9} ${y - h * 0.12}h18l7 18-8 ${h * 0.24}h-16l-8-${h * 0.24}ZM${x + at * w} ${y - h * 0.04}v${h * 0.16}M${x + at * w - 6} ${y + h * 0.02}h12`).join("") + `M${x} ${y - h * 0.46}v${h * 0.12}M${x - 9} ${y - h * 0.41}h18`,
    lamps: (x, y, w, h) => flame(x - w * 0.36, y + h / 2 - FOOT - 6) + flame(x + w * 0.36, y + h / 2 - FOOT - 6),
    wall: "M0 17.5H64M0 35.5H64M16 0V18M48 18V36M32 4l4 5-4 5-4-5Z",
  },
  // Tall windows and a torch on either side.
  high_peak_castle: {
    outline: pointed,
    inside: (x, y, w, h) => `M${x} ${y - h * 0.5}v${h * 0.2}M${x - w * 0.5} ${y - h * 0.12}H${x + w * 0.5}${[-0.4, 0.4].map((at) => `M${x + at * w} ${y + h * 0.12}v${h * 0.16}M${x + at * w - 6} ${y + h * 0.12}h12`).join("")}`,
    lamps: (x, y, w, h) => flame(x - w * 0.4, y + h * 0.1) + flame(x + w * 0.4, y + h * 0.1),
    wall: "M0 17.5H64M0 35.5H64M0 0V18M32 0V18M16 18V36M48 18V36",
  },
};

export function roomOf(biome: string): Room {
  return ROOMS[biome] ?? CELL;
}
