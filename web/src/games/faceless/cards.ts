// The Event cards as the content has them, by id.

import type { Content } from "../../table/board.ts";

export interface CardFace {
  readonly colour: string;
  readonly value: number;
}

interface Row extends CardFace {
  readonly id: string;
}

export class Cards {
  private readonly faces: ReadonlyMap<string, CardFace>;

  constructor(content: Content) {
    const rows = content.event_card as readonly Row[];
    this.faces = new Map(rows.map(({ id, colour, value }) => [id, { colour, value }]));
  }

  of(card: string): CardFace {
    return this.faces.get(card) ?? { colour: "", value: 0 };
  }
}
