// What the stage shows of The Faceless around its board.

import { phone } from "../../screen.ts";
import type { Data, Option } from "../../protocol.ts";
import type { Board, MainButton, Staging, Wording } from "../../stage/board.ts";
import { nameOf } from "../../table/people.ts";
import { beats } from "./beats.ts";
import { Cards } from "./cards.ts";
import Entry from "./Entry.svelte";
import { geometryOf } from "./geometry.ts";
import { BILLYGOAT, figureOf } from "./hues.ts";
import { t, type MessageId } from "./messages.ts";
import NeedleEntry from "./NeedleEntry.svelte";
import { isLost, outcomeAt } from "./dial.ts";
import { aheadOf, fully, pushed, pushedAt, shortly, stepLine, waysOf } from "./outcomes.ts";
import { SLIP, thingsOf } from "./targets.ts";
import type { FacelessView } from "./view.ts";

const MOST = 3;
/** What ends a choice comes first. */
const FIRST = ["FaceThreats", "StopWalking", "LeaveBonus", "StayHere", "LetFireDie", "KeepThreat"];

/** What one does every turn needs no explanation. */
const SHORT: Readonly<Record<string, MessageId>> = { Rest: "button.rest", Whisper: "button.whisper", WhisperFreely: "button.whisper.free" };

/** Whose card it is, and its number: "Judith 3". */
export const cardName = (board: Board<FacelessView>, card: string) => board.name("card", card);

/** A way of the Crossroads begins in mid-sentence; a button does not. */
export const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function buttonsOf(board: Board<FacelessView>): readonly MainButton[] {
  const turn = board.options.find(({ action }) => action.is === "TurnTo");
  if (turn) {
    const present = board.view.figures[Number(turn.action.figure)]?.heading;
    const stay = board.options.find(({ action }) => action.is === "TurnTo" && action.heading === present);
    return stay ? [{ option: stay, text: stayText(board, stay), key: "W" }] : [];
  }
  const comes = board.options.filter(({ action }) => action.is === "ApproachBy");
  if (comes.length > 0 && comes.length <= MOST) return comes.map((option) => ({ option, text: approachText(board, option), key: String(option.n) }));
  const rounds = board.options.filter(({ action }) => action.is === "TurnRound");
  if (rounds.length > 0) return rounds.map((option) => ({ option, text: roundText(board, option), key: String(option.n) }));
  const steps = board.options.filter(({ action }) => action.is === "TakeStep");
  if (steps.length > 0 && steps.length <= MOST) return steps.map((option) => ({ option, text: stepText(board, option), key: String(option.n) }));
  const changes = board.options.filter(({ action }) => action.is === "ChangeNumber");
  if (changes.length > 0) return changes.map((option) => ({ option, text: numberText(board, option), key: String(option.n) }));
  const spent = board.options.filter(({ action }) => action.is === "SpendMemory");
  if (spent.length > 0 && spent.length <= MOST) return spent.map((option) => ({ option, text: textOf(board, option), key: String(option.n) }));
  const ways = board.options.filter(({ action }) => action.is === "TakeWay");
  if (ways.length > 0 && ways.length <= MOST) return ways.map((option) => ({ option, text: sentence(option.text), key: String(option.n) }));
  // On a phone Memories lie below the hand, out of sight.
  const below = phone.current && board.options.length <= MOST ? "UseMemory" : "";
  const slips = board.options.filter(({ action }) => action.is === "DiscardCard" || action.is === below || action.is === "StepAside" || action.is === "DrawBonus" || FIRST.includes(action.is) || thingsOf(action).includes(SLIP));
  const rank = (option: Option) => (FIRST.includes(option.action.is) ? 0 : 1);
  return slips
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, MOST)
    .map((option) => ({ option, text: textOf(board, option), key: option.n < 10 ? String(option.n) : "" }));
}

/** Cards are called as they are on the table. */
function textOf(board: Board<FacelessView>, { action, text }: Pick<Option, "action" | "text">): string {
  if (action.is === "DiscardCard") return t("button.discard", { card: cardName(board, String(action.card)) });
  if (action.is === "UseMemory") return t("button.use", { name: t(`memory.name.${String(action.memory)}` as MessageId), effect: t(`memory.${String(action.memory)}` as MessageId) });
  if (action.is === "SwapCards") return t("button.swap", { card: cardName(board, String(action.instead)), person: nameOf(board.people, Number(action.other)) });
  if (action.is === "SpendMemory") return t("button.spend", { name: board.name("memory", String(action.memory)) });
  const short = SHORT[action.is];
  return short ? t(short) : sentence(text);
}

/** Which way Billygoat steps to a space beside him. */
function stepOf(board: Board<FacelessView>, space: number): string {
  const from = board.view.figures[BILLYGOAT]?.place ?? space;
  return board.name("direction", geometryOf(board.content).direction(from, space) ?? 0);
}

/** Where Billygoat goes, and what he pushes the Team at. */
function approachText(board: Board<FacelessView>, { action }: Option): string {
  const geometry = geometryOf(board.content);
  const wind = stepOf(board, Number(action.space));
  const walk = aheadOf(board)?.approaches.find((one) => one.space === action.space)?.walk;
  if (!walk || phone.current) return t("button.approach", { wind });
  return t("button.approach.what", { wind, what: pushed(board, geometry, walk) });
}

/** Who turns round, and what the needle then leads to. */
function roundText(board: Board<FacelessView>, { action, text }: Option): string {
  const walk = aheadOf(board)?.rounds.find((one) => one.figure === action.figure)?.walk;
  if (!walk) return text;
  const name = board.name("figure", Number(action.figure));
  if (phone.current) return t("button.round", { name });
  const many = board.options.filter((one) => one.action.is === "TurnRound").length > 2;
  return many ? t("button.round.brief", { name, what: pushedAt(board, geometryOf(board.content), walk) }) : t("button.round.what", { name, what: pushed(board, geometryOf(board.content), walk) });
}

/** P.J. chooses among two or three numbers, each with its walk. */
function numberText(board: Board<FacelessView>, { action, text }: Option): string {
  const one = aheadOf(board)?.numbers.find(({ change }) => change === action.change);
  if (!one) return sentence(text);
  if (one.spaces.length > 0 || phone.current) return t("button.number", { n: one.steps });
  return t("button.number.walk", { n: one.steps, what: shortly(board, geometryOf(board.content), one.walk) });
}

/** The walk that a step begins: by its own directions, or by what it meets. */
function stepText(board: Board<FacelessView>, { action, text }: Option): string {
  const geometry = geometryOf(board.content);
  const walk = aheadOf(board)?.steps.find((one) => one.direction === action.direction)?.walk;
  const wind = board.name("direction", Number(action.direction));
  if (phone.current) return walk?.wraps ? `${t("button.approach", { wind })}, ${t("out.beyond")}` : t("button.approach", { wind });
  if (!walk) return sentence(text);
  const [ways, what] = [waysOf(board, geometry, walk), shortly(board, geometry, walk)];
  return what.includes(ways) ? t("button.step", { ways: what }) : t("button.step.what", { wind, what });
}

/** How many cards somebody's hand still holds. */
function roomOf({ view }: Board<FacelessView>, { seat }: Data): number {
  const { hand = [], limit = 0 } = view.players[Number(seat)] ?? {};
  return limit - hand.length;
}

/** What is asked, in few words, and what the signs on the field mean. */
function asksOf(board: Board<FacelessView>): { question: string; line?: string } | null {
  const { action } = board.options[0] ?? {};
  const name = board.name("figure", Number(action?.figure ?? 0));
  const ahead = aheadOf(board);
  if (board.choice?.is === "ReadNeedle") return { question: t("ask.reading") };
  if (board.choice?.is === "ChooseAction") {
    const plays = board.options.some((option) => option.action.is === "PlayCard");
    const offers = (is: string) => board.options.some((option) => option.action.is === is);
    const more = [offers("UseMemory") && t(phone.current ? "ask.turn.use.below" : "ask.turn.use"), offers("ShiftMemory") && t("ask.turn.shift")].filter(Boolean);
    return { question: t(plays ? "ask.turn.action" : "ask.turn.empty"), line: [...(plays ? [t("ask.turn.action.line")] : []), ...more].join(" ") };
  }
  if (action?.is === "StandOn") {
    const places = ahead?.places ?? [];
    const line = places.length === 0 ? "ask.place.blind" : places.some(({ finds }) => finds) ? "ask.place.finds" : places.some(({ matters }) => matters) ? "ask.place.sparks" : "ask.place.none";
    if (places.length > 0 && places.every(({ loses }) => loses)) return { question: t("ask.place", { name }), line: t("ask.place.lost", { name }) };
    const lost = places.some(({ loses }) => loses) ? ` ${t("ask.place.loses")}` : "";
    return { question: t("ask.place", { name }), line: t(line, { name }) + lost };
  }
  if (action?.is === "PlaceTeam") return { question: t("ask.entry"), line: t("ask.entry.line") };
  if (board.choice?.is === "OfferStep") {
    const kid = board.name("kid", board.view.players[Number(board.choice.seat)]?.kid ?? "");
    return { question: t("ask.luke", { kid }), line: t("ask.luke.line", { kid }) };
  }
  if (board.choice?.is === "ChoosePayment") return { question: t("ask.spend"), line: t("ask.spend.line") };
  if (action?.is === "PutPuppet") return { question: t("ask.puppets"), line: t("ask.puppet.line") };
  if (action?.is === "ShiftTo") return { question: t("ask.shift.where"), line: "" };
  if (action?.is === "TurnRound") return { question: t("ask.rounds"), line: t("ask.rounds.line", { n: Number(board.choice?.pairs ?? 1) }) };
  if (action?.is === "ChangeNumber") return { question: t("ask.number"), line: t("ask.number.line", { kid: board.name("kid", "pj") }) };
  if (board.choice?.is === "ChooseReceiver") {
    const gives = board.options.some((option) => option.action.is === "GiveCard");
    return { question: t(gives ? "ask.receiver" : "ask.receiver.swap", { card: cardName(board, String(board.choice.card)) }), line: "" };
  }
  if (action?.is === "DiscardCard") return { question: t("ask.discard"), line: t("ask.discard.line") };
  if (board.choice?.is === "ChooseBonus") {
    const may = (is: string) => board.options.some((option) => option.action.is === is);
    return { question: t("ask.bonus"), line: [may("DrawBonus") && t("ask.bonus.draw"), may("ExchangeCard") && t("ask.bonus.swap")].filter(Boolean).join(" ") };
  }
  if (action?.is === "Listen") return { question: t("ask.listen"), line: "" };
  if (action?.is === "PickCard") return { question: t("ask.pick"), line: t("ask.pick.line") };
  if (action?.is === "BurnThreat") return { question: t("ask.burn"), line: t("ask.burn.line", { n: Number(board.choice?.cards ?? 1) }) };
  if (action?.is === "TakeThreat") return { question: t("ask.take"), line: t("ask.take.line", { n: roomOf(board, action) }) };
  if (board.options.some((option) => option.action.is === "FaceThreats")) return { question: t("ask.more"), line: t(ahead?.threats.some(({ calm }) => calm) ? "ask.more.calm" : "ask.more.line") };
  if (action?.is === "TakeStep" && ahead && ahead.steps_left > 0) {
    const wavers = board.choice?.is === "ChooseBetween";
    return { question: t(wavers ? "ask.between" : "ask.step", { n: ahead.steps_left }), line: t(wavers ? "ask.between.line" : ahead.steps_left > 1 ? "ask.step.line" : "ask.step.last", { n: ahead.steps_left }) };
  }
  if (action?.is === "TurnTo") {
    const dial = ahead?.dial ?? [];
    const [only] = dial;
    if (only && dial.length === 1) return { question: t("ask.face.same", { name }), line: fully(board, geometryOf(board.content), only.outcome) };
    return { question: t("ask.face", { name }), line: t(Number(board.choice?.steps ?? 0) > 0 ? "ask.face.line" : "ask.face.free") };
  }
  return null;
}

/** Leaving a figure as it stands has an outcome, too. */
function stayText(board: Board<FacelessView>, { action }: Option): string {
  const outcome = outcomeAt(aheadOf(board)?.dial ?? [], Number(action.heading));
  const name = board.name("figure", Number(action.figure));
  if (!outcome) return t("button.stay", { name });
  return t("button.stay.walk", { name, what: shortly(board, geometryOf(board.content), outcome) });
}

/** With its outcome, where a button has room for it; the line has it in any case. */
const ROOM = 22;
const buttonText = (n: number, what: string) => (what.length > (phone.current ? ROOM / 2 : ROOM) ? t("button.turn.steps", { n }) : t("button.turn.walk", { n, what }));

function wordsOf(board: Board<FacelessView>, { action, n }: Option): Wording | null {
  const geometry = geometryOf(board.content);
  const ahead = aheadOf(board);
  const name = board.name("figure", Number(action.figure ?? 0));
  switch (action.is) {
    case "PlayCard":
    case "PlaySecond": {
      const card = cardName(board, String(action.card));
      const walk = ahead?.cards.find((one) => one.card === action.card)?.walk;
      const figure = board.name("figure", figureOf(new Cards(board.content).of(String(action.card)).colour));
      const reach = ahead?.reaches.find((one) => one.card === action.card)?.spaces;
      const within = board.view.memories.filter((space) => reach?.includes(space)).length;
      const free = reach ? t(within > 0 ? "ask.play.team" : "ask.play.team.none", { n: within }) : t("ask.play.blind", { name: figure });
      const line = walk ? t(phone.current ? "ask.play.short" : "ask.play.line", { name: figure, what: fully(board, geometry, walk) }) : free;
      return { question: t("ask.play", { card }), line, button: t("button.play", { card }) };
    }
    case "StandOn": {
      const place = ahead?.places.find((one) => one.place === action.place);
      const lost = place ? isLost(place.walk) && place.walk.ends === "caught" && place.walk.spaces.length === 0 && !place.matters : false;
      const kept = place ? fully(board, geometry, place.walk) : t("ask.stand.blind", { name });
      const line = place && !place.matters && !lost ? t("ask.stand.same", { name, what: kept }) : place ? t("ask.stand.kept", { name, what: kept }) : kept;
      return { question: t("ask.stand", { name }), line, button: t("button.stand", { name }), lost };
    }
    case "TurnTo": {
      const outcome = outcomeAt(ahead?.dial ?? [], Number(action.heading));
      const wind = board.name("wind", Math.round(Number(action.heading) / 45) % 8);
      const steps = ahead?.number || Number(board.choice?.steps ?? 0);
      if (!outcome) return { question: t("ask.turn", { name, wind }), line: t(steps > 0 && board.view.card ? "ask.turn.blind" : "ask.turn.free"), button: t("button.turn", { name }) };
      return {
        question: t("ask.turn.walk", { name, wind, n: steps }),
        line: fully(board, geometry, outcome),
        button: buttonText(steps, shortly(board, geometry, outcome)),
        final: true,
        lost: isLost(outcome) && !outcome.wavers,
      };
    }
    case "PlaceTeam": {
      const near = ahead?.sites.find(({ space }) => space === action.space)?.memories;
      return { question: t("ask.enter"), line: near === undefined ? "" : t("ask.enter.line", { n: near }), button: t("button.enter") };
    }
    case "DiscardCard": {
      const button = t("button.discard", { card: cardName(board, String(action.card)) });
      return { question: `${button}?`, line: "", button };
    }
    case "ChangeNumber": {
      const one = ahead?.numbers.find(({ change }) => change === action.change);
      if (!one) return null;
      const within = board.view.memories.filter((space) => one.spaces.includes(space)).length;
      const free = t(within > 0 ? "ask.play.team" : "ask.play.team.none", { n: within });
      const button = t("button.number", { n: one.steps });
      return { question: t("ask.number.walk", { n: one.steps }), line: one.spaces.length > 0 ? free : fully(board, geometry, one.walk), button, final: true, lost: isLost(one.walk) && !one.walk.wavers };
    }
    case "UseMemory": {
      const memory = String(action.memory);
      const line = t("ask.use.line", { effect: sentence(board.name("effect", memory)), n: board.view.unused.length - 1 });
      return { question: t("ask.use", { name: board.name("memory", memory) }), line, button: t("button.use", { name: t(`memory.name.${memory}` as MessageId), effect: t(`memory.${memory}` as MessageId) }) };
    }
    case "TakeThreat": {
      const stack = board.view.columns[String(action.colour)] ?? [];
      const card = cardName(board, stack.at(-1) ?? "");
      return { question: t("ask.take.card", { card }), line: t("ask.take.left", { n: stack.length - 1 }), button: t("button.take", { card }) };
    }
    case "SwapCards": {
      const button = textOf(board, { action, text: "" });
      return { question: t("ask.receiver.swap", { card: cardName(board, String(action.card)) }), line: "", button };
    }
    case "ShiftMemory":
      return { question: t("ask.shift"), line: t("ask.shift.line"), button: t("button.shift") };
    case "ShiftTo":
      return { question: t("ask.shift.there"), line: t("ask.shift.away", { n: geometry.way(board.view.team, Number(action.space)).steps }), button: t("button.shift.there") };
    case "PutPuppet":
      return { question: t("ask.puppet"), line: t("ask.puppet.line"), button: t("button.puppet") };
    case "LayObstacle":
    case "LayFirst": {
      const obstacle = board.name("obstacle", Number(action.obstacle));
      return { question: t("ask.lay", { name: obstacle }), line: "", button: t("button.lay") };
    }
    case "TurnRound": {
      const walk = ahead?.rounds.find((one) => one.figure === action.figure)?.walk;
      return { question: t("ask.round", { name }), line: walk ? t("ask.round.line", { what: pushed(board, geometry, walk) }) : "", button: t("button.round", { name }), final: true };
    }
    case "Rest": {
      const room = roomOf(board, action);
      return { question: t("ask.rest"), line: room > 0 ? t("ask.rest.line", { n: room }) : t("ask.rest.full"), button: t("button.rest") };
    }
    case "Whisper":
    case "WhisperFreely":
      return { question: t("ask.whisper"), line: t("ask.whisper.line"), button: t(SHORT[action.is] ?? "button.whisper") };
    case "PickCard": {
      const card = cardName(board, String(action.card));
      return { question: t("ask.give", { card }), line: t("ask.give.line"), button: t("button.pick", { card }) };
    }
    case "TakeStep": {
      const walk = ahead?.steps.find(({ direction }) => direction === action.direction)?.walk;
      const wind = board.name("direction", Number(action.direction));
      if (!walk) return null;
      // The walk may end well, and what follows it may not.
      const later = !walk.ends && board.forecast?.lost.includes(n) === true;
      const line = [stepLine(board, geometry, walk), later && t("line.later")].filter(Boolean).join(" · ");
      return { question: t("ask.step.there", { wind }), line, button: t("button.step", { ways: wind }), final: true, lost: later || (isLost(walk) && !walk.wavers) };
    }
    case "PlaceBillygoat":
      return { question: t("ask.lurk"), line: t("ask.lurk.line", { n: geometry.way(board.view.team, Number(action.space)).steps }), button: t("button.lurk") };
    case "ApproachBy": {
      const { steps } = geometry.way(board.view.team, Number(action.space));
      const wind = stepOf(board, Number(action.space));
      const onMemory = board.view.memories.includes(Number(action.space));
      const pushes = ahead?.approaches.find((one) => one.space === action.space)?.walk;
      const line = pushes
        ? t("ask.approach.push", { n: steps, memory: onMemory ? t("ask.approach.on") : "", what: pushed(board, geometry, pushes) })
        : t(onMemory ? "ask.approach.memory" : "ask.approach.line", { n: steps });
      return { question: t("ask.approach", { wind }), line, button: t("button.approach", { wind }), final: true };
    }
    default:
      return null;
  }
}

/** What a spot of the field is called: what happens there, and where it is seen from the Team. */
export function spoken(board: Board<FacelessView>, option: Option, whereabouts: string): string {
  const words = whereabouts ? wordsOf(board, option) : null;
  return words ? `${words.button}, ${whereabouts}` : option.text;
}

export const staging: Staging<FacelessView> = {
  beats,
  // A phone has no room for it there: the field says it.
  head: ({ view }) => (phone.current ? {} : { place: view.turn > 0 ? t("turn", { n: view.turn }) : "", clock: view.deck > 0 || view.turn > 0 ? t("night", { n: view.deck }) : "" }),
  person: (board, seat) => {
    const { kid = "" } = board.view.players[seat] ?? {};
    return { ...(kid && { role: board.name("kid", kid), about: `${board.name("kid", kid)}: ${board.name("power", kid)}`, figure: { game: "faceless", id: kid } }), first: board.view.first === seat };
  },
  buttons: buttonsOf,
  asks: (board) => asksOf(board)?.question ?? "",
  explains: (board) => asksOf(board)?.line ?? "",
  words: wordsOf,
  ending: ({ view, content, result }) => {
    const all = (content.memory as readonly unknown[]).length;
    const found = view.used.length + view.unused.length;
    return { title: t(`end.${String(result?.data.outcome)}` as MessageId), line: `${t("end.found", { n: found, all })} ${t("end.turn", { n: view.turn, cards: view.deck })}` };
  },
  entry: Entry,
  entryNumber: NeedleEntry,
  entryName: (board, { action }) => {
    switch (action.is) {
      case "ShowCard":
        return null;
      case "ShowMemory":
        return t(`memory.name.${String(action.memory)}` as MessageId);
      case "ShowDie":
        return board.name("face", Number(action.face));
      case "ShowServants":
        return board.name("direction", Number(action.direction));
      default:
        return "";
    }
  },
  setsNumber: true,
  bleeds: true,
};
