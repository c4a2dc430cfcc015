// What fits into the prompt.

/** A longer sentence gets a line of its own, in smaller letters. */
const LINE = 52;
/** So many letters fit beside or below the question. */
const ROOM = 110;
/** And so many on a phone, where they stand in two lines above the buttons. */
export const PHONE_ROOM = 88;

export function isLong(text: string): boolean {
  return text.length > LINE;
}

/** As many of the sentences as there is room for, and at least the first. */
export function fitting(sentences: readonly string[], room = ROOM): string {
  let text = "";
  for (const sentence of sentences) {
    if (text && text.length + sentence.length > room) break;
    text = text ? `${text} ${sentence}` : sentence;
  }
  return text;
}

/** A long sentence without what it explains in brackets, where there is little room. */
export function brief(text: string): string {
  return isLong(text) ? text.replaceAll(/ \([^()]*\)/g, "") : text;
}
