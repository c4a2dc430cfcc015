// What bots are called: by our words where we have some, else by their own name.

import { t } from "../settings.svelte.ts";
import { en, type MessageId } from "../messages/en.ts";

/** The bot that is proposed. */
export function usual(bots: readonly string[]): string {
  return bots.find((bot) => bot === "greedy") ?? bots[0] ?? "";
}

export function botName(bot: string): string {
  const id = `bot.${bot}`;
  return t("host.bot", { bot: id in en ? t(id as MessageId) : bot });
}
