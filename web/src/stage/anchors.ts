// What a lesson points at: things on the board or parts of the stage, as boxes on the screen.

import type { Box } from "../kit/bubble.ts";
import type { Option } from "../protocol.ts";

/** Parts of the stage that a lesson may name. */
const PARTS: Readonly<Record<string, string>> = {
  prompt: ".prompt .ask",
  threat: ".prompt .threat",
  people: ".people > li:first-child",
  head: ".head-line :is(.game, .place:not(.dot), b, .purse)",
};
const THING = "thing:";
/** More lit things than these are shown by the first of them. */
const MOST = 9;
/** A part of the window that may be lit; more is no pointing. */
const SHARE = 0.5;
/** Below this width things leave little room. */
const PHONE = 600;

/** The boxes of the first anchor that is in sight; none if all are out of sight. */
export function anchored(at: readonly string[], options: readonly Option[], root: ParentNode = document): Box[] {
  for (const name of at) {
    const boxes = elements(name, options, root).map(partOf).map(boxOf).filter(isInSight);
    const [first] = boxes;
    if (!first) continue;
    const area = boxes.reduce((sum, { width, height }) => sum + width * height, 0);
    return boxes.length > MOST || area > SHARE * innerWidth * innerHeight ? [smallest(boxes)] : boxes;
  }
  return [];
}

/** Scrolls the first anchor that the board has into sight. */
export function scrollToAnchor(at: readonly string[], options: readonly Option[]): void {
  for (const name of at) {
    const [first] = elements(name, options, document);
    if (first) return first.scrollIntoView({ block: "center", inline: "nearest" });
  }
}

function elements(name: string, options: readonly Option[], root: ParentNode): Element[] {
  const part = PARTS[name];
  if (part) return [...root.querySelectorAll(part)];
  if (name.startsWith(THING)) return [...root.querySelectorAll(`main [data-thing^="${CSS.escape(name.slice(THING.length))}"]`)];
  const numbers = options.filter(({ action }) => action.is === name).map(({ n }) => n);
  if (numbers.length === 0) return [];
  const found = numbers.flatMap((n) => [...root.querySelectorAll(`main [data-options~="${n}"]`)]);
  // What has no thing on the board is a button of the prompt.
  return found.length > 0 ? [...new Set(found)] : [...root.querySelectorAll(".prompt .buttons")];
}

/** On a phone a tall thing is lit by its part `data-point`, so that there is room for the words. */
function partOf(element: Element): Element {
  const part = innerWidth < PHONE ? element.parentElement?.querySelector(":scope > [data-point]") : null;
  return part ?? element;
}

/** What is seen of an element inside the window, and on a board that scrolls. */
function boxOf(element: Element): Box {
  let { left, top, right, bottom } = element.getBoundingClientRect();
  for (const frame of [document.documentElement, element.closest("main")]) {
    if (!frame) continue;
    const edge = frame === document.documentElement ? new DOMRect(0, 0, innerWidth, innerHeight) : frame.getBoundingClientRect();
    [left, top] = [Math.max(left, edge.left), Math.max(top, edge.top)];
    [right, bottom] = [Math.min(right, edge.right), Math.min(bottom, edge.bottom)];
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}

function isInSight({ width, height }: Box): boolean {
  return width > 8 && height > 8;
}

function smallest(boxes: readonly Box[]): Box {
  return boxes.reduce((least, one) => (one.width * one.height < least.width * least.height ? one : least));
}
