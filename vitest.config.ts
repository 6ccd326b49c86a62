import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const databaseTests = ["{app,prisma}/**/*.db.test.{ts,tsx}"];
// Exhaustive matrices, and tests that start and stop processes: `npm run test:all`, not `npm test`.
const thorough = ["{app,prisma}/**/*.thorough.test.ts"];
// Random or long-running load: `npm run proof`, not `npm test`.
const proofs = ["{app,prisma}/**/*.proof.test.ts"];
// Domain tests share one process per worker, where the product's modules stay loaded. Tests that
// set the environment before the product reads it (testing/settings.ts), and everything outside of
// domain (processes, servers, routes), get separate processes.
const rules = ["app/domain/**/*.db.test.ts"];
const withSettings = [
  "app/domain/{calendars,email,payments,verification}/**/*.db.test.ts",
  "app/domain/account/{close-account,rotate-encryption}.db.test.ts",
  "app/domain/bookings/booking-location.db.test.ts",
  "app/domain/webhooks/webhook-bodies.db.test.ts",
];
const databaseSetup = {
  globalSetup: ["app/testing/database.ts", "app/testing/provide-api-files.ts"],
  setupFiles: ["app/testing/console-error.ts", "app/testing/use-database.ts"],
};

export default defineConfig({
  resolve: { alias: { "~": fileURLToPath(new URL("./app", import.meta.url)) } },
  test: {
    setupFiles: ["app/testing/console-error.ts"],
    // Tests spend half their time waiting for the database and child processes.
    maxWorkers: availableParallelism() + 1,
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
          include: rules,
          exclude: [...withSettings, "**/node_modules/**"],
          isolate: false,
          env: { TEST_SHARED_PROCESS: "1" },
          ...databaseSetup,
        },
      },
      {
        extends: true,
        test: {
          name: "integration-alone",
          include: [...withSettings, "{app/!(domain),prisma}/**/*.db.test.{ts,tsx}"],
          ...databaseSetup,
        },
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
