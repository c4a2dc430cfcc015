import type { GameInfo } from "../protocol.ts";

/** How many sit down, from the game's own setting; a game that names none seats one. */
export function seatsOf(game: GameInfo, options: Readonly<Record<string, string>>): number {
  const setting = game.settings.find(({ name }) => name === "players");
  const chosen = options["players"] ?? setting?.default ?? "1";
  return /^\d+$/.test(chosen) ? Number(chosen) : 1;
}
