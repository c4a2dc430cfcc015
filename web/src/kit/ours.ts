// The same as the quill, where a thing is only told.

import { t } from "../settings.svelte.ts";

/** What is said of a thing, and that its text or numbers are ours. */
export function withSource(label: string, ours: boolean): string {
  return ours ? `${label} (${t("kit.ours")})` : label;
}
