import { vitePlugin as remix } from "@remix-run/dev";
import { type Rollup, defineConfig } from "vite";
import remixConfig from "./remix.config.js";

/** What a front desk opens first. */
const FIRST_PAGES = ["pages/dashboard/today/route", "pages/dashboard/bookings/route"];

export default defineConfig(({ isSsrBuild = false }) => ({
  plugins: [remix(remixConfig)],
  resolve: { alias: { "~": new URL("./app", import.meta.url).pathname } },
  build: {
    target: "es2022",
    sourcemap: false,
    rollupOptions: isSsrBuild ? {} : { output: { manualChunks: chunkOf } },
  },
}));

/**
 * Names the chunk of a module: what every page needs (packages and own code apart, for packages change less often), what the frame of the
 * dashboard needs, and what its first pages share with others. Left alone, Rollup makes a file of each small component, and on a slow
 * connection each more file delays the first picture.
 */
function chunkOf(id: string, { getModuleInfo }: Rollup.ManualChunkMeta): string | undefined {
  const importers = new Set([id]);
  for (const importer of importers)
    getModuleInfo(importer)?.importers.forEach((each) => importers.add(each));
  const routes = [...importers].flatMap(
    (each) => /\/app\/(root|pages\/.+)\.tsx\?/.exec(each)?.[1] ?? [],
  );
  if (routes.includes("root")) return id.includes("/node_modules/") ? "packages" : "base";
  if (routes.includes("pages/dashboard/layout")) return "frame";
  // A few hundred bytes that most lists need are not worth a request of their own.
  if (id.includes("/app/ui/layout/pager.")) return "desk";
  return routes.length > 1 && FIRST_PAGES.some((page) => routes.includes(page))
    ? "desk"
    : undefined;
}
