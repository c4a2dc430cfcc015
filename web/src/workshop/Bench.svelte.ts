// A pack on the bench: its values, the changes with their undo, what the server says of it, and where it is kept.

import { checkPack, keepPack, signIn } from "../api.ts";
import { LANGUAGES } from "../settings.svelte.ts";
import type { CheckedPack, Edit, Json, Workshop, WorkshopRow } from "../protocol.ts";
import { addEdit, isTable, isWithin, samePath, valueAt, withEdits, type Path } from "./values.ts";

/** How long after a change the server is asked. */
const PAUSE_MS = 350;
const MOST_UNDOS = 300;

interface Stored {
  base: string;
  edits: Edit[];
  name: string;
  id: string;
  /** Whether nothing but this browser has its last changes. */
  unkept?: boolean;
}

/** So many packs wait beside the one on the bench. */
const MOST_ASIDE = 5;
const storageKey = (game: string) => `embertable.workshop.${game}`;
const asideKey = (game: string) => `${storageKey(game)}.aside`;

function isPack(found: unknown): found is Stored {
  return typeof found === "object" && found !== null && "edits" in found && Array.isArray(found.edits);
}

function fromStorage(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** In a browser that stores nothing, such as a private window, things stay on their page. */
function store(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // It may also be full.
  }
}

/** The pack that this browser was working on. */
export function storedPack(game: string): Stored | null {
  const found = fromStorage(storageKey(game));
  return isPack(found) ? found : null;
}

/** Packs with changes of which another one has taken the place, the latest first. */
export function packsAside(game: string): readonly Stored[] {
  const found = fromStorage(asideKey(game));
  return Array.isArray(found) ? found.filter(isPack) : [];
}

function setAside(game: string): void {
  const there = storedPack(game);
  if (there?.unkept && there.edits.length > 0) store(asideKey(game), [there, ...packsAside(game)].slice(0, MOST_ASIDE));
}

/** Puts a pack that waits aside on the bench, in place of the one that lies there. */
export function takeUp(game: string, wanted: Stored): void {
  store(asideKey(game), packsAside(game).filter((one) => JSON.stringify(one) !== JSON.stringify(wanted)));
  setAside(game);
  store(storageKey(game), wanted);
}

function wordsIn(given: Json | undefined): Json {
  const known = isTable(given) ? given : {};
  return { ...Object.fromEntries(LANGUAGES.map((language) => [language, {}])), ...known };
}

export class Bench {
  edits = $state.raw<readonly Edit[]>([]);
  name = $state("");
  /** Where the server keeps it; empty if nowhere. */
  id = $state("");
  row = $state.raw<WorkshopRow | null>(null);
  checked = $state.raw<CheckedPack | null>(null);
  /** The changes that this is about. */
  private checkedEdits = $state.raw<readonly Edit[] | null>(null);
  /** What went wrong on the way to the server. */
  trouble = $state("");
  busy = $state(false);
  /** Whether the sentences belong to another row. */
  pending = $state(true);
  private before = $state.raw<readonly (readonly Edit[])[]>([]);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asked = 0;

  constructor(
    readonly workshop: Workshop,
    /** The text that is changed; empty for the standard pack. */
    readonly base: string,
    /** Its values. */
    public content: Json,
    stored: Partial<Stored> = {},
    /** Whether it is the one that this browser has stored. */
    private isStored = true,
  ) {
    // Own words have their place in every pack, also where there are none yet.
    if (isTable(content)) this.content = { ...content, names: wordsIn(content.names), texts: wordsIn(content.texts) };
    this.edits = stored.edits ?? [];
    this.name = stored.name ?? "";
    this.id = stored.id ?? "";
  }

  readonly values = $derived.by(() => withEdits(this.content, this.edits));
  readonly box = $derived.by(() => ({ base: this.base, edits: [...this.edits] }));
  /** The changes that a game could notice; where a value is from is none of them. */
  readonly played = $derived.by(() => JSON.stringify(this.edits.filter(({ path }) => path.at(-1) !== "source")));
  /** Whether what the server says of it is about what lies here now. */
  readonly fresh = $derived.by(() => this.checkedEdits === this.edits || (this.edits.length === 0 && this.base === ""));
  readonly canUndo = $derived.by(() => this.before.length > 0);
  /** The rows whose value is ours in the standard pack: those that wait for a printed card. */
  readonly waiting = $derived.by(() => this.workshop.rows.filter(({ counts }) => counts));
  readonly done = $derived.by(() => this.waiting.filter((row) => this.isChecked(row)).length);

  at(path: Path): Json | undefined {
    return valueAt(this.values, path);
  }

  standard(path: Path): Json | undefined {
    return valueAt(this.workshop.content as Json, path);
  }

  /** Whether somebody has compared a row with the printed one. */
  isChecked(row: WorkshopRow): boolean {
    const value = this.at(row.path);
    return row.counts && isTable(value) && value.source !== "designed";
  }

  isChanged(path: Path): boolean {
    return JSON.stringify(this.at(path)) !== JSON.stringify(this.standard(path));
  }

  /** A name or text of one's own in a language; empty for none. */
  own(kind: string, language: string, row: WorkshopRow): string {
    const found = this.at([kind, language, String(row.path.at(-1))]);
    return typeof found === "string" ? found : "";
  }

  hasOwn(row: WorkshopRow): boolean {
    return row.words.some((kind) => LANGUAGES.some((language) => this.own(kind, language, row) !== ""));
  }

  /** What is wrong at a place, or anywhere inside it. */
  problemAt(path: Path): string {
    return this.checked?.problems.find((one) => samePath(one.path, path))?.text ?? "";
  }

  problemsWithin(path: Path): string[] {
    return this.checked?.problems.filter((one) => isWithin(one.path, path)).map(({ text }) => text) ?? [];
  }

  set(path: Path, value: Json | undefined): void {
    this.change(addEdit(this.content, this.edits, path, value));
  }

  /** The row matches the printed card: its values are those of the rulebook's owner now. */
  match(row: WorkshopRow, matches: boolean): void {
    this.set([...row.path, "source"], matches ? "rulebook" : (this.standard([...row.path, "source"]) ?? "designed"));
  }

  /** Takes all changes of a row back. */
  restore(row: WorkshopRow): void {
    const isOwn = ({ path }: Edit) => (path[0] === "names" || path[0] === "texts") && path[2] === row.path.at(-1);
    this.change(this.edits.filter((edit) => !isWithin(edit.path, row.path) && !isOwn(edit)));
  }

  private change(edits: readonly Edit[]): void {
    this.before = [...this.before, this.edits].slice(-MOST_UNDOS);
    this.edits = edits;
    this.keepHere(true);
    this.checkSoon();
  }

  undo(): void {
    const last = this.before.at(-1);
    if (!last) return;
    this.before = this.before.slice(0, -1);
    this.edits = last;
    this.keepHere(true);
    this.checkSoon();
  }

  open(row: WorkshopRow): void {
    this.row = row;
    this.pending = true;
    this.checkSoon(0);
  }

  private keepHere(unkept: boolean): void {
    if (!this.isStored) setAside(this.workshop.game);
    this.isStored = true;
    const stored: Stored = { base: this.base, edits: [...this.edits], name: this.name, id: this.id, unkept };
    store(storageKey(this.workshop.game), stored);
  }

  checkSoon(after = PAUSE_MS): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.check(), after);
  }

  async check(): Promise<void> {
    const number = (this.asked += 1);
    const { edits } = this;
    try {
      const found = await checkPack(this.workshop.game, { ...this.box, row: [...(this.row?.path ?? [])] });
      if (number !== this.asked) return;
      this.checked = found;
      this.checkedEdits = edits;
      this.pending = false;
      this.trouble = "";
    } catch (error) {
      if (number === this.asked) this.trouble = (error as Error).message;
    }
  }

  /** Keeps the pack on the server, under the name of whoever is signed in. */
  async keep(name: string): Promise<string> {
    await signIn();
    const kept = await keepPack({ id: this.id, game: this.workshop.game, name, ...this.box });
    this.id = kept.id;
    this.name = kept.name;
    this.keepHere(false);
    return kept.id;
  }

  end(): void {
    clearTimeout(this.timer);
    this.asked += 1;
  }
}
