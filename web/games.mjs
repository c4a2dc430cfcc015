// The games of the client as a module, `games:folders` (`games:colours` has their colours alone): whatever folder of src/games has a Board.svelte, a
// Lid.svelte (the picture on its box, unless a lid.ts prints one: icons.mjs) or a colours.ts. A game without one is played with the text view.

import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const SRC = path.join(path.dirname(fileURLToPath(import.meta.url)), "src");
const FOLDERS = path.join(SRC, "games");

function source() {
  const games = readdirSync(FOLDERS, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const names = games.map(({ name }) => name).sort();
  const having = (file) => names.filter((name) => existsSync(path.join(FOLDERS, name, file)));
  const table = (name, rows) => `export const ${name} = {${rows.join(",")}};`;
  const key = (name) => JSON.stringify(name);
  return [
    ...having("Lid.svelte").map((name, i) => `import lid${i} from "./games/${name}/Lid.svelte";`),
    ...having("colours.ts").map((name, i) => `import colours${i} from "./games/${name}/colours.ts";`),
    table("BOARDS", having("Board.svelte").map((name) => `${key(name)}: () => import("./games/${name}/Board.svelte")`)),
    table("LIDS", having("Lid.svelte").map((name, i) => `${key(name)}: lid${i}`)),
    table("COLOURS", having("colours.ts").map((name, i) => `${key(name)}: colours${i}`)),
  ].join("\n");
}

/** The colours alone, for pages that draw no board. */
function colours() {
  const names = readdirSync(FOLDERS).filter((name) => existsSync(path.join(FOLDERS, name, "colours.ts"))).sort();
  const lines = names.map((name, i) => `import colours${i} from "./games/${name}/colours.ts";`);
  return [...lines, `export const COLOURS = {${names.map((name, i) => `${JSON.stringify(name)}: colours${i}`).join(",")}};`].join("\n");
}

export const games = {
  name: "games",
  setup(build) {
    build.onResolve({ filter: /^games:(folders|colours)$/ }, ({ path: id }) => ({ path: id, namespace: "games" }));
    build.onLoad({ filter: /.*/, namespace: "games" }, ({ path: id }) => ({ contents: id === "games:colours" ? colours() : source(), loader: "js", resolveDir: SRC, watchDirs: [FOLDERS] }));
  },
};
