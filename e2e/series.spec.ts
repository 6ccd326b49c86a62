import type { APIRequestContext } from "playwright/test";
import { expectAccessibleEverywhere } from "./accessible";
import { callApi, freeDays, openDesk } from "./desk-tools";
import { type Demo, expect, test } from "./fixtures";
import { mailsOf } from "./new-company";

// The dates of a series at the desk and on the guest's page: moved and cancelled together.

const freeDay = freeDays();

interface Series {
  id: string;
  dates: { booking_id: string | null; booking_starts_at: string; booking_status: string }[];
}

/** A weekly series of a guest who reads English. */
async function aSeries(request: APIRequestContext, demo: Demo, email: string): Promise<Series> {
  const { resource_id, free } = await freeDay(request, demo);
  const [first] = free;
  return callApi<Series>(request, demo, "/api/bookings/series", {
    resource_id,
    schedule_id: first!.schedule_id,
    starts_at: first!.starts_at,
    customer: { name: "Sera Weekly", email, locale: "en" },
    repeat: { rrule: "FREQ=WEEKLY;COUNT=3", if_taken: "nearest" },
  });
}

const readAgain = (request: APIRequestContext, demo: Demo, { id }: Series) =>
  callApi<Series>(request, demo, `/api/bookings/series/${id}`);

for (const javaScriptEnabled of [true, false])
  test(`the desk moves this and the following dates ${javaScriptEnabled ? "in the drawer" : "without JavaScript"}`, async ({
    browser,
    demo,
    request,
  }) => {
    const series = await aSeries(request, demo, `desk-series-${javaScriptEnabled}@example.com`);
    const booked = series.dates.filter(({ booking_id }) => booking_id !== null);
    const id = booked[0]!.booking_id!;
    const page = await openDesk(browser, demo, { javaScriptEnabled });
    await page.goto(
      javaScriptEnabled
        ? `${demo.base_url}/dashboard/bookings?booking=${id}`
        : `${demo.base_url}/dashboard/bookings/${id}`,
    );
    const panel = page.getByRole("article");
    await panel.getByRole("link", { name: "Move", exact: true }).click();
    await panel.getByRole("radio", { name: /^This and the following: \d dates$/ }).check();
    await panel.getByRole("group").getByRole("button").nth(1).click();
    await expect(panel.getByText("Move these dates?")).toBeVisible();
    await expect(panel.getByRole("listitem").filter({ hasText: "Now " }).first()).toBeVisible();
    const before = await readAgain(request, demo, series);
    expect(before).toEqual(series);
    // axe runs in the page.
    if (javaScriptEnabled) await expectAccessibleEverywhere(page, "Move dates");
    await panel.getByRole("button", { name: /^Move \d dates?$/ }).click();
    await expect(page.getByText(/Moved \d dates? of/)).toBeVisible();
    const after = await readAgain(request, demo, series);
    expect(after.dates[0]!.booking_starts_at).not.toBe(series.dates[0]!.booking_starts_at);
    expect(after.dates.filter(({ booking_id }) => booking_id !== null)).toHaveLength(booked.length);
  });

test("a guest sees every date, and cancels this and the later ones on a page without scripts", async ({
  browser,
  demo,
  request,
}) => {
  const email = "guest-series@example.com";
  const series = await aSeries(request, demo, email);
  const link = async () => {
    const [mail] = await mailsOf(request, demo, email);
    return mail?.text.match(/\S+\/manage\/[^\s/?)>]+/g)?.[1] ?? "";
  };
  await expect.poll(link).not.toBe("");
  const page = await (await browser.newContext({ locale: "en-GB" })).newPage();
  await page.goto(await link());
  expect(await page.locator("script[src]").count()).toBe(0);
  await expect(page.getByText(/^Date \d of 3$/)).toBeVisible();
  await expect(page.getByText("All dates", { exact: true })).toBeVisible();
  await expectAccessibleEverywhere(page, "Guest series");
  await page.getByRole("link", { name: "Cancel booking" }).click();
  await page.getByRole("radio", { name: /^This date and later ones: / }).check();
  await expectAccessibleEverywhere(page, "Guest cancels dates");
  await page.getByRole("button", { name: "Yes, cancel", exact: true }).click();
  await expect(page.getByText("The dates are cancelled.", { exact: false })).toBeVisible();
  const { dates } = await readAgain(request, demo, series);
  expect(dates.map(({ booking_status }) => booking_status)).toContain("cancelled");
  expect(dates[0]!.booking_status).toBe("confirmed");
});
