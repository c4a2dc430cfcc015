// What the stage asks a game about: its staging, read from the board that is drawn.

import type { Option } from "../protocol.ts";
import type { Acting } from "./acting.svelte.ts";
import type { Board, MainButton, PersonLine, Plan, Staging, Wording } from "./board.ts";
import { isEqual } from "./reuse.ts";

/** The staging of the loaded board; everything is empty until there is one. */
export class Around {
  private board = $state.raw<Board | null>(null);
  private staging = $state.raw<Staging>({});

  load(board: Board, staging: Staging): void {
    this.board = board;
    this.staging = staging;
  }

  /** Whether the board is drawn behind head line and people, and leaves room for them itself. */
  get bleeds(): boolean {
    return this.staging.bleeds === true;
  }

  get drawsPeople(): boolean {
    return this.staging.drawsPeople === true;
  }

  head(): { readonly place?: string; readonly clock?: string } {
    return this.ask((board) => this.staging.head?.(board)) ?? {};
  }

  person(seat: number): PersonLine {
    return this.ask((board) => this.staging.person?.(board, seat)) ?? {};
  }

  buttons(): readonly MainButton[] {
    return this.ask((board) => this.staging.buttons?.(board)) ?? [];
  }

  asks(): string {
    return this.ask((board) => this.staging.asks?.(board)) ?? "";
  }

  explains(): string {
    return this.ask((board) => this.staging.explains?.(board)) ?? "";
  }

  words(option: Option): Wording | null {
    return this.ask((board) => this.staging.words?.(board, option)) ?? null;
  }

  brief(option: Option): string {
    return this.ask((board) => this.staging.brief?.(board, option)) || option.text;
  }

  /** The verdict in the game's own words; null until the board is loaded. */
  ending(): { readonly title: string; readonly line: string } | null {
    return this.ask((board) => this.staging.ending?.(board)) ?? null;
  }

  get counts(): number {
    return this.staging.counts ?? 0;
  }

  get panorama(): Staging["panorama"] {
    return this.staging.panorama;
  }

  get epilogue(): Staging["epilogue"] {
    return this.staging.epilogue;
  }

  get entry(): Staging["entry"] {
    return this.staging.entry;
  }

  get entryNumber(): Staging["entryNumber"] {
    return this.staging.entryNumber;
  }

  entryName(option: Option): string | null {
    const name = this.ask((board) => this.staging.entryName?.(board, option));
    return name === null ? null : name || option.text;
  }

  /** The board that is drawn; null until it is loaded. */
  get drawn(): Board | null {
    return this.board?.view ? this.board : null;
  }

  get setsNumber(): boolean {
    return this.staging.setsNumber === true;
  }

  group(option: Option): string {
    return this.ask((board) => this.staging.group?.(board, option)) ?? "";
  }

  /** Whether every one of these options can be finished by touching a second thing on the board. */
  places(options: readonly Option[]): boolean {
    return this.ask((board) => options.every((option) => this.staging.places?.(board, option) ?? false)) ?? false;
  }

  goes(): string {
    return this.ask((board) => this.staging.goes?.(board)) ?? "";
  }

  plans(option: Option): readonly Plan[] {
    return this.ask((board) => this.staging.plans?.(board, option)) ?? [];
  }

  /** Does what is in focus, or the first plan that a person means by it. */
  confirm(acting: Acting): void {
    const [only] = acting.touched;
    const [plan] = acting.touched.length === 1 && only ? this.plans(only) : [];
    if (plan) this.follow(acting, plan);
    else acting.confirm();
  }

  /** A plan of one decision is that decision, with its questions; it need not be the one in focus. */
  follow(acting: Acting, { actions }: Plan): void {
    const meant = acting.options.find(({ action }) => isEqual(action, actions[0]));
    if (actions.length > 1) acting.plan(actions);
    else if (meant) acting.act(meant);
    else acting.confirm();
  }

  hasTurns(): boolean {
    return this.ask((board) => this.staging.turns?.(board)) ?? true;
  }

  /** Nothing is asked before there is a view. */
  private ask<T>(question: (board: Board) => T | undefined): T | undefined {
    return this.board?.view ? question(this.board) : undefined;
  }
}
