// Keyboard shortcuts of the table: arrows move between lit things, with Shift between all that have a name.

import { nearest, type Direction } from "./nearest.ts";

export interface Keys {
  hint(): void;
  undo(): void;
  why(): void;
  search(): void;
  back(): void;
  on(): void;
  leave(): void;
  /** The option of this number in the list. */
  choose(n: number): void;
}

/** Handles a key, unless somebody is typing. */
export function answer(event: KeyboardEvent, keys: Keys): void {
  if (event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return;
  const does: Record<string, () => void> = {
    h: keys.hint,
    u: keys.undo,
    "?": keys.why,
    "/": keys.search,
    "[": keys.back,
    "]": keys.on,
    Escape: keys.leave,
  };
  // A dialog handles its own keys, including Escape.
  if (document.querySelector("dialog[open]")) return;
  if (event.key in does) does[event.key]?.();
  else if (/^[1-9]$/.test(event.key)) keys.choose(Number(event.key));
  else if (event.key.startsWith("Arrow") && !isOwn(event.target)) walk(event.key as Direction, event.shiftKey ? NAMED : "[data-lit]");
  else return;
  event.preventDefault();
}

/** Lit things, and things that only have a tooltip: symbols, cards, tokens. */
const NAMED = "[data-lit], main :is([title], [data-tooltip], [aria-label]:is([role=img], [role=note], [role=button]))";

/** Moves the focus to the next of these things in that direction, or to the first one. */
function walk(direction: Direction, which: string): void {
  const things = [...document.querySelectorAll<HTMLElement | SVGElement>(which)].filter((one) => one.getClientRects().length > 0);
  const here = document.activeElement;
  const index = things.findIndex((one) => one === here);
  const from = index < 0 ? null : centre(things[index] as Element);
  const next = things[from === null ? 0 : nearest(from, things.map(centre), direction)];
  if (!next) return;
  // Things that only have a tooltip are focusable, but not by Tab.
  if (next.tabIndex < 0) next.tabIndex = -1;
  next.focus();
}

function centre(thing: Element): { x: number; y: number } {
  const { left, top, width, height } = thing.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

function isWriting(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches("input:not([type=range]), textarea, select");
}

/** Sliders and tabs use arrows themselves. */
function isOwn(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches("input, [role=tab]");
}
