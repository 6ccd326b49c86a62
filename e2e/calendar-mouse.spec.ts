import type { APIRequestContext } from "playwright/test";
import {
  aBookedDay,
  closePages,
  lastMove,
  openDay,
  proposed,
  startOf,
  wayTo,
} from "./calendar-tools";
import { callApi, openDesk } from "./desk-tools";
import { type Demo, expect, test } from "./fixtures";

// The calendar by mouse: moving, resizing, blocking and booking, also on the day with 25 hours.

// Each page holds an event stream, and a person has at most five.
test.afterEach(({ browser }) => closePages(browser));

test("mouse: a booking is moved, resized and restored; time is blocked, booked and explained", async ({
  browser,
  demo,
  request,
}) => {
  const day = await aBookedDay(request, demo);
  const page = await openDesk(browser, demo, { viewport: { width: 1280, height: 1000 } });
  await openDay(page, demo, day);
  const { card, from, to } = await wayTo(page, day, day.free[2]!);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 6 });
  await page.mouse.up();
  await expect(proposed(page)).toContainText(`${day.resource}, free`);
  expect(await startOf(request, demo, day.booked)).toBe(day.booked.starts_at); // unchanged so far
  await page.keyboard.press("Enter");
  await expect(lastMove(page)).toContainText("Moved Kaat Vermeulen");
  await expect.poll(() => startOf(request, demo, day.booked)).toBe(day.free[2]!.starts_at);
  await lastMove(page).getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => startOf(request, demo, day.booked)).toBe(day.booked.starts_at);
  await expect(lastMove(page)).toContainText("is back");

  const box = (await card.boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height - 3);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height + 20, { steps: 4 });
  await page.mouse.up();
  await expect(proposed(page)).toContainText("minutes");
  await page.keyboard.press("Escape");
  await expect(proposed(page)).toHaveCount(0);

  const free = page.locator(`[data-place="${day.free[3]!.id}"]`);
  const space = (await free.boundingBox())!;
  await page.mouse.move(space.x + 20, space.y + 3);
  await page.mouse.down();
  await page.mouse.move(space.x + 20, space.y + space.height - 3, { steps: 4 });
  await page.mouse.up();
  await page
    .getByRole("group", { name: "Chosen time" })
    .getByRole("link", { name: "Block time" })
    .click();
  const drawer = page.getByRole("dialog");
  await drawer.getByLabel("Reason (not shown to guests)").fill("Dentist");
  await expect(drawer.getByText("No bookings affected.")).toBeVisible();
  await drawer.getByRole("button", { name: "Block time" }).click();
  await expect(page.locator("[data-off]")).toContainText("Dentist");
  await expect(page.locator("main").getByRole("status").first()).toContainText(
    /^Blocked .*\d\d:\d\d.* for /,
  );
  await page.locator("[data-off]").click();
  await drawer.getByRole("button", { name: "Unblock" }).click();
  await expect(page.locator("[data-off]")).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.locator("[data-off]")).toContainText("Dentist");

  await page.locator("[data-place^=closed]").first().click();
  const why = page.locator("[data-why]");
  await expect(why).toContainText("can be booked online");
  await expect(why.getByRole("link", { name: "Open the time off" })).toBeVisible();
  await why.getByRole("link", { name: "Close" }).click();
  await expect(why).toHaveCount(0);

  await page.locator(`[data-place="${day.free[5]!.id}"]`).click();
  await expect(page).toHaveURL(new RegExp(`slot.*${day.free[5]!.id}`));
  await expect(page.getByRole("searchbox", { name: "Guest" })).toBeVisible();
});

/**
 * The last Sunday of October, when Amsterdam's clocks go back; later than the days of other tests.
 */
function longDay(): string {
  const others = new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10);
  for (let year = Number(others.slice(0, 4)); ; year += 1) {
    const last = new Date(Date.UTC(year, 9, 31));
    last.setUTCDate(31 - last.getUTCDay());
    const date = last.toISOString().slice(0, 10);
    if (date > others) return date;
  }
}

async function blocksOf(request: APIRequestContext, demo: Demo, resource_id: string, date: string) {
  const query = new URLSearchParams({ resource_id, from: date, to: date });
  const { data } = await callApi<{ data: { id: string; starts_at: string }[] }>(
    request,
    demo,
    `/api/blocks?${query}`,
  );
  return data;
}

/** Runs against a persistent company use the same day, so it is cleared first. */
async function freeTheDay(
  request: APIRequestContext,
  demo: Demo,
  resource_id: string,
  date: string,
): Promise<void> {
  const headers = { Authorization: `Bearer ${demo.secret_key}` };
  for (const { id } of await blocksOf(request, demo, resource_id, date))
    await request.delete(`${demo.base_url}/api/blocks/${id}`, { headers });
}

test("the day with 25 hours shows the repeated hour twice, and each is the right one", async ({
  browser,
  demo,
  request,
}) => {
  const date = longDay();
  const resource_id = demo.resources[0]!.id;
  await freeTheDay(request, demo, resource_id, date);
  const night = {
    resource_id,
    starts_at: `${date}T03:00:00+01:00`,
    ends_at: `${date}T06:00:00+01:00`,
    reason: "Night",
  };
  const before = {
    resource_id,
    starts_at: `${date}T00:00:00+02:00`,
    ends_at: `${date}T01:00:00+02:00`,
    reason: null,
  };
  await callApi(request, demo, "/api/blocks", before);
  await callApi(request, demo, "/api/blocks", night);
  const page = await openDesk(browser, demo);
  await page.goto(
    `${demo.base_url}/dashboard/calendar?view=day&date=${date}&resource=${resource_id}`,
    {
      waitUntil: "networkidle",
    },
  );
  const labels = page.locator("[aria-hidden] > span").filter({ hasText: /^0?2:00.*GMT/ });
  await expect(labels).toHaveText([/GMT\+2/, /GMT\+1/]);
  const hour = (await labels.nth(1).boundingBox())!;
  const column = (await page.locator("[data-column]").boundingBox())!;
  await page.mouse.move(column.x + 150, hour.y + 10);
  await page.mouse.down();
  await page.mouse.move(column.x + 150, hour.y + 45, { steps: 4 });
  await page.mouse.up();
  await page.getByRole("link", { name: "Block time" }).last().click();
  await page.getByRole("dialog").getByRole("button", { name: "Block time" }).click();
  await expect(page.locator("[data-off]")).toHaveCount(3);
  const data = await blocksOf(request, demo, resource_id, date);
  expect(
    data.map(({ starts_at }) => starts_at).filter((at) => at.startsWith(`${date}T01:`)),
  ).toHaveLength(1);
});
