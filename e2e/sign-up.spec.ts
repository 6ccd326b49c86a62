import type { APIRequestContext } from "playwright/test";
import { type Demo, expect, test } from "./fixtures";
import { setUp, signUp } from "./new-company";

// A new company becomes bookable within minutes and without help.

/** The first bookable time in the widget of a key's company. */
async function firstTime(request: APIRequestContext, demo: Demo, key: string) {
  const url = `${demo.base_url}/api/widget/availability`;
  const answer = await request.get(url, { headers: { "x-publishable-key": key } });
  expect(answer.status()).toBe(200);
  const { days } = (await answer.json()) as {
    days: { slots: { id: string; bookable: boolean; price_amount: number }[] }[];
  };
  return days.flatMap(({ slots }) => slots).find(({ bookable }) => bookable);
}

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? "in a browser" : "in a browser without JavaScript";
  test(`a new company signs up and is bookable, ${how}`, async ({ browser, demo, request }) => {
    const startedAt = Date.now();
    const context = await browser.newContext({ javaScriptEnabled, locale: "en-IE" });
    const page = await context.newPage();
    const email = await signUp(page, request, demo);
    await expect(page.getByText(email)).toBeVisible();
    await expect(page.getByLabel("Currency")).toHaveValue("EUR");
    const key = await setUp(page, "Padel Lisboa");
    const slot = await firstTime(request, demo, key);
    expect(slot).toMatchObject({ bookable: true, price_amount: 1850 });
    test.info().annotations.push({
      type: "measured",
      description: `signed up in ${Date.now() - startedAt} ms`,
    });

    await test.step("the first guest's booking is in the list", async () => {
      const body = {
        slot_id: slot?.id,
        customer: { name: "Grace Hopper", email: "grace@example.com" },
      };
      const booked = await request.post(`${demo.base_url}/api/widget/booking`, {
        headers: { "x-publishable-key": key },
        data: body,
      });
      expect(booked.status()).toBe(201);
      await page.getByRole("link", { name: "Go to dashboard" }).click();
      await expect(page.getByText("Grace Hopper").first()).toBeVisible();
    });
    await context.close();
  });
}

test("with JavaScript the browser's time zone is preselected", async ({
  browser,
  demo,
  request,
}) => {
  const context = await browser.newContext({ timezoneId: "Asia/Kathmandu", locale: "en-GB" });
  const page = await context.newPage();
  await signUp(page, request, demo);
  const zone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  await expect(page.getByLabel("Time zone")).toHaveValue(zone);
  await context.close();
});
