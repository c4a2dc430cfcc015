// What a person has switched on this machine: language, sound, motion, and the name they sit down with.

import { en, type MessageId } from "./messages/en.ts";
import { it } from "./messages/it.ts";
import { render, type Value } from "./messages/render.ts";

export type Language = "en" | "it";
export const LANGUAGES: readonly Language[] = ["en", "it"];
const CATALOGUES: Record<Language, Record<MessageId, string>> = { en, it };

const STORAGE_KEY = "embertable.settings";

interface Stored {
  language?: Language;
  sound?: boolean;
  motion?: boolean;
  name?: string;
}

class Settings {
  language = $state<Language>(navigator.language.startsWith("it") ? "it" : "en");
  sound = $state(false);
  motion = $state(!matchMedia("(prefers-reduced-motion: reduce)").matches);
  name = $state("");

  constructor() {
    const kept = read();
    if (kept.language && LANGUAGES.includes(kept.language)) this.language = kept.language;
    if (typeof kept.sound === "boolean") this.sound = kept.sound;
    if (typeof kept.motion === "boolean") this.motion = kept.motion;
    if (typeof kept.name === "string") this.name = kept.name;
  }

  /** Remembers what a person chose; where the browser keeps nothing, it holds for this page. */
  change(what: Stored): void {
    Object.assign(this, what);
    try {
      localStorage.setItem(STORAGE_KEY, JSON.stringify({ ...read(), ...what }));
    } catch {
      // A browser that keeps nothing still plays.
    }
  }
}

function read(): Stored {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "{}") as Stored;
  } catch {
    return {};
  }
}

export const settings = new Settings();

/** A sentence of the client in the language of now. */
export function t(id: MessageId, values: Readonly<Record<string, Value>> = {}): string {
  return render(CATALOGUES[settings.language][id], values);
}
