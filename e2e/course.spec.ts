import type { APIRequestContext } from "playwright/test";
import { expectAccessible, keepPicture } from "./accessible";
import { callApi } from "./desk-tools";
import { type Demo, expect, test } from "./fixtures";

// A guest books a course: all of its dates together.

/** A class that is given daily, and sold as a course of eight dates for adults and children. */
async function aCourse(request: APIRequestContext, demo: Demo, name: string) {
  const { slug } = await callApi<{ slug: string }>(request, demo, "/api/tenant");
  const { id } = await callApi<{ id: string }>(request, demo, "/api/resources", {
    name,
    type: "class",
    capacity: 10,
  });
  const starts_on = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  const service = await callApi<{ id: string }>(request, demo, "/api/schedules", {
    name: `Yoga in ${name}`,
    resource_ids: [id],
    duration_minutes: 60,
    price_amount: 2000,
    max_advance_days: 40,
    person_kinds: [
      { id: "adult", name: "Adult", price_amount: null, takes_seat: true },
      { id: "child", name: "Child", price_amount: 900, takes_seat: true },
    ],
    rules: [{ days: [1, 2, 3, 4, 5, 6, 7], start: "18:00", end: "19:00" }],
    course: { name: `Yoga for beginners, ${name}`, starts_on, dates: 8, price_amount: 12_000 },
  });
  return {
    address: `${demo.base_url}/book/${slug}?service=${service.id}`,
    bookings: async () =>
      (
        await callApi<{ data: { price_amount: number; series: { of: number } | null }[] }>(
          request,
          demo,
          `/api/bookings?schedule_id=${service.id}&sort=starts_at`,
        )
      ).data,
    archive: () =>
      request.patch(`${demo.base_url}/api/resources/${id}`, {
        headers: { Authorization: `Bearer ${demo.secret_key}` },
        data: { active: false },
      }),
  };
}

const SCREENS = [
  {
    name: "narrow",
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
    colorScheme: "dark",
  },
  {
    name: "wide",
    javaScriptEnabled: true,
    viewport: { width: 1280, height: 900 },
    colorScheme: "light",
  },
] as const;

for (const { name, ...screen } of SCREENS)
  test(`one adult and one child book a course of eight on the booking page, ${name}`, async ({
    browser,
    demo,
    request,
  }) => {
    const course = await aCourse(request, demo, `Studio ${name}`);
    const page = await (await browser.newContext({ ...screen, locale: "en-GB" })).newPage();
    await page.goto(course.address);
    const dates = page.locator(".course .dates li");
    await expect(dates).toHaveCount(8);
    await expect(page.locator(".course")).toContainText("€120");
    await expect(page.locator(".course")).toContainText("Places left: 10");
    await keepPicture(page, `course-${name}`);
    // Axe needs JavaScript.
    if (screen.javaScriptEnabled) await expectAccessible(page, "A course");
    await page.getByRole("link", { name: "Book the course" }).click();
    await page.getByLabel("Name").fill("Greta Course");
    await page.getByLabel("Email").fill(`greta-course-${name}@example.com`);
    await page.getByLabel(/^Child/).fill("1");
    await page.getByRole("button", { name: /^Book the course/ }).click();
    await expect(page.getByText("Below is the price for everyone.")).toBeVisible();
    await expect(page.getByText("€192").first()).toBeVisible();
    await keepPicture(page, `course-form-${name}`);
    await page.getByRole("button", { name: /^Book the course/ }).click();
    await expect(page).toHaveURL(/\/manage\//);
    await keepPicture(page, `course-booked-${name}`);
    const made = await course.bookings();
    expect(made.map(({ price_amount, series }) => [price_amount, series?.of])).toEqual(
      Array(8).fill([2400, 8]),
    );
    await course.archive();
  });
