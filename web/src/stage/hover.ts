// A pointer that does not move gets no event when the element under it changes.

/** Sends `pointerenter` to the lit element under a resting mouse; touch screens have no hover. */
export function refreshHover(): void {
  if (!matchMedia("(hover: hover)").matches) return;
  const [under] = [...document.querySelectorAll("[data-lit]:hover")].reverse();
  under?.dispatchEvent(new PointerEvent("pointerenter"));
}
