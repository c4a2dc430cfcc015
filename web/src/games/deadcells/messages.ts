// What the board itself says; names of cards and places come from the server.

import catalogues from "locales:deadcells";
import { messagesOf } from "../../settings.svelte.ts";

export type MessageId = keyof (typeof catalogues)["en"];
export const t = messagesOf(catalogues);

const PLACES: Readonly<Record<string, MessageId>> = {
  square: "place_square",
  circle: "place_circle",
  hexagon: "place_hexagon",
  pentagon: "place_pentagon",
  trapezoid: "place_trapezoid",
  diamond: "place_diamond",
};

/** What a space of the map is called by its shape, without an article: "Encounter". */
export function placeName(shape: string): string {
  return t(PLACES[shape] ?? "place_square");
}
