import type { Browser, BrowserContext, Page } from "playwright/test";
import { type Demo, expect, test } from "./fixtures";

// The main story: a visitor books on another website, the owner sees it, the integrator gets a
// webhook.

const widgetOf = (page: Page) => page.locator("booking-widget");

async function visit(
  browser: Browser,
  demo: Demo,
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({
    timezoneId: "America/New_York",
    locale: "en-US",
    viewport: { width: 1100, height: 900 },
  });
  const page = await context.newPage();
  await page.goto(demo.host_page_url);
  await widgetOf(page)
    .getByRole("button", { name: /^Haircut/ })
    .click();
  await widgetOf(page).getByRole("button", { name: /^Noor/ }).click();
  return { context, page };
}

/** Displayed days that can be chosen. */
const openDays = (page: Page) => widgetOf(page).locator(".day[aria-disabled='false']");
const times = (page: Page) => widgetOf(page).locator(".times-side button.time");

/** Shows the times of the nth day with times. */
async function chooseDay(page: Page, day: number): Promise<void> {
  await openDays(page).first().waitFor();
  if ((await openDays(page).count()) <= day)
    await widgetOf(page).getByRole("button", { name: "Later days" }).click();
  await openDays(page).nth(day).click();
  await times(page).first().waitFor();
}

async function chooseTime(page: Page, day: number): Promise<string> {
  await chooseDay(page, day);
  const label = (await times(page).first().innerText()).trim();
  await times(page).first().click();
  return label;
}

async function fillIn(page: Page, name: string, email: string): Promise<void> {
  await widgetOf(page).getByLabel("Name").fill(name);
  await widgetOf(page).getByLabel("Email").fill(email);
}
const confirm = (page: Page) =>
  widgetOf(page).getByRole("button", { name: "Confirm booking" }).click();

test(
  "a visitor books on another site, the owner sees it, a signed webhook is sent, and the time is taken",
  { tag: "@story" },
  async ({ browser, demo, request }) => {
    expect(new URL(demo.host_page_url).origin).not.toBe(new URL(demo.base_url).origin);
    const visitor = await visit(browser, demo);
    const time = await chooseTime(visitor.page, 1);
    await expect(widgetOf(visitor.page).getByText("New York").first()).toBeVisible();
    await fillIn(visitor.page, "Grace Hopper", "grace@example.com");
    await confirm(visitor.page);
    await expect(widgetOf(visitor.page).getByRole("heading", { name: /booked/ })).toBeVisible();
    const reference = (
      await widgetOf(visitor.page)
        .getByText(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/)
        .innerText()
    ).trim();

    await test.step("the owner signs in with one click and finds it in the list", async () => {
      const owner = await browser.newPage();
      await owner.goto(demo.sign_in_url);
      await expect(owner.getByRole("heading", { name: "Today" })).toBeVisible();
      await owner.goto(`${demo.base_url}/dashboard/bookings?search=${reference}`);
      const row = owner.locator("[data-row]");
      await expect(row).toContainText("Grace Hopper");
      await expect(row).toContainText("Confirmed");
      await owner.close();
    });

    await test.step("the subscribed receiver has a correctly signed booking.created", async () => {
      const receivedDeliveries = async () => {
        const { data } = (await (await request.get(`${demo.receiver_url}.json`)).json()) as {
          data: { event: string; verified: boolean; standard_verified: boolean; body: unknown }[];
        };
        return data.filter((event) =>
          JSON.stringify(event.body).includes(reference.replace("-", "")),
        );
      };
      // One per subscription, since other tests add subscriptions with the same receiver.
      await expect
        .poll(async () =>
          [...new Set((await receivedDeliveries()).map((event) => event.event))].sort(),
        )
        .toEqual(["booking.confirmed", "booking.created"]);
      expect(
        (await receivedDeliveries()).every((event) => event.verified && event.standard_verified),
      ).toBe(true);
    });

    await test.step("the time is no longer offered", async () => {
      const second = await visit(browser, demo);
      await openDays(second.page).first().waitFor();
      if ((await openDays(second.page).count()) <= 1)
        await widgetOf(second.page).getByRole("button", { name: "Later days" }).click();
      await openDays(second.page).nth(1).click();
      await times(second.page).first().waitFor();
      const shown = (await times(second.page).allInnerTexts()).map((text) => text.trim());
      expect(shown).not.toContain(time);
      await second.context.close();
    });
    await visitor.context.close();
  },
);

test("of two concurrent guests one gets the time; the other keeps their input and books another", async ({
  browser,
  demo,
}) => {
  const visitors = await Promise.all([visit(browser, demo), visit(browser, demo)]);
  for (const { page } of visitors) await chooseDay(page, 2);
  await Promise.all(visitors.map(({ page }) => times(page).first().click()));
  for (const [index, { page }] of visitors.entries())
    await fillIn(page, `Visitor ${index}`, `visitor-${index}@example.com`);
  const others = visitors.map(({ page }) => widgetOf(page).locator(".alternatives button").first());
  const isLate = () => Promise.all(others.map((other) => other.isVisible()));
  await expect.poll(async () => (await isLate()).filter(Boolean)).toHaveLength(1);
  const late = (await isLate()).indexOf(true);
  const [first, second] = [visitors[1 - late]!.page, visitors[late]!.page];
  await confirm(first);
  await expect(widgetOf(first).getByRole("heading", { name: /booked/ })).toBeVisible();
  await expect(widgetOf(second).getByLabel("Name")).toHaveValue(`Visitor ${late}`);
  await others[late]!.click();
  await confirm(second);
  await expect(widgetOf(second).getByRole("heading", { name: /booked/ })).toBeVisible();
  await Promise.all(visitors.map(({ context }) => context.close()));
});

test("a guest who confirms while the hold is in flight gets the time", async ({
  browser,
  demo,
}) => {
  const { context, page } = await visit(browser, demo);
  let letAnswer = () => {};
  const mayAnswer = new Promise<void>((resolve) => (letAnswer = resolve));
  const bookings: string[] = [];
  page.on(
    "request",
    (sent) => sent.url().endsWith("/widget/booking") && bookings.push(sent.postData() ?? ""),
  );
  await page.route("**/api/widget/hold", async (route) => {
    const answer = await route.fetch();
    await mayAnswer;
    await route.fulfill({ response: answer });
  });
  await chooseTime(page, 3);
  await fillIn(page, "Hasty Guest", "hasty@example.com");
  await confirm(page);
  await expect(
    widgetOf(page).locator("button[aria-disabled='true'], button:disabled").first(),
  ).toBeVisible();
  expect(bookings).toEqual([]);
  letAnswer();
  await expect(widgetOf(page).getByRole("heading", { name: /booked/ })).toBeVisible();
  expect(bookings).toEqual([expect.stringContaining('"hold_token"')]);
  await context.close();
});

test("a person signs in with an emailed code", async ({ page, demo, request }) => {
  const email = `newcomer-${Date.now()}@example.com`;
  await page.goto(`${demo.base_url}/sign-in`);
  await page.getByLabel("Email").fill(email);
  await page.keyboard.press("Enter");
  const mailed = async () => {
    const answer = (await (
      await request.get(`${demo.outbox_url}.json?to=${encodeURIComponent(email)}`)
    ).json()) as {
      data: { text: string }[];
    };
    return answer.data[0]?.text.match(/\b(\d{6})\b/)?.[1] ?? null;
  };
  await expect.poll(mailed).not.toBeNull();
  await page.getByLabel(/code/i).fill((await mailed())!);
  await page.keyboard.press("Enter");
  await expect(page.getByText(email).first()).toBeVisible();
});

test("the widget sets no cookie and contacts only the service", async ({ browser, demo }) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const origins = new Set<string>();
  page.on("request", (sent) => origins.add(new URL(sent.url()).origin));
  await page.goto(demo.host_page_url);
  await widgetOf(page)
    .getByRole("button", { name: /^Haircut/ })
    .waitFor();
  expect([...origins].sort()).toEqual(
    [new URL(demo.host_page_url).origin, new URL(demo.base_url).origin].sort(),
  );
  expect(await context.cookies()).toEqual([]);
  await context.close();
});
