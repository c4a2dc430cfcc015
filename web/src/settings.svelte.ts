// The settings of this browser: language, sound, motion, and the name to sit down with.

import client from "locales:client";
import LANGUAGES from "locales:languages";
import { listed, render, templateOf, type Catalogues, type Values } from "./messages/catalogue.ts";

export { LANGUAGES };
export type MessageId = keyof (typeof client)["en"];

const STORAGE_KEY = "embertable.settings";

interface Stored {
  language?: string;
  sound?: boolean;
  motion?: boolean;
  name?: string;
}

class Settings {
  language = $state(preferred(navigator.languages));
  sound = $state(false);
  motion = $state(!matchMedia("(prefers-reduced-motion: reduce)").matches);
  name = $state("");

  constructor() {
    const stored = read();
    if (stored.language && LANGUAGES.includes(stored.language)) this.language = stored.language;
    if (typeof stored.sound === "boolean") this.sound = stored.sound;
    if (typeof stored.motion === "boolean") this.motion = stored.motion;
    if (typeof stored.name === "string") this.name = stored.name;
  }

  /** Remembers what a person chose; in a browser that stores nothing it holds for this page. */
  change(what: Stored): void {
    Object.assign(this, what);
    try {
      localStorage.setItem(STORAGE_KEY, JSON.stringify({ ...read(), ...what }));
    } catch {
      // Private windows may refuse to store anything.
    }
  }
}

/** The first of a person's languages that we have, by its whole tag or its first part; otherwise English. */
function preferred(wanted: readonly string[]): string {
  for (const tag of wanted) {
    const found = LANGUAGES.find((one) => one === tag) ?? LANGUAGES.find((one) => one.split("-")[0] === tag.split("-")[0]);
    if (found) return found;
  }
  return "en";
}

function read(): Stored {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "{}") as Stored;
  } catch {
    return {};
  }
}

export const settings = new Settings();

/** How these catalogues say something in the current language. */
export function messagesOf<Id extends string>(catalogues: Catalogues<Id>): (id: Id, values?: Values) => string {
  return (id, values) => render(settings.language, templateOf(catalogues, settings.language, id), values);
}

/** A sentence of the client in the current language. */
export const t = messagesOf(client);

export function isMessage(id: string): id is MessageId {
  return id in client.en;
}

/** Names as one reads them out in the current language. */
export const joinNames = (names: readonly string[]): string => listed(settings.language, names);
