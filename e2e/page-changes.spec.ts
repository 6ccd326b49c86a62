import type { Page } from "playwright/test";
import { AHEAD_SECONDS } from "../app/ui/fetched-ahead";
import { openDesk } from "./desk-page";
import { expect, test } from "./fixtures";
import { percentile, timeOfPress, walkNavigation } from "./page-changes";

// Measures how long the pages of the navigation and a booking's drawer take to open. Only reported,
// because it depends on the machine. A few rounds show that it works; PAGE_CHANGE_ROUNDS=20
// measures.

const ROUNDS = Number(process.env.PAGE_CHANGE_ROUNDS ?? 4);

test("a hovered page is prefetched and opens without another request, but not after a change", async ({
  browser,
  demo,
}) => {
  const page = await openDesk(browser, demo, { viewport: { width: 1280, height: 800 } });
  await page.waitForFunction((ms) => performance.now() > ms, AHEAD_SECONDS * 1000);
  expect(await bytesOfPress(page, "customers")).toBe(0);
  await page.evaluate(() => fetch("/dashboard/customers", { method: "POST" }));
  expect(await bytesOfPress(page, "services")).toBeGreaterThan(0);
});

/**
 * Hovers a navigation link until its data is prefetched, then clicks it; returns the bytes loaded
 * after that.
 */
async function bytesOfPress(page: Page, noun: string): Promise<number> {
  const link = page.locator(`nav a[href="/dashboard/${noun}"]:visible`);
  const ahead = page.waitForResponse((response) => response.url().includes(`/${noun}.data`));
  await link.hover();
  await (await ahead).finished();
  await page.evaluate(() => performance.clearResourceTimings());
  await link.click();
  await expect(link).toHaveAttribute("aria-current", "page");
  const entries = await page.evaluate(
    () => performance.getEntriesByType("resource") as PerformanceResourceTiming[],
  );
  const read = entries.find(
    ({ name, initiatorType }) => initiatorType === "fetch" && name.includes(`/${noun}.data`),
  );
  return read!.transferSize; // the page is displayed
}

test("measures page changes and opening a drawer", async ({ browser, demo }) => {
  const page = await openDesk(browser, demo, { viewport: { width: 1280, height: 800 } });
  await page.goto(`${demo.base_url}/dashboard/settings`, { waitUntil: "networkidle" });
  await walkNavigation(page); // load the pages' scripts once
  const times = new Map<string, number[]>();
  const note = (name: string, ms: number) => times.set(name, [...(times.get(name) ?? []), ms]);
  for (let round = 0; round < ROUNDS; round += 1)
    for (const { page: path, ms } of await walkNavigation(page)) note(path, ms);
  await page.goto(`${demo.base_url}/dashboard/bookings`, { waitUntil: "networkidle" });
  for (let round = 0; round < ROUNDS; round += 1) {
    note(
      "a booking, in a drawer",
      await timeOfPress(page, "main table a[href^='/dashboard/bookings/']"),
    );
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
  for (const [name, all] of times) {
    const words = `${name}: ${percentile(all, 0.5)} ms, at most ${percentile(all, 0.95)} ms for 95 of 100`;
    test.info().annotations.push({ type: "page change", description: words });
    console.log(words);
  }
  expect(times.size).toBeGreaterThan(10);
});
