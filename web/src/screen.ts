// Whether the screen is small, as the style sheets of the table ask, too; and when it shows what was drawn.

import { MediaQuery } from "svelte/reactivity";

export const phone = new MediaQuery("max-width: 60rem");

/** A page that nobody looks at draws no frames. */
const LONGEST_FRAME = 60;

/** Calls back, once, when the next frame was drawn. */
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
