// Makes what a phone's sheet says fit into it, step by step: `data-tight` says how little room there is.

import { phone } from "../screen.ts";

/** From all of it to the least: without what happened last, then in smaller letters. */
const STEPS = 3;

/** The sheet of a phone, whose parent has the room. */
export function fits(sheet: HTMLElement): { destroy(): void } {
  const room = sheet.parentElement ?? sheet;
  function look() {
    for (let step = 0; step < STEPS; step++) {
      sheet.dataset.tight = String(step);
      if (!phone.current || sheet.offsetHeight <= room.clientHeight + 1) break;
    }
  }
  const words = new MutationObserver(look);
  words.observe(sheet, { childList: true, characterData: true, subtree: true });
  const size = new ResizeObserver(look);
  size.observe(room);
  // Letters and widths may change without a word of it.
  size.observe(sheet);
  document.fonts.ready.then(look, look);
  return {
    destroy() {
      words.disconnect();
      size.disconnect();
    },
  };
}
