// Whose turn it is, for a page that nobody looks at: the tab's title and icon, a notification, a soft bell.

import { settings, t } from "../settings.svelte.ts";
import { playSound } from "../sound.ts";

let shown: Notification | null = null;

/** Says in the tab what game it is and whether it is my turn. */
export function showInTab(game: string, state: "mine" | "waiting" | "over" | ""): void {
  const title = game || t("house.name");
  document.title = state === "mine" ? t("tab.mine", { game: title }) : state === "over" ? t("tab.over", { game: title }) : title;
  const icon = iconOf();
  const wanted = (state === "mine" ? icon?.dataset.turn : icon?.dataset.rest) ?? "";
  if (icon && icon.getAttribute("href") !== wanted) icon.setAttribute("href", wanted);
}

/** The page names both icons, whose file names change with their content. */
function iconOf(): HTMLLinkElement | null {
  return document.querySelector<HTMLLinkElement>("link[rel=icon]");
}

/** It has become my turn: a notification if nobody looks, and the bell in any case. */
export function callBack(table: string, game: string, question: string): void {
  playSound("turn");
  if (!document.hidden || !settings.notify || !("Notification" in window) || Notification.permission !== "granted") return;
  shown = new Notification(t("tab.mine", { game }), { body: question, tag: `table-${table}`, icon: iconOf()?.dataset.rest ?? "" });
  shown.onclick = () => {
    window.focus();
    shown?.close();
  };
}

/** Whoever comes back needs no notification any more. */
export function dismiss(): void {
  shown?.close();
  shown = null;
}

/** Asks the browser whether notifications are allowed. */
export async function allowNotifications(): Promise<boolean> {
  return "Notification" in window && (await Notification.requestPermission()) === "granted";
}
