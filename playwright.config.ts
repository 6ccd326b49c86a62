import { chromium, defineConfig, devices } from "playwright/test";
import { pathOfTool } from "./app/commands/test-tools.mjs";
import { browserEnvironment } from "./e2e/time";

// The bundled Chromium is found by Playwright itself.
const found = pathOfTool("chromium");
const executablePath = found === null || found === chromium.executablePath() ? undefined : found;
// Chromium's sandbox doesn't work as root, the usual user in containers.
const rootFlags = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"];

export default defineConfig({
  testDir: "e2e",
  testMatch: "**/*.spec.ts",
  outputDir: "test-results/e2e",
  globalSetup: "./e2e/global-setup.ts",
  timeout: 600_000, // only a hang takes this long, also on a machine that is busy with other things
  expect: { timeout: 20_000 },
  retries: 0,
  workers: 1,
  forbidOnly: true,
  reporter: "list",
  use: {
    ...devices["Desktop Chrome"],
    timezoneId: "UTC",
    locale: "en-GB",
    actionTimeout: 60_000, // what never comes fails its test, and does not hold up all others
    // Without the film, which takes a fifth of the time; snapshots of each step stay.
    trace: { mode: "retain-on-failure", screenshots: false },
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath,
      env: browserEnvironment,
      args: process.getuid?.() === 0 ? rootFlags : [],
    },
  },
});
