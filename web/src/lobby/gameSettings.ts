// How the settings of a game are grouped on the page that hosts it.

import type { GameInfo, SettingInfo } from "../protocol.ts";

/** The number of seats, from the game's setting `players`; one without it. */
export function seatsOf(game: Pick<GameInfo, "settings">, options: Readonly<Record<string, string>>): number {
  const setting = game.settings.find(({ name }) => name === "players");
  const chosen = options["players"] ?? setting?.default ?? "1";
  return /^\d+$/.test(chosen) ? Number(chosen) : 1;
}

/** How many settings, apart from switches, are shown before the fold. */
const FIRST = 5;

export interface Groups {
  readonly first: readonly SettingInfo[];
  /** What is on or off: expansions, mostly. */
  readonly switches: readonly SettingInfo[];
  readonly rest: readonly SettingInfo[];
  /** Where the rulebook can be read in two ways. */
  readonly rulings: readonly SettingInfo[];
}

/** What is on or off. */
export function isSwitch({ values }: SettingInfo): boolean {
  return values.length === 2 && values.some(({ value }) => value === "on") && values.some(({ value }) => value === "off");
}

/** The settings in the game's own order: what everybody asks first, then switches, finer points, and rulings. */
export function grouped(settings: readonly SettingInfo[]): Groups {
  const plain = settings.filter(({ clause }) => clause === "");
  const others = plain.filter((setting) => !isSwitch(setting));
  return {
    first: others.slice(0, FIRST),
    switches: plain.filter(isSwitch),
    rest: others.slice(FIRST),
    rulings: settings.filter(({ clause }) => clause !== ""),
  };
}
