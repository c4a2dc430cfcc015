// Where the keyboard is, while things are drawn anew.

/** Gives the focus back to a lit thing that was removed and drawn again; returns how to stop. */
export function keepFocus(board: HTMLElement): () => void {
  let held = "";
  const note = ({ target }: FocusEvent) => {
    held = target instanceof Element && target.matches(":focus-visible") ? (target.getAttribute("data-thing") ?? "") : "";
  };
  // A click beside everything takes the focus away on purpose.
  const forget = () => (held = "");
  const observer = new MutationObserver(() => {
    if (!held || document.activeElement !== document.body) return;
    board.querySelector<HTMLElement | SVGElement>(`[data-lit][data-thing="${CSS.escape(held)}"]`)?.focus({ preventScroll: true });
  });
  observer.observe(board, { childList: true, subtree: true, attributes: true, attributeFilter: ["data-lit"] });
  document.addEventListener("focusin", note);
  document.addEventListener("pointerdown", forget, true);
  return () => {
    observer.disconnect();
    document.removeEventListener("focusin", note);
    document.removeEventListener("pointerdown", forget, true);
  };
}
