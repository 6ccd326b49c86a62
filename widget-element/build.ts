import { createHash } from "node:crypto";
import { copyFile, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";
import { minify } from "terser";
import { build, transformWithEsbuild } from "vite";
import { TARGET, widgetConfig } from "./vite.config";

/** Output directory, served under `/widget/`. */
const OUTPUT = fileURLToPath(new URL("../public/widget/", import.meta.url));

/** Size limits in bytes, Brotli-compressed (see app/docs/decisions/widget-is-lit.md). */
const LIMITS = {
  "first view": 17_950,
  "answers to the visitor": 6_900,
  "all later steps together": 15_400,
  "each language": 3_150,
  "choices and facts of services": 4_500,
  "timetable of classes": 2_200,
  "timetable of all classes": 1_600,
  "booking repeated weekly": 1_600,
  "several services in one visit": 2_600,
  "draft of an editor": 1_500,
};

const NOTICE = "/*! Lit: LICENSE-lit.txt */\n";

/** One output file. `integrity` is a subresource integrity value (W3C SRI); sizes are in bytes. */
export interface WidgetFile {
  file: string;
  integrity: string;
  bytes: number;
  brotli_bytes: number;
}

/**
 * `script`: the classic script; `hashed`: the same with a content hash in its name; `module`: the
 * same as an ES module; `full`: all parts and languages in one script, for pages that pin an
 * integrity value; `full_module`: the same as a module, for bundlers; `parts`: lazy-loaded by the
 * first three.
 */
export interface WidgetManifest {
  script: WidgetFile;
  hashed: WidgetFile;
  module: WidgetFile;
  full: WidgetFile;
  full_module: WidgetFile;
  full_hashed: WidgetFile;
  parts: WidgetFile[];
}

/** A file with a content hash in its name; earlier builds are kept for pages that pin them. */
const HASHED = /^booking-widget(\.\w+)?\.[0-9a-f]{12}\.m?js$/;

/**
 * Builds the element into `public/widget/` with its manifest; throws if a part exceeds its size
 * limit.
 */
export async function buildWidget(): Promise<WidgetManifest> {
  await clearOutput();
  const { "first.js": first = "", ...later } = await bundle(false);
  const { "first.js": whole = "" } = await bundle(true);

  const codes = new Map<string, string>();
  for (const [file, code] of Object.entries(later))
    codes.set(file.replace(".js", ""), await minified(asPart(code)));
  // One hash for all parts, so a part can load another without knowing its content.
  const parts_hash = hashOf([...codes.values()].join(""));
  const parts = [];
  for (const [name, code] of codes)
    parts.push(await write(`booking-widget.${name}.${parts_hash}.js`, code));

  const script = NOTICE + (await minified(asScript(first, parts_hash), true));
  const full = NOTICE + (await minified(asScript(whole, ""), true));
  const manifest: WidgetManifest = {
    script: await write("booking-widget.js", script),
    hashed: await write(`booking-widget.${hashOf(script)}.js`, script),
    module: await write(
      "booking-widget.mjs",
      NOTICE + (await minified(asModule(first, parts_hash))),
    ),
    full: await write("booking-widget.full.js", full),
    full_module: await write(
      "booking-widget.full.mjs",
      NOTICE + (await minified(asModule(whole, ""))),
    ),
    full_hashed: await write(`booking-widget.full.${hashOf(full)}.js`, full),
    parts,
  };
  const lit = dirname(createRequire(import.meta.url).resolve("lit"));
  await copyFile(join(lit, "LICENSE"), join(OUTPUT, "LICENSE-lit.txt"));
  await writeFile(join(OUTPUT, "manifest.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  checkSizes(manifest);
  return manifest;
}

/** Removes the output of an earlier build. */
async function clearOutput(): Promise<void> {
  await mkdir(OUTPUT, { recursive: true });
  for (const name of await readdir(OUTPUT))
    if (!HASHED.test(name)) await rm(join(OUTPUT, name), { recursive: true, force: true });
}

interface Chunk {
  type: string;
  fileName: string;
  code: string;
  isEntry: boolean;
  isDynamicEntry: boolean;
}

/**
 * The code of each part by file name, as CommonJS. Throws for a module that the bundler gave a file
 * of its own because several parts import it: nothing would load that file.
 */
async function bundle(whole: boolean): Promise<Record<string, string>> {
  const [result] = (await build(widgetConfig(whole))) as { output: Chunk[] }[];
  const chunks = result!.output.filter(({ type }) => type === "chunk");
  const stray = chunks.find(({ isEntry, isDynamicEntry }) => !isEntry && !isDynamicEntry);
  if (stray !== undefined)
    throw new Error(
      `${stray.fileName} is shared by several parts. Import its modules in the first view.`,
    );
  return Object.fromEntries(chunks.map(({ fileName, code }) => [fileName, code]));
}

// Wraps the CommonJS code for each format, which supplies `require` and `exports`. `PARTS` lets
// loader.ts find the other parts. A classic script's URL is only known while it runs, so it is read
// first.
const asScript = (code: string, parts_hash: string) =>
  `(() => { const current_script = document.currentScript, exports = {}, PARTS = "${parts_hash}"; ${code}
  exports.defineBookingWidget(current_script?.src, exports); })()`;
const asModule = (code: string, parts_hash: string) =>
  `export const BookingWidget = (() => { const exports = {}, PARTS = "${parts_hash}"; ${code}
  exports.defineBookingWidget(import.meta.url, exports); return exports.BookingWidget; })();`;
const asPart = (code: string) =>
  `export default (require, loadPart) => { const exports = {}; ${code}
  return exports; }`;

/**
 * Uses two minifiers, as each finds savings the other misses. `ascii_only`: a classic script is
 * decoded with its page's encoding; modules are always UTF-8.
 */
async function minified(code: string, ascii_only = false): Promise<string> {
  const small = await transformWithEsbuild(code, "widget.js", {
    minify: true,
    target: TARGET,
    legalComments: "none",
    charset: "utf8",
  });
  const smaller = await minify(small.code, {
    module: true,
    ecma: 2020,
    compress: { passes: 2, unsafe_arrows: true, pure_getters: true, keep_fargs: false },
    format: { ascii_only, comments: false },
  });
  // The remaining line breaks are inside templates, where HTML treats a space the same.
  return `${smaller.code!.replace(/\n\s*/g, " ")}\n`;
}

const hashOf = (code: string) => createHash("sha256").update(code).digest("hex").slice(0, 12);

async function write(file: string, code: string): Promise<WidgetFile> {
  await writeFile(join(OUTPUT, file), code);
  const bytes = Buffer.from(code);
  const compressed = brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11 },
  });
  const integrity = `sha384-${createHash("sha384").update(bytes).digest("base64")}`;
  return { file, integrity, bytes: bytes.length, brotli_bytes: compressed.length };
}

/** Size per limit, in bytes. */
function sizesOf({
  script,
  module,
  parts,
}: WidgetManifest): [limit: keyof typeof LIMITS, bytes: number][] {
  const sizeOf = new Map(
    parts.map(({ file, brotli_bytes }) => [file.split(".")[1]!, brotli_bytes]),
  );
  const {
    interactions = 0,
    services = 0,
    preview = 0,
    timetable = 0,
    together = 0,
    repeat = 0,
    combine = 0,
    ...others
  } = Object.fromEntries(sizeOf);
  const isLanguage = (name: string) => name.length === 2;
  const steps = Object.entries(others).filter(([name]) => !isLanguage(name));
  const languages = Object.entries(others).filter(([name]) => isLanguage(name));
  return [
    ["first view", Math.max(script.brotli_bytes, module.brotli_bytes)],
    ["answers to the visitor", interactions],
    ["all later steps together", steps.reduce((sum, [, bytes]) => sum + bytes, 0)],
    ["each language", Math.max(...languages.map(([, bytes]) => bytes))],
    ["choices and facts of services", services],
    ["timetable of classes", timetable],
    ["timetable of all classes", together],
    ["booking repeated weekly", repeat],
    ["several services in one visit", combine],
    ["draft of an editor", preview],
  ];
}

function checkSizes(manifest: WidgetManifest): void {
  for (const [limit, bytes] of sizesOf(manifest))
    if (bytes > LIMITS[limit])
      throw new Error(`The widget's ${limit}: ${bytes} bytes, limit ${LIMITS[limit]}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const manifest = await buildWidget();
  const { parts, ...files } = manifest;
  for (const { file, bytes, brotli_bytes } of [...Object.values(files), ...parts] as WidgetFile[])
    console.log(`${file.padEnd(40)} ${bytes} bytes, ${brotli_bytes} brotli`);
  for (const [limit, bytes] of sizesOf(manifest))
    console.log(`${limit.padEnd(40)} ${bytes} of ${LIMITS[limit]}`);
}
