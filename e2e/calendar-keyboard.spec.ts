import type { APIRequestContext } from "playwright/test";
import {
  aBookedDay,
  closePages,
  type Day,
  lastMove,
  openDay,
  proposed,
  startOf,
  stepsTo,
  wallTime,
} from "./calendar-tools";
import { callApi, openDesk } from "./desk-tools";
import { type Demo, expect, test } from "./fixtures";

// Moving bookings by keyboard, within their service or to another.

// Each page holds an event stream, and a person has at most five.
test.afterEach(({ browser }) => closePages(browser));

test("keyboard: the grid is one tab stop; arrows navigate and move, m picks up, Shift resizes, digits switch views", async ({
  browser,
  demo,
  request,
}) => {
  const day = await aBookedDay(request, demo);
  const page = await openDesk(browser, demo);
  await openDay(page, demo, day);
  await expect(page.locator('[data-place][tabindex="0"]')).toHaveCount(1); // once the page's script runs
  const card = page.locator(`[data-booking="${day.booked.id}"]`);
  await card.focus();
  await page.keyboard.press("ArrowDown");
  await expect(card).not.toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(card).toBeFocused();
  await expect(page.locator('[data-place][tabindex="0"]')).toHaveCount(1); // once the page's script runs
  await page.keyboard.press("m");
  const status = page.getByRole("status").filter({ hasText: day.resource });
  const steps = stepsTo(day, 1);
  for (let step = 0; step < steps; step += 1) await page.keyboard.press("ArrowDown");
  await expect(status).toContainText(`${day.resource}, free`);
  await page.keyboard.press("Shift+ArrowDown");
  await expect(status).toContainText("minutes");
  await page.keyboard.press("Escape");
  await expect(proposed(page)).toHaveCount(0);
  await page.keyboard.press("m");
  for (let step = 0; step < steps; step += 1) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect.poll(() => startOf(request, demo, day.booked)).toBe(day.free[1]!.starts_at);
  await expect(lastMove(page)).toContainText("Moved Kaat Vermeulen");

  const other = {
    slot_id: day.free[0]!.id,
    customer: { name: "Wout Aerts", email: null },
    notify: false,
  };
  await callApi(request, demo, "/api/bookings", other);
  await expect(page.locator("[data-booking]")).toHaveCount(2);
  await card.focus();
  await page.keyboard.press("m");
  for (let step = 0; step < steps; step += 1) await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await page.getByRole("alert").getByRole("button", { name: "Move there over capacity" }).click();
  await expect.poll(() => startOf(request, demo, day.booked)).toBe(day.free[0]!.starts_at);
  for (const [key, view] of Object.entries({ 2: "week", 3: "month", 4: "agenda", 1: "day" })) {
    await page.keyboard.press(key);
    await expect(page).toHaveURL(new RegExp(`view=${view}`));
  }
  await page.keyboard.press("t");
  await expect(page).not.toHaveURL(new RegExp(day.date));
});

/** Adds a service on the same resource with the same free times and duration. */
async function anotherService(request: APIRequestContext, demo: Demo, day: Day): Promise<string> {
  const [first, last] = [day.free[0]!, day.free.at(-1)!];
  const between = (Date.parse(day.free[1]!.starts_at) - Date.parse(first.starts_at)) / 60_000;
  const { id } = await callApi<{ id: string }>(request, demo, "/api/schedules", {
    name: "Silk press",
    resource_ids: [day.resource_id],
    rules: [],
    overrides: [
      {
        date: day.date,
        intervals: [{ start: wallTime(first.starts_at), end: wallTime(last.ends_at) }],
      },
    ],
    duration_minutes: (Date.parse(first.ends_at) - Date.parse(first.starts_at)) / 60_000,
    step_minutes: between,
    max_advance_days: 400,
  });
  return id;
}

test("a drop keeps the service; changing it is a named choice that can be undone", async ({
  browser,
  demo,
  request,
}) => {
  const day = await aBookedDay(request, demo);
  const own = demo.schedules[0]!;
  const other = await anotherService(request, demo, day);
  const stateOf = async () => {
    const { starts_at, schedule_id } = await callApi<{ starts_at: string; schedule_id: string }>(
      request,
      demo,
      `/api/bookings/${day.booked.id}`,
    );
    return [starts_at, schedule_id];
  };
  const page = await openDesk(browser, demo, { viewport: { width: 1280, height: 1000 } });
  await openDay(page, demo, day);
  const card = page.locator(`[data-booking="${day.booked.id}"]`);
  const steps = stepsTo(day, 2);
  const pickUp = async () => {
    await card.focus();
    await page.keyboard.press("m");
    for (let step = 0; step < steps; step += 1) await page.keyboard.press("ArrowDown");
  };
  await pickUp();
  await expect(page.locator(`[data-free="${day.free[2]!.id}"][data-own]`)).toHaveCount(1);
  await expect(proposed(page)).not.toContainText("→");
  await page.keyboard.press("Enter");
  await expect.poll(stateOf).toEqual([day.free[2]!.starts_at, own.id]);
  await lastMove(page).getByRole("button", { name: "Undo" }).click();
  await expect.poll(stateOf).toEqual([day.booked.starts_at, own.id]);
  await expect(lastMove(page)).toContainText("is back");

  await pickUp();
  await proposed(page).getByLabel("Service").selectOption("Silk press");
  await expect(proposed(page)).toContainText(`${own.name} → Silk press`);
  await proposed(page).getByRole("button", { name: /^Move/ }).click();
  await expect(lastMove(page)).toContainText("as Silk press");
  await expect.poll(stateOf).toEqual([day.free[2]!.starts_at, other]);
  await lastMove(page).getByRole("button", { name: "Undo" }).click();
  await expect.poll(stateOf).toEqual([day.booked.starts_at, own.id]);
  await page.goto(`${demo.base_url}/dashboard/bookings/${day.booked.id}`);
  await expect(page.getByText(`Moved, ${own.name} → Silk press`)).toBeVisible();
  await expect(page.getByRole("list").getByText(`Moved, Silk press → ${own.name}`)).toBeVisible();
});
