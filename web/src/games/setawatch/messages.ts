// What the board itself says; names of cards and places come from the server.

import catalogues from "locales:setawatch";
import { messagesOf } from "../../settings.svelte.ts";

export type MessageId = keyof (typeof catalogues)["en"];
export const t = messagesOf(catalogues);
