// The Event cards as the content has them, by id.

import type { Content } from "../../stage/board.ts";
import { designedIn } from "../../table/sources.ts";

export interface CardFace {
  readonly colour: string;
  readonly value: number;
  /** Whether its numbers are ours. */
  readonly ours: boolean;
}

interface Row {
  readonly id: string;
  readonly colour: string;
  readonly value: number;
}

export class Cards {
  private readonly faces: ReadonlyMap<string, CardFace>;
  private readonly designed: ReadonlySet<string>;

  constructor(content: Content) {
    const rows = content.event_card as readonly Row[];
    const designed = designedIn(content);
    this.designed = designed;
    this.faces = new Map(rows.map(({ id, colour, value }) => [id, { colour, value, ours: designed.has(id) }]));
  }

  of(card: string): CardFace {
    return this.faces.get(card) ?? { colour: "", value: 0, ours: false };
  }

  /** Whether the numbers or the shape of a component are ours. */
  isOurs(id: string): boolean {
    return this.designed.has(id);
  }
}
