// Templates to sentences, as the engine's catalogues write them.

export type Value = string | number;

/** `{name}` is the value, `{n:move|moves}` the number with its noun. */
export function render(template: string, values: Readonly<Record<string, Value>> = {}): string {
  return template.replace(/\{(\w+)(?::([^}|]*)\|([^}]*))?\}/g, (whole, name: string, one?: string, many?: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    if (one === undefined) return String(value);
    return `${value} ${Number(value) === 1 ? one : many}`;
  });
}
