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
          // A folder's part takes the folder's name.
          chunkFileNames: ({ moduleIds }) =>
            `${moduleIds.map((id) => /(\w+)\/index\.ts$/.exec(id)?.[1]).find(Boolean) ?? "[name]"}.js`,
        },
      },
    },
  };
}
