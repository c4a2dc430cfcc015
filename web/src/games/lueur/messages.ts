// What the board itself says; names of cards and places come from the server.

import catalogues from "locales:lueur";
import { messagesOf } from "../../settings.svelte.ts";
import type { LueurView } from "./view.ts";

export type MessageId = keyof (typeof catalogues)["en"];
export const t = messagesOf(catalogues);

/** How far the game is; before the first round it is being set up. */
export const roundOf = ({ round, rounds }: LueurView): string => (round > 0 ? t("round", { n: round, rounds }) : t("setup"));
