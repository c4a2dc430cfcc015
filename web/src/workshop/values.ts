// The values of a pack and the changes made to them; a change never alters what it starts from.

import type { Edit, FormField, FormNode, Json } from "../protocol.ts";

export type Path = readonly (string | number)[];
export type Table = Readonly<{ [name: string]: Json }>;

/** What names a row of a list. */
const KEYS = ["id", "colour", "biome", "name"] as const;

export const isTable = (value: Json | undefined): value is { [name: string]: Json } => typeof value === "object" && value !== null && !Array.isArray(value);

export const samePath = (a: Path, b: Path): boolean => a.length === b.length && a.every((part, i) => part === b[i]);

/** Whether a path is another one or leads further. */
export const isWithin = (path: Path, place: Path): boolean => place.length <= path.length && place.every((part, i) => part === path[i]);

export const same = (a: Json | undefined, b: Json | undefined): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The place of a row in its list, by its key or number; -1 if there is none. */
function placeOf(rows: readonly Json[], key: string | number): number {
  if (typeof key === "number") return key;
  for (const name of KEYS) {
    const found = rows.findIndex((row) => isTable(row) && row[name] === key);
    if (found >= 0) return found;
  }
  return -1;
}

/** The value at a path. */
export function valueAt(value: Json | undefined, path: Path): Json | undefined {
  for (const key of path) {
    if (Array.isArray(value)) value = value[placeOf(value, key)];
    else if (isTable(value)) value = value[String(key)];
    else return undefined;
  }
  return value;
}

/** The same with another value at a path, or without one. */
function changed(value: Json | undefined, path: Path, to: Json | undefined): Json | undefined {
  const [key, ...rest] = path;
  if (key === undefined) return to;
  if (Array.isArray(value)) {
    const place = placeOf(value, key);
    return value.map((one, i) => (i === place ? (changed(one, rest, to) ?? one) : one));
  }
  if (!isTable(value)) return value;
  const { [String(key)]: old, ...others } = value;
  const made = changed(old, rest, to);
  if (made === undefined) return others;
  // A field that was there keeps its place.
  return String(key) in value ? { ...value, [String(key)]: made } : { ...others, [String(key)]: made };
}

/** The values after all changes. */
export function withEdits(content: Json, edits: readonly Edit[]): Json {
  return edits.reduce<Json>((value, { path, value: to }) => changed(value, path, to) ?? value, content);
}

/** The changes with one more; one that leads back to the pack's own value takes away those before it. */
export function addEdit(content: Json, edits: readonly Edit[], path: Path, value: Json | undefined): Edit[] {
  const others = edits.filter((edit) => !isWithin(edit.path, path));
  if (same(valueAt(withEdits(content, others), path), value)) return others;
  return [...others, value === undefined ? { path: [...path] } : { path: [...path], value }];
}

/** A value to begin with, where a form asks for one. */
export function firstValue(node: FormNode, definitions: Readonly<Record<string, readonly FormField[]>>): Json {
  switch (node.kind) {
    case "number":
      return Math.min(Math.max(1, node.low ?? 1), node.high ?? 1);
    case "flag":
      return true;
    case "text":
      return "";
    case "choice":
      return node.words[0]?.word ?? "";
    case "list":
      return node.item ? Array.from({ length: node.length }, () => firstValue(node.item as FormNode, definitions)) : [];
    case "table":
      return {};
    case "effect":
      return { op: node.words[0]?.word ?? "", ...needed(node.of[0] ?? "", definitions) };
    case "group":
      return needed(node.of[0] ?? "", definitions);
  }
}

/** The values of a row in words, where no sentence tells them; what needs a form of its own is left out. */
export function factsOf(fields: readonly FormField[], row: Table, flag: (on: boolean) => string): [label: string, value: string][] {
  const told = (node: FormNode, value: Json | undefined): string => {
    if (typeof value === "boolean") return flag(value);
    if (Array.isArray(value)) return node.item ? value.map((one) => told(node.item as FormNode, one)).filter(Boolean).join(", ") : "";
    return isTable(value) || value === undefined || value === null ? "" : (node.words.find(({ word }) => word === value)?.label ?? String(value));
  };
  // Its name is on the card already, and other texts are sentences.
  return fields.filter(({ node }) => node.kind !== "text").map(({ label, node, key }): [string, string] => [label, told(node, row[key])]).filter(([, value]) => value !== "");
}

/** The fields that a definition needs. */
export function needed(definition: string, definitions: Readonly<Record<string, readonly FormField[]>>): Table {
  const fields = (definitions[definition] ?? []).filter(({ optional }) => !optional);
  return Object.fromEntries(fields.map(({ key, node }) => [key, firstValue(node, definitions)]));
}

/** Letters without accents, for a search. */
export const folded = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").toLocaleLowerCase();
