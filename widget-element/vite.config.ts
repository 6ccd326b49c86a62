import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { InlineConfig, Plugin } from "vite";

const here = fileURLToPath(new URL(".", import.meta.url));

export const TARGET = "es2022";

/** Leaves loading parts to loader.ts. */
const partsByLoader: Plugin = {
  name: "parts-by-loader",
  renderDynamicImport: ({ targetModuleId }) =>
    targetModuleId ? { left: "loadPart(", right: ")" } : null,
};

const ENGLISH = "app/i18n/en/widget.json";

/** Puts each section of the English texts into the part that imports it. */
const englishBySection: Plugin = {
  name: "english-by-section",
  enforce: "pre",
  transform: (code) =>
    code.replace(
      new RegExp(`(import \\{ (\\w+) \\} from "[./]+${ENGLISH})"`, "g"),
      (_, before: string, section: string) => `${before}?${section}"`,
    ),
  async load(id) {
    const [file = "", section] = id.split("?");
    if (!file.endsWith(ENGLISH) || !section) return null;
    const texts = JSON.parse(await readFile(file, "utf8")) as Record<string, object>;
    return JSON.stringify({ [section]: texts[section] });
  },
};

/**
 * Builds the element in parts: the first, and lazy ones. Emits CommonJS, whose `exports` and
 * `require` the build adapts to each format, so lazy parts reuse the first part's modules in any
 * format. `whole`: a single bundle.
 */
export function widgetConfig(whole: boolean): InlineConfig {
  return {
    configFile: false,
    root: here,
    publicDir: false,
    logLevel: "warn",
    plugins: whole ? [englishBySection] : [englishBySection, partsByLoader],
    build: {
      target: TARGET,
      write: false,
      minify: false,
      cssMinify: true,
      lib: { entry: `${here}entry.ts`, formats: ["cjs"] },
      rollupOptions: {
        preserveEntrySignatures: "allow-extension",
        output: {
          inlineDynamicImports: whole,
          exports: "named",
          esModule: false,
          strict: false,
          minifyInternalExports: true,
          generatedCode: { preset: "es2015", symbols: false },
          entryFileNames: "first.js",
          // A folder's part takes the folder's name, a language's texts those of the language.
          chunkFileNames: ({ moduleIds }) =>
            `${moduleIds.map((id) => /(\w+)\/(index\.ts|widget\.json)$/.exec(id)?.[1]).find(Boolean) ?? "[name]"}.js`,
        },
      },
    },
  };
}
