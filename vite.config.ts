import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { type Plugin, type Rollup, defineConfig } from "vite";
import remixConfig from "./remix.config.js";

/** Pages without scripts and with inlined styles: nothing of them is fetched by a browser. */
const GUEST_ROUTES =
  /\/app\/pages\/(guest|public\/(approvals|book))\/.*\?__remix-build-client-route$/;

/** The pages that a front desk opens first. */
const FIRST_PAGES = ["pages/dashboard/today/route", "pages/dashboard/bookings/route"];

/**
 * Empties the client modules of guest pages, which would otherwise move their texts and schemas into
 * chunks that the dashboard loads.
 */
const withoutGuestScripts: Plugin = {
  name: "without-guest-scripts",
  enforce: "post",
  transform: (_code, id) => (GUEST_ROUTES.test(id) ? { code: "export {};", map: null } : undefined),
};

export default defineConfig(({ isSsrBuild = false }) => ({
  plugins: [tailwindcss(), remix(remixConfig), withoutGuestScripts],
  resolve: { alias: { "~": new URL("./app", import.meta.url).pathname } },
  // Texts are read by key; a named export for each would double their files.
  json: { namedExports: false },
  build: {
    target: "es2022",
    sourcemap: false,
    copyPublicDir: false, // served from where it is (app/http/static-files.server.ts)
    rollupOptions: isSsrBuild ? {} : { output: { manualChunks: chunkOf } },
  },
}));

/**
 * Groups modules into chunks: what every page needs (packages and own code separately, since
 * packages change less often), the dashboard's frame, and what its first pages share. By default
 * Rollup would create a file per small component, and on a slow connection each file delays the
 * first paint.
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
  // A few hundred bytes used by most lists don't justify a separate request.
  if (id.includes("/app/ui/layout/pager.")) return "desk";
  return routes.length > 1 && FIRST_PAGES.some((page) => routes.includes(page))
    ? "desk"
    : undefined;
}
