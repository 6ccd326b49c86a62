import { chromium, defineConfig, devices } from "playwright/test";
import { pathOfTool } from "./app/commands/test-tools.mjs";
import { browserEnvironment } from "./e2e/time";

// Its own is left to Playwright, which knows its parts.
const found = pathOfTool("chromium");
const executablePath = found === null || found === chromium.executablePath() ? undefined : found;
// Chromium's own sandbox does not work for root, which is who runs in a container.
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
    // Without its film, which takes a fifth of the time: what a page held at each step is there.
    trace: { mode: "retain-on-failure", screenshots: false },
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath,
      env: browserEnvironment,
      args: process.getuid?.() === 0 ? rootFlags : [],
    },
  },
});
