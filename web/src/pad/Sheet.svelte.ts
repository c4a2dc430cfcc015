// The state of one score pad: its language, the numbers, the turn and the games noted, kept in this browser.

import pad from "locales:pad";
import { listed, render, templateOf, type Values } from "../messages/catalogue.ts";
import type { PadData } from "../protocol.ts";
import { totalOf, type Column } from "./count.ts";

export interface Noted {
  at: number;
  names: string[];
  columns: Column[];
}
interface Stored {
  names?: unknown;
  columns?: unknown;
  part?: unknown;
  step?: unknown;
  time?: unknown;
  noted?: unknown;
}
const SETTINGS = "embertable.settings";
/** More games than this are not kept. */
const MOST = 60;

export class Sheet {
  readonly pad: PadData;
  readonly #key: string;
  language = $state("en");
  names = $state<string[]>([]);
  columns = $state<Column[]>([]);
  part = $state(0);
  step = $state(0);
  /** Which time the steps of the part are gone through, from 1. */
  time = $state(1);
  noted = $state<Noted[]>([]);
  /** Whether this browser keeps what is entered. */
  keeps = $state(true);

  constructor(pad: PadData) {
    this.pad = pad;
    this.#key = `embertable.pad.${pad.game}`;
    this.language = this.#preferred();
    this.#read();
  }

  get languages(): string[] {
    return Object.keys(this.pad.texts);
  }

  /** A sentence of the page. */
  readonly t = (id: keyof (typeof pad)["en"], values?: Values): string => render(this.language, templateOf(pad, this.language, id), values);
  /** What the game calls something. */
  readonly text = (id: string): string => this.pad.texts[this.language]?.[id] ?? this.pad.texts.en?.[id] ?? "";
  readonly joined = (names: readonly string[]): string => listed(this.language, names);
  readonly nameOf = (i: number): string => this.names[i]?.trim() || this.t("player", { n: i + 1 });
  readonly total = (column: Column): number | null => totalOf(this.pad, column);

  speak(language: string): void {
    this.language = language;
    try {
      const known = JSON.parse(localStorage.getItem(SETTINGS) ?? "{}") as object;
      localStorage.setItem(SETTINGS, JSON.stringify({ ...known, language }));
    } catch {
      this.keeps = false;
    }
  }

  set(i: number, id: string, value: number | string | null): void {
    const { [id]: _, ...others } = this.columns[i] ?? {};
    this.columns[i] = value === null ? others : { ...others, [id]: value };
    this.keep();
  }

  players(count: number): void {
    const n = this.pad.each_player ? Math.min(Math.max(count, this.pad.min_players), this.pad.max_players) : 1;
    this.columns = Array.from({ length: n }, (_, i) => this.columns[i] ?? {});
    this.names = Array.from({ length: n }, (_, i) => this.names[i] ?? "");
    this.keep();
  }

  clear(): void {
    this.columns = this.columns.map(() => ({}));
    this.keep();
  }

  note(): void {
    const names = this.pad.each_player ? this.names.map((_, i) => this.nameOf(i)) : [];
    this.noted = [{ at: Date.now(), names, columns: $state.snapshot(this.columns) as Column[] }, ...this.noted].slice(0, MOST);
    this.clear();
  }

  forget(at: number): void {
    this.noted = this.noted.filter((one) => one.at !== at);
    this.keep();
  }

  go(part: number, step: number, time: number): void {
    Object.assign(this, { part, step, time });
    this.keep();
  }

  keep(): void {
    const { names, columns, part, step, time, noted } = this;
    try {
      localStorage.setItem(this.#key, JSON.stringify({ names, columns, part, step, time, noted }));
    } catch {
      this.keeps = false;
    }
  }

  /** What is kept may be of an older page, or damaged: whatever does not fit is left out. */
  #read(): void {
    let stored: Stored = {};
    try {
      stored = (JSON.parse(localStorage.getItem(this.#key) ?? "{}") as Stored | null) ?? {};
    } catch {
      this.keeps = storageWorks();
    }
    this.names = strings(stored.names);
    this.columns = columnsIn(stored.columns, this.pad);
    this.part = within(stored.part, this.pad.parts.length - 1);
    this.step = within(stored.step, (this.pad.parts[this.part]?.steps.length ?? 1) - 1);
    this.time = Math.max(within(stored.time, this.pad.parts[this.part]?.times || 999), 1);
    this.noted = (Array.isArray(stored.noted) ? stored.noted : []).flatMap((one: Partial<Noted> | null) =>
      typeof one?.at === "number" ? [{ at: one.at, names: strings(one.names), columns: columnsIn(one.columns, this.pad) }] : [],
    );
    const n = this.pad.each_player ? Math.min(Math.max(this.columns.length, this.pad.min_players), this.pad.max_players) : 1;
    this.columns = Array.from({ length: n }, (_, i) => this.columns[i] ?? {});
    this.names = Array.from({ length: n }, (_, i) => this.names[i] ?? "");
  }

  #preferred(): string {
    let chosen: unknown;
    try {
      chosen = (JSON.parse(localStorage.getItem(SETTINGS) ?? "{}") as { language?: unknown }).language;
    } catch {
      this.keeps = storageWorks();
    }
    const wanted = [chosen, ...navigator.languages.flatMap((tag) => [tag, tag.split("-")[0]])];
    return this.languages.find((one) => one === wanted.find((tag) => typeof tag === "string" && this.languages.includes(tag))) ?? "en";
  }
}

function storageWorks(): boolean {
  try {
    localStorage.setItem("embertable.pad", "");
    localStorage.removeItem("embertable.pad");
    return true;
  } catch {
    return false;
  }
}

const strings = (value: unknown): string[] => (Array.isArray(value) ? value.map((one) => (typeof one === "string" ? one.slice(0, 40) : "")) : []);
const within = (value: unknown, most: number): number => (Number.isInteger(value) ? Math.min(Math.max(value as number, 0), Math.max(most, 0)) : 0);

function columnsIn(value: unknown, pad: PadData): Column[] {
  const fits = (id: string, one: unknown) => {
    const line = pad.lines.find((known) => known.id === id);
    if (line?.kind === "number") return Number.isInteger(one) && (one as number) >= line.low && (one as number) <= line.high;
    return line?.kind === "result" && typeof one === "string" && pad.outcomes.includes(one);
  };
  if (!Array.isArray(value)) return [];
  return value.map((one: unknown) => (typeof one === "object" && one ? (Object.fromEntries(Object.entries(one).filter(([id, entry]) => fits(id, entry))) as Column) : {}));
}
