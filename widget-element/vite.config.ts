import { fileURLToPath } from "node:url";
import { transformWithEsbuild, type InlineConfig, type Plugin } from "vite";

const here = fileURLToPath(new URL(".", import.meta.url));

/** Where the element's files are produced, to be served under `/widget/`. */
export const OUTPUT = fileURLToPath(new URL("../public/widget/", import.meta.url));

/** The classic script for any page, or the same code as an ES module. */
export type Format = "script" | "module";

export const FILES: Record<Format, string> = { script: "booking-widget.js", module: "booking-widget.mjs" };

const TARGET = "es2022";

const NOTICE = "/*! Contains Lit, Copyright Google LLC, BSD-3-Clause: see LICENSE-lit.txt beside this file. */\n";

/**
 * The last squeeze. Vite leaves the whitespace of ES modules; and once code is minified, the line breaks left are
 * those inside templates, where one space says the same.
 */
const squeeze = (): Plugin => ({
  name: "squeeze",
  enforce: "post",
  async generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== "chunk") continue;
      const options = { loader: "js", minify: true, target: TARGET, legalComments: "none" } as const;
      const { code } = await transformWithEsbuild(chunk.code, chunk.fileName, options);
      chunk.code = NOTICE + code.trim().replace(/\n\s*/g, " ") + "\n";
    }
  },
});

/** The build of one format. Both bring Lit with them: the page has to load nothing else. */
export function widgetConfig(format: Format): InlineConfig {
  return {
    configFile: false,
    root: here,
    publicDir: false,
    logLevel: "warn",
    plugins: [squeeze()],
    build: {
      target: TARGET,
      outDir: OUTPUT,
      emptyOutDir: false,
      lib: {
        entry: `${here}entry-${format}.ts`,
        name: "BookingWidgetScript",
        formats: [format === "script" ? "iife" : "es"],
        fileName: () => FILES[format],
      },
    },
  };
}

export default widgetConfig("script");
