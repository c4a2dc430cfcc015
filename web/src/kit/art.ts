// Each game's art is one file, loaded with its board and cached for good.

import addresses from "icons:art";
import type { Art } from "./recipe.ts";

const loading = new Map<string, Promise<Art>>();

/** The art of a game; the file is fetched once. */
export function loadArt(game: string): Promise<Art> {
  const known = loading.get(game);
  if (known) return known;
  const made = fetched(game);
  loading.set(game, made);
  // A lost connection must not leave a table without figures for good.
  made.catch(() => loading.delete(game));
  return made;
}

async function fetched(game: string): Promise<Art> {
  const address = addresses[game];
  if (!address) return { figures: {}, signs: {}, icons: {} };
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`no art for ${game}: ${answer.status}`);
  return (await answer.json()) as Art;
}
