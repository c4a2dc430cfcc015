// What every part of the board shares: the board it was given, its components, its words, and what is held.

import type { Data, Option } from "../../protocol.ts";
import { lit, type Board, type Touchable } from "../../stage/board.ts";
import { Components, type Location } from "./content.ts";
import { byThing, ownerOf, spreadThings, VERB } from "./targets.ts";
import type { AdventurerView, DieView, LineView, RestCost, WatchAhead, WatchView } from "./view.ts";
import { t, type MessageId } from "./messages.ts";

/** Each number of sides has its colour, as each has its shape. */
const COLOURS: Readonly<Record<number, string>> = { 4: "#9d7fd6", 6: "#d9664f", 8: "#6a9cd8", 12: "#86b451" };

/** The solids that the kit draws. */
export function sidesOf(n: number): 4 | 6 | 8 | 12 {
  return n === 4 || n === 8 || n === 12 ? n : 6;
}

/** How large a die is, so that its number is large enough to read. */
export function dieSize(sides: number, phone: boolean): number {
  const [small, large] = sides === 4 ? [47, 54] : sides === 12 ? [40, 47] : [40, 44];
  return phone ? large : small;
}

export interface ThingAttributes extends Touchable {
  "data-thing": string;
  "data-about"?: string;
  "data-held"?: string;
  "data-plain"?: "";
}

export class BoardState {
  readonly components: Components;
  /** How tall the nearest creature stands, in pixels; the board measures its room. */
  tall = $state(200);
  /** The height of the stage, as the board measures it. */
  stage = $state(400);
  private readonly options = $derived.by(() => byThing(this.board.options, this.board.view));
  /** The thing that was touched and whose partner is still to be touched. */
  private held = $state("");
  /** The event that rolled the dice of each adventurer just now. */
  private readonly rolls = $derived.by(() => rollsIn(this.board, this.rolledAt));
  private readonly rolledAt = new Map<number, number>();

  constructor(readonly board: Board<WatchView>) {
    this.components = new Components(board.content);
  }

  get view(): WatchView {
    return this.board.view;
  }

  // What may be done.

  get things(): ReadonlyMap<string, readonly Option[]> {
    return this.options;
  }

  at(thing: string): readonly Option[] {
    return this.options.get(thing) ?? [];
  }

  get verbs(): readonly Option[] {
    return this.at(VERB);
  }

  /** The thing in hand, while its options are shown. */
  get inHand(): string {
    return this.board.touched.length > 0 && this.at(this.held).length > 0 ? this.held : "";
  }

  /** The options that go from the thing in hand to this one; without one in hand all of this one's. */
  here(thing: string): readonly Option[] {
    const own = this.at(thing);
    const hand = this.inHand;
    if (!hand || hand === thing) return own;
    const shared = this.both(hand, thing);
    return shared.length > 0 || this.board.touched.length > 1 ? shared : own;
  }

  /** What two things may do together; of two dice each does its own. */
  both(one: string, other: string): readonly Option[] {
    if (kindOf(one) === kindOf(other)) return [];
    const options = this.at(other);
    return this.at(one).filter((option) => options.includes(option));
  }

  touch(thing: string): void {
    const [chosen, ...others] = this.board.touched;
    // One of several was chosen by its digit: the thing's second touch does it.
    if (chosen && others.length === 0 && this.held === thing && this.at(thing).includes(chosen)) {
      this.board.touch([chosen]);
      return;
    }
    const shared = this.inHand && this.inHand !== thing ? this.both(this.inHand, thing) : [];
    const [only, ...more] = shared;
    // A die over a creature has shown what it would do: the second touch is the deed.
    if (only && more.length === 0 && this.inHand.startsWith("die-") && PUT.has(only.action.is)) {
      this.board.act(only);
      return;
    }
    // Picking a die changes nothing yet, and can be undone.
    const [own, ...further] = this.at(thing);
    if (own?.action.is === "PickDie" && further.length === 0) {
      this.board.act(own);
      return;
    }
    if (only) {
      this.board.touch(shared);
      return;
    }
    this.held = thing;
    this.board.touch(this.at(thing));
  }

  /** Picks a thing up, to be carried to another. */
  take(thing: string): void {
    this.held = thing;
    this.board.touch(this.at(thing));
  }

  /** Lets go of a carried thing over another: the one thing they may do together is done. */
  drop(thing: string, over: string): void {
    const [option, ...more] = this.both(thing, over);
    if (option && more.length === 0) this.board.act(option);
    else if (option) this.board.touch([option, ...more]);
  }

  /** Who of the others has a thing in hand. */
  heldBy(thing: string): string {
    const seats = [...this.board.carried].filter(([, held]) => held === thing).map(([seat]) => seat);
    return this.board.people.filter(({ seat, connected }) => connected && seats.includes(seat)).map(({ name }) => name).join(", ");
  }

  /** What the others have in hand, in words. */
  get hands(): string[] {
    return [...this.board.carried].flatMap(([seat, thing]) => {
      const who = this.board.people.find((chair) => chair.seat === seat && chair.connected);
      return who && thing ? [t("inHand", { name: who.name, thing: this.called(thing) })] : [];
    });
  }

  /** What a thing is called in a sentence. */
  private called(thing: string): string {
    const at = thing.indexOf("-");
    const [kind, id] = at < 0 ? [thing, ""] : [thing.slice(0, at), thing.slice(at + 1)];
    if (kind === "die") return t("dieOf", { of: this.adventurer(ownerOf(this.view, Number(id))?.number ?? 0), n: this.die(Number(id))?.value ?? 0 });
    if (kind === "line") return this.creature(this.view.line[Number(id) - 1]?.card ?? "");
    if (kind === "ability") {
      const [adventurer, slot] = id.split("-").map(Number);
      return this.board.name("ability", this.view.adventurers[adventurer ?? 0]?.board[slot ?? 0]?.id ?? "");
    }
    if (kind === "item" || kind === "location" || kind === "side") return this.board.name(kind, id);
    if (kind === "aside") return this.board.name("ability", id);
    if (kind === "camp" || kind === "rune") return this.board.name("where", id);
    if (kind === "adventurer") return this.adventurer(Number(id));
    if (kind === "tamed" || kind === "trophy" || kind === "card") return this.creature(id);
    return t(kind === "fire" ? "fire" : kind === "familiar" ? "familiar" : kind === "pile" ? "market" : "deck");
  }

  /** How many cards lie spread out to choose from. */
  get spreadSize(): number {
    return new Set([...this.view.looked_at.map((card) => `card-${card}`), ...spreadThings(this.things)]).size;
  }

  get isSpread(): boolean {
    return this.view.looked_at.length > 0 || spreadThings(this.options).length > 0;
  }

  /** Why something is asked: the last event that led to it, in words; empty while the party simply acts. */
  get cause(): string {
    const { choice, news, beat } = this.board;
    // While something is played its caption says it.
    if (beat) return "";
    if (!choice || PLAIN.has(choice.is) || this.view.out_of_actions) this.because = "";
    else this.because = news.findLast(({ data }) => CAUSES.has(data.is))?.text ?? this.because;
    return this.because;
  }
  private because = "";

  /** As others go on, what one holds stays in hand. */
  holdOn(): void {
    if (!this.held) return;
    if (this.at(this.held).length === 0) this.held = "";
    else if (this.board.touched.length === 0) this.board.touch(this.at(this.held));
  }

  letGo(): void {
    this.held = "";
  }

  /** Attributes of a thing: lit with its options, or looked at; `why` is what somebody who touches it in vain has in mind. */
  thing(key: string, name: string, text = "", why?: Data): ThingAttributes {
    const all = this.at(key);
    const options = this.here(key);
    const label = [name, text].filter(Boolean).join(": ");
    const touch = lit(this.board, options.length > 0 ? options : [], label, all.length > 0 ? NOTHING : this.mayAsk(why));
    const others = this.heldBy(key);
    const answers = all.length > 0 ? { onclick: this.onclick(key), onkeydown: this.onkeydown(key) } : {};
    return {
      ...touch,
      ...answers,
      "data-thing": key,
      ...(text && { "data-about": text }),
      // A die or a head says all about itself; a tooltip would lie on the cards below it.
      ...(/^(die|adventurer)-/.test(key) && { "data-plain": "" as const }),
      ...(others && { "data-held": others }),
      ...(all.length > 0 && { "data-options": all.map(({ n }) => n).join(" ") }),
    };
  }

  /** Why something cannot be done is worth saying only where it is done at all; elsewhere the question is another. */
  private mayAsk(why?: Data): Data | undefined {
    const { choice } = this.board;
    return why && choice && ASKED_IN[why.is]?.has(choice.is) === false ? undefined : why;
  }

  private onclick(key: string) {
    return (event: Event) => {
      event.stopPropagation();
      this.touch(key);
    };
  }

  private onkeydown(key: string) {
    return (event: KeyboardEvent) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      event.stopPropagation();
      this.touch(key);
    };
  }

  // Names of things.

  adventurer(number: number): string {
    return this.board.name("adventurer", number);
  }

  /** Who leads an adventurer now, by the names at the table. */
  leaders(one: AdventurerView): string {
    const names = one.seats.map((seat) => this.board.people.find((chair) => chair.seat === seat)?.name || `${seat + 1}`);
    return names.length > 1 && names.length === this.view.players ? t("everybody") : names.join(", ");
  }

  /** In a line under the name. */
  leadersOf(one: AdventurerView): string {
    if (one.seats.length === 0) return one.flex ? t("flex") : "";
    // At a table for one everybody is theirs.
    if (this.view.players === 1) return "";
    return this.leads(one) && one.seats.length === 1 ? t("you") : this.leaders(one);
  }

  /** All about an adventurer in a sentence. */
  aboutAdventurer(one: AdventurerView): string {
    const printed = this.components.sections.adventurers[one.number];
    const leads = one.flex && one.seats.length === 0 ? t("flex") : one.seats.length > 0 ? this.leaders(one) : "";
    return [
      leads && t("leads", { names: leads }),
      printed && t(printed.attack === "ranged" ? "ranged" : "melee"),
      t("reach", { n: one.reach }),
      t("rests", { n: one.rests }),
      one.resting ? t("resting") : "",
      this.sitsOut(one) ? t("sitsOut") : "",
    ].filter(Boolean).join(", ");
  }

  /** On Watch without a ready card; while the Line is dealt nobody takes part yet. */
  sitsOut(one: AdventurerView): boolean {
    return this.view.phase === "watch" && !one.participating && !one.resting && this.view.adventurers.some(({ participating }) => participating);
  }

  leads(one: AdventurerView): boolean {
    return this.board.seat !== null && one.seats.includes(this.board.seat);
  }

  creature(card: string): string {
    return card ? this.board.name("creature", card) : t("unknown");
  }

  /** With its article, within a sentence. */
  theCreature(card: string): string {
    return card ? this.board.name("the_creature", card) : t("unknown");
  }

  text(id: string): string {
    return this.worded("text", id);
  }

  /** The same in fewer or plainer words, if there are any. */
  short(id: string): string {
    return this.worded("short", id);
  }

  private worded(kind: string, id: string): string {
    const text = this.board.name(kind, id);
    return text === id ? "" : text.replace(/ -(?=\d)/g, " −");
  }

  /** How a location changes the firewood on arrival. */
  firewoodOf({ firewood }: Location): string {
    if (typeof firewood === "string") return t("firewoodHalved");
    return t("firewoodChange", { n: firewood > 0 ? `+${firewood}` : firewood });
  }

  /** Whether somebody is to roll this die at the table and say what it shows. */
  asksFor(die: number): boolean {
    return this.board.choice?.is === "RollDie" && this.board.choice.die === die;
  }

  dieLabel(die: DieView, of: string): string {
    const state = die.state === "unspent" ? "" : t(die.state as MessageId);
    const picked = this.view.picked_dice.includes(die.id) ? t("picked") : "";
    return [die.value > 0 ? t("die", { sides: die.sides, of, n: die.value }) : t("dieToRoll", { sides: die.sides, of }), state, picked].filter(Boolean).join(", ");
  }

  creatureLabel(one: LineView): string {
    if (!one.card) return t("faceDown", { place: one.place });
    const name = this.creature(one.card);
    if (!one.up) return t("peeked", { place: one.place, name });
    const { id, type, damage } = this.components.creature(one.card);
    if (id === "summon") return [name, t("placeOf", { n: one.place }), t("bringsUnhallowed")].join(", ");
    const parts = [t("stands", { place: one.place, name, dealt: one.damage, health: one.health, damage })];
    if (type) parts.push(this.board.name("type", type));
    if (one.mount) parts.push(t("rides", { mount: this.creature(one.mount) }));
    if (one.negated) parts.push(t("negated"));
    for (const die of one.stolen) parts.push(t("holds", { n: this.die(die)?.value ?? 0 }));
    for (const number of one.attackers) parts.push(t("hitBy", { name: this.adventurer(number) }));
    return parts.join(", ");
  }

  // The end.

  get isWon(): boolean {
    return this.board.result?.data.outcome === "won";
  }

  /** How many cards could still have been exhausted. */
  get readyAtEnd(): number {
    return this.view.adventurers.filter(({ resting }) => this.isWon || !resting).flatMap(({ board }) => board).filter(({ exhausted }) => !exhausted).length;
  }

  get verdict(): string {
    return this.isWon ? t("wonBy", { n: this.readyAtEnd }) : t("lostBy");
  }

  /** Who rested, night by night, as far as the log is whole. */
  readonly rested = $derived.by(() => this.board.log.filter(({ data }) => data.is === "Rested").map(({ data }) => this.view.adventurers[Number(data.adventurer)]));

  /** The hardest blow of each adventurer, as far as the log is whole. */
  readonly hardest = $derived.by(() => {
    const found = new Map<number, { n: number; card: string }>();
    for (const { data } of this.board.log) {
      const [of, n] = [Number(data.adventurer), Number(data.n)];
      if (data.is === "Attacked" && n > (found.get(of)?.n ?? 0)) found.set(of, { n, card: String(data.card) });
    }
    return found;
  });

  // What the server foresees.

  readonly ahead = $derived.by(() => (this.board.forecast?.data ?? null) as WatchAhead | null);

  /** What a creature will do yet; `past` if it has done it. */
  intentOf(one: LineView): { text: string; past: boolean } {
    const { triggers } = this.components.creature(one.card);
    const text = one.up ? this.short(one.card) : "";
    // What always holds has no trigger.
    const comes = triggers.length === 0 || triggers.some((trigger) => (trigger === "reveal" ? !one.up : trigger === "first_position" ? one.place > 1 : trigger === "second_position" ? one.place > 2 : true));
    // Whether it acts is being decided.
    const acts = this.board.choice?.is === "ChooseHex" && this.board.choice.card === one.card;
    return { text, past: one.negated || !(comes || acts) };
  }

  /** How many ways there are to fell the creature at a place now. */
  fellersOf(place: number): number {
    return this.ahead?.fellers.filter((one) => one.place === place).length ?? 0;
  }

  /** The creature that an ability card would fell, by name; empty if none. */
  fellsBy(adventurer: number, slot: number): string {
    const found = this.ahead?.fellers.find((one) => one.adventurer === adventurer && one.slot === slot);
    return found ? this.theCreature(this.view.line[found.place - 1]?.card ?? "") : "";
  }

  /** What resting would cost an adventurer; null unless that is asked. */
  restCost(adventurer: number): RestCost | null {
    return this.ahead?.rests.find((one) => one.adventurer === adventurer) ?? null;
  }

  // Dice.

  die(id: number): DieView | undefined {
    return this.view.adventurers.flatMap(({ dice }) => dice).find((die) => die.id === id);
  }

  colour(sides: number): string {
    return COLOURS[sides] ?? "#d9cdbd";
  }

  sidesOf(adventurer: number): 4 | 6 | 8 | 12 {
    return sidesOf(Number(this.components.sections.adventurers[adventurer]?.dice[0]?.slice(1)));
  }

  adventurerColour(number: number): string {
    return this.colour(this.sidesOf(number));
  }

  rolled(adventurer: number): number {
    return this.rolls.get(adventurer) ?? 0;
  }

  /** What the die in hand, or the option looked at, would add to the damage on a creature. */
  wouldAdd(one: LineView): number {
    const action = this.board.preview?.action;
    const blow = this.ahead?.blow;
    if (blow) return blow.place === one.place ? this.blowWith(action ?? null) : 0;
    if (action?.is === "PutDie") return action.place === one.place ? this.counts(Number(action.die), one) : 0;
    const hand = this.inHand;
    if (action || !hand.startsWith("die-") || this.both(hand, `line-${one.place}`).length === 0) return 0;
    return this.counts(Number(hand.slice(4)), one);
  }

  /** What the gathered blow deals, with the die looked at. */
  private blowWith(action: Data | null): number {
    const blow = this.ahead?.blow;
    const thing = action?.is === "AddDie" ? `die-${action.die}` : action?.is === "AddTamed" ? String(action.card) : "";
    return blow?.more.find((one) => one.thing === thing)?.damage ?? blow?.damage ?? 0;
  }

  /** Why what is in hand cannot go to a creature: whose it is, and how far they reach; empty if it can. */
  outOfReach(one: LineView): string {
    if (!this.inHand.startsWith("die-") || this.both(this.inHand, `line-${one.place}`).length > 0) return "";
    const of = ownerOf(this.view, Number(this.inHand.slice(4)));
    return of && of.reach < one.place ? t("outOfReach", { name: this.adventurer(of.number), n: of.reach }) : "";
  }

  /** What a die deals to a creature. */
  counts(id: number, on: LineView): number {
    const of = ownerOf(this.view, id);
    return (this.die(id)?.value ?? 0) + (of ? (on.bonuses[of.number] ?? 0) : 0);
  }
}

/** Choices that need no reason. */
const PLAIN: ReadonlySet<string> = new Set(["ChooseAction", "ChooseRest", "ChoosePlacement", "ChoosePurchase", "ChooseCover", "ChooseFamiliar", "ChooseAdventurer", "ChooseSuggestion", "ChooseAgreement"]);
/** Events that are reasons. */
const CAUSES: ReadonlySet<string> = new Set([
  "AbilityUsed", "ItemUsed", "PowerTriggered", "DiePlaced", "RunesCast", "LocationReached", "CreaturePassed", "SummonRevealed", "CreatureDefeated", "FamiliarAttacked", "Rested", "FireDied", "CreatureTamed", "WatchEnded", "HordeJoined",
]);

/** In answer to which choices something is tried. */
const ASKED_IN: Readonly<Record<string, ReadonlySet<string>>> = {
  PutDie: new Set(["ChooseAction", "ChoosePlacement"]),
  UseByExhausting: new Set(["ChooseAction"]),
  UseItem: new Set(["ChooseAction"]),
  Stoke: new Set(["ChooseAction"]),
  PlaceDie: new Set(["ChoosePlacement"]),
  CastRunes: new Set(["ChoosePlacement"]),
  Rest: new Set(["ChooseRest"]),
  BuyItem: new Set(["ChoosePurchase"]),
};

/** A die put where it lies open what it does. */
const PUT: ReadonlySet<string> = new Set(["PutDie", "PlaceDie"]);

function kindOf(thing: string): string {
  return thing.split("-", 1)[0] ?? "";
}

/** Touched in vain only while another thing is in hand, which is then put down. */
const NOTHING: Data = { is: "" };

/** A roll stays the same roll while later beats play, so that dice tumble once. */
function rollsIn(board: Board, rolls: Map<number, number>): ReadonlyMap<number, number> {
  // While a roll is being played its event is the beat; after that it is among the news.
  const rolled = board.beat ? [{ n: board.beat.n, data: board.beat.data }] : board.news;
  for (const { n, data } of rolled) {
    if (data.is === "Rolled" || data.is === "DieRolledAgain") rolls.set(Number(data.adventurer), n);
  }
  return new Map(rolls);
}
