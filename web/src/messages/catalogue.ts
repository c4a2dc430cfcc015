// Templates to sentences, as the engine's catalogues write them; plural rules, numbers and lists are the browser's own.

export type Value = string | number;
export type Values = Readonly<Record<string, Value>>;

/** The templates of each language by their ids; English has all of them. */
export interface Catalogues<Id extends string> {
  readonly en: Readonly<Record<Id, string>>;
  readonly [language: string]: Readonly<Partial<Record<Id, string>>>;
}

/** The template of a message; English where the language has none. */
export function templateOf<Id extends string>(catalogues: Catalogues<Id>, language: string, id: Id): string {
  return catalogues[language]?.[id] ?? catalogues.en[id];
}

/** `{name}` is the value, `{n:move|moves}` the number with its noun; more forms than two are named by their CLDR categories. */
export function render(language: string, template: string, values: Values = {}): string {
  return template.replace(/\{(\w+)(?::([^}]*))?\}/g, (whole, name: string, forms?: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    const shown = typeof value === "number" ? numeral(language, value) : value;
    return forms === undefined ? shown : `${shown} ${plural(language, Number(value), forms)}`;
  });
}

function plural(language: string, n: number, spec: string): string {
  const forms = spec.split("|");
  const named = new Map(
    spec.includes("=") ? forms.map((form) => form.split("=", 2) as [string, string]) : [["one", forms[0] ?? ""], ["other", forms.at(-1) ?? ""]],
  );
  return named.get(pluralRules(language).select(n)) ?? named.get("other") ?? "";
}

/** A number as a language writes it, with a real minus sign. */
function numeral(language: string, n: number): string {
  return numbers(language).format(n).replace("-", MINUS);
}

/** A change, to a tenth: +2, −3.5, 0. */
export function change(language: string, n: number): string {
  return changes(language).format(n).replace("-", MINUS);
}

const MINUS = "\u2212";

/** Names as one reads them out: "Ada, Bruno, and Clara". */
export function listed(language: string, names: readonly string[]): string {
  return lists(language).format(names);
}

const pluralRules = once((language) => new Intl.PluralRules(language));
const numbers = once((language) => new Intl.NumberFormat(language));
const changes = once((language) => new Intl.NumberFormat(language, { signDisplay: "exceptZero", maximumFractionDigits: 1 }));
const lists = once((language) => new Intl.ListFormat(language, { type: "conjunction" }));

/** Formatters are slow to make: one for each language is enough. */
function once<T>(make: (language: string) => T): (language: string) => T {
  const made = new Map<string, T>();
  return (language) => {
    const known = made.get(language) ?? make(language);
    made.set(language, known);
    return known;
  };
}
