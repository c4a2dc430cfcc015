// The modules that web/icons.mjs makes.

declare module "icons:signs" {
  /** The address of the file with all signs. */
  const address: string;
  export default address;
}

declare module "icons:art" {
  /** The address of each game's art. */
  const addresses: Readonly<Record<string, string>>;
  export default addresses;
}

declare module "icons:credits" {
  /** Who drew the icons of the client, and how many. */
  const credits: readonly { readonly author: string; readonly icons: number }[];
  export default credits;
}

declare module "icons:worker" {
  /** The address of the worker that draws figures. */
  const address: string;
  export default address;
}

declare module "icons:lids" {
  /** The address of the picture on each game's box. */
  const addresses: Readonly<Record<string, string>>;
  export default addresses;
}

declare module "icons:niches" {
  /** The address of the scene that stands for a running table of each game. */
  const addresses: Readonly<Record<string, string>>;
  export default addresses;
}
