// Names of bots: from the catalogue where it has one, otherwise the bot's id.

import { isMessage, t } from "../settings.svelte.ts";

/** The default bot: the second of the four levels, which a newcomer can beat. */
export function usual(bots: readonly string[]): string {
  return bots.find((bot) => bot === "ember") ?? bots[0] ?? "";
}

export function botName(bot: string): string {
  const id = `bot.${bot}`;
  return t("host.bot", { bot: isMessage(id) ? t(id) : bot });
}
