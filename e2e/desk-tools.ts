import {
  type APIRequestContext,
  type Browser,
  type BrowserContextOptions,
  expect,
  type Page,
} from "playwright/test";
import type { Demo } from "./fixtures";

// Shared set-up of the front desk's stories.

/** Opens a page as the demo company's owner. */
export async function openDesk(
  browser: Browser,
  demo: Demo,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  page.on("pageerror", (error) => expect.soft(error.message).toBe(""));
  await page.goto(demo.sign_in_url);
  await expect(page.getByRole("heading", { name: "Today" })).toBeVisible();
  return page;
}

/** Calls the API with the demo's secret key. */
export async function callApi<T>(
  request: APIRequestContext,
  demo: Demo,
  path: string,
  body?: object,
): Promise<T> {
  const headers = { Authorization: `Bearer ${demo.secret_key}` };
  const url = `${demo.base_url}${path}`;
  const answer = await (body === undefined
    ? request.get(url, { headers })
    : request.post(url, { headers, data: body }));
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
  return (await answer.json()) as T;
}

interface Slot {
  id: string;
  resource_id: string;
  schedule_id: string;
  starts_at: string;
  ends_at: string;
  capacity: number;
  bookable: boolean;
}

/**
 * Days on which a resource has many free times of a service and no bookings; each call returns a
 * later day.
 */
export function freeDays() {
  let ahead = 20;
  return async (request: APIRequestContext, demo: Demo) => {
    for (;;) {
      ahead += 1;
      const date = new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);
      const query = new URLSearchParams({
        from: date,
        to: date,
        schedule_id: demo.schedules[0]!.id,
      });
      const { days } = await callApi<{ days: { slots: Slot[] }[] }>(
        request,
        demo,
        `/api/availability?${query}`,
      );
      for (const { id: resource_id, name } of demo.resources) {
        const free = days
          .flatMap(({ slots }) => slots)
          .filter((slot) => slot.bookable && slot.resource_id === resource_id);
        const taken = new URLSearchParams({ resource_id, from: date, to: date, limit: "1" });
        if (free.length < 6) continue;
        const { data } = await callApi<{ data: unknown[] }>(
          request,
          demo,
          `/api/bookings?${taken}`,
        );
        if (data.length === 0) return { date, resource_id, resource: name, free };
      }
    }
  };
}
