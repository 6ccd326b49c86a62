import type { APIRequestContext } from "playwright/test";
import { expectAccessible, keepPicture } from "./accessible";
import { countPresses } from "./count-presses";
import { callApi } from "./desk-tools";
import { type Demo, expect, test } from "./fixtures";

// A guest books the same time every week, in the widget and without JavaScript.

/** A court that is open every day and may be booked for eight weeks together. */
async function aCourt(request: APIRequestContext, demo: Demo, name: string) {
  const { slug } = await callApi<{ slug: string }>(request, demo, "/api/tenant");
  const { id } = await callApi<{ id: string }>(request, demo, "/api/resources", {
    name,
    type: "court",
  });
  const service = await callApi<{ id: string }>(request, demo, "/api/schedules", {
    name: `Padel on ${name}`,
    resource_ids: [id],
    duration_minutes: 60,
    price_amount: 2000,
    max_repeat_dates: 8,
    max_advance_days: 80,
    rules: [{ days: [1, 2, 3, 4, 5, 6, 7], start: "09:00", end: "17:00" }],
  });
  return {
    address: `${demo.base_url}/book/${slug}?service=${service.id}`,
    bookings: async () =>
      (
        await callApi<{ data: { starts_at: string; series: { of: number } | null }[] }>(
          request,
          demo,
          `/api/bookings?schedule_id=${service.id}&sort=starts_at`,
        )
      ).data,
    /** Books a time, by another guest. */
    take: (starts_at: string) =>
      callApi(request, demo, "/api/bookings", {
        resource_id: id,
        schedule_id: service.id,
        starts_at,
        customer: { name: "Other Guest" },
      }),
    archive: () =>
      request.patch(`${demo.base_url}/api/resources/${id}`, {
        headers: { Authorization: `Bearer ${demo.secret_key}` },
        data: { active: false },
      }),
  };
}

const SCREENS = [
  { name: "wide", viewport: { width: 1280, height: 900 }, colorScheme: "light", locale: "en-GB" },
  { name: "narrow", viewport: { width: 390, height: 844 }, colorScheme: "dark", locale: "en-GB" },
  { name: "german", viewport: { width: 390, height: 844 }, colorScheme: "light", locale: "de-DE" },
] as const;
const WORDS = {
  "en-GB": { repeat: "Repeat", book: /^Book these dates/, left_out: "Not free, left out" },
  "de-DE": {
    repeat: "Wiederholen",
    book: /^Diese Termine buchen/,
    left_out: "Nicht frei, entfällt",
  },
};

for (const { name, ...screen } of SCREENS)
  test(`a weekly court for six weeks takes at most seven presses in the widget, ${name}`, async ({
    browser,
    demo,
    request,
  }) => {
    const court = await aCourt(request, demo, `Court ${name}`);
    const words = WORDS[screen.locale];
    const page = await (await browser.newContext(screen)).newPage();
    const press = countPresses(page);
    await page.goto(court.address);
    const widget = page.locator("booking-widget");
    await press.click(widget.locator(".day[aria-disabled='false']").last());
    await press.click(widget.locator("button.time:not(.full)").last());
    await widget.locator("#name").fill("Greta Weekly");
    await widget.locator("#email").fill(`greta-${name}@example.com`);
    const repeat = widget.getByRole("combobox", { name: words.repeat });
    await press.choose(repeat, "1");
    await expect(widget.locator(".dates li")).toHaveCount(6);
    await keepPicture(page, `series-widget-${name}`);
    if (name === "wide") await expectAccessible(page, "Widget with dates");
    await press.click(widget.getByRole("button", { name: words.book }));
    await expect(widget.locator("[part=done] .dates li")).toHaveCount(6);
    await keepPicture(page, `series-done-${name}`);
    // One more press chooses the service where there are several.
    expect(press.count() + 1).toBeLessThanOrEqual(7);
    const made = await court.bookings();
    expect(made.map(({ series }) => series?.of)).toEqual(Array(6).fill(6));
    await page.context().close();
    await court.archive();
  });

test("a date that is taken while the widget shows it is left out on the next press", async ({
  browser,
  demo,
  request,
}) => {
  const court = await aCourt(request, demo, "Court Meanwhile");
  const page = await (await browser.newContext({ locale: "en-GB" })).newPage();
  await page.goto(court.address);
  const widget = page.locator("booking-widget");
  await widget.locator(".day[aria-disabled='false']").last().click();
  await widget.locator("button.time:not(.full)").last().click();
  await widget.locator("#name").fill("Greta Late");
  await widget.locator("#email").fill("greta-late@example.com");
  const shown = page.waitForResponse(/series\/preview/);
  await widget.getByRole("combobox", { name: "Repeat" }).selectOption("1");
  const { dates } = (await (await shown).json()) as { dates: { starts_at: string }[] };
  await expect(widget.locator(".dates li")).toHaveCount(6);
  await court.take(dates[2]!.starts_at);
  await widget.getByRole("button", { name: /^Book these dates/ }).click();
  await expect(widget.getByText("The dates have changed.")).toBeVisible();
  await expect(widget.getByText("Not free, left out")).toBeVisible();
  await keepPicture(page, "series-widget-changed");
  await widget.getByRole("button", { name: /^Book these dates/ }).click();
  await expect(widget.locator("[part=done] .dates li")).toHaveCount(5);
  await page.context().close();
  await court.archive();
});

for (const { name, ...screen } of SCREENS)
  test(`without JavaScript the dates are shown before they are booked, ${name}`, async ({
    browser,
    demo,
    request,
  }) => {
    const court = await aCourt(request, demo, `Lawn ${name}`);
    const words = WORDS[screen.locale];
    const page = await (
      await browser.newContext({ ...screen, javaScriptEnabled: false })
    ).newPage();
    const press = countPresses(page);
    await page.goto(court.address);
    await press.click(page.locator("table a:not(.full)").last());
    await press.click(page.locator("#times ul a:not(.full)").first());
    await page.locator("[name=name]").fill("Nora Weekly");
    await page.locator("[name=email]").fill(`nora-${name}@example.com`);
    await press.choose(page.locator("select[name=repeat]"), "1");
    await press.click(page.locator("button[value=book]"));
    await expect(page.locator(".dates li")).toHaveCount(6);
    await keepPicture(page, `series-book-page-${name}`);
    await press.click(page.getByRole("button", { name: words.book }));
    await expect(page).toHaveURL(/\/manage\//);
    await keepPicture(page, `series-guest-page-${name}`);
    expect(press.count() + 1).toBeLessThanOrEqual(7);
    expect(await court.bookings()).toHaveLength(6);
    await page.context().close();
    await court.archive();
  });
