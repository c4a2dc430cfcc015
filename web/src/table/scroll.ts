// A small screen shows a part of the board: what is asked for is brought into it.

/** Which part of a board is shown, as the board itself says. */
export function currentScene(board: HTMLElement): string {
  return board.querySelector<HTMLElement>("[data-scene]")?.dataset.scene ?? "";
}

/** Back to where a part begins. */
export function scrollToTop(board: HTMLElement): void {
  for (const part of board.children) part.scrollTop = 0;
}

/** Scrolls to where most of what may be touched is seen, unless half of it is. */
export function scrollToOptions(board: HTMLElement, moving: boolean): void {
  const page = [...board.children].find((part) => part.scrollHeight > part.clientHeight + 1 && part.contains(board.querySelector("[data-lit]")));
  if (!page) return;
  const { top } = page.getBoundingClientRect();
  const lit = [...page.querySelectorAll("[data-lit]")].filter((one) => one.getClientRects().length > 0);
  const heights = lit.map((one) => middle(one.getBoundingClientRect()) - top + page.scrollTop);
  const to = bestWindow(heights, page.clientHeight, page.scrollTop);
  if (to !== page.scrollTop) page.scrollTo({ top: to, behavior: moving ? "smooth" : "instant" });
}

/** Room that a thing needs above and below its middle to be seen whole. */
const MARGIN = 60;

/** Where a window of this height shows most of these heights; it stays where it shows half of them. */
export function bestWindow(heights: readonly number[], height: number, now: number): number {
  const shown = (from: number) => heights.filter((one) => one >= from && one <= from + height).length;
  if (shown(now) * 2 >= heights.length) return now;
  const starts = heights.map((one) => Math.max(0, one - MARGIN));
  const best = starts.reduce((best, one) => (shown(one) > shown(best) ? one : best), now);
  // As much is seen above as below.
  const seen = heights.filter((one) => one >= best && one <= best + height);
  return Math.max(0, (Math.min(...seen) + Math.max(...seen) - height) / 2);
}

function middle({ y, height }: DOMRect): number {
  return y + height / 2;
}
