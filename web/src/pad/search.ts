// Finds rules and cards: every word must begin a word of them, and words in a title, id, section or name come first.

import type { ClauseInfo } from "../protocol.ts";

/** The ledgers are Markdown, with ids in code marks. */
export const plain = (text: string): string => text.replace(/`[^`]*`/g, (word) => word.replaceAll("_", " ")).replace(/[`*]/g, "");

/** Without accents and capitals, which nobody types into a search on a phone. */
const folded = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase();
const wordsIn = (words: string): string[] => folded(words).split(/\s+/).filter(Boolean);
const begins = (text: string, word: string): boolean => text.split(/[^\p{L}\p{N}-]+/u).some((one) => one.startsWith(word)) || text.startsWith(word);

/** Those whose words begin with all that was typed; what has them in its name comes first. */
export function named<One>(all: readonly One[], words: string, nameOf: (one: One) => string, textOf: (one: One) => string): One[] {
  const wanted = wordsIn(words);
  const found = all.flatMap((one) => {
    const name = folded(nameOf(one));
    const text = `${name} ${folded(textOf(one))}`;
    return wanted.every((word) => begins(text, word)) ? [{ one, rank: wanted.filter((word) => begins(name, word)).length }] : [];
  });
  return found.toSorted((a, b) => b.rank - a.rank).map(({ one }) => one);
}

/** Rules by their words, those of their section, and what `moreOf` knows of them in another language. */
export const search = (clauses: readonly ClauseInfo[], words: string, sectionOf: (section: string) => string, moreOf: (clause: string) => string = () => ""): ClauseInfo[] =>
  named(
    clauses,
    words,
    ({ id, title, section }) => `${id} ${title} ${section} ${sectionOf(section)}`,
    ({ id, text, rulings }) => `${text} ${rulings.join(" ")} ${moreOf(id)}`,
  );
