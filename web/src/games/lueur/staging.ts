// What the stage shows of Lueur around its board.

import type { Data, Option } from "../../protocol.ts";
import type { Board, MainButton, Staging, Wording } from "../../stage/board.ts";
import { beats } from "./beats.ts";
import Entry from "./Entry.svelte";
import { DICE } from "./entries.ts";
import { called, shortly, stateOf, type BoardState } from "./boardState.svelte.ts";
import { joinNames, signed } from "../../settings.svelte.ts";
import { nameOf } from "../../table/people.ts";
import { roundOf, t, type MessageId } from "./messages.ts";
import type { DieView, LueurAhead, LueurView, Reach } from "./view.ts";

/** So many options are all buttons. */
const FEW = 3;
const SIDES = 6;
/** So much of what follows concerns whoever recruits; the last one's choice also clears the road. */
const FIRST = 2;
/** What is always there to be done without touching a thing. */
const BUTTONS: Readonly<Record<string, string>> = { KeepDice: "K", Camp: "C", StopWalking: "X", StayMoored: "X", LeaveCemetery: "X" };

/** What is asked, in few words, by what is offered first. */
const ASKS: Readonly<Record<string, readonly [MessageId | "", MessageId?]>> = {
  TakeAdventurer: ["askWho", "askWhoLine"],
  Recruit: ["askMeet", "askMeetLine"],
  Cull: ["askCull", "askCullLine"],
  PickDie: ["askRoll", "askRollLine"],
  KeepDice: ["askRoll", "askRollLine"],
  WalkTo: ["askWalk", "askWalkLine"],
  Sail: ["askSail", "askSailLine"],
  Resolve: ["askLight", "askLightLine"],
  GiveUpCompanion: ["askGive", "askGiveLine"],
  Raise: ["askRaise"],
  // Where it comes from is asked by the game itself.
  MoveBlackDie: ["", "askBlackLine"],
};

function asksOf(board: Board<LueurView>): { question: string; line?: string } | null {
  const picked = board.view.players[board.seat ?? 0]?.dice.filter((die) => die.picked) ?? [];
  const [only, second] = picked;
  if (only && board.options.some(({ action }) => action.is === "RollPicked" || action.is === "TurnDie")) {
    const may = (is: string) => board.options.some(({ action }) => action.is === is);
    const question = second ? t("askBoth") : t("sureRoll", { die: dieWords(board, only) });
    return { question, line: may("TurnDie") ? t("askPickedTurn") : may("PickDie") ? t("askPicked") : "" };
  }
  const [question, line] = board.options.map(({ action }) => ASKS[action.is]).find(Boolean) ?? [];
  return question || line ? { question: question ? t(question) : "", ...(line && { line: t(line) }) } : null;
}

const dieWords = (board: Board<LueurView>, { large, colour }: DieView) => t(large ? "large" : "small", { colour: board.name("colour", colour) });
const keepWords = (gain: number) => (gain === 0 ? t("keepDark") : t("keep", { n: signed(gain) }));

/** What one step costs, and what lies on the way and where it ends. The last walker's step also brings the evening, which is another matter. */
function stepWords(board: Board<LueurView>, action: Data): string {
  const state = stateOf(board);
  const province = state?.components.sections.province;
  const place = province?.space.find(({ id }) => id === action.space);
  if (!state || !place) return "";
  const ends = [place.id, state.mine.company];
  const crossed = province?.edge.find(({ a, b }) => ends.includes(a) && ends.includes(b))?.on_cross ?? [];
  const price = action.payment === "die" ? t("payDie", { element: board.name("symbol", place.element ?? "") }) : action.payment === "footprint" ? t("payFootprint") : "";
  const met = [crossed.length > 0 && t("crossing", { things: state.effects(crossed) }), place.on_enter.length > 0 && t("entering", { things: state.effects(place.on_enter) })];
  return [price, ...met, campWords(state, place.id)].filter(Boolean).join("; ");
}

/** What a walk of several steps is paid with. */
function farWords(board: Board<LueurView>, reach: Reach): string {
  const state = stateOf(board);
  if (!state) return "";
  const dice = reach.payments.filter((payment) => payment === "die").length;
  const change = (word: string, from: number, to: number) => from !== to && `${word} ${from} → ${to}`;
  const { footprints, rerolls, fireflies, bursts } = state.mine;
  const things = [change(t("footprints"), footprints, reach.footprints), change(t("rerolls"), rerolls, reach.rerolls), change(t("fireflyPoints").toLowerCase(), fireflies, reach.fireflies), change(t("bursts"), bursts, reach.bursts)];
  return [dice > 0 && t("payTheWay", { n: dice }), ...things, campWords(state, reach.space)].filter(Boolean).join("; ");
}

/** What the camp would count in a village. */
function campWords({ mine, components }: BoardState, to: string): string {
  const place = (id: string) => components.sections.province.space.find((one) => one.id === id);
  return place(to)?.kind === "village" ? `${t("campThere")}: ${place(mine.encampment)?.points ?? 0} → ${place(to)?.points ?? 0}` : "";
}

function wordsOf(board: Board<LueurView>, { action, seat, text }: Option): Wording | null {
  const ahead = board.forecast?.data as LueurAhead | null | undefined;
  const mine = board.view.players[seat];
  const card = (id: unknown) => called(board, String(id));
  switch (action.is) {
    case "TakeAdventurer":
      return { question: t("surePlay", { card: card(action.adventurer) }), line: board.name("text", String(action.adventurer)), button: shortly(board, { action } as Option) };
    case "Cull": {
      const away = board.view.track.find(({ element }) => element === action.space)?.companion ?? "";
      return { question: t("sureCull", { card: card(away) }), line: t("sureCullLine"), button: shortly(board, { action } as Option) };
    }
    case "Recruit": {
      const met = board.view.track.find(({ element }) => element === action.space)?.companion ?? "";
      return { question: t("sureTake", { card: card(met) }), line: board.foreseen?.text.slice(0, FIRST).join(" ") ?? "", button: shortly(board, { action } as Option) };
    }
    case "KeepDice": {
      const keep = ahead?.keep;
      if (!keep || !mine) return null;
      const numbers = { n: signed(keep.gain), from: mine.bursts, to: keep.total };
      const line = keep.leaves.length > 0 ? t(keep.leaves.length > 1 ? "sureKeepLeave" : "sureKeepLeaves", { ...numbers, who: joinNames(keep.leaves.map(card)) }) : t(keep.gain === 0 ? "sureKeepDark" : "sureKeepLine", numbers);
      return { question: t("sureKeep"), line, button: keepWords(keep.gain) };
    }
    case "PickDie": {
      const die = mine?.dice.find(({ id }) => id === action.die);
      const outlook = ahead?.dice.find((one) => one.die === action.die);
      if (!die || !outlook) return null;
      // Faces that bring the same light are one chance, whatever else they change.
      const shares = new Map<number, number>();
      for (const { share, gain } of outlook.odds) shares.set(gain, (shares.get(gain) ?? 0) + share);
      const line = [...shares].map(([gain, share]) => `${t("chance", { n: Math.round(share * SIDES), of: SIDES })}: ${gain === ahead?.keep?.gain ? t("asNow") : t("groupLight", { n: signed(gain) })}`);
      return { question: t("sureRoll", { die: dieWords(board, die) }), line: line.join(" · "), button: text };
    }
    case "WalkTo": {
      const place = stateOf(board)?.walkTo || String(action.space);
      const reach = place === action.space ? undefined : ahead?.reach.find(({ space }) => space === place);
      return { question: t("sureWalk", { place: board.name("place", place) }), line: reach ? farWords(board, reach) : stepWords(board, action), button: reach ? text : t("walkThere") };
    }
    case "Sail": {
      const sailing = ahead?.sailings.find((one) => one.island === action.island && one.start === action.start);
      const place = board.name("place", String(action.island));
      const state = stateOf(board);
      const things = state?.effects(state.components.sections.archipelago.island.find(({ id }) => id === action.island)?.on_enter ?? []);
      const counts = sailing && mine ? t("sureSailLine", { from: mine.footprints, to: sailing.footprints, before: ahead?.points ?? 0, after: sailing.points }) : text;
      const line = things ? `${counts} ${t("arriving", { things })}` : counts;
      return { question: t("sureSail", { place }), line, button: t("doSail", { place }) };
    }
    case "StopWalking":
      return { question: t("sureStop"), line: t("sureStopLine"), button: t("stopHere") };
    case "StayMoored":
      return { question: t("sureMoored"), line: t("sureMooredLine"), button: text };
    case "GiveUpCompanion":
      return { question: t("sureGive", { card: card(action.companion) }), line: board.name("text", String(action.companion)), button: t("doGive", { card: card(action.companion) }) };
    default:
      return null;
  }
}

/** Who brings back the light, and everybody's count, the brightest first. */
function endingOf({ result, seat, people }: Board<LueurView>): { title: string; line: string } {
  const winners = (result?.data.winners ?? []) as readonly number[];
  const scores = (result?.data.scores ?? []) as readonly number[];
  const name = (of: number) => nameOf(people, of);
  const title = seat !== null && winners.includes(seat) && winners.length === 1 ? t("endMine") : t(winners.length === 1 ? "endOne" : "endSeveral", { names: joinNames(winners.map(name)) });
  const order = scores.map((n, of) => ({ n, of })).sort((a, b) => b.n - a.n);
  return { title, line: order.map(({ n, of }) => t("total", { name: name(of), n })).join(" · ") };
}

export const staging: Staging<LueurView> = {
  beats,
  bleeds: true,
  head: ({ view }) => ({ clock: roundOf(view) }),
  person: (board, seat) => {
    const { view, forecast, name } = board;
    const player = view.players[seat];
    if (!player) return {};
    const light = (forecast?.data as LueurAhead | null | undefined)?.lights[seat];
    const words = [t("ofLight", { n: player.bursts }), light && light.gain !== 0 && t("brings", { n: signed(light.gain) })];
    const played = player.adventurer && { role: name("card", player.adventurer.id), ...stateOf(board)?.portrait(seat) };
    return { ...played, line: words.filter(Boolean).join(", "), first: view.first === seat };
  },
  buttons: (board) => {
    const keep = (board.forecast?.data as LueurAhead | null | undefined)?.keep;
    const always = board.options.flatMap<MainButton>((option) => {
      if (option.action.is === "RollPicked") return [{ option, key: String(option.n), text: stateOf(board)?.rollWords(String(option.action.source)) ?? option.text }];
      const key = BUTTONS[option.action.is];
      if (!key) return [];
      return [{ option, key, ...(option.action.is === "KeepDice" && keep && { text: keepWords(keep.gain) }) }];
    });
    if (always.length > 0 || board.options.length > FEW) return always;
    return board.options.map((option, i) => ({ option, key: String(i + 1), text: shortly(board, option) || option.text }));
  },
  asks: (board) => asksOf(board)?.question ?? "",
  explains: (board) => asksOf(board)?.line ?? "",
  words: wordsOf,
  // Ways to pay for the same step: the question has said where it goes.
  brief: (board, { action, text }) => {
    const place = stateOf(board)?.components.sections.province.space.find(({ id }) => id === action.space);
    if (action.is !== "WalkTo" || !place) return text;
    if (action.payment === "die") return t("payDie", { element: board.name("symbol", place.element ?? "") });
    return action.payment === "footprint" ? t("payFootprint") : text;
  },
  entry: Entry,
  entryName: ({ name }, { action }) => {
    const card = String(action.companion ?? action.spell ?? "");
    return DICE.includes(action.is) ? name("symbol", String(action.face ?? action.space)) : card ? `${name("card", card)} (${name("text", card)})` : "";
  },
  plans: (board, option) => stateOf(board)?.plans(option) ?? [],
  ending: endingOf,
};
