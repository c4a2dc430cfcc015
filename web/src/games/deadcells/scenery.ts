// What stands far behind a fight, place by place: outlines in a scene of 1440 by 640, whose floor begins at 318.

export interface Scenery {
  /** Dark masses on the wall: roofs, tombs, the throne. */
  readonly mass: string;
  /** Thin dark things: chains, pipes, ropes. */
  readonly lines: string;
  /** Cloth or glow in the colour of the place. */
  readonly cloth: string;
  /** Its colour, where it is neither cloth nor lamplight. */
  readonly tint?: string;
}

/** A column on the floor, with a foot and a head. */
const column = (x: number) => `M${x} 318V70h46V318ZM${x - 10} 318v-16h66v16ZM${x - 10} 70V54h66v16Z`;
const columns = (...at: number[]) => at.map(column).join("");
/** A long cloth that ends in two tips. */
const banner = (x: number) => `M${x} 56h70v190l-35-26-35 26Z`;
const wheel = (x: number, y: number, r: number) => Array.from({ length: 12 }, (_, i) => `M${x + Math.cos((i * Math.PI) / 6) * r} ${y + Math.sin((i * Math.PI) / 6) * r}L${x + Math.cos((i * Math.PI) / 6) * (r + 16)} ${y + Math.sin((i * Math.PI) / 6) * (r + 16)}`).join("") + `M${x + r} ${y}a${r} ${r} 0 1 1-.1-1M${x + r * 0.3} ${y}a${r * 0.3} ${r * 0.3} 0 1 1-.1-1`;
const hut = (x: number, y: number) => `M${x - 70} ${y}l80-54 80 54h-16v56h-128v-56ZM${x - 40} ${y + 56}v${262 - y}h10v-${262 - y}ZM${x + 50} ${y + 56}v${262 - y}h10v-${262 - y}Z`;
const tomb = (x: number, high: number) => `M${x} 318v-${high}a34 34 0 0 1 68 0v${high}ZM${x - 12} 318v-14h92v14Z`;

const GALLOWS: Scenery = {
  mass: "M0 318V236h70v-26h34v26h60v-44h28v44h120v30h90V318ZM900 318V256h170v-22h30v22h90v-56h36v56h214V318Z",
  lines: "M250 318V92H396M250 138l46-46M352 92v44M540 318V150H650M540 188l36-38M612 150v40M326 136h52v62h-52ZM326 156h52M343 136v62M361 136v62M612 190a13 17 0 1 1-.1 0",
  cloth: "",
};

const PLACES: Readonly<Record<string, Scenery>> = {
  toxic_sewers: {
    mass: "M60 318v-90a70 70 0 0 1 140 0v90ZM480 318v-70a56 56 0 0 1 112 0v70ZM980 318v-96a78 78 0 0 1 156 0v96Z",
    lines: "M0 96H330v70h110V96h260v40h210V96h530M330 96v222M700 96v222M910 136v182M1240 96v222",
    cloth: "M96 318v-20h68v20ZM508 318v-16h56v16ZM1020 318v-22h76v22Z",
    tint: "#79c268",
  },
  stilt_village: {
    mass: hut(180, 190) + hut(560, 214) + hut(1010, 180) + hut(1290, 220),
    lines: "M262 246q110 34 222 18M640 270q150 40 294 0M1090 236q70 40 128 36M180 136v-40M1010 126v-44",
    cloth: "M164 206h32v26h-32ZM544 230h32v26h-32ZM994 196h32v26h-32Z",
  },
  clock_tower: { mass: columns(60, 470, 900, 1330), lines: wheel(280, 190, 84) + wheel(700, 170, 96) + wheel(1130, 190, 92), cloth: "" },
  forgotten_sepulcher: { mass: tomb(90, 120) + tomb(250, 86) + tomb(520, 110) + tomb(690, 74) + tomb(960, 124) + tomb(1180, 92) + tomb(1320, 116), lines: "M0 60q180 90 360 0t360 0 360 0 360 0", cloth: "" },
  high_peak_castle: { mass: columns(30, 330, 630, 930, 1230), lines: "M150 300V150a60 60 0 0 1 120 0v150ZM750 300V150a60 60 0 0 1 120 0v150ZM1050 300V150a60 60 0 0 1 120 0v150Z", cloth: banner(460) },
  concierge: { mass: "M0 318V210q90-80 180 0v108ZM260 318V210q90-80 180 0v108ZM520 318V210q90-80 180 0v108ZM780 318V210q90-80 180 0v108ZM1040 318V210q90-80 180 0v108ZM1300 318V210q90-80 180 0v108Z", lines: "M0 206H1440M0 190H1440M220 190V120M480 190V120M740 190V120M1000 190V120M1260 190V120", cloth: "M212 120h16l-8-34ZM472 120h16l-8-34ZM732 120h16l-8-34ZM992 120h16l-8-34ZM1252 120h16l-8-34Z" },
  conjunctivius: { mass: columns(100, 1290), lines: "M200 0q40 160 210 190M330 0q20 110 150 170M1240 0q-40 150-190 190M1110 0q-20 100-140 160M560 0v90M700 0v70M860 0v96", cloth: "M0 318q60-22 120 0t120 0 120 0 120 0 120 0 120 0 120 0 120 0 120 0 120 0 120 0 120 0v14H0Z", tint: "#3fb5a8" },
  time_keeper: { mass: columns(20, 250, 1150, 1370), lines: wheel(720, 176, 132) + "M720 176V74M720 176l72 44" + wheel(470, 110, 50) + wheel(990, 110, 50), cloth: banner(120) + banner(1270) },
  hand_of_the_king: { mass: columns(20, 330, 1060, 1370) + "M610 318v-40h30v-70l-16-54 40 30 56-70 56 70 40-30-16 54v70h30v40Z", lines: "M440 300V130a50 50 0 0 1 100 0v170ZM490 80v220M900 300V130a50 50 0 0 1 100 0v170ZM950 80v220M570 318h300M590 304h260", cloth: banner(160) + banner(1200) },
};

export function sceneryOf(place: string): Scenery {
  return PLACES[place] ?? GALLOWS;
}
