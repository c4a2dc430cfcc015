// What stands far behind a fight, place by place: outlines in a scene of 1440 by 640, whose floor begins at 318.

type Silhouette = readonly [name: "barrel" | "fence" | "throne" | "tomb", x: number, size: number, haze?: number];

export interface Scenery {
  /** Silhouettes that stand on the floor: by their middle; haze makes them far. */
  readonly shapes?: readonly Silhouette[];
  /** Pale outlines in the distance, where one sees far. */
  readonly far?: string;
  /** Dark masses on the wall: roofs, tombs, the throne. */
  readonly mass?: string;
  /** Arches of stone around dark openings. */
  readonly frames?: string;
  /** Thin dark things: chains, pipes, ropes. */
  readonly lines: string;
  /** Cloth, glass or water in the colour of the place. */
  readonly cloth: string;
  /** Its colour, where it is neither cloth nor lamplight. */
  readonly tint?: string;
  /** The colour of water, glass and moonlight; by default the sky's. */
  readonly cool?: string;
  /** Lamps, candles and the moon: where, how far they shine, and whether they are warm. */
  readonly lights?: readonly (readonly [x: number, y: number, reach: number, warm: boolean])[];
  /** Waves on open water. */
  readonly ripples?: string;
  /** What lies on the floor: puddles, in the same colour. */
  readonly pools?: string;
  /** Under the open sky there are no bricks. */
  readonly open?: boolean;
  /** The floor's boards or slabs, from the wall to the front. */
  readonly floor?: readonly [far: string, near: string];
}

const each = (xs: readonly number[], draw: (x: number) => string) => xs.map(draw).join("");
/** A column on the floor, with a foot and a head. */
const columns = (...xs: number[]) => each(xs, (x) => `M${x} 318V70h-12V44h74v26h-12V318Z`);
const banner = (x: number) => `M${x} 56h70v190l-35-26-35 26Z`;
/** A round arch on the floor. */
const arch = (x: number, w: number, h: number) => `M${x} 318v-${h - w / 2}a${w / 2} ${w / 2} 0 0 1 ${w} 0v${h - w / 2}Z`;
/** A pointed window. */
const lancet = (x: number, y: number, w: number, h: number) => `M${x} ${y + h}V${y + w}Q${x} ${y + w * 0.4} ${x + w / 2} ${y}Q${x + w} ${y + w * 0.4} ${x + w} ${y + w}V${y + h}Z`;
const ring = (x: number, y: number, r: number) => `M${x + r} ${y}a${r} ${r} 0 1 1-.1-1Z`;
/** A cogwheel: teeth, rim and hub. */
const wheel = (x: number, y: number, r: number, teeth = 12) => {
  const at = (angle: number, far: number) => `${(x + Math.cos(angle) * far).toFixed(1)} ${(y + Math.sin(angle) * far).toFixed(1)}`;
  const step = Math.PI / teeth;
  const rim = Array.from({ length: teeth }, (_, i) => `${i === 0 ? "M" : "L"}${at((2 * i - 0.5) * step, r)}L${at((2 * i - 0.3) * step, r + 16)}L${at((2 * i + 0.3) * step, r + 16)}L${at((2 * i + 0.5) * step, r)}`).join("");
  return `${rim}Z${ring(x, y, r * 0.28)}`;
};
const spokes = (x: number, y: number, r: number) => each([0, 1, 2, 3, 4, 5], (i) => `M${x} ${y}L${(x + Math.cos((i * Math.PI) / 3) * r).toFixed(1)} ${(y + Math.sin((i * Math.PI) / 3) * r).toFixed(1)}`);
/** A house on stilts: roof, wall, two posts. */
const hut = (x: number, y: number) => `M${x - 78} ${y}l88-62 88 62h-14v58h-148v-58ZM${x - 48} ${y + 58}l-8 ${260 - y}h12l6-${260 - y}ZM${x + 58} ${y + 58}l4 ${260 - y}h12l-6-${260 - y}Z`;
const shutter = (x: number, y: number) => `M${x - 14} ${y + 12}h34v28h-34Z`;
const tomb = (x: number, high: number) => `M${x} 318v-${high}a34 34 0 0 1 68 0v${high}ZM${x - 12} 318v-14h92v14Z`;
/** A coffin that stands in its niche. */
const coffin = (x: number, y: number) => `M${x - 14} ${y}h28l14 34-16 92h-24l-16-92ZM${x} ${y + 16}v58M${x - 13} ${y + 36}h26`;
/** A dead tree, by its foot and its size. */
const TREE = [[-9, 0], [-6, -70], [-44, -112], [-40, -116], [-5, -88], [-3, -130], [-34, -168], [-58, -172], [-33, -177], [-30, -196], [-26, -172], [-1, -146], [3, -206], [7, -146], [34, -176], [38, -206], [42, -176], [66, -180], [40, -168], [6, -126], [6, -96], [46, -128], [50, -124], [8, -78], [12, 0]] as const;
const tree = (x: number, size: number) => `M${TREE.map(([right, up]) => `${(x + right * size).toFixed(0)} ${(318 + up * size).toFixed(0)}`).join("L")}Z`;
const candle = (x: number, y: number) => `M${x - 5} ${y}h10v-22h-10Z`;
const flame = (x: number, y: number) => `M${x} ${y}q8 11 0 20-8-9 0-20Z`;
/** A rod from the ceiling. */
const chain = (x: number, long: number) => `M${x} 0V${long}`;
/** What hangs on it: a lantern of bars. */
const cage = (x: number, y: number) => `M${x} ${y - 20}V${y - 10}M${x - 16} ${y - 4}l16-10 16 10ZM${x - 13} ${y}l-3 34h32l-3-34`;
const waves = (y: number, amplitude: number) => `M0 ${y}q30-${amplitude} 60 0${"t60 0".repeat(23)}`;

const PRISON: Scenery = {
  frames: arch(40, 190, 200) + arch(420, 190, 200) + arch(880, 190, 200) + arch(1230, 190, 200),
  lines: each([40, 420, 880, 1230], (x) => each([38, 76, 114, 152], (at) => `M${x + at} 318V150`) + `M${x + 6} 236h178`) + chain(330, 140) + cage(330, 156) + chain(1160, 140) + cage(1160, 156),
  cloth: flame(330, 164) + flame(1160, 164),
  tint: "#ffb35a",
  lights: [[330, 168, 150, true], [1160, 168, 150, true]],
};

const PLACES: Readonly<Record<string, Scenery>> = {
  promenade: {
    open: true,
    shapes: [["fence", 760, 64, 0.3], ["fence", 826, 56, 0.3], ["tomb", 700, 54], ["tomb", 906, 44, 0.2], ["fence", 470, 60, 0.25], ["tomb", 1190, 50]],
    far: "M0 318V244h34v-16h30v16h40v-16h30v16h52v-16h30v16h60v14h60v22h90v-8h90v14h200v-18h84v12h140v-74l24-30 24 30v48h36v-14h30v14h44v-60l30-40 30 40v32h30v-14h60v14h30v-14h30v14h170V318Z",
    mass: "M0 318V262q120-34 260-6t250 14 220 6V318ZM780 318q130-66 330-56t330-10V318Z" + tree(1306, 1.06) + tree(52, 0.94) + tree(900, 0.6),
    lines: "M250 268V92H396M250 138l46-46M352 92v44M540 276V150H650M540 188l36-38M612 150v40M326 136h52v62h-52ZM326 156h52M343 136v62M361 136v62M612 190a13 17 0 1 1-.1 0M960 268V120h110M960 160l40-40M1040 120v52",
    cloth: "",
    lights: [[1120, 108, 190, false], [352, 168, 90, true]],
    floor: ["#4f3f38", "#211819"],
  },
  toxic_sewers: {
    shapes: [["barrel", 296, 74], ["barrel", 350, 60, 0.2], ["barrel", 820, 70], ["barrel", 1190, 66, 0.15]],
    frames: arch(60, 140, 160) + arch(480, 112, 126) + arch(980, 156, 174),
    lines: "M0 96H330v70h110V96h260v40h210V96h530M330 96v222M700 96v222M910 136v182M1240 96v222",
    cloth: "M64 318v-44q34-20 66-4t66-6v54ZM484 318v-36q26-14 52-2t52-6v44ZM984 318v-52q38-24 74-4t74-8v64ZM694 166h12v152h-12ZM1234 160h12v158h-12Z",
    tint: "#79c268",
    cool: "#79c268",
    lights: [[130, 290, 150, false], [536, 300, 120, false], [1058, 284, 170, false]],
    pools: "M20 356q110-30 240-6t150 20-90 34-230-8-70-40ZM900 372q140-40 290-10t160 30-130 34-280-14-40-40Z",
    floor: ["#3c4230", "#1b1d17"],
  },
  stilt_village: {
    open: true,
    shapes: [["barrel", 470, 54], ["barrel", 920, 62], ["barrel", 968, 46, 0.2]],
    far: `${hut(60, 232)}${hut(400, 240)}${hut(790, 236)}${hut(1180, 240)}M700 250V120M690 140q50 40 12 96M860 250V150M0 262H1440V318H0Z`,
    mass: hut(200, 176) + hut(590, 204) + hut(1010, 168) + hut(1300, 206),
    lines: `M282 234q110 44 216 28M672 262q130 44 258 4M1092 226q70 48 120 40M200 118V74M1010 108V62M200 84h34M1010 72h36`,
    ripples: waves(274, 5) + waves(290, 7) + waves(308, 9),
    cloth: shutter(200, 176) + shutter(590, 204) + shutter(1010, 168) + shutter(1300, 206) + "M390 262h14v18h-14ZM800 282h14v18h-14ZM1146 254h14v18h-14Z",
    tint: "#ffcf7d",
    lights: [[203, 202, 120, true], [593, 230, 110, true], [1013, 194, 130, true], [1303, 232, 110, true], [397, 272, 60, true], [807, 292, 60, true], [830, 86, 170, false]],
    floor: ["#5b4331", "#251a14"],
  },
  clock_tower: {
    mass: columns(40, 1350) + wheel(250, 196, 92) + wheel(420, 96, 48, 9) + wheel(1120, 190, 100) + wheel(966, 92, 42, 9),
    lines: `${ring(700, 168, 128)}${ring(700, 168, 112)}M700 168V82M700 168l62 40${each([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], (i) => `M${(700 + Math.sin((i * Math.PI) / 6) * 98).toFixed(1)} ${(168 - Math.cos((i * Math.PI) / 6) * 98).toFixed(1)}L${(700 + Math.sin((i * Math.PI) / 6) * 112).toFixed(1)} ${(168 - Math.cos((i * Math.PI) / 6) * 112).toFixed(1)}`)}M560 0V250M548 250h24v44h-24ZM850 0V210M838 210h24v44h-24Z${spokes(250, 196, 82)}${spokes(1120, 190, 90)}`,
    cloth: ring(700, 168, 122),
    tint: "#8d7ec0",
    cool: "#b9a7e8",
    lights: [[700, 168, 260, false], [250, 300, 120, true], [1120, 304, 120, true]],
    floor: ["#49404f", "#1d181f"],
  },
  forgotten_sepulcher: {
    shapes: [["tomb", 655, 70, 0.2], ["fence", 1390, 70], ["fence", 30, 70], ["tomb", 850, 52, 0.3]],
    frames: arch(70, 150, 226) + arch(470, 150, 226) + arch(880, 150, 226) + arch(1230, 150, 226),
    mass: tomb(290, 96) + tomb(724, 80) + tomb(1100, 92) + each([262, 386, 700, 812, 1076, 1190], (x) => candle(x, 318)),
    lines: each([145, 545, 955, 1305], (x) => coffin(x, 132)) + chain(324, 130) + chain(758, 160) + chain(1134, 120) + "M308 250h32M324 236v40M742 262h32M758 250v36",
    cloth: each([262, 386, 700, 812, 1076, 1190], (x) => flame(x, 276)) + each([324, 758, 1134], (x) => flame(x, x === 758 ? 158 : 124)),
    tint: "#ffc46b",
    lights: [[324, 140, 120, true], [758, 176, 120, true], [1134, 140, 120, true], [324, 300, 130, true], [756, 300, 130, true], [1132, 300, 130, true], [545, 180, 130, false], [955, 180, 130, false]],
    floor: ["#43364a", "#1a1520"],
  },
  high_peak_castle: {
    mass: columns(30, 330, 630, 930, 1230),
    lines: each([150, 750, 1050], (x) => `${lancet(x, 96, 120, 200)}M${x + 60} 100v194M${x + 4} 200h112`),
    cloth: banner(460) + each([150, 750, 1050], (x) => lancet(x + 6, 104, 108, 188)),
    lights: [[210, 210, 170, true], [810, 210, 170, true], [1110, 210, 170, true]],
    floor: ["#58442f", "#221a14"],
  },
  concierge: {
    frames: each([0, 260, 520, 780, 1040, 1300], (x) => `M${x} 318V210q90-80 180 0v108Z`),
    lines: "M0 206H1440M0 190H1440M220 190V120M480 190V120M740 190V120M1000 190V120M1260 190V120",
    cloth: each([220, 480, 740, 1000, 1260], (x) => `M${x - 8} 120h16l-8-34Z`),
    tint: "#ff8a4a",
    lights: [220, 480, 740, 1000, 1260].map((x) => [x, 104, 110, true] as const),
    floor: ["#4d332c", "#1f1413"],
  },
  conjunctivius: {
    mass: `${columns(60, 1320)}${ring(330, 160, 78)}${ring(720, 120, 88)}${ring(1090, 160, 78)}`,
    lines: `${each([330, 720, 1090], (x) => { const y = x === 720 ? 120 : 160; return `${ring(x, y, x === 720 ? 96 : 86)}M${x - 50} ${y - 56}v112M${x - 17} ${y - 74}v148M${x + 17} ${y - 74}v148M${x + 50} ${y - 56}v112`; })}${chain(520, 200)}${chain(920, 220)}${chain(180, 120)}${chain(1250, 130)}`,
    cloth: each([330, 720, 1090], (x) => { const y = x === 720 ? 186 : 220; return `M${x - 20} ${y}q6 60-16 ${318 - y}h72q-22-60-16-${318 - y}-20 12-40 0Z`; }),
    tint: "#4fd0bf",
    cool: "#4fd0bf",
    lights: [[330, 240, 150, false], [720, 210, 190, false], [1090, 240, 150, false]],
    pools: "M0 330q170-22 360 0t360 0 360 0 360 0v44q-180 30-360 8t-360 14-360-6-360-6Z",
    floor: ["#2f4442", "#131c1d"],
  },
  time_keeper: {
    mass: columns(20, 1370) + wheel(470, 110, 50, 9) + wheel(990, 110, 50, 9) + wheel(300, 226, 66) + wheel(1140, 226, 66),
    lines: `${ring(720, 176, 142)}${ring(720, 176, 126)}M720 176V74M720 176l72 44${each([0, 1, 2, 3, 4, 5, 6, 7], (i) => `M${(720 + Math.sin((i * Math.PI) / 4) * 108).toFixed(1)} ${(176 - Math.cos((i * Math.PI) / 4) * 108).toFixed(1)}L${(720 + Math.sin((i * Math.PI) / 4) * 126).toFixed(1)} ${(176 - Math.cos((i * Math.PI) / 4) * 126).toFixed(1)}`)}`,
    cloth: `${banner(130)}${banner(1250)}${ring(720, 176, 134)}`,
    tint: "#8fa5ec",
    cool: "#8fa5ec",
    lights: [[720, 176, 280, false]],
    floor: ["#3b4260", "#171a26"],
  },
  hand_of_the_king: {
    shapes: [["throne", 720, 236, 0.1]],
    mass: columns(20, 330, 1060, 1370) + "M600 318v-12h22v-12h22v-12h152v12h22v12h22v12Z",
    lines: `${lancet(440, 80, 100, 220)}M490 84v214${lancet(900, 80, 100, 220)}M950 84v214`,
    cloth: banner(160) + banner(1200) + lancet(446, 90, 88, 206) + lancet(906, 90, 88, 206),
    lights: [[490, 200, 160, true], [950, 200, 160, true], [720, 190, 170, true]],
    floor: ["#5a4126", "#231811"],
  },
};

export function sceneryOf(place: string): Scenery {
  return PLACES[place] ?? PRISON;
}
