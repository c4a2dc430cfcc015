// What every part of the board shares: the board it was given, its components by id, and its words.

import type { Data, Option } from "../../protocol.ts";
import { lit, type Board, type Touchable } from "../../table/board.ts";
import { Components, type Effect } from "./content.ts";
import { EFFECTS, signed } from "./icons.ts";
import { actsAtOnce, byThing } from "./targets.ts";
import type { CardView, DieView, LueurView, PlayerView } from "./view.ts";
import { t } from "./messages.ts";

export interface Who {
  readonly name: string;
  /** The colour of the adventurer, always drawn with its sign. */
  readonly colour: string;
  readonly sign: string;
}

const NOBODY_YET = "#8b8b93";

export class BoardState {
  readonly components: Components;
  private readonly options = $derived.by(() => byThing(this.board.options));
  /** The event that rolled each die just now. */
  private readonly rolls = $derived.by(() => rollsIn(this.board));
  /** The name of the thing under the pointer or the focus. */
  caption = $state("");

  constructor(readonly board: Board<LueurView>) {
    this.components = new Components(board.content);
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

  at(thing: string): readonly Option[] {
    return this.options.get(thing) ?? [];
  }

  who(seat: number): Who {
    const adventurer = this.view.players[seat]?.adventurer?.id ?? "";
    const found = this.components.sections.player_colour.find((one) => one.adventurer === adventurer);
    return {
      name: this.board.people.find((chair) => chair.seat === seat)?.name || `${seat + 1}`,
      colour: found?.hex ?? NOBODY_YET,
      sign: found ? this.components.sign(found.colour) : "",
    };
  }

  /** The event that rolled this die, or 0 if it lay still. */
  rolled(die: number): number {
    return this.rolls.get(die) ?? 0;
  }

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
        return known ? `${signed(known.factor * n)} ${t(known.word)}` : t("giveUp");
      })
      .join(", ");
  }

  /**
   * Attributes of a thing: lit with its options, or looked at; `why` is what somebody who touches it in vain has in mind.
   */
  thing(key: string, label: string, why?: Data): Touchable & { "data-thing": string; "data-options"?: string } {
    const options = this.at(key);
    const said = options.length === 1 && options[0] ? [options[0].text, options[0].detail].filter(Boolean).join(". ") : label;
    const touch = lit(this.board, options, said, why);
    const atOnce = actsAtOnce(options);
    return {
      ...touch,
      ...(atOnce && {
        onclick: (event: Event) => {
          event.stopPropagation();
          this.board.act(atOnce);
        },
      }),
      onpointerenter: () => {
        this.caption = label;
        touch.onpointerenter?.();
      },
      onpointerleave: () => {
        this.caption = "";
        touch.onpointerleave?.();
      },
      "data-thing": key,
      ...(options.length > 0 && { "data-options": options.map(({ n }) => n).join(" ") }),
    };
  }
}

function rollsIn(board: Board): ReadonlyMap<number, number> {
  const rolls = new Map<number, number>();
  for (const { n, data } of board.news) {
    if (data.is !== "DiceRolled" && data.is !== "DiceRerolled") continue;
    for (const die of data.dice as number[]) rolls.set(die, n);
  }
  return rolls;
}
