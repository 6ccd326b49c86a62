import { fileURLToPath } from "node:url";
import type { InlineConfig, Plugin } from "vite";

const here = fileURLToPath(new URL(".", import.meta.url));

export const TARGET = "es2022";

/** Leaves the loading of a part to loader.ts. */
const partsByLoader: Plugin = {
  name: "parts-by-loader",
  renderDynamicImport: ({ targetModuleId }) =>
    targetModuleId ? { left: "loadPart(", right: ")" } : null,
};

/**
 * The element in parts: the first, and what loads later. Written as CommonJS, whose `exports` and `require` the build makes into what each
 * format needs: parts that load later take from the first what they share, whichever format it has. `whole`: all in one.
 */
export function widgetConfig(whole: boolean): InlineConfig {
  return {
    configFile: false,
    root: here,
    publicDir: false,
    logLevel: "warn",
    plugins: whole ? [] : [partsByLoader],
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
          // A folder's part is named after the folder.
          chunkFileNames: ({ moduleIds }) =>
            `${moduleIds.map((id) => /(\w+)\/index\.ts$/.exec(id)?.[1]).find(Boolean) ?? "[name]"}.js`,
        },
      },
    },
  };
}

export default widgetConfig(true);
