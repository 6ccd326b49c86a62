import type { APIRequestContext } from "playwright/test";
import { openDesk, statusMessage } from "./desk-page";
import { callApi } from "./desk-tools";
import { countPresses } from "./count-presses";
import { type Demo, expect, test } from "./fixtures";

const DAYS_AHEAD = 9;
const date = new Date(Date.now() + DAYS_AHEAD * 86_400_000).toISOString().slice(0, 10);

interface Slot {
  id: string;
  resource_id: string;
}

/** Ann has ten bookings on a day; Ben has time for eight of them. */
async function tenBookings(request: APIRequestContext, demo: Demo) {
  const make = (name: string) =>
    callApi<{ id: string }>(request, demo, "/api/resources", { name, type: "person" });
  const [ann, ben] = [await make("Ann"), await make("Ben")];
  const rules = [{ days: [1, 2, 3, 4, 5, 6, 7], start: "09:00", end: "14:00" }];
  const service = await callApi<{ id: string }>(request, demo, "/api/schedules", {
    name: "Short cut",
    resource_ids: [ann.id, ben.id],
    duration_minutes: 30,
    min_notice_minutes: 0,
    rules,
  });
  const query = new URLSearchParams({ schedule_id: service.id, from: date, to: date });
  const findFree = async () => {
    const { days } = await callApi<{ days: { slots: Slot[] }[] }>(
      request,
      demo,
      `/api/availability?${query}`,
    );
    return days.flatMap(({ slots }) => slots);
  };
  await expect.poll(async () => (await findFree()).length).toBe(20);
  const slots = await findFree();
  const of = ({ id }: { id: string }) => slots.filter(({ resource_id }) => resource_id === id);
  for (const [index, slot] of [...of(ann), ...of(ben).slice(0, 2)].entries())
    await callApi(request, demo, "/api/bookings", {
      slot_id: slot.id,
      customer: { name: `Guest ${index + 1}` },
      notify: false,
    });
  return ann;
}

test(
  "a colleague with ten bookings is ill: closing and moving takes at most five clicks and can be undone",
  { tag: "@story" },
  async ({ browser, demo, request }) => {
    const ann = await tenBookings(request, demo);
    const page = await openDesk(browser, demo, { viewport: { width: 1280, height: 900 } });
    await page.goto(
      `${demo.base_url}/dashboard/calendar?view=day&date=${date}&resource=${ann.id}`,
      { waitUntil: "networkidle" },
    );
    const press = countPresses(page);
    await press.click(page.getByRole("button", { name: /^Ill this day ?: Ann/ }));
    await expect(page.getByRole("heading", { name: "Ann is off" })).toBeVisible();
    await expect(page.getByRole("heading", { name: "10 bookings to move" })).toBeVisible();
    await press.click(page.getByRole("button", { name: "Move 8 to colleagues" }));
    await expect(statusMessage(page)).toContainText("8 bookings moved");
    await expect(page.getByRole("heading", { name: "2 bookings to move" })).toBeVisible();
    await press.click(page.getByRole("button", { name: /^Move ?: / }).first());
    await expect(page.getByRole("heading", { name: "1 booking to move" })).toBeVisible();
    await press.click(page.getByRole("button", { name: /^Keep ?: / }));
    await expect(page.getByRole("heading", { name: "No bookings to move" })).toBeVisible();
    expect(press.count()).toBeLessThanOrEqual(5);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByRole("heading", { name: "1 booking to move" })).toBeVisible();
  },
);
