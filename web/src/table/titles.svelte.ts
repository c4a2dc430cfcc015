// The games' titles in the current language, fetched once.

import { briefGameList } from "../api.ts";
import { settings } from "../settings.svelte.ts";

let titles = $state.raw<Readonly<Record<string, string>>>({});
let known = "";

/** The title of a game; empty until the server has answered. */
export function titleOf(game: string): string {
  if (known !== settings.language) {
    known = settings.language;
    briefGameList().then(
      ({ games }) => (titles = Object.fromEntries(games.map(({ name, title }) => [name, title]))),
      () => (known = ""),
    );
  }
  return titles[game] ?? "";
}
