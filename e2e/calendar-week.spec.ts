import type { APIRequestContext } from "playwright/test";
import { devices } from "playwright/test";
import { aBookedDay, closePages } from "./calendar-tools";
import { callApi, openDesk } from "./desk-tools";
import { type Demo, expect, test } from "./fixtures";

// A week of several people: rows of people, columns of days.

// Each page listens for changes, and a person has five such streams at most.
test.afterEach(({ browser }) => closePages(browser));

/** A booked day with `more` further bookings, a quarter of an hour each. */
async function aBusyDay(request: APIRequestContext, demo: Demo, more: number) {
  const day = await aBookedDay(request, demo);
  const customer = { name: "Iris de Vries", email: "iris.de.vries@example.com" };
  const first = Date.parse(day.free.at(-1)!.ends_at);
  for (let count = 0; count < more; count += 1)
    await callApi(request, demo, "/api/bookings", {
      resource_id: day.resource_id,
      starts_at: new Date(first + count * 15 * 60_000).toISOString(),
      duration_minutes: 15,
      override: true,
      customer,
      notify: false,
    });
  return {
    ...day,
    path: `/dashboard/calendar?view=week&date=${day.date}`,
    cell: `[data-cell="${day.resource_id} ${day.date}"]`,
  };
}

test("a week of everybody fills the window: an entry opens the drawer, its free room the day, and a plus a new booking", async ({
  browser,
  demo,
  request,
}) => {
  const day = await aBusyDay(request, demo, 7);
  const page = await openDesk(browser, demo, { viewport: { width: 1280, height: 800 } });
  await page.goto(demo.base_url + day.path, { waitUntil: "networkidle" });
  const table = page.getByRole("table", { name: "Week by person" });
  await expect(table.getByRole("columnheader")).toHaveCount(7);
  await expect(table.getByRole("rowheader")).toHaveCount(demo.resources.length);
  const foot = await table.locator("xpath=..").evaluate((at) => at.getBoundingClientRect().bottom);
  expect(foot).toBeGreaterThan(770);
  expect(foot).toBeLessThanOrEqual(800);
  expect(
    await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight),
  ).toBeLessThanOrEqual(0);

  const cell = page.locator(day.cell);
  await expect(cell.locator("[data-booking]")).toHaveCount(6);
  await expect(cell.getByRole("link", { name: "2 more" })).toHaveText(/^\+2/);
  const entry = cell.locator(`[data-booking="${day.booked.id}"]`);
  await expect(entry).toContainText("Kaat V.");
  await entry.click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("heading", { name: "Kaat Vermeulen" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(entry).toBeFocused();

  await cell.hover();
  await cell.getByRole("link", { name: /^New booking/ }).click();
  await expect(dialog.getByLabel("Day (optional)")).toHaveValue(day.date);
  await page.keyboard.press("Escape");

  const box = (await cell.boundingBox())!;
  await page.mouse.click(box.x + 6, box.y + box.height - 6);
  await expect(page).toHaveURL(new RegExp(`view=day&date=${day.date}&resource=${day.resource_id}`));
  await expect(page.locator("[data-column]")).toHaveCount(1);
});

test("by keyboard the week is one stop: arrows walk through people and days, Enter opens", async ({
  browser,
  demo,
  request,
}) => {
  const day = await aBusyDay(request, demo, 1);
  const page = await openDesk(browser, demo, { viewport: { width: 1280, height: 800 } });
  await page.goto(demo.base_url + day.path, { waitUntil: "networkidle" });
  await expect(page.locator('[data-place][tabindex="0"]')).toHaveCount(1);
  const cell = page.locator(day.cell);
  const [open, first, second] = [0, 1, 2].map((at) => cell.locator("[data-place]").nth(at));
  await first!.focus();
  await page.keyboard.press("ArrowDown");
  await expect(second!).toBeFocused();
  await expect(page.locator('[data-place][tabindex="0"]')).toHaveCount(1);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await expect(open!).toBeFocused();
  const column = await cell.evaluate((at) => (at as HTMLTableCellElement).cellIndex);
  for (let step = 0; step < column; step += 1) await page.keyboard.press("ArrowLeft");
  await expect(page.locator("tbody th a:focus")).toContainText(day.resource);
  for (let step = 0; step < column; step += 1) await page.keyboard.press("ArrowRight");
  await expect(open!).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(
    page.getByRole("dialog").getByRole("heading", { name: "Kaat Vermeulen" }),
  ).toBeVisible();
});

test("on a phone the days of the week scroll beside the names, and an entry opens", async ({
  browser,
  demo,
  request,
}) => {
  const day = await aBusyDay(request, demo, 1);
  const { defaultBrowserType: _, ...phone } = devices["iPhone 14"]!;
  const page = await openDesk(browser, demo, phone);
  await page.goto(demo.base_url + day.path);
  const entry = page.locator(`[data-booking="${day.booked.id}"]`);
  await entry.scrollIntoViewIfNeeded();
  const name = page.locator("tbody th").first();
  expect((await name.boundingBox())!.x).toBeLessThan(16);
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
  ).toBeLessThanOrEqual(0);
  await entry.tap();
  await expect(
    page.getByRole("dialog").getByRole("heading", { name: "Kaat Vermeulen" }),
  ).toBeVisible();
});

test("a drawer shows its outline while it loads", async ({ browser, demo, request }) => {
  const day = await aBusyDay(request, demo, 0);
  const page = await openDesk(browser, demo, { viewport: { width: 1280, height: 800 } });
  await page.goto(demo.base_url + day.path, { waitUntil: "networkidle" });
  let release = () => {};
  const held = new Promise<void>((done) => (release = done));
  await page.route(/\/dashboard\/bookings\/[^/]+\.data/, async (route) => {
    await held;
    await route.continue();
  });
  await page.locator(`[data-booking="${day.booked.id}"]`).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.locator("[data-outline]")).toBeVisible();
  release();
  await expect(dialog.getByRole("heading", { name: "Kaat Vermeulen" })).toBeVisible();
  await expect(dialog.locator("[data-outline]")).toHaveCount(0);
});
