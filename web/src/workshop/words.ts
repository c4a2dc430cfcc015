// What the pages of the workshop say, which no other page loads.

import words from "locales:workshop";
import { messagesOf } from "../settings.svelte.ts";

export const w = messagesOf(words);
