// A pointer that does not move comes to nothing by itself, though what lies under it may be another thing than before.

/** Whatever may be done lies under a resting mouse hears that it is there; a finger rests nowhere. */
export function refreshHover(): void {
  if (!matchMedia("(hover: hover)").matches) return;
  const [under] = [...document.querySelectorAll("[data-lit]:hover")].reverse();
  under?.dispatchEvent(new PointerEvent("pointerenter"));
}
