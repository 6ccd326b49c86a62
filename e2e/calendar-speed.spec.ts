import type { APIRequestContext, Page } from "playwright/test";
import { callApi, openDesk } from "./desk-tools";
import { type Demo, expect, test } from "./fixtures";

// Measures the time from an input to the next frame, with 300 cards and with none. Only reported,
// because it depends on the machine.

const CARDS = 300;
/** Nobody else of the tests uses these weeks. */
const DAYS_AHEAD = 150;

const monday = (daysAhead: number): string => {
  const date = new Date(Date.now() + daysAhead * 86_400_000);
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  return date.toISOString().slice(0, 10);
};

/** Fills a week of a resource with bookings of a quarter of an hour. */
async function fillWeek(
  request: APIRequestContext,
  demo: Demo,
  resource_id: string,
  first: string,
): Promise<void> {
  const customer = { name: "Iris Blom", email: "iris.blom@example.com" };
  for (let count = 0; count < CARDS; count += 1) {
    const starts =
      Date.parse(`${first}T06:00:00Z`) +
      (count % 7) * 86_400_000 +
      Math.floor(count / 7) * 20 * 60_000;
    const body = {
      resource_id,
      starts_at: new Date(starts).toISOString(),
      duration_minutes: 15,
      override: true,
    };
    await callApi(request, demo, "/api/bookings", { ...body, customer, notify: false });
  }
}

/** Longest time from an input to the next frame in ms; browsers round to steps of 8. */
async function slowestInput(page: Page): Promise<number> {
  await page.evaluate(() => {
    const slowest = { ms: 0 };
    Object.assign(window, { slowest });
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) slowest.ms = Math.max(slowest.ms, duration);
    });
    observer.observe({
      type: "event",
      durationThreshold: 16,
      buffered: false,
    } as PerformanceObserverInit);
  });
  const places = page.locator("[data-place]");
  await places.nth(5).focus();
  for (const key of ["ArrowDown", "ArrowDown", "ArrowRight", "ArrowUp", "ArrowLeft"])
    await page.keyboard.press(key);
  const column = page.locator("[data-column]").nth(1);
  const box = (await column.boundingBox())!;
  const [x, y] = [box.x + box.width - 3, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let step = 1; step <= 12; step += 1) await page.mouse.move(x, y + step * 8);
  await page.mouse.up();
  await expect(
    page
      .getByRole("group")
      .filter({ has: page.getByRole("button") })
      .first(),
  ).toBeVisible();
  await page.keyboard.press("Escape");
  const frames = () =>
    new Promise<void>((done) =>
      requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(() => done()))),
    );
  await page.evaluate(frames);
  return page.evaluate(() => (window as unknown as { slowest: { ms: number } }).slowest.ms);
}

test("measures input latency with 300 cards and with an empty calendar", async ({
  browser,
  demo,
  request,
}) => {
  const resource = demo.resources[0]!.id;
  const first = monday(DAYS_AHEAD);
  await fillWeek(request, demo, resource, first);
  const page = await openDesk(browser, demo, { viewport: { width: 1280, height: 900 } });
  const measure = async (date: string) => {
    await page.goto(
      `${demo.base_url}/dashboard/calendar?view=week&date=${date}&resource=${resource}`,
      { waitUntil: "networkidle" },
    );
    const cards = await page.locator("[data-card]").count();
    const times: number[] = [];
    for (let run = 0; run < 3; run += 1) times.push(await slowestInput(page));
    return { cards, ms: times.sort((a, b) => a - b)[1]! };
  };
  const empty = await measure("2030-01-07");
  const full = await measure(first);
  const words = `${full.cards} cards: ${full.ms} ms; ${empty.cards} cards: ${empty.ms} ms`;
  test.info().annotations.push({ type: "slowest input", description: words });
  console.log(words);
  expect(full.cards).toBeGreaterThanOrEqual(CARDS);
  expect(empty.cards).toBe(0);
});
