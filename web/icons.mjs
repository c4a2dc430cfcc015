// The icons of the client, picked from the npm package @iconify-json/game-icons (CC BY 3.0) at build time.
//
// `icons:signs` is the address of one SVG file with every sign that src/kit/signs.ts names; `icons:art` has the address
// of each game's art, made of src/games/<game>/cast.ts; `icons:lids` that of the picture on its box, made of lid.ts beside it; `icons:niches` that of the scene for its running tables, made of niche.ts; `icons:worker` that of the script that draws it; `icons:credits` says
// who drew the icons. So no icon weighs on the scripts, and none that is unused is shipped. An icon that the package lacks fails the build.

import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";

const ROOT = path.dirname(fileURLToPath(import.meta.url));
const KIT = path.join(ROOT, "src", "kit");
const GAMES = path.join(ROOT, "src", "games");
const SIGNS = path.join(KIT, "signs.ts");

/** Who drew which icon, from the folders of github.com/game-icons/icons: the package does not say. */
const AUTHORS = JSON.parse(readFileSync(path.join(ROOT, "icon-authors.json"), "utf8"));
const { icons } = JSON.parse(readFileSync(createRequire(import.meta.url).resolve("@iconify-json/game-icons/icons.json"), "utf8"));

/** The icons that this build ships. */
const shipped = new Set();

/** The outline of an icon, in a box of 512 by 512. */
function outline(name) {
  shipped.add(name);
  const body = icons[name]?.body;
  if (!body) throw new Error(`game-icons has no icon "${name}"`);
  return body.match(/ d="([^"]*)"/)[1];
}

/** The exports of a file of plain data. */
async function evaluated(file) {
  const made = await esbuild.build({ entryPoints: [file], bundle: true, write: false, format: "esm", platform: "node", logLevel: "silent" });
  return import(`data:text/javascript;base64,${Buffer.from(made.outputFiles[0].text).toString("base64")}`);
}

async function signs() {
  const { SIGNS: picks, DRAWN: drawn } = await evaluated(SIGNS);
  const symbols = [
    ...Object.entries(picks).map(([id, name]) => `<symbol id="${id}" viewBox="0 0 512 512"><path fill="currentColor" d="${outline(name)}"/></symbol>`),
    ...Object.entries(drawn).map(([id, markup]) => `<symbol id="${id}" viewBox="0 0 16 16">${markup}</symbol>`),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join("")}</svg>`;
}

/** The games that have such a file, by name, with the file. */
function having(name) {
  const folders = readdirSync(GAMES, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const files = folders.map((folder) => [folder.name, path.join(GAMES, folder.name, name)]);
  return files.filter(([, file]) => existsSync(file)).sort();
}
const games = () => having("cast.ts");

/** The picture on the lid of a game's box, which its lid.ts draws. */
async function lid(file) {
  const { lid: draw } = await evaluated(file);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 320" width="480" height="640">${draw(outline)}</svg>`;
}

/** The scene that stands for a running table of a game, which its niche.ts draws. */
async function niche(file) {
  const { niche: draw } = await evaluated(file);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 240" width="960" height="480">${draw(outline)}</svg>`;
}

/** What a game ships: its figures and signs, and the outlines of the icons they name. */
async function art(file) {
  const { FIGURES: figures, SIGNS: signs = {} } = await evaluated(file);
  const layers = Object.values(figures).flatMap((figure) => figure.layers);
  const names = new Set([...layers.flatMap((layer) => layer.icon ?? []), ...Object.values(signs)]);
  return JSON.stringify({ figures, signs, icons: Object.fromEntries([...names].sort().map((name) => [name, outline(name)])) });
}

/** Who drew the shipped icons: authors with their icons. */
function authors() {
  const drawn = Object.entries(AUTHORS).map(([author, names]) => [author, names.filter((name) => shipped.has(name))]);
  const unknown = [...shipped].filter((name) => !drawn.some(([, names]) => names.includes(name)));
  if (unknown.length > 0) throw new Error(`icon-authors.json does not say who drew ${unknown.join(", ")}`);
  return drawn.filter(([, names]) => names.length > 0);
}

/** The licence of the shipped icons, and who drew them. */
export function iconLicence() {
  const lines = authors().map(([author, names]) => `Icons made by ${author}: ${names.join(", ")}.`);
  return `@iconify-json/game-icons\n\nFrom https://game-icons.net, under Creative Commons Attribution 3.0 (https://creativecommons.org/licenses/by/3.0/).\nThe outlines are unchanged; light, hatching, bodies and combinations are ours.\n\n${lines.join("\n")}\n`;
}

/** The plugin, which writes the files it makes into the folder `assets`. */
export function iconsInto(assets) {
  /** Writes a file whose name changes with its content, so that it can be cached for good. */
  async function written(name, ending, text) {
    const file = `${name}-${createHash("sha256").update(text).digest("hex").slice(0, 8).toUpperCase()}.${ending}`;
    if (assets) {
      await mkdir(assets, { recursive: true });
      await writeFile(path.join(assets, file), text);
    }
    return `/assets/${file}`;
  }
  const modules = {
    signs: async () => written("signs", "svg", await signs()),
    art: async () => Object.fromEntries(await Promise.all(games().map(async ([name, file]) => [name, await written(`art-${name}`, "json", await art(file))]))),
    lids: async () => Object.fromEntries(await Promise.all(having("lid.ts").map(async ([name, file]) => [name, await written(`lid-${name}`, "svg", await lid(file))]))),
    niches: async () => Object.fromEntries(await Promise.all(having("niche.ts").map(async ([name, file]) => [name, await written(`niche-${name}`, "svg", await niche(file))]))),
    worker: async () => {
      const made = await esbuild.build({ entryPoints: [path.join(KIT, "worker.ts")], bundle: true, write: false, minify: true, format: "esm", target: "es2022" });
      return written("worker", "js", made.outputFiles[0].text);
    },
    credits: async () => {
      await Promise.all([signs(), ...games().map(([, file]) => art(file)), ...having("lid.ts").map(([, file]) => lid(file)), ...having("niche.ts").map(([, file]) => niche(file))]);
      return authors().map(([author, names]) => ({ author, icons: names.length }));
    },
  };
  return {
    name: "icons",
    setup(build) {
      build.onStart(() => shipped.clear());
      build.onResolve({ filter: /^icons:/ }, ({ path: id }) => ({ path: id.slice("icons:".length), namespace: "icons" }));
      build.onLoad({ filter: /.*/, namespace: "icons" }, async ({ path: name }) => ({
        contents: JSON.stringify(await modules[name]()),
        loader: "json",
        watchFiles: [SIGNS, ...games().map(([, file]) => file), ...["lid.ts", "niche.ts"].flatMap((name) => having(name).map(([, file]) => file)), ...readdirSync(KIT).map((file) => path.join(KIT, file))],
      }));
    },
  };
}
