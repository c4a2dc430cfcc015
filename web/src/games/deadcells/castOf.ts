// Which figure stands for a Monster: the same one in every Biome, and for its Elite.

const OTHER_NAMES: Readonly<Record<string, string>> = { archer: "undead_archer", worm: "disgusting_worm" };

/** The figure of a Monster, and whether it is an Elite: `b1_elite_archer` is an Elite Undead Archer. */
export function castOf(id: string): { figure: string; elite: boolean } {
  const [, elite, name] = /^[a-z]\d?_(elite_)?(.+)$/.exec(id) ?? ["", "", id];
  return { figure: OTHER_NAMES[name ?? ""] ?? name ?? id, elite: Boolean(elite) };
}

const SPARE = ["zombie", "shieldbearer", "cleaver", "inquisitor", "rampager", "automaton"];

/** Who stands for a Monster that only a content pack has: always the same one. */
export function spareOf(id: string): string {
  return SPARE[[...id].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % SPARE.length] as string;
}
