/** What every board draws of its director, at a table as in a replay. */
import type { Scene } from "./board.ts";
import type { Director } from "./director.svelte.ts";

type Played = "view" | "seat" | "awaited" | "choice" | "result" | "beat" | "turnedTo" | "news" | "rings";

/** A scene as its director plays it, with what else its page knows. */
export function playedScene(director: Director, page: Omit<Scene, Played>): Scene {
  const played: Pick<Scene, Played> = {
    get view() {
      return director.picture;
    },
    get seat() {
      return director.shown?.seat ?? null;
    },
    get awaited() {
      return director.shown?.awaited ?? [];
    },
    get choice() {
      return director.settled ? (director.shown?.choice?.data ?? null) : null;
    },
    get result() {
      return director.shown?.result ?? null;
    },
    get beat() {
      return director.playing;
    },
    get turnedTo() {
      return director.turnedTo;
    },
    get news() {
      return director.news;
    },
    get rings() {
      return director.rings;
    },
  };
  // A spread would read the getters once.
  return Object.defineProperties(page, Object.getOwnPropertyDescriptors(played)) as Scene;
}
