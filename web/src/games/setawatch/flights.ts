// Effects in the air over the board: copies of things that fly, numbers that rise, cards that turn.

import type { Playing } from "../../stage/board.ts";
import type { Effect } from "./beats.ts";

/** Plays a beat's effects for as long as it lasts. */
export function play(root: Element, air: HTMLElement, { effects, lasts }: Playing): void {
  air.replaceChildren();
  for (const { send, rise, turn } of effects as readonly Effect[]) {
    if (send) fly(air, root.querySelector(send.thing), root.querySelector(send.to), lasts, send.size);
    if (rise) ascend(air, root.querySelector(rise.at), rise.text, lasts);
    if (turn) turnOver(root.querySelector(turn), lasts);
  }
}

function fly(air: HTMLElement, thing: Element | null, target: Element | null, duration: number, size: number): void {
  if (!thing || !target) return;
  const [from, to] = [thing.getBoundingClientRect(), target.getBoundingClientRect()];
  if (from.width === 0 || to.width === 0) return;
  const ghost = put(air, from, stripped(thing.firstElementChild ?? thing));
  const [x, y] = [to.left + to.width / 2 - from.left - from.width / 2, to.top + to.height / 2 - from.top - from.height / 2];
  ghost.animate(
    [{ transform: "none", opacity: 1 }, { opacity: 1, offset: 0.7 }, { transform: `translate(${x}px, ${y}px) scale(${size})`, opacity: 0 }],
    { duration: duration * 0.6, easing: "cubic-bezier(.4,.1,.3,1)", fill: "forwards" },
  );
}

/** A number that rises where something changed. */
function ascend(air: HTMLElement, thing: Element | null, text: string, duration: number): void {
  const at = thing?.getBoundingClientRect();
  if (!at || at.width === 0) return;
  const label = document.createElement("b");
  label.textContent = text;
  const ghost = put(air, at, label);
  ghost.classList.add("number");
  ghost.animate(
    [{ opacity: 0, transform: "translateY(8px) scale(.7)" }, { opacity: 1, transform: "translateY(-6px) scale(1.15)", offset: 0.3 }, { opacity: 0, transform: "translateY(-34px)" }],
    { duration, easing: "ease-out", fill: "both" },
  );
}

function turnOver(card: Element | null, duration: number): void {
  card?.animate([{ transform: "perspective(40rem) rotateY(88deg)", filter: "brightness(.2)" }, { transform: "none", filter: "none" }], {
    duration: duration * 0.6,
    easing: "cubic-bezier(.2,.7,.2,1)",
  });
}

/** A copy that is only a picture. */
function stripped(thing: Element): Element {
  const copy = thing.cloneNode(true) as Element;
  for (const one of [copy, ...copy.querySelectorAll("*")]) {
    for (const name of ["data-thing", "data-options", "data-lit", "data-move", "tabindex", "role", "id"]) one.removeAttribute(name);
  }
  return copy;
}

function put(air: HTMLElement, at: DOMRect, thing: Element): HTMLElement {
  const ghost = document.createElement("div");
  ghost.className = "ghost";
  Object.assign(ghost.style, { left: `${at.left}px`, top: `${at.top}px`, width: `${at.width}px`, height: `${at.height}px` });
  ghost.append(thing);
  air.append(ghost);
  return ghost;
}
