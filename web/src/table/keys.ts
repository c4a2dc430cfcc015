// The keyboard at the table: arrows walk between lit things, letters ask, digits choose.

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

/** Answers a key, unless somebody is writing. */
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
  // A dialog answers to its own keys, Escape among them.
  if (document.querySelector("dialog[open]")) return;
  if (event.key in does) does[event.key]?.();
  else if (/^[1-9]$/.test(event.key)) keys.choose(Number(event.key));
  else if (event.key.startsWith("Arrow") && !isOwn(event.target)) walk(event.key as Direction);
  else return;
  event.preventDefault();
}

/** Moves the focus to the next lit thing in that direction, or to the first one. */
function walk(direction: Direction): void {
  const lit = [...document.querySelectorAll<HTMLElement | SVGElement>("[data-lit]")];
  const here = document.activeElement;
  const index = lit.findIndex((one) => one === here);
  const from = index < 0 ? null : centre(lit[index] as Element);
  const next = from === null ? 0 : nearest(from, lit.map(centre), direction);
  lit[next]?.focus();
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
