// Finds rules: every word must begin a word of the clause, and words in its title, id or section come first.

import type { ClauseInfo } from "../protocol.ts";

/** The ledgers are Markdown, with ids in code marks. */
export const plain = (text: string): string => text.replace(/`[^`]*`/g, (word) => word.replaceAll("_", " ")).replace(/[`*]/g, "");

export function search(clauses: readonly ClauseInfo[], words: string, sectionOf: (section: string) => string): ClauseInfo[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return [...clauses];
  const begins = (text: string, word: string) => ` ${text}`.split(/[^\p{L}\p{N}-]+/u).some((one) => one.startsWith(word)) || text.startsWith(word);
  const found = clauses.flatMap((clause) => {
    const named = `${clause.id} ${clause.title} ${clause.section} ${sectionOf(clause.section)}`.toLowerCase();
    const text = `${named} ${clause.text} ${clause.rulings.join(" ")}`.toLowerCase();
    return wanted.every((word) => begins(text, word)) ? [{ clause, rank: wanted.filter((word) => begins(named, word)).length }] : [];
  });
  return found.toSorted((a, b) => b.rank - a.rank).map(({ clause }) => clause);
}
