// What happened, as beats on the score: who acts, where numbers fall, who dies.

import type { Data, LoggedEvent } from "../../protocol.ts";

export interface Beat {
  /** The row it falls on: `enemy-2`, `hero-0-0`. */
  readonly row: string;
  /** The Round whose cell lights up; none where only a number falls. */
  readonly round: number | null;
  readonly sign: string;
  readonly text: string;
  readonly kind: "act" | "harm" | "good" | "death";
}

const hero = (data: Data) => `hero-${data.character}-0`;

export function beatsOf(news: readonly LoggedEvent[]): Beat[] {
  const happened = news.map(({ data }) => data);
  return happened.flatMap((data, i) => {
    const beat = beatOf(data, happened.slice(i + 1));
    return beat ? [beat] : [];
  });
}

function beatOf(data: Data, later: readonly Data[]): Beat | null {
  const foe = () => `enemy-${standsNow(Number(data.space), later)}`;
  const fall = (row: string, sign: string, text: string, kind: Beat["kind"]): Beat => ({ row, round: null, sign, text, kind });
  switch (data.is) {
    case "LinePerformed":
      return { row: hero(data), round: Number(data.round), sign: "", text: "", kind: "act" };
    case "EnemyActed":
      return { row: foe(), round: Number(data.round), sign: "", text: "", kind: "act" };
    case "EnemyHurt":
      return fall(foe(), "damage", `−${data.n}`, "harm");
    case "EnemyDied":
      return fall(`enemy-${data.space}`, "monster", "", "death");
    case "EnemyHealed":
      return fall(foe(), "heal", `+${data.n}`, "good");
    case "EnemyShielded":
      return fall(foe(), "shield", `+${data.n}`, "good");
    case "StateInflicted":
      return fall(foe(), String(data.state), "", "harm");
    case "EnemyFrozen":
      return fall(foe(), "freeze", "", "harm");
    case "DamageTaken":
      return fall(hero(data), "health", `−${data.n}`, "harm");
    case "DamageBlocked":
      return fall(hero(data), "shield", `−${data.n}`, "good");
    case "Healed":
      return fall(hero(data), "heal", `+${data.n}`, "good");
    case "ShieldsGained":
      return fall(hero(data), data.golden ? "golden" : "shield", `+${data.n}`, "good");
    case "StateSuffered":
      return fall(hero(data), String(data.state), "", "harm");
    case "ScrollTaken":
      return fall(hero(data), String(data.colour) || "scroll", "+1", "good");
    case "Looted":
      return fall(hero(data), String(data.item), `+${data.n}`, "good");
    case "CharacterDied":
      return fall(hero(data), "monster", "", "death");
    default:
      return null;
  }
}

/** Where the enemy that stood on this space stands after what came later. */
function standsNow(space: number, later: readonly Data[]): number {
  for (const data of later) {
    if (data.is === "EnemyDied" && data.space === space) return space;
    if (data.is === "EnemyMoved" && data.start === space) return standsNow(Number(data.space), later.slice(later.indexOf(data) + 1));
  }
  return space;
}
