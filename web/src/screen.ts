// Whether the screen is small (the same breakpoint as in the style sheets), and when a frame was painted.

import { MediaQuery } from "svelte/reactivity";

export const phone = new MediaQuery("max-width: 60rem");

/** A hidden page paints no frames, so do not wait longer than this. */
const LONGEST_FRAME = 60;

/** Calls back once, after the next frame was painted. */
export function afterFrame(then: () => void): void {
  const { port1, port2 } = new MessageChannel();
  let called = false;
  const once = () => {
    port1.close();
    if (!called) then();
    called = true;
  };
  port1.onmessage = once;
  requestAnimationFrame(() => port2.postMessage(null));
  setTimeout(once, LONGEST_FRAME);
}
