import type { Browser, BrowserContextOptions, Page } from "playwright/test";
import { type Demo, expect } from "./fixtures";

/** Opens the dashboard as the demo company's owner in a new browser. */
export async function openDesk(
  browser: Browser,
  demo: Demo,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  page.on("pageerror", (error) => expect.soft(error.message).toBe(""));
  await page.goto(demo.sign_in_url, { waitUntil: "networkidle" }); // keys work once the page's script runs
  await expect(page.getByRole("heading", { name: "Today" })).toBeVisible();
  return page;
}

/** The status message of the last submitted form. */
export const statusMessage = (page: Page) => page.locator("main").getByRole("status").first();

/** Opens the bookings list and returns the path of its first booking. */
export async function findBooking(page: Page, demo: Demo): Promise<string> {
  await page.goto(`${demo.base_url}/dashboard/bookings`);
  return (await page
    .locator("main table a[href^='/dashboard/bookings/']")
    .first()
    .getAttribute("href"))!; // the demo has bookings
}

/** Switches to the demo's company with classes and returns the id of a class's slot. */
export async function openClass(page: Page, demo: Demo): Promise<string> {
  const listed = await page.request.get(`${demo.base_url}/api/account/tenants`);
  const { data } = (await listed.json()) as { data: { id: string; name: string }[] };
  const yoga = data.find(({ name }) => name === "Saffron Yoga")!; // the demo has it
  const switched = await page.request.post(`${demo.base_url}/api/account/switch`, {
    data: { tenant_id: yoga.id },
    headers: { Origin: demo.base_url },
  });
  expect(switched.ok()).toBe(true);
  const slots = await page.request.get(`${demo.base_url}/api/availability`);
  const { days } = (await slots.json()) as {
    days: { slots: { id: string; capacity: number }[] }[];
  };
  const seats = days.flatMap((day) => day.slots).find(({ capacity }) => capacity > 1);
  return seats!.id; // the company only sells classes
}
