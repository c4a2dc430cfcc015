// Every symbol of the game as paths within a radius of twelve, with its colour; colour never stands alone.

export interface Drawn {
  /** Filled, even-odd. */
  readonly fill?: string;
  /** Drawn as a line. */
  readonly line?: string;
  readonly colour: string;
}

const BONE = "#efe4cf";
const STEEL = "#c3cde0";
const RED = "#ff7b72";
const GREEN = "#86e38a";
const PURPLE = "#cf9dff";
const GOLD = "#ffcf5a";
const CELL = "#63d5ff";
const VIOLET = "#b79bff";

const heart = "M0,9 C-12,1 -10,-9 -4.5,-9 C-1.5,-9 0,-6.5 0,-5 C0,-6.5 1.5,-9 4.5,-9 C10,-9 12,1 0,9 Z";
const eye = "M-11,0 Q0,-11 11,0 Q0,11 -11,0 Z M0,-4.2 A4.2,4.2 0 1 0 0,4.2 A4.2,4.2 0 1 0 0,-4.2 Z";
const blade = "M8,-11 L11,-8 L-1,4 L1.5,6.5 L-1,9 L-4,6 L-8.5,10.5 L-10.5,8.5 L-6,4 L-9,1 L-6.5,-1.5 L-4,1 Z";
const shield = "M0,-10.5 L9,-7.5 V-1 C9,5 5,8.5 0,11 C-5,8.5 -9,5 -9,-1 V-7.5 Z";
const skull =
  "M0,-10.5 C6.5,-10.5 9.5,-6 9.5,-1.5 C9.5,2 7.5,4 5.5,5 V9.5 H-5.5 V5 C-7.5,4 -9.5,2 -9.5,-1.5 C-9.5,-6 -6.5,-10.5 0,-10.5 Z M-4,-3.6 A2.6,2.6 0 1 0 -4,1.6 A2.6,2.6 0 1 0 -4,-3.6 Z M4,-3.6 A2.6,2.6 0 1 0 4,1.6 A2.6,2.6 0 1 0 4,-3.6 Z";
const flame = "M1,-11 C3,-6 9,-3 9,3.5 C9,8.5 5,11 0,11 C-5,11 -9,8.5 -9,3.5 C-9,0 -6.5,-2 -5.5,-5 C-4,-3.5 -3,-2 -2.5,-0.5 C-0.5,-3 1.5,-6 1,-11 Z M0,9 C3,9 4.5,7 4.5,5 C4.5,2.5 2,1.5 1,-1 C-1,2 -4,2.5 -4,5.5 C-4,7.5 -2.5,9 0,9 Z";
const roll = "M-8,-8 H5 Q9,-8 9,-4.5 H5 V8 H-5 Q-9,8 -9,4.5 H-8 Z M-5,-4 H2 V-2.4 H-5 Z M-5,-0.8 H2 V0.8 H-5 Z M-5,2.4 H2 V4 H-5 Z";
const chest = "M-10,-2 V-4 Q-10,-9 -5,-9 H5 Q10,-9 10,-4 V-2 H2.5 V0.5 H-2.5 V-2 Z M-10,0 H-4 V3 H4 V0 H10 V8 H-10 Z";

export const SIGNS: Readonly<Record<string, Drawn>> = {
  // What is done.
  damage: { fill: blade, colour: RED },
  skill: { fill: "M0,-11 L3,-3 L11,0 L3,3 L0,11 L-3,3 L-11,0 L-3,-3 Z", colour: "#ffe08a" },
  loot: { fill: "M-5,-10 H5 L3,-6 C8,-3 10,2 9,6 C8,10 4,10.5 0,10.5 C-4,10.5 -8,10 -9,6 C-10,2 -8,-3 -3,-6 Z M-2,-1 H2 V1 H5 V4 H2 V7 H-2 V4 H-5 V1 H-2 Z", colour: "#e8b96a" },
  block: { fill: shield, colour: STEEL },
  shield: { fill: shield, colour: STEEL },
  golden: { fill: `${shield} M0,-6 L1.8,-1.8 L6,-1.5 L2.8,1.2 L3.8,5.4 L0,3 L-3.8,5.4 L-2.8,1.2 L-6,-1.5 L-1.8,-1.8 Z`, colour: GOLD },
  heal: { fill: `${heart} M-1.6,-5 H1.6 V-1.6 H5 V1.6 H1.6 V5 H-1.6 V1.6 H-5 V-1.6 H-1.6 Z`, colour: GREEN },
  cleanse: { line: "M-9,3 Q-4,-2 0,3 T9,3 M-9,8 Q-4,3 0,8 T9,8 M0,-10 V-3 M-4,-7 L0,-3 L4,-7", colour: CELL },
  invisible: { fill: eye, line: "M-10,10 L10,-10", colour: "#9aa2b8" },
  discard_active: { fill: "M-7,-10 H7 V10 H-7 Z M-4,-4 L-1.5,-1.5 L-4,1 L-2.5,2.5 L0,0 L2.5,2.5 L4,1 L1.5,-1.5 L4,-4 L2.5,-5.5 L0,-3 L-2.5,-5.5 Z", colour: RED },
  copy_discard: { line: "M-8,-9 H3 V6 H-8 Z M-3,9.5 H8 V-5", colour: BONE },
  summon: { fill: "M0,-11 L4,-5 L10,-6 L6,0 L8,9 H-8 L-6,0 L-10,-6 L-4,-5 Z M-3,-1 A1.6,1.6 0 1 0 -3,2.2 A1.6,1.6 0 1 0 -3,-1 Z M3,-1 A1.6,1.6 0 1 0 3,2.2 A1.6,1.6 0 1 0 3,-1 Z", colour: VIOLET },
  choose: { line: "M-9,6 L0,-6 L9,6 M-9,6 H-4 M9,6 H4 M0,-6 V-11", colour: BONE },
  check: { fill: "M-8,-11 H8 V11 H-8 Z M-1.5,-3 L-1.5,5 H1.5 V-3 H5 L0,-8 L-5,-3 Z", colour: BONE },
  deck_check: { fill: "M-9,-8 H4 V11 H-9 Z M-3.6,-3 H-1.4 V0 H1.5 V3 H-1.4 V6 H-3.6 V3 H-6.5 V0 H-3.6 Z M-5,-11 H8 V7 H6 V-9 H-5 Z", colour: BONE },
  lose: { line: "M-9,-9 L9,9 M9,-9 L-9,9", colour: RED },
  curse: { fill: skull, colour: PURPLE },
  bell: { fill: "M0,-11 C6,-11 7,-5 7,0 L10,6 H-10 L-7,0 C-7,-5 -6,-11 0,-11 Z M-3,8 H3 Q2,11 0,11 Q-2,11 -3,8 Z", colour: GOLD },
  teleport: { line: "M0,-10 A10,10 0 1 1 -10,0 M0,-5 A5,5 0 1 1 -5,0 M0,0 H0.1", colour: CELL },
  gain: { line: "M0,-9 V9 M-9,0 H9", colour: BONE },
  more: { line: "M-8,0 H-7.9 M0,0 H0.1 M8,0 H8.1", colour: BONE },
  // Things one has.
  tooth: { fill: "M-6.5,-10 C-3,-11 -2,-8.5 0,-8.5 C2,-8.5 3,-11 6.5,-10 C10,-8.5 9,-3 7.5,1 C6.5,4 6,11 3.8,11 C1.6,11 2,3.5 0,3.5 C-2,3.5 -1.6,11 -3.8,11 C-6,11 -6.5,4 -7.5,1 C-9,-3 -10,-8.5 -6.5,-10 Z", colour: "#f3dfa8" },
  cell: { fill: "M0,-11 L9.5,-5.5 V5.5 L0,11 L-9.5,5.5 V-5.5 Z M0,-4.5 A4.5,4.5 0 1 0 0,4.5 A4.5,4.5 0 1 0 0,-4.5 Z", colour: CELL },
  food: { fill: "M-4,-9 C3,-13 11,-7 8,1 C6,6 0,7 -3,4 L-7,8 C-6,10 -9,12 -10.5,9.5 C-12,8 -10,5.5 -8.5,6.5 L-5,2 C-8,-1 -8,-6.5 -4,-9 Z", colour: "#f0a868" },
  scroll: { fill: roll, colour: "#e9dcc0" },
  treasure: { fill: chest, colour: GOLD },
  blueprint: { fill: "M-9,-10 H9 V10 H-9 Z M-6,-7 V7 H6 V-7 Z M-4,4.5 L3,-2.5 L4.8,-0.8 L-2.2,6.2 Z M1.5,-5.5 H4.5 V-3.5 H1.5 Z", colour: "#74b7ff" },
  rune: { fill: "M0,-11 L9,-2 L5,10 H-5 L-9,-2 Z M0,-6 L-2,0 H2 Z M-3,2 H3 V4 H-3 Z", colour: VIOLET },
  companion: { fill: "M-8,-9 L-3,-5 H3 L8,-9 V1 C8,6 4,10 0,10 C-4,10 -8,6 -8,1 Z M-4,-1 A1.6,1.6 0 1 0 -4,2.2 A1.6,1.6 0 1 0 -4,-1 Z M4,-1 A1.6,1.6 0 1 0 4,2.2 A1.6,1.6 0 1 0 4,-1 Z", colour: GREEN },
  weapon: { fill: blade, colour: STEEL },
  passive: { fill: "M-6,-9 H6 L11,-3 L0,11 L-11,-3 Z M-3.5,-6 L-6,-3 H6 L3.5,-6 Z", colour: VIOLET },
  health: { fill: heart, colour: RED },
  clock: { line: "M0,-9.5 A9.5,9.5 0 1 1 -0.1,-9.5 M0,-5.5 V0 L4,3", colour: BONE },
  // States.
  poison: { fill: skull, colour: "#a7e659" },
  bleeding: { fill: "M0,-11 C4,-4 7.5,-1 7.5,4 C7.5,8.5 4,11 0,11 C-4,11 -7.5,8.5 -7.5,4 C-7.5,-1 -4,-4 0,-11 Z M-3.5,4 C-3.5,6.5 -2,8 0,8 V9.5 C-3,9.5 -5,7.5 -5,4 Z", colour: "#ff5d78" },
  fire: { fill: flame, colour: "#ff9d45" },
  target: { line: "M0,-7.5 A7.5,7.5 0 1 1 -0.1,-7.5 M0,-11.5 V-4 M0,11.5 V4 M-11.5,0 H-4 M11.5,0 H4", colour: "#ffdc52" },
  freeze: { line: "M0,-11 V11 M-9.5,-5.5 L9.5,5.5 M-9.5,5.5 L9.5,-5.5 M-3,-9 L0,-6 L3,-9 M-3,9 L0,6 L3,9", colour: "#93dcff" },
  // Colours.
  green: { fill: heart, colour: GREEN },
  purple: { fill: eye, colour: PURPLE },
  red: { fill: blade, colour: RED },
  choice: { line: "M0,-9 V9 M-8,-4.5 L8,4.5 M-8,4.5 L8,-4.5", colour: BONE },
  // Tiles, by the shape of their back.
  square: { fill: "M-10,-11 L-7,-11 L0,-4 L7,-11 L10,-11 L10,-8 L3,-1 L8,4 L10,2.5 L11,4 L8.5,6.5 L11,9 L9,11 L6.5,8.5 L4,11 L2.5,10 L4,8 L0,4 L-4,8 L-2.5,10 L-4,11 L-6.5,8.5 L-9,11 L-11,9 L-8.5,6.5 L-11,4 L-10,2.5 L-8,4 L-3,-1 L-10,-8 Z", colour: RED },
  trapezoid: { fill: `M-11,-11 C-10,-7 -8,-6 -6.5,-6 C-4.5,-8 -2.5,-9 0,-9 C2.5,-9 4.5,-8 6.5,-6 C8,-6 10,-7 11,-11 C13,-5 11,-2.5 8.5,-1.5 C8.5,2 7,4 5,5 V10 H-5 V5 C-7,4 -8.5,2 -8.5,-1.5 C-11,-2.5 -13,-5 -11,-11 Z M-6,-3 L-1.5,-0.5 L-4,2 Z M6,-3 L1.5,-0.5 L4,2 Z`, colour: "#ffb04a" },
  circle: { fill: chest, colour: GOLD },
  hexagon: { fill: "M-8,11 V-3 A8,8 0 0 1 8,-3 V11 Z M-5.5,8.5 H5.5 V-3 A5.5,5.5 0 0 0 -5.5,-3 Z M2,1 H4 V4 H2 Z M-3.5,-4 H-2 V8.5 H-3.5 Z", colour: "#c0a98a" },
  pentagon: { fill: "M-11,-2 L-8,-10 H8 L11,-2 H9 V10 H-9 V-2 Z M-6.5,0 V7.5 H6.5 V0 Z M-2,1.5 H2 V6 H-2 Z", colour: "#8fd0c0" },
  diamond: { fill: "M0,-11 L8,0 L0,11 L-8,0 Z M0,-5.5 L-4,0 L0,5.5 L4,0 Z", colour: CELL },
  elite: { fill: "M0,-11 L3,-3.5 L11,-3.5 L4.8,1.3 L7,9.5 L0,4.8 L-7,9.5 L-4.8,1.3 L-11,-3.5 L-3,-3.5 Z", colour: "#ffb04a" },
  monster: { fill: skull, colour: "#d8cfe8" },
  exit: { fill: "M-9,-10 H3 V-4 H0 V-7 H-6 V7 H0 V4 H3 V10 H-9 Z M1,-2 V2 H6 V5 L11.5,0 L6,-5 V-2 Z", colour: GREEN },
  boss: { fill: "M-11,-8 L-5.5,-3 L0,-11 L5.5,-3 L11,-8 L9,5 H-9 Z M-9,7 H9 V10 H-9 Z", colour: RED },
  crown: { fill: "M-11,-8 L-5.5,-3 L0,-11 L5.5,-3 L11,-8 L9,5 H-9 Z M-9,7 H9 V10 H-9 Z", colour: GOLD },
  lock: { fill: "M-5,-2 V-5 A5,5 0 0 1 5,-5 V-2 H8 V10 H-8 V-2 Z M-2.5,-2 H2.5 V-5 A2.5,2.5 0 0 0 -2.5,-5 Z M-1.2,2 V6 H1.2 V2 Z", colour: "#b9aea3" },
  focus: { line: "M-10,-5 V-10 H-5 M5,-10 H10 V-5 M10,5 V10 H5 M-5,10 H-10 V5 M0,-4 V4 M-4,0 H4", colour: "#ffdc52" },
  danger: { fill: "M0,-10.5 L11,9.5 H-11 Z M-1.3,-3.5 V3.5 H1.3 V-3.5 Z M-1.3,5.2 V7.6 H1.3 V5.2 Z", colour: "#ffb04a" },
  wall: { fill: "M-11,-8 H-1 V-2.5 H-11 Z M1,-8 H11 V-2.5 H1 Z M-11,-0.8 H-6 V4.2 H-11 Z M-4,-0.8 H6 V4.2 H-4 Z M8,-0.8 H11 V4.2 H8 Z M-11,6 H-1 V10 H-11 Z M1,6 H11 V10 H1 Z", colour: "#a79bb8" },
  hole: { fill: "M-11,2 A11,7 0 1 1 11,2 A11,7 0 1 1 -11,2 Z M-7,2.5 A7,4 0 1 0 7,2.5 A7,4 0 1 0 -7,2.5 Z", colour: "#a79bb8" },
  // Runes.
  vine: { line: "M0,11 C-8,6 8,1 0,-4 C-6,-8 -2,-11 2,-10 M0,3 C5,3 8,0 8,-3 C4,-3 1,-1 0,3 M-1,-2 C-6,-2 -9,-5 -9,-8 C-5,-8 -2,-6 -1,-2", colour: GREEN },
  teleportation: { line: "M0,-10 A10,10 0 1 1 -10,0 M0,-5 A5,5 0 1 1 -5,0 M0,0 H0.1", colour: CELL },
  ram: { line: "M-3,10 L-5,2 C-11,1 -11,-8 -5,-9 C-1,-9 0,-5 -3,-4 M3,10 L5,2 C11,1 11,-8 5,-9 C1,-9 0,-5 3,-4 M-3,10 H3", colour: "#e8b96a" },
  spider: { line: "M0,-3 A3.4,3.4 0 1 1 -0.1,-3 M-3,-1 L-9,-6 L-11,-2 M3,-1 L9,-6 L11,-2 M-3,2 L-9,2 L-10,8 M3,2 L9,2 L10,8 M0,-3 V-11", colour: PURPLE },
  explorer: { line: "M0,-10.5 A10.5,10.5 0 1 1 -0.1,-10.5 M-4,4 L-1.5,-1.5 L4,-4 L1.5,1.5 Z", colour: GOLD },
  challenger: { line: "M-6,-9 H6 V-3 A6,6 0 0 1 -6,-3 Z M-6,-7 H-10 Q-10,-1 -5,-1 M6,-7 H10 Q10,-1 5,-1 M0,3 V8 M-5,10 H5", colour: GOLD },
  homunculus: { line: "M0,-10 A6,6 0 0 1 0,2 A6,6 0 0 1 0,-10 M-2,-4 H-1.9 M2,-4 H2.1 M-3,2 C-6,6 -2,7 -5,11 M0,2 V11 M3,2 C6,6 2,7 5,11", colour: GREEN },
  // Upgrade decks.
  brutality: { fill: blade, colour: RED },
  survival: { fill: heart, colour: GREEN },
  tactics: { fill: eye, colour: PURPLE },
  well: { fill: "M-11,-11 H11 V-8 H9 V-2 H7 V-8 H-7 V-2 H-9 V-8 H-11 Z M-10,0 H10 L8,11 H-8 Z M-7,3 H7 V5 H-7 Z", colour: CELL },
};

/** The sign of an effect, an item or a state; what nobody drew is a mark for more. */
export function signOf(name: string): Drawn {
  return SIGNS[name] ?? { line: SIGNS.more?.line ?? "", colour: BONE };
}
