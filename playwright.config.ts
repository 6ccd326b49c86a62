import { existsSync } from "node:fs";
import { defineConfig, devices } from "@playwright/test";

const executablePath = [process.env.CHROMIUM_PATH, "/usr/bin/chromium"].find((path) => path && existsSync(path));
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
    trace: "retain-on-failure",
    screenshot: "only-on-failure",
    launchOptions: { executablePath, args: process.getuid?.() === 0 ? rootFlags : [] },
  },
});
