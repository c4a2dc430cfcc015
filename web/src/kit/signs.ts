// The signs of the kit. Names on the left are ours; the build puts all of them into one file (web/icons.mjs).

/** Icons of game-icons.net. */
export const SIGNS = {
  fire: "flame",
  hourglass: "sands-of-time",
  people: "three-friends",
  lock: "padlock",
  crown: "queen-crown",
  star: "round-star",
  gear: "cog",
  sound: "speaker",
  silent: "speaker-off",
  book: "open-book",
  again: "clockwise-rotation",
  faster: "fast-forward-button",
  skip: "next-button",
  pause: "pause-button",
  point: "pointing",
  dice: "perspective-dice-six-faces-random",
  quill: "quill-ink",
  campfire: "campfire",
  bag: "swap-bag",
  coins: "coins",
  sword: "broadsword",
} as const;

/** Our own, in a box of 16 by 16; `--crack` and `--mark` are the colours of what lies on top. */
export const DRAWN = {
  broken:
    '<path fill="currentColor" d="M8 14.3C2.8 10.3.8 7.8.8 5a3.7 3.7 0 0 1 7.2-1.5A3.7 3.7 0 0 1 15.2 5c0 2.8-2 5.3-7.2 9.3Z"/><path d="M8.2 3 6 6.2l3.4 2.2-2.7 2 1.3 4" fill="none" stroke="var(--kit-crack,#3d0a07)" stroke-width="1.5" stroke-linejoin="round"/>',
  heart: '<path fill="currentColor" d="M8 14.3C2.8 10.3.8 7.8.8 5a3.7 3.7 0 0 1 7.2-1.5A3.7 3.7 0 0 1 15.2 5c0 2.8-2 5.3-7.2 9.3Z"/>',
  plus: '<circle cx="8" cy="8" r="7.2" fill="currentColor"/><path d="M8 4.2v7.6M4.2 8h7.6" stroke="var(--kit-mark,#0f2a14)" stroke-width="2.2"/>',
  not: '<g fill="none" stroke="currentColor" stroke-width="1.8"><circle cx="8" cy="8" r="6.6"/><path d="M3.6 12.4 12.4 3.6"/></g>',
  map: '<path d="M1 3.6 5.6 2l4.8 1.6L15 2v10.4L10.4 14l-4.8-1.6L1 14ZM5.6 2v10.4M10.4 3.6V14" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linejoin="round"/>',
  tick: '<path d="m2.5 8.5 3.8 4L13.5 4" fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"/>',
} as const;

export type SignName = keyof typeof SIGNS | keyof typeof DRAWN;
