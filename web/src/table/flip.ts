// Motion: whatever carries `data-move` travels from where it was to where it is.

const LONG = 340;

/** Where every moving thing of the board is now, by its name. */
export function measure(root: Element): Map<string, DOMRect> {
  const found = new Map<string, DOMRect>();
  for (const thing of root.querySelectorAll<HTMLElement | SVGElement>("[data-move]")) {
    found.set(thing.dataset.move ?? "", thing.getBoundingClientRect());
  }
  return found;
}

/** Lets things travel here from where they were before. */
export function flip(root: Element, before: ReadonlyMap<string, DOMRect>): void {
  // All are measured before the first one moves: each motion would make the browser measure everything anew.
  const ways = [...root.querySelectorAll<HTMLElement | SVGElement>("[data-move]")].map((thing) => ({
    thing,
    from: before.get(thing.dataset.move ?? ""),
    to: thing.getBoundingClientRect(),
  }));
  for (const { thing, from, to } of ways) {
    if (!from || to.width === 0 || from.width === 0) continue;
    const [x, y] = [from.left - to.left, from.top - to.top];
    if (Math.abs(x) + Math.abs(y) < 12) continue;
    // Nothing but the transform moves, so that the browser needs to draw nothing anew for each frame.
    Object.assign(thing.style, { transformOrigin: "0 0", zIndex: "5" });
    const motion = thing.animate([{ transform: `translate(${x}px, ${y}px) scale(${from.width / to.width})` }, { transform: "none" }], {
      duration: LONG,
      easing: "cubic-bezier(.2,.7,.2,1)",
    });
    const settle = () => Object.assign(thing.style, { transformOrigin: "", zIndex: "" });
    motion.finished.then(settle, settle);
  }
}

/** One click skips: whatever still moves is where it goes. */
export function skip(root: Element): void {
  for (const motion of root.getAnimations({ subtree: true })) {
    if (motion.effect?.getComputedTiming().iterations !== Infinity) motion.finish();
  }
}
