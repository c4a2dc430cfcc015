// What the stage shows of Set a Watch around its board.

import type { Option } from "../../protocol.ts";
import type { MainButton, Staging } from "../../stage/board.ts";
import { beats } from "./beats.ts";
import { BoardState } from "./boardState.svelte.ts";
import Entry from "./Entry.svelte";
import Epilogue from "./Epilogue.svelte";
import { t } from "./messages.ts";
import { byThing, thingsOf, VERB } from "./targets.ts";
import type { WatchAhead, WatchView } from "./view.ts";

/** Few options as buttons without the text of the cards that lie there, as long as they can be told apart. */
export function shortened(options: readonly Option[]): MainButton[] {
  const texts = options.map(({ text }) => text.replace(/: .*$/, "").replace(/ \([^()]*\)$/, ""));
  const clear = new Set(texts).size === texts.length;
  return options.map((option, i) => ({ option, key: String(option.n), ...(clear && { text: texts[i] ?? option.text }) }));
}

export const staging: Staging<WatchView> = {
  beats,
  head: (board) => {
    const { location, round } = board.view;
    return { place: location ? board.name("location", location) : "", clock: round > 0 ? t("round", { n: round }) : "" };
  },
  person: (board, seat) => {
    const own = board.view.adventurers.filter(({ seats }) => seats.includes(seat));
    // At a table for one, everybody is everybody's.
    return own.length < board.view.adventurers.length ? { role: own.map(({ number }) => board.name("adventurer", number)).join(", ") } : {};
  },
  asks: ({ choice }) => (choice?.is === "ChooseAction" ? t("watchAsk") : ""),
  // What concerns no thing on the board: the watch ends, nothing more is bought.
  buttons: (board) => {
    // Where there are few ways, all of them are buttons: one may take the trophy as well as leave it.
    if (board.options.length <= 3 && board.choice?.is !== "ChooseAction") return shortened(board.options);
    const verbs = byThing(board.options, board.view).get(VERB) ?? [];
    return verbs.map((option) => ({ option, ...(option.n <= 9 && { key: String(option.n) }), ...(option.action.is === "GiveUp" && { text: t("endWatch") }) }));
  },
  words: (board, { action, text }) => {
    const { stop, blow } = (board.forecast?.data as WatchAhead | null | undefined) ?? {};
    const more = blow?.more.find(({ thing }) => thing === (action.is === "AddDie" ? `die-${action.die}` : action.is === "AddTamed" ? action.card : ""));
    const target = blow && board.view.line[blow.place - 1];
    if (more && target) {
      const left = target.health - target.damage;
      return { question: t("blowAsk", { name: board.name("creature", target.card) }), line: more.damage >= left ? t("blowEnough", { n: more.damage, left }) : t("blowShort", { n: more.damage, left }), button: text };
    }
    if (action.is !== "GiveUp" || !stop) return null;
    const n = stop.low === stop.high ? `${stop.low}` : t("fromTo", { low: stop.low, high: stop.high });
    return { question: t("endWatchAsk"), line: t("endWatchLine", { n, ready: stop.ready }), button: t("endWatch"), ...(stop.lost === 1 && { lost: true }) };
  },
  ending: (board) => {
    const boardState = new BoardState(board);
    return { title: t(boardState.isWon ? "won" : "lost"), line: boardState.verdict };
  },
  epilogue: Epilogue,
  entry: Entry,
  entryName: () => null,
  places: (board, { action }) => thingsOf(action, board.view).filter((thing) => thing !== VERB).length > 1,
  turns: ({ view }) => view.phase !== "watch",
  bleeds: true,
};
