// Carrying a thing to another by hand: a die to a creature, an ability or a place in the camp.

import type { BoardState } from "./boardState.svelte.ts";

/** What can be carried. */
const CARRIED = ":is([data-thing^=die-], [data-thing^=tamed-], [data-thing=familiar], [data-thing^=aside-])[data-options]";
/** A hand that moves less than this only touches. */
const STILL = 8;

export class Drag {
  private from: { key: string; element: Element; x: number; y: number } | null = null;
  private ghost: HTMLElement | null = null;
  private over: Element | null = null;
  /** The click that ends a drag is no touch. */
  private ended = false;

  constructor(
    private readonly boardState: BoardState,
    private readonly air: () => HTMLElement,
  ) {}

  down(event: PointerEvent): void {
    this.ended = false;
    const element = event.button === 0 && event.target instanceof Element ? event.target.closest(CARRIED) : null;
    const key = element?.getAttribute("data-thing");
    this.from = element && key ? { key, element, x: event.clientX, y: event.clientY } : null;
  }

  move(event: PointerEvent): void {
    if (!this.from) return;
    const { key, element, x, y } = this.from;
    if (!this.ghost) {
      if (Math.hypot(event.clientX - x, event.clientY - y) < STILL) return;
      this.boardState.take(key);
      this.ghost = this.lift(element);
    }
    this.ghost.style.transform = `translate(${event.clientX}px, ${event.clientY}px) translate(-50%, -60%) scale(1.15)`;
    const over = this.target(event);
    if (over === this.over) return;
    this.over?.classList.remove("over");
    this.over = over;
    over?.classList.add("over");
    const [option] = over ? this.boardState.both(key, over.getAttribute("data-thing") ?? "") : [];
    this.boardState.board.peek(option ?? null);
  }

  up(event: PointerEvent): void {
    const { from, ghost } = this;
    this.cancel();
    if (!from || !ghost) return;
    this.ended = true;
    const over = this.target(event, from.key)?.getAttribute("data-thing");
    if (over) this.boardState.drop(from.key, over);
  }

  cancel(): void {
    this.ghost?.remove();
    this.over?.classList.remove("over");
    if (this.ghost) this.boardState.board.peek(null);
    this.from = this.ghost = this.over = null;
  }

  click(event: Event): void {
    if (!this.ended) return;
    this.ended = false;
    event.stopPropagation();
  }

  /** The thing under the hand that the carried one may go to. */
  private target(event: PointerEvent, key = this.from?.key ?? ""): Element | null {
    const under = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-thing]") ?? null;
    const other = under?.getAttribute("data-thing") ?? "";
    return under && other !== key && this.boardState.both(key, other).length > 0 ? under : null;
  }

  private lift(element: Element): HTMLElement {
    const ghost = document.createElement("div");
    ghost.className = "carried";
    // What is touched may only lie over the picture of the thing.
    const copy = (element.closest(".touchable") ?? element).cloneNode(true) as Element;
    for (const part of [copy, ...copy.querySelectorAll(".touch")]) {
      for (const name of ["data-thing", "data-options", "data-lit", "tabindex", "role"]) part.removeAttribute(name);
    }
    ghost.append(copy);
    this.air().append(ghost);
    return ghost;
  }
}
