// The settings of this browser: language, speed, sound, motion, letters, and the name to sit down with.

import client from "locales:client";
import LANGUAGES from "locales:languages";
import { change, listed, render, templateOf, type Catalogues, type Values } from "./messages/catalogue.ts";
import { TOLD, type Told } from "./stage/announcer.ts";
import { SPEEDS, type Speed } from "./stage/tempo.ts";

export { LANGUAGES };
export type MessageId = keyof (typeof client)["en"];

const STORAGE_KEY = "embertable.settings";

export const CONFIRM = ["lost", "always"] as const;
export const LETTERS = ["normal", "large"] as const;

/** What can be set to one of a few words. */
const WORDS = { speed: SPEEDS, told: TOLD, confirm: CONFIRM, letters: LETTERS } as const;

interface Stored {
  language?: string;
  sound?: boolean;
  /** From 0 to 1. */
  volume?: number;
  motion?: boolean;
  speed?: Speed;
  /** What screen readers are told of what others do. */
  told?: Told;
  /** What asks once more before it is done: only what loses the game, or everything that cannot be undone. */
  confirm?: (typeof CONFIRM)[number];
  letters?: (typeof LETTERS)[number];
  /** Whether bots say why they decide as they do. */
  comments?: boolean;
  /** Whether partners see which option I look at. */
  share?: boolean;
  /** Whether a hidden page may show a notification when it is my turn. */
  notify?: boolean;
  name?: string;
}

class Settings {
  language = $state(preferred(navigator.languages));
  sound = $state(true);
  volume = $state(0.6);
  motion = $state(!matchMedia("(prefers-reduced-motion: reduce)").matches);
  speed = $state<Speed>("normal");
  told = $state<Told>("all");
  confirm = $state<(typeof CONFIRM)[number]>("lost");
  letters = $state<(typeof LETTERS)[number]>("normal");
  comments = $state(true);
  share = $state(false);
  notify = $state(false);
  name = $state("");

  constructor() {
    const stored = read();
    if (stored.language && LANGUAGES.includes(stored.language)) this.language = stored.language;
    for (const name of ["sound", "motion", "comments", "share", "notify"] as const) {
      if (typeof stored[name] === "boolean") this[name] = stored[name];
    }
    for (const name of ["speed", "told", "confirm", "letters"] as const) {
      if ((WORDS[name] as readonly unknown[]).includes(stored[name])) Object.assign(this, { [name]: stored[name] });
    }
    if (typeof stored.volume === "number") this.volume = Math.min(Math.max(stored.volume, 0), 1);
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

/** A change in the current language: +2, −3, 0. */
export const signed = (n: number): string => change(settings.language, n);

/** Names as one reads them out in the current language. */
export const joinNames = (names: readonly string[]): string => listed(settings.language, names);
