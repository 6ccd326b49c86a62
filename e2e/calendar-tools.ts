import type { APIRequestContext, Browser, Page } from "playwright/test";
import { callApi, freeDays } from "./desk-tools";
import type { Demo } from "./fixtures";

// Shared set-up of the calendar's stories.

export type Day = Awaited<ReturnType<ReturnType<typeof freeDays>>>;
interface Booked {
  id: string;
  starts_at: string;
  version: number;
}

const nextDay = freeDays();

/** A separate day for each test, with a booking at its first free time. */
export async function aBookedDay(
  request: APIRequestContext,
  demo: Demo,
): Promise<Day & { booked: Booked }> {
  const day = await nextDay(request, demo);
  const customer = { name: "Kaat Vermeulen", email: `kaat-${day.date}@example.com` };
  const body = { slot_id: day.free[0]!.id, customer, notify: false };
  const booked = await callApi<Booked>(request, demo, "/api/bookings", body);
  return { ...day, booked };
}

export async function closePages(browser: Browser): Promise<void> {
  await Promise.all(browser.contexts().map((context) => context.close()));
}

export const pathOf = ({ date, resource_id }: Day) =>
  `/dashboard/calendar?view=day&date=${date}&resource=${resource_id}`;
export const startOf = async (request: APIRequestContext, demo: Demo, { id }: Booked) =>
  (await callApi<Booked>(request, demo, `/api/bookings/${id}`)).starts_at;
export const proposed = (page: Page) => page.getByRole("group", { name: "Proposed move" });
export const lastMove = (page: Page) => page.getByRole("group", { name: "Last move" });

/** Opens the day; drags need the page's script. */
export async function openDay(page: Page, demo: Demo, day: Day): Promise<void> {
  await page.goto(demo.base_url + pathOf(day), { waitUntil: "networkidle" });
}

/** Wall-clock time of an instant at the demo company, `HH:MM`. */
export const wallTime = (instant: string): string =>
  new Intl.DateTimeFormat("en-GB", {
    timeZone: "Europe/Amsterdam",
    hour: "2-digit",
    minute: "2-digit",
  }).format(new Date(instant));

/** Number of arrow presses from the day's first free time to another one. */
export const stepsTo = (day: Day, index: number): number =>
  (Date.parse(day.free[index]!.starts_at) - Date.parse(day.free[0]!.starts_at)) / 900_000;

/** Where to grab a card, and where to drop it so that it starts at a free time. */
export async function wayTo(page: Page, { booked }: { booked: Booked }, slot: { id: string }) {
  const card = page.locator(`[data-booking="${booked.id}"]`);
  const place = page.locator(`[data-place="${slot.id}"]`);
  await place.scrollIntoViewIfNeeded();
  await card.scrollIntoViewIfNeeded();
  const [from, to] = [(await card.boundingBox())!, (await place.boundingBox())!];
  const x = from.x + from.width / 2;
  return { card, from: { x, y: from.y + 8 }, to: { x, y: to.y + 8 } };
}
