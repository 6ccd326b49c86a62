import { openDesk } from "./desk-page";
import { expect, test } from "./fixtures";
import { percentile, timeOfPress, walkNavigation } from "./page-changes";

// How long each page of the navigation and a booking over the list take to come. The figures are told, not judged: they depend on the machine.

const ROUNDS = 20;

test("how fast the pages of the navigation and a drawer come is measured", async ({ browser, demo }) => {
  const page = await openDesk(browser, demo, { viewport: { width: 1280, height: 800 } });
  await page.goto(`${demo.base_url}/dashboard/settings`, { waitUntil: "networkidle" });
  await walkNavigation(page); // the scripts of the pages are read once
  const times = new Map<string, number[]>();
  const note = (name: string, ms: number) => times.set(name, [...(times.get(name) ?? []), ms]);
  for (let round = 0; round < ROUNDS; round += 1)
    for (const { page: path, ms } of await walkNavigation(page)) note(path, ms);
  await page.goto(`${demo.base_url}/dashboard/bookings`, { waitUntil: "networkidle" });
  for (let round = 0; round < ROUNDS; round += 1) {
    note("a booking, in a drawer", await timeOfPress(page, "main table a[href^='/dashboard/bookings/']"));
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
