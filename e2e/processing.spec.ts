import { expectAccessible } from "./accessible";
import { openDesk, statusMessage } from "./desk-page";
import { callApi } from "./desk-tools";
import { expect, test } from "./fixtures";

// A colour whose stylist cuts someone else's hair while it works.

interface Made {
  id: string;
}

for (const [width, colorScheme] of [
  [1280, "light"],
  [390, "dark"],
] as const)
  test(`a processing time is set, booked into and drawn, ${width} px wide`, async ({
    browser,
    demo,
    request,
  }) => {
    const name = `Stylist ${width}`;
    const { id } = await callApi<Made>(request, demo, "/api/resources", { name, type: "person" });
    const service = (more: object) =>
      callApi<Made>(request, demo, "/api/schedules", {
        resource_ids: [id],
        private: true, // not among the services that other tests see on a website
        rules: [{ days: [1, 2, 3, 4, 5, 6, 7], start: "09:00", end: "17:00" }],
        step_minutes: 15,
        min_notice_minutes: 0,
        ...more,
      });
    const colour = await service({ name: `Colour by ${name}`, duration_minutes: 150 });
    const cut = await service({ name: `Cut by ${name}`, duration_minutes: 45 });
    const page = await openDesk(browser, demo, {
      viewport: { width, height: 900 },
      colorScheme,
    });
    await page.goto(`${demo.base_url}/dashboard/services/${colour.id}/price`, {
      waitUntil: "networkidle",
    });
    await page.getByLabel("Starts after (minutes)").fill("45");
    await page.getByLabel("Processing (minutes)").fill("60");
    await page.getByLabel("Processing (minutes)").scrollIntoViewIfNeeded();
    await expectAccessible(page, `Price tab with a processing time, ${width}`);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(statusMessage(page)).toContainText("Saved");

    const date = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
    const free = async (schedule: Made) => {
      const { days } = await callApi<{ days: { slots: { id: string; starts_at: string }[] }[] }>(
        request,
        demo,
        `/api/availability?schedule_id=${schedule.id}&resource_id=${id}&from=${date}&to=${date}`,
      );
      return days[0]!.slots;
    };
    const book = (slot_id: string, guest: string) =>
      callApi<Made>(request, demo, "/api/bookings", {
        slot_id,
        customer: { name: guest, email: `${guest.toLowerCase().replace(" ", ".")}@example.com` },
        notify: false,
      });
    const [first] = await free(colour);
    const booking = await book(first!.id, "Lena Vos");
    const between = (await free(cut))[0]!;
    expect(Date.parse(between.starts_at) - Date.parse(first!.starts_at)).toBe(45 * 60_000);
    const guest = await book(between.id, "Bram Kok");
    await page.goto(`${demo.base_url}/dashboard/calendar?view=day&date=${date}&resource=${id}`, {
      waitUntil: "networkidle",
    });
    const card = page.locator(`[data-booking="${booking.id}"]`).first();
    await expect(card).toHaveAttribute("aria-label", /processing/);
    await expect(page.locator(`[data-booking="${guest.id}"]`).first()).toBeVisible();
    if (width === 1280) await expect(card.locator("[data-gap]")).toBeVisible();
    await expectAccessible(page, `Calendar with a processing time, ${width}`);
    await request.patch(`${demo.base_url}/api/resources/${id}`, {
      headers: { Authorization: `Bearer ${demo.secret_key}` },
      data: { active: false },
    });
  });
