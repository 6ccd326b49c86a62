import { availableParallelism } from "node:os";
import tailwindcss from "@tailwindcss/vite";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vitest/config";

const databaseTests = ["{app,prisma}/**/*.db.test.{ts,tsx}"];
// Exhaustive matrices, and tests that start and stop processes: `npm run test:all`, not `npm test`.
const thorough = ["{app,prisma}/**/*.thorough.test.ts"];
// Random or long-running load: `npm run proof`, not `npm test`.
const proofs = ["{app,prisma}/**/*.proof.test.ts"];
// Most tests of the database share a process per worker, where the product's modules stay loaded: importing them takes longer than most tests.
// A process per file is for tests that set the environment before the product reads it (testing/settings.ts), start processes, or look at
// what a process has once: limits, figures, traces, queues, pools.
const alone = [
  "app/{commands,lib}/**/*.db.test.ts",
  "app/http/{limits,limits-elsewhere,limits-page,provider-sign-in}.db.test.ts",
  "app/jobs/**/*.db.test.ts",
  "app/domain/account/rotate-encryption.db.test.ts",
  "app/domain/calendars/{adding,channels,connecting,feed,google-feed,providers}.db.test.ts",
  "app/domain/email/postmark.db.test.ts",
  "app/domain/email/twilio-texts.db.test.ts",
  "app/domain/payments/{kept-errors,legacypay-routes,races,random-money,webhook-refused}.db.test.ts",
  "app/pages/form-fields.db.test.ts",
  "app/pages/dashboard/analytics/analytics.db.test.ts",
  "app/pages/dashboard/bookings/booking/pay-link.db.test.ts",
  "app/pages/dashboard/settings/calendars/calendars.db.test.ts",
  "app/pages/public/demo-sign-in/demo-sign-in.db.test.ts",
  "app/testing/{bytes,csrf,csrf-pages,guest-limit}.db.test.ts",
  "app/testing/{isolation,overbooking,web-process}.db.test.ts",
  "prisma/**/*.db.test.ts",
];
// These share processes too, of a service with a payment provider.
const payments = [
  "app/domain/account/close-account.db.test.ts",
  "app/domain/courses/course-refunds.db.test.ts",
  "app/domain/{payments,receipts}/**/*.db.test.ts",
  "app/domain/webhooks/webhook-bodies.db.test.ts",
  "app/pages/dashboard/payments/**/*.db.test.ts",
  "app/pages/public/book/book-due.db.test.ts",
  "app/pages/public/onboarding/onboarding-payments.db.test.ts",
  "app/testing/{booking-shapes,demo-payments}.db.test.ts",
];
// A machine may stall for longer than the product waits for its database.
const patient = { DATABASE_TIMEOUT_FACTOR: "10" };
const databaseSetup = {
  globalSetup: ["app/testing/database.ts"],
  setupFiles: ["app/testing/console-error.ts", "app/testing/use-database.ts"],
};

/** Compiled, a file with import.meta.glob lists the files that matched, so the cache would hide new ones. */
const freshGlobs: Plugin = {
  name: "fresh-globs",
  configureVitest({ experimental_defineCacheKeyGenerator: defineKey }) {
    defineKey(({ sourceCode }) => (sourceCode.includes("import.meta.glob") ? false : undefined));
  },
};

export default defineConfig({
  plugins: [freshGlobs, tailwindcss()],
  resolve: { alias: { "~": fileURLToPath(new URL("./app", import.meta.url)) } },
  test: {
    // The style sheets that pages inline.
    css: { include: [/\/(guest|book)\.css/] },
    setupFiles: ["app/testing/console-error.ts"],
    // Tests spend half their time waiting for the database and child processes.
    maxWorkers: availableParallelism() + 1,
    // Projects share what is transformed: two thirds of the time that an import takes.
    experimental: { fsModuleCache: true },
    // Against hangs only, also on a machine that is busy with other things: no test says how fast something is.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    env: {
      TZ: "UTC",
      RATE_LIMITS: "off",
      BASE_URL: "http://127.0.0.1:3000",
      ENCRYPTION_KEY: Buffer.alloc(32, "test").toString("base64"),
      DATABASE_URL: "postgresql://none@127.0.0.1:1/none",
    },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["{app,prisma,widget-element}/**/*.test.{ts,tsx}"],
          exclude: [...databaseTests, ...thorough, ...proofs, "**/node_modules/**"],
        },
      },
      {
        extends: true,
        test: {
          name: "integration",
          include: databaseTests,
          exclude: [...alone, ...payments, "**/node_modules/**"],
          isolate: false,
          env: { ...patient, TEST_SHARED_PROCESS: "1" },
          ...databaseSetup,
        },
      },
      {
        extends: true,
        test: {
          name: "integration-payments",
          include: payments,
          exclude: alone,
          isolate: false,
          env: { ...patient, TEST_SHARED_PROCESS: "payments" },
          globalSetup: databaseSetup.globalSetup,
          setupFiles: [...databaseSetup.setupFiles, "app/testing/use-payments.ts"],
        },
      },
      {
        extends: true,
        test: { name: "integration-alone", include: alone, env: patient, ...databaseSetup },
      },
      {
        extends: true,
        test: { name: "thorough", include: thorough, ...databaseSetup },
      },
      {
        extends: true,
        test: { name: "proof", include: proofs, ...databaseSetup },
      },
    ],
  },
});
