// Runs the tests of plain functions under node's own runner: `node test.mjs`.

import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import { games } from "./games.mjs";
import { iconsInto } from "./icons.mjs";
import { locales } from "./locales.mjs";

const ROOT = path.dirname(fileURLToPath(import.meta.url));
const out = mkdtempSync(path.join(tmpdir(), "embertable-web-"));
try {
  const files = readdirSync(path.join(ROOT, "test")).filter((name) => name.endsWith(".test.ts"));
  await esbuild.build({
    entryPoints: files.map((name) => path.join(ROOT, "test", name)),
    outdir: out,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    format: "esm",
    platform: "node",
    plugins: [games, locales, iconsInto(null)],
    logLevel: "warning",
  });
  const built = files.map((name) => path.join(out, name.replace(/\.ts$/, ".mjs")));
  process.exitCode = spawnSync(process.execPath, ["--test", ...built], { stdio: "inherit", env: { ...process.env, EMBERTABLE_WEB: ROOT } }).status ?? 1;
} finally {
  rmSync(out, { recursive: true, force: true });
}
