// Keyboard shortcuts of the table: arrows move between lit things, with Shift between all that have a name.

import { nearest, type Direction } from "./nearest.ts";

/** What a key does, by its `event.key`; digits and arrows are handled apart. */
export interface Keys {
  readonly [key: string]: () => void;
}

/** Handles a key, unless somebody is typing. */
export function answer(event: KeyboardEvent, keys: Keys, choose: (n: number) => void): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (isWriting(event.target) && event.key !== "Escape" && event.key !== "F6") return;
  // A dialog handles its own keys, including Escape.
  if (document.querySelector("dialog[open]")) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (key === "Enter" && isPressable(event.target)) return;
  if (key in keys) keys[key]?.();
  else if (/^[1-9]$/.test(key)) choose(Number(key));
  else if (key.startsWith("Arrow") && !isOwn(event.target)) walk(key as Direction, event.shiftKey ? NAMED : LIT);
  else return;
  event.preventDefault();
}

const LIT = "[data-lit]";
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
  return target instanceof HTMLElement && target.matches("input:not([type=range], [type=radio]), textarea, select");
}

/** Buttons and lit things take Enter themselves. */
function isPressable(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches("button, a, [role=button], [role=tab], input");
}

/** Sliders, radios and tabs use arrows themselves. */
function isOwn(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches("input, [role=tab]");
}
