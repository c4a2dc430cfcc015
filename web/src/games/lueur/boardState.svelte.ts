// What every part of the board shares: the board it was given, its components by id, its words, and what is in focus.

import { shade } from "../../kit/colour.ts";
import { outlinesOf } from "../../kit/outlines.svelte.ts";
import { SYMBOLS } from "../../kit/elements.ts";
import type { Data, Option } from "../../protocol.ts";
import { lit, type Board, type Plan, type Touchable } from "../../stage/board.ts";
import { settings } from "../../settings.svelte.ts";
import { phone } from "../../screen.ts";
import { isEqual } from "../../stage/reuse.ts";
import { Components, type Effect } from "./content.ts";
import { EFFECTS } from "./icons.ts";
import { byThing } from "./targets.ts";
import type { CardView, DieOutlook, DieView, Light, LueurAhead, LueurView, PlayerView, Reach } from "./view.ts";
import { t } from "./messages.ts";

export interface Who {
  readonly name: string;
  /** The colour of the adventurer, always drawn with its figure. */
  readonly colour: string;
  readonly adventurer: string;
}

export interface ThingAttributes extends Touchable {
  "data-thing": string;
}

const NOBODY_YET = "#8b8b93";
/** Whoever reads the staging finds the state of its board here, and reads it again once there is one. */
const states = new WeakMap<object, BoardState>();
let made = $state(0);

export function stateOf(board: object): BoardState | undefined {
  void made;
  return states.get(board);
}

export class BoardState {
  readonly components: Components;
  readonly outlines = outlinesOf("lueur");
  private readonly options = $derived.by(() => byThing(this.board.options));
  /** The event that rolled each die just now. */
  private readonly rolls = $derived.by(() => rollsIn(this.board, this.rolledAt));
  private readonly rolledAt = new Map<number, number>();
  /** What the server foresees; null until it has answered. */
  readonly ahead = $derived.by(() => (this.board.forecast?.data ?? null) as LueurAhead | null);
  /** The face that the focused die should be turned to; empty: it is rolled. */
  private face = $state("");
  /** The place that the focused walk should end at; empty: it is one step. */
  private goal = $state("");

  constructor(readonly board: Board<LueurView>) {
    this.components = new Components(board.content);
    states.set(board, this);
    made += 1;
  }

  get view(): LueurView {
    return this.board.view;
  }

  /** The player whose board this is; a spectator looks over the first one's shoulder. */
  get mine(): PlayerView {
    return this.view.players[this.board.seat ?? 0] as PlayerView;
  }

  get others(): readonly PlayerView[] {
    return this.view.players.filter((player) => player !== this.mine);
  }

  get leads(): number {
    return Math.max(1, ...this.view.players.map(({ bursts }) => bursts));
  }

  at(thing: string): readonly Option[] {
    return this.options.get(thing) ?? [];
  }

  who(seat: number): Who {
    const adventurer = this.view.players[seat]?.adventurer?.id ?? "";
    const found = this.components.sections.player_colour.find((one) => one.adventurer === adventurer);
    return { name: this.board.people.find((chair) => chair.seat === seat)?.name || `${seat + 1}`, colour: found?.hex ?? NOBODY_YET, adventurer: this.figure(adventurer) };
  }

  /** The adventurer's outline on its colour, once there is one. */
  portrait(seat: number): { portrait: { outline: string; colour: string } } {
    const { adventurer, colour } = this.who(seat);
    return { portrait: { outline: this.outlines.figure(adventurer), colour: shade(colour, -0.35) } };
  }

  /** The figure of a card; a card of a content pack that nobody has drawn borrows one, always the same. */
  figure(id: string): string {
    if (!id || this.outlines.has(id)) return id;
    const known = [...this.components.sections.companion, ...this.components.sections.adventurer].map((card) => card.id).filter((one) => this.outlines.has(one));
    const sum = [...id].reduce((all, letter) => all * 31 + letter.charCodeAt(0), 7);
    return known[Math.abs(sum) % Math.max(1, known.length)] ?? "A01";
  }

  /** The event that rolled this die, or 0 if it lay still. */
  rolled(die: number): number {
    return this.rolls.get(die) ?? 0;
  }

  // Light.

  /** What a player's Noon would bring, or still brings. */
  light(seat: number): Light | null {
    return this.ahead?.lights[seat] ?? null;
  }

  /** The card that pays in the beat that is played. */
  get paying(): string {
    const data = this.board.beat?.data;
    return data?.is === "CardResolved" || data?.is === "SpellTriggered" ? String(data.card ?? data.spell) : "";
  }

  /** The light that a card prints, as often as it is met. */
  gainOf(id: string, times: number): number {
    const effects = this.components.card(id).trigger?.effects ?? [];
    return times * effects.reduce((sum, { op, n = 0 }) => sum + (op === "gain_bursts" ? n : op === "lose_bursts" ? -n : 0), 0);
  }

  /** The colours in which a lit lantern burns: of the elements that feed it. */
  colours(id: string): string[] {
    const need = [...new Set(this.components.card(id).trigger?.need ?? [])];
    const found = need.flatMap((symbol) => SYMBOLS[symbol]?.colour ?? []);
    return found.length > 0 ? found.slice(0, 3) : ["#ffb84d"];
  }

  // Rolling again, and walking far: several decisions that a person means as one.

  /** The die in focus, or the one that is picked. */
  get die(): DieView | null {
    const action = this.board.preview?.action;
    const id = action?.is === "PickDie" ? action.die : undefined;
    return this.mine.dice.find((die) => die.id === id) ?? this.mine.dice.find(({ picked }) => picked) ?? null;
  }

  get outlook(): DieOutlook | null {
    const id = this.die?.id;
    return this.ahead?.dice.find(({ die }) => die === id) ?? null;
  }

  get turning(): string {
    return this.face;
  }

  get rerollsLeft(): number {
    const { companion_rerolls, rerolls, track_rerolls } = this.mine;
    return companion_rerolls + rerolls + track_rerolls.length;
  }

  /** Chooses the face to turn the focused die to, or none. */
  turnTo(face: string): void {
    this.face = face;
  }

  get walkTo(): string {
    return this.board.preview?.action.is === "WalkTo" ? this.goal || String(this.board.preview.action.space) : "";
  }

  /** The way to a place, as the server found it. */
  reach(place: string): Reach | null {
    return this.ahead?.reach.find(({ space }) => space === place) ?? null;
  }

  /** Focuses a place that is several steps away; the second touch walks there. */
  headFor({ space, way, payments }: Reach): void {
    const first = this.at(`place-${way[0]}`).find(({ action }) => action.payment === payments[0]);
    if (!first) return;
    if (this.goal === space && this.isFocused(first)) this.perform(first);
    else {
      this.letGo();
      this.goal = space;
      if (!this.isFocused(first)) this.board.touch([first]);
    }
  }

  isFocused(option: Option): boolean {
    return this.board.touched.length === 1 && this.board.touched[0]?.n === option.n;
  }

  letGo(): void {
    this.face = "";
    this.goal = "";
  }

  /** What an option may be sent as: a die is picked to be rolled or turned, a step may be the first of many. */
  plans(option: Option): Plan[] {
    const { action } = option;
    const short = shortly(this.board, option);
    if (short) return [{ text: short, actions: [action] }];
    // Whoever wants to be asked before each decision decides one by one.
    if (settings.confirm === "always") return [];
    if (action.is === "PickDie") return this.rollPlans(action, option.seat);
    const far = action.is === "WalkTo" && this.goal ? this.reach(this.goal) : null;
    if (!far || !this.isFirstOf(far, action)) return [];
    const actions = far.way.map((space, i) => ({ is: "WalkTo", seat: option.seat, space, payment: far.payments[i] ?? "" }));
    return [{ text: t("walkFar", { n: far.way.length }), actions }];
  }

  private isFirstOf({ way, payments }: Reach, action: Data): boolean {
    return way[0] === action.space && payments[0] === action.payment;
  }

  private rollPlans(pick: Data, seat: number): Plan[] {
    const { companion_rerolls, rerolls, track_rerolls } = this.mine;
    if (this.face) return [{ text: t("planTurn", { face: this.board.name("symbol", this.face) }), actions: [pick, { is: "TurnDie", seat, face: this.face }], final: true }];
    const roll = (source: string) => [pick, { is: "RollPicked", seat, source }];
    const sources = [companion_rerolls > 0 && "companion", rerolls > 0 && "token", track_rerolls.length > 0 && "track"];
    return sources.flatMap((source) => (source ? [{ text: this.rollWords(source), actions: roll(source), final: true }] : []));
  }

  /** Rolling again, by what it is paid with. */
  rollWords(source: string): string {
    const { rerolls, track_rerolls, bursts } = this.mine;
    if (source === "companion") return t(phone.current ? "planFreeShort" : "planFree", { who: this.rerollers() });
    if (source === "token") return phone.current ? t("planTokenShort", { from: rerolls, to: rerolls - 1 }) : t("planToken", { n: rerolls });
    return t(phone.current ? "planPathShort" : "planPath", { from: bursts, to: track_rerolls[0] ?? 0 });
  }

  /** Whose rerolls are free. */
  private rerollers(): string {
    const { adventurer, companions } = this.mine;
    const ids = [...(adventurer ? [adventurer.id] : []), ...companions.map(({ id }) => id)];
    return ids.filter((id) => this.components.card(id).rerolls_per_round).map((id) => called(this.board, id)).join(", ");
  }

  private perform(option: Option): void {
    const [plan] = this.plans(option);
    if (plan && plan.actions.length > 1) this.board.plan(plan.actions);
    else this.board.act(option);
  }

  // Words.

  cardLabel(card: CardView | string): string {
    const id = typeof card === "string" ? card : card.id;
    const parts = [this.board.name("card", id), this.board.name("text", id)];
    if (typeof card !== "string" && card.resolved) parts.push(t("resolved"));
    else if (typeof card !== "string" && card.times > 0) parts.push(t("met", { n: card.times }));
    return parts.join(": ");
  }

  dieLabel(die: DieView): string {
    const name = t(die.large ? "large" : "small", { colour: this.board.name("colour", die.colour) });
    const shown = die.face ? t("shows", { die: name, face: this.board.name("symbol", die.face) }) : name;
    const marks = [die.picked && t("picked"), !die.counts && t("cursed"), die.set_aside && t("used")];
    return [shown, ...marks.filter(Boolean)].join(", ");
  }

  /** What a place or a way brings and takes, in words. */
  effects(effects: readonly Effect[]): string {
    return effects
      .map(({ op, n = 1 }) => {
        const known = EFFECTS[op];
        return known ? `${known.factor < 0 ? "−" : "+"}${t(known.word, { n })}` : t("giveUp");
      })
      .join(", ");
  }

  /** Attributes of a thing: lit with its options, or looked at; `why` is what somebody who touches it in vain has in mind. */
  thing(key: string, label: string, why?: Data): ThingAttributes {
    const options = this.at(key);
    const [only] = options;
    const said = options.length === 1 && only ? [only.text, only.detail].filter(Boolean).join(". ") : label;
    const touch = lit(this.board, options, said, why);
    const act = () => {
      if (options.length === 1 && only && this.isFocused(only) && !this.goal) this.perform(only);
      else {
        this.letGo();
        this.board.touch(options);
      }
    };
    const answers = {
      onclick: (event: Event) => {
        event.stopPropagation();
        act();
      },
      onkeydown: (event: KeyboardEvent) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        event.stopPropagation();
        act();
      },
    };
    return { ...touch, ...(options.length > 0 && answers), "data-thing": key };
  }

  /** Attributes of a place that is several steps away, if the dice reach it. */
  farThing(place: string, label: string): ThingAttributes {
    const reach = this.reach(place);
    if (!reach || this.board.options.length === 0) return this.thing(`place-${place}`, label);
    const act = () => this.headFor(reach);
    const touched = this.walkTo === place;
    return {
      role: "button",
      tabindex: 0,
      class: touched ? "lit touched" : "lit",
      "aria-label": `${label}; ${t("stepsAway", { n: reach.way.length })}`,
      "data-lit": "",
      "data-thing": `place-${place}`,
      onclick: (event) => {
        event.stopPropagation();
        act();
      },
      onkeydown: (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        event.stopPropagation();
        act();
      },
    };
  }

  /** What the focused option would make of one of my own figures: [before, after]; null if it stays or nobody knows. */
  would(field: "companions" | "dice" | "fireflies" | "footprints" | "bursts" | "rerolls"): readonly [number, number] | null {
    const path = ["players", this.mine.seat, field];
    const change = this.board.foreseen?.changes.find((one) => one.certainty === "exact" && isEqual(one.path, path));
    return change ? [sizeOf(change.before), sizeOf(change.after)] : null;
  }
}

/** A card as its tag calls it; where a namesake lies beside it, with what tells them apart. */
export function called(board: Board<LueurView>, id: string): string {
  const components = stateOf(board)?.components;
  const named = (one: string) => components?.card(one).name;
  const { track, players, cemetery } = board.view;
  const groups = [track.map(({ companion }) => companion ?? ""), ...players.map(({ companions }) => companions.map((card) => card.id)), cemetery];
  const alone = groups.every((group) => !group.includes(id) || group.filter((one) => named(one) === named(id)).length === 1);
  return (alone && !components?.dieOf(id) && named(id)) || board.name("card", id);
}

/** An option that would quote a whole card, in a few words; the card itself is on the board. */
export function shortly(board: Board<LueurView>, { action }: Option): string {
  const { view, name } = board;
  const card = (id: unknown) => called(board, String(id));
  const met = view.track.find(({ element }) => element === action.space)?.companion ?? "";
  if (action.is === "TakeAdventurer") return t("play", { card: name("card", String(action.adventurer)) });
  if (action.is === "Recruit") return t("recruit", { card: card(met) });
  if (action.is === "Cull") return t("cull", { card: card(met) });
  if (action.is === "Resolve") return t("resolve", { card: card(action.card) });
  const beside = view.track.find(({ element }) => element === action.to)?.companion;
  if (action.is === "MoveBlackDie" && beside) return t("besideCard", { card: card(beside) });
  if (action.is === "Raise") return t("callBack", { card: card(action.companion) });
  return "";
}

function sizeOf(value: unknown): number {
  return Array.isArray(value) ? value.length : Number(value);
}

/** A roll stays the same roll while later beats play, so that dice tumble once. */
function rollsIn(board: Board, rolls: Map<number, number>): ReadonlyMap<number, number> {
  // While a roll is being played its event is the beat; after that it is among the news.
  const rolled = board.beat ? [{ n: board.beat.n, data: board.beat.data }] : board.news;
  for (const { n, data } of rolled) {
    if (data.is !== "DiceRolled" && data.is !== "DiceRerolled") continue;
    for (const die of data.dice as number[]) rolls.set(die, n);
  }
  return new Map(rolls);
}
