// What every part of the board shares: the board it was given, its components by id, and its words.

import type { Data, Option } from "../../protocol.ts";
import { lit, type Board, type Touchable } from "../../table/board.ts";
import { Components, TOKENS } from "./content.ts";
import { runOf } from "./runs.ts";
import { byThing } from "./targets.ts";
import type { CharacterView, DeadCellsView, EnemyView } from "./view.ts";
import { t } from "./messages.ts";

export interface Shown extends Touchable {
  title: string;
  "data-thing": string;
  "data-options"?: string;
  onfocus: () => void;
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

  names(group: string, ids: readonly string[]): string {
    return ids.map((id) => this.name(group, id)).join(", ");
  }

  person(seat: number): string {
    return this.board.people.find((chair) => chair.seat === seat)?.name || `${seat + 1}`;
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
      t("healthOf", { n: character.health, of: character.max_health }),
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

  /** A card of any kind with its words. */
  cardLabel(id: string): string {
    return [this.name("card", id), this.name("text", id)].filter((part, i, all) => all.indexOf(part) === i && part !== id).join(": ") || id;
  }

  /** Attributes of a thing: lit with its options, or looked at; `why` is what somebody who touches it in vain has in mind. */
  thing(key: string, label: string, why?: Data): Shown {
    const options = this.at(key);
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
      ...(options.length > 0 && { "data-options": options.map(({ n }) => n).join(" ") }),
    };
  }

  /** Attributes of something that is only looked at. */
  seen(label: string): { role: "img"; "aria-label": string; title: string; onpointerenter: () => void } {
    return { role: "img", "aria-label": label, title: label, onpointerenter: () => (this.caption = label) };
  }
}
