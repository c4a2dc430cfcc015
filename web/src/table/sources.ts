// Which cards are ours: named in what is said of them, marked with a quill.

import type { SourcesText } from "../protocol.ts";

/** How much of a description names the thing itself; the rest is its rule. */
const HEADING = 80;

/** The ids of a content's rows that are ours, if only in a field; a row inside another takes its source unless it names one. */
export function designedIn(content: unknown, source = ""): Set<string> {
  const found = new Set<string>();
  collect(content, source, found);
  return found;
}

function collect(value: unknown, source: string, found: Set<string>): void {
  if (Array.isArray(value)) for (const one of value) collect(one, source, found);
  else if (typeof value === "object" && value !== null) {
    const row = value as { readonly id?: unknown; readonly source?: unknown };
    const own = typeof row.source === "string" ? row.source : source;
    const partly = Object.entries(row).some(([field, value]) => field.endsWith("_source") && value === "designed");
    if (typeof row.id === "string" && (own === "designed" || partly)) found.add(row.id);
    for (const one of Object.values(value)) collect(one, own, found);
  }
}

/** The names among these that the text contains as whole words, the longest first. */
export function namesIn(text: string, names: readonly string[]): string[] {
  const found: string[] = [];
  let rest = text;
  for (const name of [...names].sort((a, b) => b.length - a.length)) {
    const at = whole(rest, name);
    if (at < 0) continue;
    found.push(name);
    // A longer name hides the shorter one inside it.
    rest = rest.replaceAll(name, "·");
  }
  return found;
}

function whole(text: string, name: string): number {
  const letter = /\p{L}/u;
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    if (!letter.test(text.charAt(at - 1)) && !letter.test(text.charAt(at + name.length))) return at;
  }
  return -1;
}

/** The names of all components that are ours and of none that is printed. */
export function oursAmong({ components }: SourcesText): string[] {
  const printed = new Set(components.filter(({ source }) => source !== "designed").map(({ name }) => name));
  const ours = components.filter(({ name, source }) => source === "designed" && name.length > 2 && !printed.has(name));
  return [...new Set(ours.map(({ name }) => name))];
}

/** Whether a description is that of a component of ours. */
export function isOurs(text: string, ours: readonly string[]): boolean {
  return namesIn(text.slice(0, HEADING), ours).length > 0;
}
