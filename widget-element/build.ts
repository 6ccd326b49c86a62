import { createHash } from "node:crypto";
import { copyFile, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";
import { minify } from "terser";
import { build, transformWithEsbuild } from "vite";
import { en } from "./texts/en";
import { enActing } from "./texts/en-acting";
import { enLater } from "./texts/en-later";
import { enOptional } from "./texts/en-optional";
import { TARGET, widgetConfig } from "./vite.config";

/** Where the element's files are produced, to be served under `/widget/`. */
const OUTPUT = fileURLToPath(new URL("../public/widget/", import.meta.url));

/**
 * The largest compressed sizes, just above what the parts have now: none grows unnoticed. Asked are 17.5 kB for the first view, 12 kB for all
 * later steps together, and 2.5 kB for a language.
 */
const LIMITS = { first: 13_900, acting: 5_600, later: 8_300, optional: 2_700, language: 2_300 };

/**
 * Names of ours that no page, no browser, no library and no answer of the service knows: they are written short, the same in every part.
 * Names of texts that are put together (`error_` and a code) stay, and so does one that the service uses too (`verification`, `alternatives`).
 */
const OURS = [
  ...Object.keys({ ...en, ...enActing, ...enLater, ...enOptional }).filter(
    (name) => name.includes("_") && !/^error_|^party_size$/.test(name),
  ),
  ...`act acts advance announce announcement asked askFullTimes asks_which begin bookables changeParty changeZone chose controller
    dialogView direction emptyMonth failure first_resource_id fitParty flow focused_day focusOn fullGroup fullTimes goOn goToDay holding
    interest kept_hold known landed later_problem laterViews limits loadActs loadLater loaded memoryOf missed missedDay momentFacts
    monthLoaded monthWith moveByKey moveFocus otherZones prefetch prefetchNext proceed redraw remembers report resume retry_after_seconds
    retry_at roomy settings showDialog showErrors showIfPicking shown speak touched trouble turnMonth wanted wear`.split(
    /\s+/,
  ),
];
const mangleProps = new RegExp(`^(_\\$.+|${[...new Set(OURS)].join("|")})$`);
let mangleCache: Record<string, string | false> = {};

const NOTICE = "/*! After Lit, BSD-3-Clause: see LICENSE-lit.txt. */\n";

/** One produced file. `integrity` is a subresource integrity value (W3C SRI), sizes are in bytes. */
export interface WidgetFile {
  file: string;
  integrity: string;
  bytes: number;
  brotli_bytes: number;
}

/**
 * `script`: the classic script; `hashed`: the same under a name that changes with its content; `module`: the same as an ES module; `full`:
 * all parts and languages in one script, for pages that pin an integrity value; `full_module`: the same as a module, for bundlers; `parts`: what
 * the first three load.
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

/** A file under a name that changes with its content: one of an earlier build stays, for the pages that pin it. */
const HASHED = /^booking-widget(\.\w+)?\.[0-9a-f]{12}\.m?js$/;

/** Builds the element into `public/widget/` with its manifest; throws when a part is over its size limit. */
export async function buildWidget(): Promise<WidgetManifest> {
  await mkdir(OUTPUT, { recursive: true });
  for (const name of await readdir(OUTPUT))
    if (!HASHED.test(name)) await rm(join(OUTPUT, name), { recursive: true, force: true });
  const { "first.js": first = "", ...others } = await codeOf(false);
  const { "first.js": whole = "" } = await codeOf(true);
  await nameShort([first, ...Object.values(others)]);
  const bodies = new Map<string, string>();
  for (const [file, code] of Object.entries(others))
    bodies.set(file.replace(".js", ""), await squeeze(partOf(code), "utf8"));
  // One hash for all: a part that loads another need not know what that one is made of.
  const hash = hashOf([...bodies.values()].join(""));
  const parts = [];
  for (const [name, part] of bodies) parts.push(await write(`booking-widget.${name}.${hash}.js`, part));
  const linked = `const PARTS="${hash}";${first}`;
  const script = NOTICE + (await squeeze(scriptOf(linked)));
  const full = NOTICE + (await squeeze(scriptOf(`const PARTS="";${whole}`)));
  const manifest: WidgetManifest = {
    script: await write("booking-widget.js", script),
    hashed: await write(`booking-widget.${hashOf(script)}.js`, script),
    module: await write("booking-widget.mjs", NOTICE + (await squeeze(moduleOf(linked)))),
    full: await write("booking-widget.full.js", full),
    full_module: await write("booking-widget.full.mjs", NOTICE + (await squeeze(moduleOf(`const PARTS="";${whole}`)))),
    full_hashed: await write(`booking-widget.full.${hashOf(full)}.js`, full),
    parts,
  };
  const lit = dirname(createRequire(import.meta.url).resolve("lit"));
  await copyFile(join(lit, "LICENSE"), join(OUTPUT, "LICENSE-lit.txt"));
  await writeFile(join(OUTPUT, "manifest.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  checkSizes(manifest);
  return manifest;
}

function checkSizes({ script, module, parts }: WidgetManifest): void {
  const check = ({ file, brotli_bytes }: WidgetFile, limit: number) => {
    if (brotli_bytes > limit) throw new Error(`${file}: ${brotli_bytes} bytes brotli, limit ${limit}`);
  };
  check(script, LIMITS.first);
  check(module, LIMITS.first);
  for (const part of parts) {
    const name = part.file.split(".")[1] as keyof typeof LIMITS;
    check(part, LIMITS[name] ?? LIMITS.language);
  }
}

/** The code of each part by its file's name, as CommonJS. */
async function codeOf(whole: boolean): Promise<Record<string, string>> {
  const [result] = (await build(widgetConfig(whole))) as {
    output: { type: string; fileName: string; code: string }[];
  }[];
  return Object.fromEntries(
    result!.output.filter(({ type }) => type === "chunk").map((part) => [part.fileName, part.code]),
  );
}

// Where a script came from is known only while it runs, so it is read first.
const scriptOf = (code: string) =>
  `(()=>{const script=document.currentScript,exports={};${code}\nexports.defineBookingWidget(script?.src,exports)})()`;
const moduleOf = (code: string) =>
  `export const BookingWidget=(()=>{const exports={};${code}\nexports.defineBookingWidget(import.meta.url,exports);return exports.BookingWidget})();`;
const partOf = (code: string) => `export default(require,loadPart)=>{const exports={};${code}\nreturn exports}`;

const variables: string[] = [];

/** The style sheets' own custom properties (`--_accent`), written short; those of the page (`--booking-accent`) stay. */
const shortVariables = (source: string): string =>
  source.replace(/--_[\w-]+/g, (name) => {
    if (!variables.includes(name)) variables.push(name);
    return `--${variables.indexOf(name).toString(36)}`;
  });

/** Chooses the short names, those used most the shortest, so that they are the same in every part. */
async function nameShort(codes: string[]): Promise<void> {
  await squeeze(codes.map((code) => `{${code}}`).join("\n"));
}

/**
 * Modules are always read as UTF-8, a classic script in the encoding of the page. Once code is minified, the line breaks left are those
 * inside templates, where one space says the same.
 */
async function squeeze(source: string, charset: "ascii" | "utf8" = "ascii"): Promise<string> {
  const options = {
    loader: "js",
    minify: true,
    target: TARGET,
    legalComments: "none",
    charset,
    mangleProps,
    mangleCache,
  } as const;
  const { code, ...made } = await transformWithEsbuild(shortVariables(source), "part.js", options);
  mangleCache = (made as unknown as { mangleCache: typeof mangleCache }).mangleCache;
  const one_line = code.trim().replace(/\n\s*/g, " ");
  const ascii_only = charset === "ascii";
  const smaller = await minify(one_line, {
    module: charset === "utf8",
    ecma: 2020,
    compress: { passes: 3, unsafe_arrows: true, pure_getters: true, keep_fargs: false },
    format: { ascii_only, comments: false },
  });
  return `${smaller.code}\n`;
}

const hashOf = (code: string) => createHash("sha256").update(code).digest("hex").slice(0, 12);

async function write(file: string, code: string): Promise<WidgetFile> {
  await writeFile(join(OUTPUT, file), code);
  const bytes = Buffer.from(code);
  const compressed = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
  const integrity = `sha384-${createHash("sha384").update(bytes).digest("base64")}`;
  return { file, integrity, bytes: bytes.length, brotli_bytes: compressed.length };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { parts, ...files } = await buildWidget();
  for (const { file, bytes, brotli_bytes } of [...Object.values(files), ...parts] as WidgetFile[])
    console.log(`${file.padEnd(40)} ${bytes} bytes, ${brotli_bytes} brotli`);
}
