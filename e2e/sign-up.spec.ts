import type { APIRequestContext, Page } from "@playwright/test";
import { type Demo, expect, test } from "./fixtures";

// A stranger becomes a company that can be booked, in minutes and without help.

/** Signs in as someone who was never here before; the code comes from the outbox. */
async function signUp(page: Page, request: APIRequestContext, demo: Demo): Promise<string> {
  const email = `founder-${Date.now()}-${Math.random().toString(36).slice(2)}@example.com`;
  await page.goto(`${demo.base_url}/sign-in`);
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("button", { name: "Send me a code" }).click();
  const mailed = async () => {
    const url = `${demo.outbox_url}.json?to=${encodeURIComponent(email)}`;
    const { data } = (await (await request.get(url)).json()) as { data: { text: string }[] };
    return data[0]?.text.match(/\b(\d{6})\b/)?.[1] ?? "";
  };
  await expect.poll(mailed).not.toBe("");
  await page.getByLabel("Code").fill(await mailed());
  await page.getByRole("button", { name: "Sign in" }).click();
  return email;
}

async function setUp(page: Page, company: string): Promise<string> {
  await page.getByLabel("Company name").fill(company);
  await page.getByLabel("Your name").fill("Ada Lovelace");
  await page.getByLabel("Time zone").selectOption("Europe/Lisbon");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: "What can be booked?" })).toBeVisible();
  await page.getByText("Court", { exact: true }).click();
  await page.getByLabel("Name", { exact: true }).fill("Court 1");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: "When can Court 1 be booked?" })).toBeVisible();
  await page.getByLabel("Name of the service").fill("Tennis");
  await page.getByLabel("Duration").selectOption("1 hour");
  await page.getByLabel("Price in EUR").fill("18,50");
  for (const day of ["Saturday", "Sunday"]) await page.getByLabel(day).check({ force: true });
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: "Put it on your website" })).toBeVisible();
  const snippet = await page.getByLabel("Code for your website", { exact: true }).innerText();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: "Get paid online" })).toBeVisible();
  await page.getByRole("button", { name: "Later" }).click();
  await expect(page.getByRole("heading", { name: `${company} is open for bookings` })).toBeVisible();
  return /publishable-key="([^"]+)"/.exec(snippet)?.[1] ?? "";
}

/** What a guest's widget shows of a key's company: the first time that can be booked. */
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
  test(`a stranger signs up and can be booked within three minutes, ${how}`, async ({ browser, demo, request }) => {
    const began = Date.now();
    const context = await browser.newContext({ javaScriptEnabled, locale: "nl-NL" });
    const page = await context.newPage();
    const email = await signUp(page, request, demo);
    await expect(page.getByText(email)).toBeVisible();
    await expect(page.getByLabel("Currency")).toHaveValue("EUR");
    const key = await setUp(page, "Padel Lisboa");
    const slot = await firstTime(request, demo, key);
    expect(slot).toMatchObject({ bookable: true, price_amount: 1850 });
    expect(Date.now() - began).toBeLessThan(180_000);

    await test.step("and the first guest's booking is in the list", async () => {
      const body = { slot_id: slot?.id, customer: { name: "Grace Hopper", email: "grace@example.com" } };
      const booked = await request.post(`${demo.base_url}/api/widget/booking`, {
        headers: { "x-publishable-key": key },
        data: body,
      });
      expect(booked.status()).toBe(201);
      await page.getByRole("link", { name: "Go to the dashboard" }).click();
      await expect(page.getByText("Grace Hopper").first()).toBeVisible();
    });
    await context.close();
  });
}

test("the browser's time zone is chosen where JavaScript tells it", async ({ browser, demo, request }) => {
  const context = await browser.newContext({ timezoneId: "Asia/Kathmandu", locale: "en-GB" });
  const page = await context.newPage();
  await signUp(page, request, demo);
  const zone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  await expect(page.getByLabel("Time zone")).toHaveValue(zone);
  await context.close();
});
