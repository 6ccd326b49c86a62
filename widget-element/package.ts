import { spawnSync } from "node:child_process";
import { copyFile, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { transformWithEsbuild } from "vite";
import { TARGET } from "./vite.config";

const here = fileURLToPath(new URL(".", import.meta.url));
const built = join(here, "../public/widget");
const dist = join(here, "dist");

/** Files in the package: the full build as script and module, which bundlers use unchanged. */
const FILES = ["booking-widget.full.mjs", "booking-widget.full.js", "LICENSE-lit.txt"];

/** Creates `dist/`, the target of package.json's exports, from the element built by build.ts. */
async function buildPackage(): Promise<void> {
  await rm(dist, { recursive: true, force: true });
  await mkdir(dist);
  for (const file of FILES) await copyFile(join(built, file), join(dist, file));
  const react = await readFile(join(here, "react.ts"), "utf8");
  const { code } = await transformWithEsbuild(react, "react.ts", {
    target: TARGET,
    sourcemap: false,
  });
  await writeFile(join(dist, "react.js"), code);
  const tsc = join(
    dirname(createRequire(import.meta.url).resolve("typescript/package.json")),
    "bin/tsc",
  );
  const { status } = spawnSync(process.execPath, [tsc, "-p", join(here, "tsconfig.package.json")], {
    stdio: "inherit",
  });
  if (status !== 0) throw new Error("The package's types cannot be made.");
}

await buildPackage();
