// Materials, and the light that falls on them.

/** Colours of a material near the light, in between and in the shade, and of the ink on it. */
export interface Tint {
  readonly near: string;
  readonly middle: string;
  readonly far: string;
  readonly ink: string;
}

export const TINTS = {
  fire: { near: "#ffedc4", middle: "#dba457", far: "#6a3a1d", ink: "#1a0d07" },
  ember: { near: "#ffdfba", middle: "#e08045", far: "#6e2a16", ink: "#1c0a05" },
  blood: { near: "#ffd6ca", middle: "#d2604d", far: "#571c1c", ink: "#1c0808" },
  flesh: { near: "#ffe3d0", middle: "#d9967c", far: "#6b3a34", ink: "#1f0d0b" },
  rust: { near: "#f7dcb6", middle: "#b57f4a", far: "#52331e", ink: "#170d07" },
  bone: { near: "#fbf4e2", middle: "#bfb199", far: "#544b42", ink: "#15110d" },
  moss: { near: "#e9f7cf", middle: "#86b765", far: "#28472c", ink: "#0a150c" },
  teal: { near: "#dcf7ef", middle: "#6cb0a6", far: "#1f474a", ink: "#081516" },
  moon: { near: "#e8f2ff", middle: "#84a3cc", far: "#273a58", ink: "#0a111c" },
  steel: { near: "#f2f7fa", middle: "#9aa9b4", far: "#38434e", ink: "#0c1116" },
  ash: { near: "#f2e7fa", middle: "#a588c4", far: "#432f58", ink: "#140b1c" },
  leaf: { near: "#eef7c0", middle: "#a8b451", far: "#42481f", ink: "#12140a" },
  hide: { near: "#f4dcbd", middle: "#a9774d", far: "#4a2c1c", ink: "#150b06" },
  coal: { near: "#e0d4d2", middle: "#837479", far: "#352c34", ink: "#0a080b" },
  gold: { near: "#fff3c0", middle: "#e8b548", far: "#7a4f17", ink: "#1c1104" },
  bark: { near: "#e6d6b0", middle: "#8b7350", far: "#3b3023", ink: "#110d08" },
  night: { near: "#a9b6dd", middle: "#4d5a86", far: "#1b2140", ink: "#070915" },
  /** The five colours of The Faceless. */
  yellow: { near: "#fff0b8", middle: "#f2c14e", far: "#7d5d17", ink: "#1b1405" },
  green: { near: "#e2f7cc", middle: "#93cf66", far: "#3a6427", ink: "#0c1607" },
  blue: { near: "#dcefff", middle: "#7cbcf0", far: "#2a567f", ink: "#07121c" },
  red: { near: "#ffd8cc", middle: "#f0705a", far: "#7c251b", ink: "#1d0805" },
  purple: { near: "#efe0ff", middle: "#c29df2", far: "#5a3d80", ink: "#140a20" },
  skin: { near: "#fff2dc", middle: "#ecd2ae", far: "#a07c58", ink: "#24150b" },
  /** Printed on paper: cards. */
  print: { near: "#8d6539", middle: "#50321a", far: "#27160a", ink: "#170c05" },
} as const satisfies Record<string, Tint>;

export type TintName = keyof typeof TINTS;

/** A light of a scene: every figure in it has the same one, seen from its own place. */
export interface Light {
  /** Where it comes from, in the box of the figure: [0, 0] is its upper left corner. It may lie far outside. */
  readonly from: readonly [x: number, y: number];
  /** Its colour falls on everything it reaches. */
  readonly colour: string;
  /** How much of its colour: 0 keeps the materials, 1 leaves only the light's. */
  readonly wash: number;
  /** How bright: 1 in front of it, less farther away. */
  readonly power: number;
  /** The thin edge on the far side; with an alpha of 00 there is none. */
  readonly rim: string;
  /** It makes everything look like this material: unlit, behind glass, printed. */
  readonly material?: TintName;
}

export const LIGHTS = {
  /** Beside a fire. */
  hearth: { from: [-0.1, 0.35], colour: "#ffb869", wash: 0.12, power: 1, rim: "#5f7396" },
  /** A fire some steps away: Set a Watch, where everything takes its colour. */
  camp: { from: [-0.15, 0.3], colour: "#f2ab58", wash: 0.54, power: 1.2, rim: "#6f86b0" },
  /** Out of the fire's reach, but seen. */
  gloom: { from: [-0.4, 0.2], colour: "#5b6a92", wash: 0.3, power: 0.55, rim: "#7f93c4", material: "night" },
  /** A lantern above, as in a wood at night. */
  lantern: { from: [0.15, 0.05], colour: "#ffdf9a", wash: 0.14, power: 1, rim: "#3d5c4b" },
  moon: { from: [0.8, -0.2], colour: "#a9c4f2", wash: 0.3, power: 0.85, rim: "#d8e6ff" },
  /** In front of lit glass: nearly black. */
  glass: { from: [0.5, 0.75], colour: "#2a1506", wash: 0.25, power: 0.6, rim: "#00000000", material: "print" },
  /** Behind dark glass. */
  ashen: { from: [0.35, 0.2], colour: "#8793a5", wash: 0.7, power: 0.86, rim: "#00000000", material: "steel" },
  /** On a card. */
  page: { from: [0.2, 0.1], colour: "#ffffff", wash: 0, power: 1, rim: "#00000000", material: "print" },
} as const satisfies Record<string, Light>;

export type LightName = keyof typeof LIGHTS;

/** A light by name, from where the board says it is: `lightFrom("hearth", [1.1, 0.4])`. */
export function lightFrom(name: LightName, from: readonly [number, number], power: number = LIGHTS[name].power): Light {
  return { ...LIGHTS[name], from, power };
}
