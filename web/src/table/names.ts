/** Names of things in the player's language, as the game's catalogue lists them: "companion.A07". */
export class Names {
  constructor(private readonly names: Readonly<Record<string, string>>) {}

  name(group: string, id: string | number): string {
    return this.names[`${group}.${id}`] ?? String(id);
  }
}
