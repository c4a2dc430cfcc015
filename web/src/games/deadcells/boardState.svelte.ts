// What every part of the board shares: the board it was given, its components by id, and its words.

import type { Data, Option } from "../../protocol.ts";
import { lit, type Board, type Touchable } from "../../stage/board.ts";
import { Components, TOKENS } from "./content.ts";
import { runOf } from "./runs.ts";
import { byThing, thingOf } from "./targets.ts";
import type { CharacterView, CorridorAhead, DeadCellsAhead, DeadCellsView, EnemyView, HitAhead } from "./view.ts";
import { t } from "./messages.ts";

export interface Shown extends Touchable {
  title: string;
  "data-thing": string;
  onfocus: () => void;
}

/** The thing that a line of a card in hand is, by what is told of it. */
export function layKey({ card, action, round }: Data): string {
  return `lay-${card}-${action}-${round}`;
}

export class BoardState {
  readonly components: Components;
  private readonly options = $derived.by(() => byThing(this.board.options));
  /** The name of the thing under the pointer or the focus. */
  caption = $state("");
  /** Options that lie on nothing that is drawn where one looks. */
  loose = $state.raw<readonly Option[]>([]);
  /** The view before the Run ended, to see what turns to dust. */
  before = $state.raw<DeadCellsView | null>(null);

  constructor(readonly board: Board<DeadCellsView>) {
    this.components = new Components(board.content);
  }

  // What the server foresees.

  readonly ahead = $derived.by(() => (this.board.forecast?.data ?? null) as DeadCellsAhead | null);

  /** The Combat card in focus; empty if there is none. */
  get thought(): string {
    const action = this.board.preview?.action;
    return action?.is === "LayCard" ? String(action.card) : "";
  }

  /** Who would lay it. */
  get thinker(): number {
    return this.thought ? Number(this.board.preview?.action.character) : -1;
  }

  /** Whom the card in focus hits, if nobody else acts. */
  readonly hits = $derived.by<readonly HitAhead[]>(() => this.ahead?.cards.find(({ card, character }) => card === this.thought && character === this.thinker)?.hits ?? []);

  /** The Health that the card in focus leaves an enemy; null if it does not reach it. */
  leftAfter(space: number): number | null {
    return this.hits.findLast((hit) => hit.space === space)?.health ?? null;
  }

  /** What the focused choice would make of a number of somebody's; null if it stays, or nobody can tell. */
  wouldBe(list: "characters" | "enemies", at: number, field: string): number | null {
    // After a death the Run is over, and every board is set back.
    const deaths = this.board.foreseen?.events.flatMap(({ data }) => (data.is === "CharacterDied" ? [Number(data.character)] : [])) ?? [];
    if (deaths.length > 0) return list === "characters" && field === "health" && deaths.includes(at) ? 0 : null;
    const change = this.board.foreseen?.changes.find(({ path }) => path.length === 3 && path[0] === list && path[1] === at && path[2] === field);
    return typeof change?.after === "number" && change.after !== change.before ? change.after : null;
  }

  /** A Skill Action of somebody's card: the Skill itself where there is but one. */
  skillWords(one: number, n: number): string {
    const skills = this.ahead?.skills[one];
    const [only] = skills ?? [];
    if (!skills || !this.character(one).beheaded) return t("skillCount", { n });
    if (!only) return t("skillNone", { n });
    if (skills.length > 1 || n > 1) return t("skillsOf", { n, of: skills.length });
    return this.components.gear.has(only) ? t("skillOf", { what: this.name("card", only) }) : this.name("card", only);
  }

  /** Who acted last, by the row of the Combat board, while what follows from it is still being decided. */
  readonly acting = $derived.by(() => {
    const { beat, news } = this.board;
    if (beat?.kind === "LinePerformed" || beat?.kind === "EnemyActed") return beat.at;
    const last = news.findLast(({ data }) => ["LinePerformed", "EnemyActed", "RoundBegan"].includes(data.is))?.data;
    if (last?.is === "EnemyActed") return `enemy-${last.space}`;
    return last?.is === "LinePerformed" ? `hero-${last.character}-0` : "";
  });

  /** Whom Damage is meant for, as far as it is known; -1 for nobody. */
  get victim(): number {
    const { choice, options, preview } = this.board;
    if (options.length === 0 || !["ChooseVictim", "ChooseBlock", "ChooseRedirect"].includes(choice?.is ?? "")) return -1;
    if (preview?.action.is === "PickVictim") return Number(preview.action.character);
    return choice?.is === "ChooseVictim" ? -1 : Number(choice?.character);
  }

  /** The corridor in focus, or under the pointer. */
  get corridor(): CorridorAhead | undefined {
    const action = this.board.preview?.action;
    return action?.is === "TakeCorridor" ? this.ahead?.corridors.find(({ number }) => number === action.number) : undefined;
  }

  /** How much Health somebody can lose and live; one death ends the Run. */
  canTake(one: number): number {
    return Math.max(0, this.character(one).health - 1);
  }

  /** Whether somebody is asked now. */
  isAwaited(one: number): boolean {
    const { choice, options, awaited } = this.board;
    if (typeof choice?.character === "number" && options.length > 0) return choice.character === one;
    return awaited.includes(this.character(one).seat);
  }

  /** Whether somebody besides bots hears what is announced. */
  get hasListeners(): boolean {
    return this.board.people.some(({ seat, kind }) => seat !== this.board.seat && kind !== "bot");
  }

  isBot(one: number): boolean {
    return this.board.people.find(({ seat }) => seat === this.character(one).seat)?.kind === "bot";
  }

  get view(): DeadCellsView {
    return this.board.view;
  }

  /** The character whose board this is, by its place; a spectator looks over the first one's shoulder. */
  get mine(): number {
    return Math.max(0, this.view.characters.findIndex(({ seat }) => seat === this.board.seat));
  }

  character(one: number): CharacterView {
    return this.view.characters[one] as CharacterView;
  }

  at(thing: string): readonly Option[] {
    return this.options.get(thing) ?? [];
  }

  name(group: string, id: string | number): string {
    return this.board.name(group, id);
  }

  /** What concerns somebody, or lies on their board. */
  concerning(one: number): readonly Option[] {
    const own = new RegExp(`^(hero-${one}$|(track|gear)-${one}-)`);
    return this.board.options.filter(({ action }) => own.test(thingOf(action)));
  }

  names(group: string, ids: readonly string[]): string {
    return ids.map((id) => this.name(group, id)).join(", ");
  }

  person(seat: number): string {
    return this.board.people.find((chair) => chair.seat === seat)?.name || `${seat + 1}`;
  }

  /** The one whose things are shown: whoever I decide for, or myself. */
  get shown(): number {
    const { choice, options } = this.board;
    const asked = options.length > 0 && typeof choice?.character === "number" ? choice.character : this.mine;
    return this.view.characters[asked] ? asked : this.mine;
  }

  personOf(one: number): string {
    return this.person(this.character(one).seat);
  }

  /** The Beheaded somebody is, or their own name while they are none. */
  called(one: number): string {
    const { beheaded, seat } = this.character(one);
    return beheaded ? this.name("beheaded", beheaded) : this.person(seat);
  }

  place(space: number): string {
    return space === -1 ? t("spaceBehind") : t("spaceFront", { n: space });
  }

  enemyName(enemy: EnemyView): string {
    if (!enemy.boss) return this.name("card", enemy.card);
    return t("bossName", { name: this.name("biome", this.view.boss), n: this.view.instance + 1 });
  }

  /** As it stands on its plate; which of a Boss's lives it is stands on the lip. */
  plateName(enemy: EnemyView): string {
    return enemy.boss ? this.name("biome", this.view.boss) : this.enemyName(enemy);
  }

  enemyLabel(enemy: EnemyView): string {
    const parts = [
      `${this.enemyName(enemy)}, ${this.place(enemy.space)}`,
      t("healthOf", { n: enemy.health - enemy.damage, of: enemy.health }),
      ...(enemy.shields > 0 ? [t("shields", { n: enemy.shields })] : []),
      ...this.tokenWords(enemy.tokens, enemy.frozen),
      ...(enemy.invisible ? [t("invisible")] : []),
      enemy.boss ? t("attackName", { name: this.name("card", this.view.attack) }) : this.name("text", enemy.card),
    ];
    return parts.join("; ");
  }

  heroLabel(one: number): string {
    const character = this.character(one);
    const parts = [
      `${this.called(one)} (${this.person(character.seat)})`,
      ...(one === this.view.first ? [t("first")] : []),
      ...(character.max_health > 0 ? [t("healthOf", { n: character.health, of: character.max_health })] : []),
      ...(character.shields > 0 ? [t("shields", { n: character.shields })] : []),
      ...(character.golden > 0 ? [t("golden", { n: character.golden })] : []),
      ...this.tokenWords(character.tokens, character.frozen),
      ...(character.signal ? [this.signal(character.signal)] : []),
    ];
    return parts.join("; ");
  }

  tokenWords(tokens: readonly number[], frozen: readonly number[]): string[] {
    return [
      ...TOKENS.flatMap((state, i) => ((tokens[i] ?? 0) > 0 ? [t("tokens", { state: this.name("state", state), n: tokens[i] ?? 0 })] : [])),
      ...frozen.map((round) => t("frozenLine", { round: this.name("rounds", round) })),
    ];
  }

  signal(signal: string): string {
    const [kind, what] = signal.split(" ");
    if (kind === "offer") return t("signalOffer", { help: this.name("help", what ?? "") });
    const space = this.place(Number(what));
    return t(kind === "focus" ? "signalFocus" : "signalDanger", { space });
  }

  /** How a Run ended: `died promenade`, `beat concierge`. */
  ended(history: string): string {
    const { beat, where } = runOf(history);
    const word = beat ? "beat" : this.components.bosses.has(where) ? "slain" : "died";
    return t(word, { where: this.name("biome", where) });
  }

  /** What touching a card does: its options on a thing, and those that only the list has. What would be told is the line that was touched, or the first. */
  cardTouch(card: string, by = -1, number = 0): { readonly touch: Shown; readonly folded: readonly Option[]; readonly lays: readonly Option[]; readonly chosen: Option | undefined } {
    const laid = by >= 0;
    const lays = laid ? [] : this.board.options.filter(({ action }) => action.is === "LayCard" && action.card === card);
    const chosen = lays.find((option) => this.board.touched.includes(option)) ?? lays[0];
    return { touch: this.thing(chosen ? layKey(chosen.action) : laid ? `laid-${by}-${number}` : `hand-${card}`, this.cardLabel(card)), folded: lays.filter((option) => option !== chosen), lays, chosen };
  }

  /** Whether the card is the one in focus, or a laid one that acts. */
  isOpen(card: string, by = -1, number = 0): boolean {
    if (by < 0) return this.thought === card || this.board.touched.some((option) => this.at(`hand-${card}`).includes(option));
    const { beat } = this.board;
    return this.at(`line-${by}-${number}`).length > 0 || (beat?.kind === "LinePerformed" && beat.at === `hero-${by}-0`);
  }

  /** A card of any kind with its words. */
  cardLabel(id: string): string {
    return [this.name("card", id), this.name("text", id)].filter((part, i, all) => all.indexOf(part) === i && part !== id).join(": ") || id;
  }

  /** Attributes of a thing: lit with its options, or looked at; `why` is what somebody who touches it in vain has in mind. */
  thing(key: string, label: string, why?: Data, options = this.at(key)): Shown {
    const [only] = options;
    const said = only && options.length === 1 ? [only.text, only.detail, label].filter(Boolean).join(". ") : label;
    const touch = lit(this.board, options, said, why);
    return {
      ...touch,
      title: label,
      onfocus: () => (this.caption = said),
      onpointerenter: () => {
        this.caption = said;
        touch.onpointerenter?.();
      },
      onpointerleave: () => touch.onpointerleave?.(),
      "data-thing": key,
    };
  }

  /** Attributes of something that is only looked at. */
  seen(label: string): { role: "img"; "aria-label": string; title: string; onpointerenter: () => void } {
    return { role: "img", "aria-label": label, title: label, onpointerenter: () => (this.caption = label) };
  }
}
