// Builds the client into dist/, or where EMBERTABLE_DIST says: `node build.mjs`, with `--watch` on every change.
//
// esbuild bundles and splits; the plugin below compiles Svelte. All styles go into one file, so that the page
// needs no inline style and a strict Content-Security-Policy holds.

import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import * as esbuild from "esbuild";
import { compile, compileModule, preprocess } from "svelte/compiler";
import { games } from "./games.mjs";
import { iconLicence, iconsInto } from "./icons.mjs";
import { locales } from "./locales.mjs";

const ROOT = path.dirname(fileURLToPath(import.meta.url));
const OUT = process.env.EMBERTABLE_DIST || path.join(ROOT, "dist");
const watching = process.argv.includes("--watch");

const FONTS = {
  "fraunces.woff2": "@fontsource-variable/fraunces/files/fraunces-latin-opsz-normal.woff2",
  "source-sans.woff2": "@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2",
};

/** Styles of the components compiled for the client and for the score pad, by file. */
const styles = new Map();
const padStyles = new Map();

const typescript = {
  async script({ content, attributes, filename }) {
    if (attributes.lang !== "ts") return undefined;
    const { code } = await stripTypes(content, filename);
    return { code };
  },
};

function stripTypes(source, sourcefile) {
  return esbuild.transform(source, {
    loader: "ts",
    sourcefile,
    target: "esnext",
    // Imports that look unused here may be used in the markup.
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
  });
}

/** Compiles Svelte, collects the styles, and then says that all is there. */
const svelte = (found, done) => ({
  name: "svelte",
  setup(build) {
    build.onLoad({ filter: /\.svelte$/ }, async ({ path: file }) => {
      const source = await preprocess(await readFile(file, "utf8"), typescript, { filename: file });
      const made = compile(source.code, { filename: file, css: "external", dev: false, runes: true });
      if (made.css?.code) found.set(file, made.css.code);
      return { contents: made.js.code, loader: "js", warnings: made.warnings.map(asWarning) };
    });
    build.onLoad({ filter: /\.svelte\.ts$/ }, async ({ path: file }) => {
      const { code } = await stripTypes(await readFile(file, "utf8"), file);
      const made = compileModule(code, { filename: file, dev: false });
      return { contents: made.js.code, loader: "js" };
    });
    build.onEnd(async (result) => {
      if (result.errors.length === 0) await done(result);
    });
  },
});

function asWarning({ message, filename, start }) {
  return { text: message, location: start && { file: filename, line: start.line, column: start.column } };
}

/** Writes the style sheet, the fonts and the page that names them all. */
async function finish({ metafile }) {
  const assets = path.join(OUT, "assets");
  await mkdir(assets, { recursive: true });
  const fonts = Object.entries(FONTS).map(([name, file]) => [name, `node_modules/${file}`]);
  const files = { ...Object.fromEntries(fonts), "icon.svg": "src/icon.svg", "icon-turn.svg": "src/icon-turn.svg" };
  const names = new Map();
  for (const [name, file] of Object.entries(files)) {
    const bytes = await readFile(path.join(ROOT, file));
    names.set(`/assets/${name}`, `/assets/${hashed(name, bytes)}`);
    await writeFile(path.join(assets, hashed(name, bytes)), bytes);
  }
  const named = (text) => [...names].reduce((known, [name, now]) => known.replaceAll(name, now), text);
  const code = named(await sheetOf(styles));
  const sheet = hashed("style.css", code);
  await writeFile(path.join(assets, sheet), code);

  const main = Object.entries(metafile.outputs).find(([, out]) => out.entryPoint === "src/main.ts");
  const page = await readFile(path.join(ROOT, "src/index.html"), "utf8");
  await writeFile(
    path.join(OUT, "index.html"),
    named(page).replace("STYLE", `/assets/${sheet}`).replace("SCRIPT", `/assets/${path.basename(main[0])}`),
  );
  await writeFile(path.join(assets, "licences.txt"), await licences(metafile));
  if (!watching) await compress(OUT);
  await weigh(metafile);
}

/** The shared styles and those of components. */
async function sheetOf(found) {
  const shared = ["style/style.css", "kit/tokens.css"].map((file) => readFile(path.join(ROOT, "src", file), "utf8"));
  const common = (await Promise.all(shared)).join("\n");
  const own = [...found.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, code]) => code);
  const css = await esbuild.transform([common, ...own].join("\n"), { loader: "css", minify: !watching, target: "es2022" });
  return css.code;
}

/** Writes the score pad as one page with its fonts, styles and script inside; the server adds the data of a game. */
async function finishPad({ outputFiles }) {
  await mkdir(OUT, { recursive: true });
  const dataUrl = async (file, kind) => `data:${kind};base64,${(await readFile(path.join(ROOT, file))).toString("base64")}`;
  let style = await sheetOf(padStyles);
  for (const [name, file] of Object.entries(FONTS)) style = style.replaceAll(`/assets/${name}`, await dataUrl(`node_modules/${file}`, "font/woff2"));
  const script = outputFiles[0].text.replaceAll("</script", "<\\/script");
  const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  const policy = `default-src 'none'; script-src ${hash(script)}; style-src ${hash(style)}; font-src data:; img-src data:; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'`;
  const parts = { POLICY: policy, ICON: await dataUrl("src/icon.svg", "image/svg+xml"), STYLE: style, SCRIPT: script };
  const page = await readFile(path.join(ROOT, "src/pad/pad.html"), "utf8");
  await writeFile(path.join(OUT, "pad.html"), page.replace(/\b(POLICY|ICON|STYLE|SCRIPT)\b/g, (name) => parts[name]));
  await writeFile(path.join(OUT, "pad-worker.js"), await readFile(path.join(ROOT, "src/pad/worker.js")));
}

/** A name that changes with its content, so that browsers may keep the file for ever. */
function hashed(name, bytes) {
  const { name: stem, ext } = path.parse(name);
  return `${stem}-${createHash("sha256").update(bytes).digest("hex").slice(0, 8).toUpperCase()}${ext}`;
}

/** Puts a brotli and a gzip copy beside every text, which the server sends to browsers that read them. */
async function compress(folder) {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath ?? entry.path, entry.name);
    if (!entry.isFile() || !/\.(js|json|css|svg|html|txt)$/.test(entry.name)) continue;
    const bytes = await readFile(file);
    const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } });
    const gzip = gzipSync(bytes, { level: 9 });
    if (brotli.length < bytes.length) await writeFile(`${file}.br`, brotli);
    if (gzip.length < bytes.length) await writeFile(`${file}.gz`, gzip);
  }
}

/** The licences of everything in the client that is not ours: the fonts, and each package that was bundled. */
async function licences(metafile) {
  const files = [...Object.keys(metafile.inputs), ...Object.values(FONTS).map((file) => `node_modules/${file}`)];
  const packages = new Set(files.flatMap((file) => file.match(/node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1] ?? []));
  const texts = [...packages].sort().map(async (name) => {
    const folder = path.join(ROOT, "node_modules", name);
    const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
    if (!file) throw new Error(`${name} has no licence file`);
    return `${name}\n\n${await readFile(path.join(folder, file), "utf8")}`;
  });
  return [...(await Promise.all(texts)), iconLicence()].join(`\n${"=".repeat(72)}\n`);
}

/** Says how much script the client is in all, compressed. */
async function weigh(metafile) {
  let gzip = 0;
  let brotli = 0;
  for (const file of Object.keys(metafile.outputs).filter((name) => name.endsWith(".js"))) {
    const code = await readFile(path.join(ROOT, file));
    gzip += gzipSync(code).length;
    brotli += brotliCompressSync(code).length;
  }
  const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;
  console.log(`script: ${kB(gzip)} gzip, ${kB(brotli)} brotli`);
}

await rm(OUT, { recursive: true, force: true });
const common = {
  absWorkingDir: ROOT,
  bundle: true,
  target: "es2022",
  minify: !watching,
  conditions: ["svelte", "browser", watching ? "development" : "production"],
  logLevel: "warning",
};
const contexts = [
  await esbuild.context({
    ...common,
    entryPoints: ["src/pad/main.ts"],
    outdir: OUT,
    write: false,
    format: "iife",
    plugins: [games, locales, svelte(padStyles, finishPad)],
  }),
  await esbuild.context({
    ...common,
    entryPoints: ["src/main.ts"],
    outdir: path.join(OUT, "assets"),
    splitting: true,
    format: "esm",
    sourcemap: watching ? "linked" : false,
    metafile: true,
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    plugins: [games, locales, iconsInto(path.join(OUT, "assets")), svelte(styles, finish)],
  }),
];
for (const context of contexts) {
  if (watching) {
    await context.watch();
  } else {
    const { warnings } = await context.rebuild();
    await context.dispose();
    if (warnings.length > 0) process.exit(1);
  }
}
