import { createHash } from "node:crypto";
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";
import { build } from "vite";
import { FILES, OUTPUT, widgetConfig, type Format } from "./vite.config";

/** The largest compressed size of everything needed to book in one language. */
const LIMIT_BYTES = 20_000;

/** One produced file. `integrity` is a subresource integrity value (W3C SRI), sizes are in bytes. */
export interface WidgetFile {
  file: string;
  integrity: string;
  bytes: number;
  brotli_bytes: number;
}

/** `hashed` is the same script under a name that changes with its content, for pages that pin it. */
export interface WidgetManifest {
  script: WidgetFile;
  hashed: WidgetFile;
  module: WidgetFile;
}

/** A file under a name that changes with its content: one of an earlier build stays, for the pages that pin it. */
const HASHED = /^booking-widget\.[0-9a-f]{12}\.m?js$/;

/** Builds the element into `public/widget/` with its manifest; throws when a file is over the size limit. */
export async function buildWidget(): Promise<WidgetManifest> {
  await mkdir(OUTPUT, { recursive: true });
  for (const name of await readdir(OUTPUT))
    if (!HASHED.test(name)) await rm(join(OUTPUT, name), { recursive: true, force: true });
  await build(widgetConfig("script"));
  await build(widgetConfig("module"));
  const lit = dirname(createRequire(import.meta.url).resolve("lit"));
  await copyFile(join(lit, "LICENSE"), join(OUTPUT, "LICENSE-lit.txt"));
  const script = await describe("script");
  const code = await readFile(join(OUTPUT, script.file));
  const hash = createHash("sha256").update(code).digest("hex").slice(0, 12);
  const hashed = { ...script, file: `booking-widget.${hash}.js` };
  await writeFile(join(OUTPUT, hashed.file), code);
  const manifest = { script, hashed, module: await describe("module") };
  await writeFile(join(OUTPUT, "manifest.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  for (const { file, brotli_bytes } of [manifest.script, manifest.module]) {
    if (brotli_bytes > LIMIT_BYTES) throw new Error(`${file}: ${brotli_bytes} bytes brotli, limit ${LIMIT_BYTES}`);
  }
  return manifest;
}

async function describe(format: Format): Promise<WidgetFile> {
  const file = FILES[format];
  const code = await readFile(join(OUTPUT, file));
  const compressed = brotliCompressSync(code, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
  const integrity = `sha384-${createHash("sha384").update(code).digest("base64")}`;
  return { file, integrity, bytes: code.length, brotli_bytes: compressed.length };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const { file, bytes, brotli_bytes } of Object.values(await buildWidget())) {
    console.log(`${file.padEnd(36)} ${bytes} bytes, ${brotli_bytes} brotli (limit ${LIMIT_BYTES})`);
  }
}
