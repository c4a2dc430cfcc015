// What the stage shows of Set a Watch around its board.

import type { Option } from "../../protocol.ts";
import type { Board, MainButton, Staging } from "../../stage/board.ts";
import { beats } from "./beats.ts";
import { BoardState } from "./boardState.svelte.ts";
import Entry from "./Entry.svelte";
import Epilogue from "./Epilogue.svelte";
import { phone } from "../../screen.ts";
import { joinNames, t as common } from "../../settings.svelte.ts";
import { t, type MessageId } from "./messages.ts";
import { byThing, NIGHTS, ownerOf, thingsOf, VERB } from "./targets.ts";
import type { WatchAhead, WatchView } from "./view.ts";

/** Few options as buttons without the text of the cards that lie there, as long as they can be told apart. */
export function shortened(options: readonly Option[]): MainButton[] {
  const texts = options.map(({ text }) => text.replace(/: .*$/, "").replace(/ \([^()]*\)$/, ""));
  const clear = new Set(texts).size === texts.length;
  return options.map((option, i) => ({ option, key: String(option.n), ...(clear && { text: texts[i] ?? option.text }) }));
}

/** What is done with an ability card. */
const CARDS: Readonly<Record<string, "exhaustCard" | "useItem" | "exhaustToUse" | "stokeWith" | "refreshCard">> = { ExhaustCard: "exhaustCard", BurnCard: "exhaustCard", RefreshCard: "refreshCard", UseByDie: "useItem", UseByExhausting: "exhaustToUse", Stoke: "stokeWith" };

/** Why a newcomer is asked: a line beside the question. */
const ABOUT: Readonly<Record<string, MessageId>> = { ChooseRest: "restAbout", ChoosePlacement: "placeAbout", ChooseExhausted: "exhaustAbout", ChooseReroll: "rerollAbout", ChooseStun: "stunAbout", ChooseEquip: "equipAbout", ChooseLocation: "mapAbout", ChooseLostDie: "lostAbout", ChoosePurchase: "buyAbout", ChoosePutBack: "putBackAbout" };

/** The text of an ability, item, place or side of the Familiar; of a creature its plaque says it. */
function sourceText(board: Board<WatchView>, id: string): string {
  const [short, text] = [board.name("short", id), board.name("text", id)];
  return short !== id ? short : text !== id ? text : "";
}

/** What a button says in fewer words than the list. */
function named(board: Board<WatchView>, { action }: Pick<Option, "action">): { text?: string } {
  if (action.is === "GiveUp") return { text: t("endWatch") };
  if (action.is === "PickNoMore") {
    const n = board.view.picked_dice.length;
    return { text: board.choice?.is !== "ChooseReroll" ? t("pickedEnough") : n > 0 ? t("rollPicked", { n }) : t("keepAll") };
  }
  if (action.is === "Shield") return { text: t("useItem", { name: board.name("item", String(action.item)) }) };
  if (action.is === "ActivateItem" || action.is === "UseItem") return { text: t("useItem", { name: board.name("item", String(action.item)) }) };
  if (action.is === "CastRunes") return { text: joinNames([action.first, action.second, action.third].filter(Boolean).map((id) => board.name("where", String(id)))) };
  if (action.is === "PlaceDie") return { text: board.name("where", String(action.action)) };
  if (action.is === "PutOnTop" || action.is === "PutUnder") return { text: t(action.is === "PutOnTop" ? "deckTop" : "deckBottom") };
  if (action.is === "TakeCard" && /^#[1-9]/.test(String(action.card))) return { text: t("unseenPlace", { n: Number(String(action.card).slice(1)) }) };
  if (action.is === "TakeNoMore") return { text: t("noneOfThem") };
  if (action.is === "PutDie" || action.is === "SendFamiliar") return { text: t("strikeThe", { name: board.name("the_creature", board.view.line[Number(action.place) - 1]?.card ?? "") }) };
  const said = CARDS[action.is];
  const of = action.is === "UseByDie" ? ownerOf(board.view, action.die) : board.view.adventurers[Number(action.adventurer)];
  const card = of?.board[Number(action.slot)];
  if (action.is === "StunDie") return { text: board.name("ability", ownerOf(board.view, action.die)?.board[Number(action.slot)]?.id ?? "") };
  if (!card || !said) return {};
  const name = board.name("ability", card.id);
  // X is what a die shows: the same card may be used in several ways.
  const x = action.is === "UseByExhausting" && Number(action.die) >= 0 ? ownerOf(board.view, action.die)?.dice.find(({ id }) => id === action.die)?.value : undefined;
  return { text: x === undefined ? t(said, { name }) : t("exhaustAsX", { name, x }) };
}

/** One of several dice that may go to what was touched. */
function calledDie(board: Board<WatchView>, die: unknown): string {
  const { touched, view } = board;
  const of = ownerOf(view, die);
  const n = of?.dice.find(({ id }) => id === die)?.value ?? 0;
  const isShared = touched.some(({ action }) => ownerOf(view, action.die) !== of);
  return isShared ? t("dieOf", { n, of: of ? board.name("adventurer", of.number) : "" }) : t("theDie", { n });
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
  brief: (board, option) => {
    const alike = board.touched.length > 1 && new Set(board.touched.map((one) => named(board, one).text)).size === 1;
    if (alike && option.action.die !== undefined) return calledDie(board, option.action.die);
    if (option.action.is === "EquipCard" && board.touched.length > 1) {
      // Of two cards that change places the one that was not touched.
      const { ability, adventurer, slot } = option.action;
      const isNew = board.touched.every(({ action }) => action.ability === ability);
      return board.name("ability", isNew ? (board.view.adventurers[Number(adventurer)]?.board[Number(slot)]?.id ?? "") : String(ability));
    }
    // A phone has room for a name: which die it is lies lifted beside it.
    if (phone.current && option.action.is === "PutDie") return board.name("creature", board.view.line[Number(option.action.place) - 1]?.card ?? "");
    return named(board, option).text ?? "";
  },
  explains: (board) => {
    const { choice } = board;
    // What the card says whose effect asks.
    const source = String(choice?.script ?? "").split(".", 1)[0];
    if (source) return sourceText(board, source);
    if (board.options.some(({ action }) => action.is === "CashTrophy")) return t("sellAbout");
    if (choice?.is === "ChooseTrophy") return board.options.find(({ action }) => action.is === "TakeTrophy")?.detail ?? "";
    // In the last night nothing comes back.
    if (choice?.is === "ChooseRest" && board.options.length < board.view.adventurers.filter(({ rests }) => rests < 2).length) {
      // The place says who has to rest.
      return sourceText(board, board.view.location);
    }
    const about = choice?.is === "ChooseExhausted" && board.view.round >= NIGHTS ? undefined : ABOUT[choice?.is ?? ""];
    // On a desk the board says what led to it.
    return [phone.current ? new BoardState(board).cause : "", about ? t(about) : ""].filter(Boolean).join(" ");
  },
  asks: (board) => {
    const { choice } = board;
    if (choice?.is === "ChoosePlacement") return t("placeAsk", { name: board.name("adventurer", Number(choice.adventurer)) });
    if (choice?.is === "ChooseEquip") return t("equipAsk", { name: board.name("adventurer", Number(choice.adventurer)) });
    if (choice?.is === "ChoosePutBack") return t("putBackAsk", { name: board.name("adventurer", Number(choice.adventurer)) });
    if (choice?.is === "ChooseStun") return t("stunWhich");
    return choice?.is === "ChooseAction" ? t(phone.current && board.touched.length > 0 ? "watchAskShort" : "watchAsk") : "";
  },
  // A creature was touched first: what strikes it comes second. So does the die of a spot in the camp.
  goes: (board) => {
    const { touched, view } = board;
    if (touched.every(({ action }) => action.is === "PlaceDie") && new Set(touched.map(({ action }) => action.action)).size === 1) return t("whichDie");
    if (touched.every(({ action }) => action.is === "EquipCard")) return t("whichSwap");
    const cards = new Set(touched.map(({ action }) => (CARDS[action.is] && action.is !== "UseByDie" ? `${action.adventurer} ${action.slot}` : "")));
    if (cards.size === 1 && !cards.has("")) return common("stage.which");
    const [place, ...places] = new Set(touched.map(({ action }) => thingsOf(action, view).find((thing) => thing.startsWith("line-"))));
    if (!place || places.length > 0 || new Set(touched.map(({ action }) => action.die)).size < 2) return "";
    // On a phone its plaque has no room for a long power.
    const power = phone.current ? sourceText(board, view.line[Number(place.slice(5)) - 1]?.card ?? "") : "";
    return power || t("whatStrikes");
  },
  // What concerns no thing on the board: the watch ends, nothing more is bought.
  buttons: (board) => {
    // Where there are few ways, all of them are buttons: one may take the trophy as well as leave it.
    if (board.options.length <= 3 && board.choice?.is !== "ChooseAction") {
      const whole = shortened(board.options);
      const brief = whole.map((one) => ({ ...one, ...named(board, one.option) }));
      return new Set(brief.map(({ text }) => text)).size === brief.length ? brief : whole;
    }
    const verbs = byThing(board.options, board.view).get(VERB) ?? [];
    return verbs.map((option) => ({ option, ...(option.n <= 9 && { key: String(option.n) }), ...named(board, option) }));
  },
  words: (board, { action, text }) => {
    const { stop, blow } = (board.forecast?.data as WatchAhead | null | undefined) ?? {};
    const more = blow?.more.find(({ thing }) => thing === (action.is === "AddDie" ? `die-${action.die}` : action.is === "AddTamed" ? action.card : ""));
    const target = blow && board.view.line[blow.place - 1];
    if (more && target) {
      const left = target.health - target.damage;
      return { question: t("blowAsk", { name: board.name("the_creature", target.card) }), line: more.damage >= left ? t("blowEnough", { n: more.damage, left }) : t("blowShort", { n: more.damage, left }), button: text };
    }
    const struck = action.is === "PutDie" ? board.view.line[Number(action.place) - 1] : undefined;
    if (struck?.up) {
      const left = struck.health - struck.damage;
      const after = Math.max(0, left - new BoardState(board).counts(Number(action.die), struck));
      const of = ownerOf(board.view, action.die);
      const n = of?.dice.find(({ id }) => id === action.die)?.value ?? 0;
      return { question: t("strikeAsk", { of: board.name("adventurer", of?.number ?? 0), n, name: board.name("the_creature", struck.card) }), line: after > 0 ? t("strikeLeaves", { left, after }) : t("strikeFells", { left }), button: t("strike", { left, after }) };
    }
    if (action.is === "TurnFamiliar") {
      const said = text.replace(/: .*$/, "");
      return { question: t("asQuestion", { said }), line: board.name("text", String(action.side)), button: said };
    }
    if (action.is === "BuyItem") {
      const pile = Number(action.pile);
      return { question: t("buyAsk", { name: board.name("item", board.view.market[pile]?.[0] ?? ""), of: board.name("adventurer", Number(action.adventurer)) }), line: board.foreseen?.text.at(1) ?? "", button: t("buyIt", { n: board.view.prices[pile] ?? 0 }) };
    }
    if (action.is === "EquipCard") {
      const old = board.view.adventurers[Number(action.adventurer)]?.board[Number(action.slot)]?.id ?? "";
      const added = String(action.ability);
      return { question: t("swapAsk", { added: board.name("ability", added), old: board.name("ability", old) }), line: sourceText(board, added), button: t("swapIt") };
    }
    if (action.is === "CoverPile") return { question: t("asQuestion", { said: text }), line: board.foreseen?.text.join(" ") ?? "", button: t("coverIt") };
    if (action.is === "StunDie") {
      const of = ownerOf(board.view, action.die);
      const n = of?.dice.find(({ id }) => id === action.die)?.value ?? 0;
      return { question: t("stunAsk", { of: board.name("adventurer", of?.number ?? 0), n, name: board.name("ability", of?.board[Number(action.slot)]?.id ?? "") }), line: t("stunAbout"), button: t("stunIt", { n }) };
    }
    if (action.is === "SendFamiliar") {
      const { text: button = text } = named(board, { action });
      return { question: t("familiarAsk", { of: board.name("side", board.view.familiar), name: board.name("the_creature", board.view.line[Number(action.place) - 1]?.card ?? "") }), line: board.foreseen?.text.join(" ") ?? "", button };
    }
    if (action.is === "PickNoMore") {
      const said = named(board, { action }).text ?? text;
      return { question: t("asQuestion", { said }), line: "", button: said };
    }
    if (action.is !== "GiveUp" || !stop) return null;
    const n = stop.low === stop.high ? `${stop.low}` : t("fromTo", { low: stop.low, high: stop.high });
    return { question: t("endWatchAsk"), line: t("endWatchLine", { n, ready: stop.ready }), button: t("endWatch"), ...(stop.lost === 1 && { lost: true }) };
  },
  ending: (board) => {
    const boardState = new BoardState(board);
    return { title: t(boardState.isWon ? "won" : "lost"), line: boardState.verdict };
  },
  // Until the last line stands (Ending.svelte).
  counts: 2100,
  epilogue: Epilogue,
  entry: Entry,
  entryName: (board, { action }) => {
    if (action.is === "ShowCard") return board.name("card", String(action.card));
    if (action.is === "ShowLocation") return board.name("location", String(action.location));
    return action.is === "ShowItem" ? board.name("item", String(action.item)) : null;
  },
  // Which runes a pair casts with a touched one is asked by buttons.
  places: (board, { action }) => board.touched.some((one) => one.action.is !== "CastRunes") && thingsOf(action, board.view).filter((thing) => thing !== VERB).length > 1,
  turns: ({ view }) => view.players === 1 || view.phase !== "watch",
  bleeds: true,
};
