import { devices, type Page } from "playwright/test";
import { aBookedDay, closePages, pathOf } from "./calendar-tools";
import { callApi, openDesk } from "./desk-tools";
import { expect, test } from "./fixtures";

// The calendar's appearance: untruncated cards, bars that match the figures, and short keyboard
// paths.

// Each page holds an event stream, and a person has at most five.
test.afterEach(({ browser }) => closePages(browser));

/** Texts of cards whose content is cut off at the bottom. */
const clipped = (page: Page) =>
  page
    .locator("[data-card]")
    .evaluateAll((cards) =>
      cards
        .filter((card) =>
          [
            card.querySelector("[data-text]")!,
            ...card.querySelectorAll("[data-text] *:not(svg, path)"),
          ].some(
            (part) =>
              part.scrollHeight > part.clientHeight && getComputedStyle(part).display !== "inline",
          ),
        )
        .map(
          (card) => `${(card as HTMLElement).offsetHeight} px: ${card.getAttribute("aria-label")}`,
        ),
    );

test("no card truncates its text, in the day and week views, with 24-hour and 12-hour clocks", async ({
  browser,
  demo,
  request,
}) => {
  const { date, resource_id, free } = await aBookedDay(request, demo);
  const customer = { name: "Anne-Sophie van den Berg", email: "as@example.com" };
  let starts = Date.parse(free.at(-1)!.ends_at);
  for (const duration_minutes of [15, 15, 20, 30, 45, 60, 90]) {
    const body = {
      resource_id,
      starts_at: new Date(starts).toISOString(),
      duration_minutes,
      override: true,
    };
    await callApi(request, demo, "/api/bookings", { ...body, customer, notify: false });
    starts += duration_minutes * 60_000;
  }
  for (const locale of ["en-NL", "en-US"]) {
    const page = await openDesk(browser, demo, { locale, viewport: { width: 1280, height: 800 } });
    for (const query of [
      `view=day`,
      `view=day&resource=${resource_id}`,
      `view=week&resource=${resource_id}`,
    ])
      for (const size of [
        { width: 1280, height: 800 },
        { width: 390, height: 844 },
      ]) {
        await page.setViewportSize(size);
        await page.goto(`${demo.base_url}/dashboard/calendar?date=${date}&${query}`);
        await expect(page.locator("[data-card]").nth(6)).toBeAttached();
        expect(await clipped(page), `${query}, ${locale}, ${size.width} px`).toEqual([]);
      }
  }
});

test("the first booking is at most four tabs away in each view", async ({
  browser,
  demo,
  request,
}) => {
  const day = await aBookedDay(request, demo);
  const page = await openDesk(browser, demo);
  const views = {
    day: "[data-booking]",
    week: "[data-booking]",
    month: "[data-day]",
    agenda: "[data-entry]",
  };
  for (const [view, wanted] of Object.entries(views)) {
    await page.goto(`${demo.base_url}${pathOf(day)}&view=${view}`.replace("view=day&", ""), {
      waitUntil: "networkidle",
    });
    let tabs = 0;
    for (; tabs < 4; tabs += 1) {
      await page.keyboard.press("Tab");
      const focused = page.locator(":focus");
      if (await focused.evaluate((at, selector) => at.matches(selector), wanted)) break;
      if (/^Skip/.test((await focused.textContent()) ?? "")) await page.keyboard.press("Enter");
    }
    expect(tabs + 1, `tabs to the first booking, ${view}`).toBeLessThanOrEqual(4);
  }
});

test("the month's bars match its figures", async ({ browser, demo }) => {
  const page = await openDesk(browser, demo);
  await page.goto(`${demo.base_url}/dashboard/calendar?view=month`);
  const days = await page.locator("[data-day]:has([data-bar])").evaluateAll((all) =>
    all.map((day) => {
      const bar = day.querySelector<HTMLElement>("[data-bar]")!;
      return {
        label: day.getAttribute("aria-label")!,
        percent: parseFloat(bar.style.inlineSize),
      };
    }),
  );
  expect(days.some(({ percent }) => percent > 0)).toBe(true);
  for (const { label, percent } of days)
    expect(Number(/, (\d+)%/.exec(label)?.[1] ?? 0)).toBe(percent);
});

test("on a phone the calendar opens on the agenda, with its gaps, and the rest is in a sheet", async ({
  browser,
  demo,
}) => {
  const { defaultBrowserType: _, ...phone } = devices["iPhone 14"]!;
  const page = await openDesk(browser, demo, phone);
  await page.goto(`${demo.base_url}/dashboard/calendar`);
  await expect(page.locator("[data-entry]").first()).toBeVisible();
  await expect(page.locator("[data-gap]").first()).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Views" })).toBeHidden();
  await page.locator("summary", { hasText: "View and tools" }).click();
  await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: "Day" }).click();
  await expect(page.locator("[data-column]").first()).toBeVisible();
});

test("blocking an hour takes four clicks", async ({ browser, demo, request }) => {
  const day = await aBookedDay(request, demo);
  const page = await openDesk(browser, demo, { viewport: { width: 1280, height: 1000 } });
  await page.goto(demo.base_url + pathOf(day), { waitUntil: "networkidle" });
  const box = (await page.locator(`[data-place="${day.free.at(-1)!.id}"]`).boundingBox())!;
  await page.mouse.move(box.x + 20, box.y + 3);
  await page.mouse.down();
  await page.mouse.move(box.x + 20, box.y + box.height - 3, { steps: 4 });
  await page.mouse.up(); // counts as one click
  await page
    .getByRole("group", { name: "Chosen time" })
    .getByRole("link", { name: "Block time" })
    .click();
  await page.getByRole("dialog").getByRole("button", { name: "Block time" }).click();
  await expect(page.locator("[data-off]")).toHaveCount(1);
});
