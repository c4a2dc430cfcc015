// Which scene of a board is on screen: where something happens, then where something is asked. People may look elsewhere.

import type { Board } from "./board.ts";

export class Scenes<Name extends string> {
  now = $state() as Name;
  private turned = "";
  private asked: Name | null = null;

  constructor(first: Name) {
    this.now = first;
  }

  /** Call it in an effect: a new beat or a new question turns the board, and nothing else does. */
  follow({ turnedTo }: Pick<Board, "turnedTo">, asked: Name | null): void {
    const elsewhere = turnedTo !== this.turned;
    if (turnedTo && elsewhere) this.now = turnedTo.split(" ")[0] as Name;
    if (asked && (asked !== this.asked || elsewhere)) this.now = asked;
    this.turned = turnedTo;
    this.asked = asked;
  }
}
