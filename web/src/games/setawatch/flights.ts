// Motion from what happened: dice fly to what they strike, the beaten to the Graveyard, the others to the Horde.

import type { LoggedEvent } from "../../protocol.ts";
import type { WatchView } from "./view.ts";

const LONG = 380;
const STAGGER = 130;
/** However much happened, it is over soon. */
const LATEST = 1100;

/** What the board looked like before the news. */
export interface Before {
  readonly view: WatchView;
  readonly places: ReadonlyMap<string, DOMRect>;
  readonly copies: ReadonlyMap<string, Element>;
}

/** Copies of what the news will send away, and what may be gone when they are played. */
export function copies(root: Element, news: readonly LoggedEvent[]): Map<string, Element> {
  const cards = new Set(news.map(({ data }) => `card-${data.card}`));
  const dice = news.some(({ data }) => data.is === "Attacked" || data.is === "DiePlaced");
  const found = new Map<string, Element>();
  for (const thing of root.querySelectorAll("[data-move]")) {
    const key = thing.getAttribute("data-move") ?? "";
    if (cards.has(key) || (dice && key.startsWith("die-"))) found.set(key, stripped(thing.firstElementChild ?? thing));
  }
  return found;
}

function stripped(thing: Element): Element {
  const copy = thing.cloneNode(true) as Element;
  for (const one of [copy, ...copy.querySelectorAll("*")]) {
    for (const name of ["data-thing", "data-options", "data-lit", "data-move", "tabindex", "role", "id"]) one.removeAttribute(name);
  }
  return copy;
}

/** Plays the news in the air over the board. */
export function fly(root: Element, air: HTMLElement, before: Before, view: WatchView, news: readonly LoggedEvent[]): void {
  let wait = 0;
  for (const { data } of news) {
    const delay = Math.min(wait, LATEST);
    const card = `card-${data.card}`;
    if (data.is === "Attacked") {
      const to = before.places.get(card) ?? rectOf(root, `[data-move="${card}"]`);
      for (const die of spentNow(before.view, view, Number(data.adventurer))) send(air, before, `die-${die}`, to, delay, 0.7);
      rise(air, to, `−${data.n}`, delay + LONG * 0.8);
    } else if (data.is === "FamiliarAttacked" || data.is === "DamageDealt") {
      if (data.is === "DamageDealt" && news.some((one) => one.data.is === "Attacked" && one.data.card === data.card)) continue;
      rise(air, before.places.get(card) ?? rectOf(root, `[data-move="${card}"]`), `−${data.n}`, delay);
    } else if (data.is === "CreatureDefeated") {
      send(air, before, card, rectOf(root, "[data-plate=graveyard]"), delay + LONG, 0.12);
    } else if (data.is === "CreaturePassed") {
      send(air, before, card, rectOf(root, "[data-plate=horde]"), delay, 0.12);
    } else if (data.is === "DiePlaced") {
      for (const die of spentNow(before.view, view, Number(data.adventurer))) {
        send(air, before, `die-${die}`, rectOf(root, `[data-thing="camp-${data.where}"]`), delay, 0.8);
      }
    } else if (data.is === "FirewoodChanged") {
      rise(air, rectOf(root, "[data-thing=fire]"), signed(Number(data.n)), delay);
    } else if (data.is === "CoinsChanged") {
      rise(air, rectOf(root, "[data-plate=coins]"), signed(Number(data.n)), delay);
    } else if (data.is === "CardRevealed" || data.is === "CardEntered" || data.is === "UnhallowedSummoned") {
      turn(root.querySelector(`[data-move="${card}"]`), delay);
    } else if (data.is === "CardExhausted" || data.is === "CardRefreshed") {
      turn(root.querySelector(`[data-move="ability-${data.ability}"]`), delay);
    } else continue;
    wait += STAGGER;
  }
}

/** The dice of an adventurer that have left their hand. */
export function spentNow(before: WatchView, view: WatchView, adventurer: number): number[] {
  const was = before.adventurers[adventurer]?.dice ?? [];
  const now = view.adventurers[adventurer]?.dice ?? [];
  return now.filter((die, i) => die.state !== "unspent" && was[i]?.state === "unspent").map(({ id }) => id);
}

function signed(n: number): string {
  return n > 0 ? `+${n}` : `−${-n}`;
}

function rectOf(root: Element, selector: string): DOMRect | undefined {
  return root.querySelector(selector)?.getBoundingClientRect();
}

function send(air: HTMLElement, before: Before, key: string, to: DOMRect | undefined, delay: number, size: number): void {
  const from = before.places.get(key);
  const copy = before.copies.get(key);
  if (!from || !copy || !to || from.width === 0 || to.width === 0) return;
  const ghost = put(air, from, copy);
  const [x, y] = [to.left + to.width / 2 - from.left - from.width / 2, to.top + to.height / 2 - from.top - from.height / 2];
  const motion = ghost.animate(
    [{ transform: "none", opacity: 1 }, { opacity: 1, offset: 0.7 }, { transform: `translate(${x}px, ${y}px) scale(${size})`, opacity: 0 }],
    { duration: LONG, delay, easing: "cubic-bezier(.4,.1,.3,1)", fill: "backwards" },
  );
  motion.onfinish = () => ghost.remove();
}

/** A number that rises where something changed. */
function rise(air: HTMLElement, at: DOMRect | undefined, text: string, delay: number): void {
  if (!at || at.width === 0) return;
  const label = document.createElement("b");
  label.textContent = text;
  const ghost = put(air, at, label);
  ghost.classList.add("number");
  const motion = ghost.animate(
    [{ opacity: 0, transform: "translateY(8px) scale(.7)" }, { opacity: 1, transform: "translateY(-6px) scale(1.15)", offset: 0.3 }, { opacity: 0, transform: "translateY(-34px)" }],
    { duration: 820, delay, easing: "ease-out", fill: "backwards" },
  );
  motion.onfinish = () => ghost.remove();
}

function turn(card: Element | null, delay: number): void {
  card?.animate([{ transform: "perspective(40rem) rotateY(88deg)", filter: "brightness(.2)" }, { transform: "none", filter: "none" }], {
    duration: LONG,
    delay,
    easing: "cubic-bezier(.2,.7,.2,1)",
    fill: "backwards",
  });
}

function put(air: HTMLElement, at: DOMRect, thing: Element): HTMLElement {
  const ghost = document.createElement("div");
  ghost.className = "ghost";
  Object.assign(ghost.style, { left: `${at.left}px`, top: `${at.top}px`, width: `${at.width}px`, height: `${at.height}px` });
  ghost.append(thing.cloneNode(true));
  air.append(ghost);
  return ghost;
}
