// FLIP animation: elements with `data-move` move from where they were to where they are.

const LONG = 340;

/** The place of every moving element, by its name. */
export function measure(root: Element): Map<string, DOMRect> {
  const found = new Map<string, DOMRect>();
  for (const thing of root.querySelectorAll<HTMLElement | SVGElement>("[data-move]")) {
    found.set(thing.dataset.move ?? "", thing.getBoundingClientRect());
  }
  return found;
}

/** Animates elements from their earlier places to the current ones. */
export function flip(root: Element, before: ReadonlyMap<string, DOMRect>): void {
  // Measure all before the first one moves: reading a layout after a write forces a reflow.
  const ways = [...root.querySelectorAll<HTMLElement | SVGElement>("[data-move]")].map((thing) => ({
    thing,
    from: before.get(thing.dataset.move ?? ""),
    to: thing.getBoundingClientRect(),
  }));
  for (const { thing, from, to } of ways) {
    if (!from || to.width === 0 || from.width === 0) continue;
    const [x, y] = [from.left - to.left, from.top - to.top];
    if (Math.abs(x) + Math.abs(y) < 12) continue;
    // Animate only the transform, which needs no repaint.
    Object.assign(thing.style, { transformOrigin: "0 0", zIndex: "5" });
    const motion = thing.animate([{ transform: `translate(${x}px, ${y}px) scale(${from.width / to.width})` }, { transform: "none" }], {
      duration: LONG,
      easing: "cubic-bezier(.2,.7,.2,1)",
    });
    const settle = () => Object.assign(thing.style, { transformOrigin: "", zIndex: "" });
    motion.finished.then(settle, settle);
  }
}
