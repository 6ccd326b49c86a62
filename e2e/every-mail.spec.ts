import { AxeBuilder } from "@axe-core/playwright";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "./fixtures";

// Every email fits a phone and a mail program's column in each language, and its colours pass axe
// in light and dark. app/domain/email/every-mail.db.test.ts writes them, and checks what they say.

let folder = "";
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "booking-mails-"));
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["node_modules/vitest/vitest.mjs", "run", "--project", "integration", "every-mail"],
    { env: { ...process.env, TEST_PICTURES: folder }, encoding: "utf8" },
  );
  expect(status, stdout + stderr).toBe(0);
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

for (const width of [390, 600])
  test(`every email in every language fits ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    for (const file of readdirSync(folder)) {
      await page.goto(pathToFileURL(join(folder, file)).href);
      const needed = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(needed, file).toBeLessThanOrEqual(width);
    }
  });

for (const colorScheme of ["light", "dark"] as const)
  test(`the colours of every email pass axe, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    for (const file of readdirSync(folder).filter((name) => name.startsWith("en-"))) {
      await page.goto(pathToFileURL(join(folder, file)).href);
      const { violations } = await new AxeBuilder({ page })
        .setLegacyMode()
        .withRules(["color-contrast", "link-in-text-block"])
        .analyze();
      expect(
        violations.map(({ id, nodes }) => [id, nodes[0]?.target]),
        file,
      ).toEqual([]);
    }
  });
