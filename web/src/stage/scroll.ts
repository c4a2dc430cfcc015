// Scrolling on a small screen, which shows only a part of the board.

/** The scene that a board shows, as the board itself says. */
export function currentScene(board: HTMLElement): string {
  return board.querySelector<HTMLElement>("[data-scene]")?.dataset.scene ?? "";
}

/** Scrolls the board to its top. */
export function scrollToTop(board: HTMLElement): void {
  for (const part of board.children) part.scrollTop = 0;
}

/** Scrolls to where most options are visible, unless half of them are already; a board that is steady shows its top. */
export function scrollToOptions(board: HTMLElement, moving: boolean): void {
  const page = [...board.children].find((part) => part.scrollHeight > part.clientHeight + 1 && part.contains(board.querySelector("[data-lit]")));
  if (!(page instanceof HTMLElement)) return;
  const { top } = page.getBoundingClientRect();
  const lit = [...page.querySelectorAll("[data-lit]")].filter((one) => one.getClientRects().length > 0);
  const heights = lit.map((one) => middle(one.getBoundingClientRect()) - top + page.scrollTop);
  // What sticks to the lower edge covers so much.
  const covered = parseFloat(getComputedStyle(page).scrollPaddingBottom) || 0;
  const to = page.dataset.steady === "true" ? 0 : bestWindow(heights, page.clientHeight - covered, page.scrollTop);
  if (to !== page.scrollTop) page.scrollTo({ top: to, behavior: moving ? "smooth" : "instant" });
}

/** Space that a thing needs above and below its centre to be fully visible. */
const MARGIN = 60;

/** Where a window of this height shows most of these heights; it stays if it shows half of them. */
export function bestWindow(heights: readonly number[], height: number, now: number): number {
  const shown = (from: number) => heights.filter((one) => one >= from && one <= from + height).length;
  if (shown(now) * 2 >= heights.length) return now;
  const starts = heights.map((one) => Math.max(0, one - MARGIN));
  const best = starts.reduce((best, one) => (shown(one) > shown(best) ? one : best), now);
  // Centre what is visible.
  const seen = heights.filter((one) => one >= best && one <= best + height);
  return Math.max(0, (Math.min(...seen) + Math.max(...seen) - height) / 2);
}

function middle({ y, height }: DOMRect): number {
  return y + height / 2;
}
