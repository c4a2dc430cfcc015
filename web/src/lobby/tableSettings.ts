// The settings of a table, whatever the game: visibility, what happens when somebody is away, thinking time.

import type { NewTable, Pace, SettingInfo } from "../protocol.ts";
import { t } from "../settings.svelte.ts";
import { botName } from "./bots.ts";

/** Thinking time by the name of its pace: what everybody starts with, and what each decision adds. */
const PACES: { readonly [name: string]: Pace } = {
  brisk: { seconds: 300, increment: 10 },
  calm: { seconds: 1800, increment: 30 },
  post: { seconds: 259_200, increment: 43_200 },
};
const NONE = "none";

/** These as settings, so that they look like those of the game; `companion` is what people may roll themselves. */
export function customs(bots: readonly string[], companion = ""): SettingInfo[] {
  const value = (value: string, name: string, about: string) => ({ value, name, about });
  const wait = value(NONE, t("host.absent.wait"), t("host.absent.wait.line"));
  const off = value(NONE, t("host.pace.none"), t("host.pace.none.line"));
  const beside = {
    name: "companion",
    title: t("host.companion"),
    about: companion,
    advice: "",
    clause: "",
    default: "off",
    values: [value("off", "off", ""), value("on", "on", "")],
  };
  return [
    ...(companion ? [beside] : []),
    {
      name: "listed",
      title: t("host.listed"),
      about: t("host.listed.line"),
      advice: "",
      clause: "",
      default: "off",
      values: [value("off", "off", ""), value("on", "on", "")],
    },
    {
      name: "absent",
      title: t("host.absent"),
      about: "",
      advice: "",
      clause: "",
      default: NONE,
      values: [wait, ...bots.map((bot) => value(bot, botName(bot), t("host.absent.line")))],
    },
    {
      name: "pace",
      title: t("host.pace"),
      about: "",
      advice: "",
      clause: "",
      default: NONE,
      values: [
        off,
        value("brisk", t("host.pace.brisk"), t("host.pace.brisk.line")),
        value("calm", t("host.pace.calm"), t("host.pace.calm.line")),
        value("post", t("host.pace.post"), t("host.pace.post.line")),
      ],
    },
  ];
}

/** The chosen values as the server's request has them. */
export function asWanted(chosen: Readonly<Record<string, string>>): Pick<NewTable, "companion" | "listed" | "absent" | "pace"> {
  const absent = chosen["absent"] ?? NONE;
  return {
    companion: chosen["companion"] === "on",
    listed: chosen["listed"] === "on",
    absent: absent === NONE ? "" : absent,
    pace: PACES[chosen["pace"] ?? NONE] ?? null,
  };
}
