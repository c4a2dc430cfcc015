// What bots are called: by our words where we have some, else by their own name.

import { isMessage, t } from "../settings.svelte.ts";

/** The bot that is proposed. */
export function usual(bots: readonly string[]): string {
  return bots.find((bot) => bot === "greedy") ?? bots[0] ?? "";
}

export function botName(bot: string): string {
  const id = `bot.${bot}`;
  return t("host.bot", { bot: isMessage(id) ? t(id) : bot });
}
