import type { Browser, Page } from "playwright/test";
import { keepPicture } from "./accessible";
import { type Demo, expect, test } from "./fixtures";

// A service with a deposit: what a guest sees before booking, and the balance at the desk.

const SERVICE = "Balayage";
const widgetOf = (page: Page) => page.locator("booking-widget");

const SCREENS = [
  { name: "wide", viewport: { width: 1280, height: 900 }, colorScheme: "light" },
  { name: "narrow", viewport: { width: 390, height: 844 }, colorScheme: "dark" },
] as const;

async function openDesk(browser: Browser, demo: Demo, screen: (typeof SCREENS)[number]) {
  const { viewport, colorScheme } = screen;
  const page = await (await browser.newContext({ viewport, colorScheme })).newPage();
  await page.goto(demo.sign_in_url);
  return page;
}

for (const screen of SCREENS)
  test(`a guest pays the deposit in the widget and the rest at the desk, ${screen.name}`, async ({
    browser,
    demo,
  }) => {
    const { viewport, colorScheme, name } = screen;
    const guest = `Dora ${name}`;
    const context = await browser.newContext({ locale: "en-GB", viewport, colorScheme });
    const page = await context.newPage();
    await page.goto(demo.host_page_url);
    const widget = widgetOf(page);
    await widget.getByRole("button", { name: new RegExp(`^${SERVICE}`) }).click();
    await widget.locator(".day[aria-disabled='false']").last().click();
    await widget.locator("button.time:not(.full)").last().click();
    await widget.getByLabel("Name").fill(guest);
    await widget.getByLabel("Email").fill(`dora-${name}@example.com`);
    await expect(widget.getByText("€20.00 now, €60.00 at your visit")).toBeVisible();
    await keepPicture(page, `deposit-widget-${name}`);
    await widget.getByRole("button", { name: "Pay €20.00" }).click();
    await page.getByRole("button", { name: "Pay", exact: true }).click();
    await expect(widget.getByText("your payment has arrived")).toBeVisible();
    await expect(widget.getByText("€60.00 at your visit")).toBeVisible();
    await keepPicture(page, `deposit-done-${name}`);
    const address = await widget
      .getByRole("link", { name: "View or change booking" })
      .getAttribute("href");
    if (address !== null) {
      await page.goto(address);
      await expect(page.getByText("Confirmed, deposit paid")).toBeVisible();
      await expect(page.getByRole("link", { name: "Pay €60.00" })).toBeVisible();
      await keepPicture(page, `deposit-guest-page-${name}`);
    }
    await context.close();

    const desk = await openDesk(browser, demo, screen);
    await desk.goto(`${demo.base_url}/dashboard/bookings?search=${encodeURIComponent(guest)}`);
    await expect(desk.locator("[data-row]").first()).toContainText("€60.00 due");
    await desk.getByRole("link", { name: guest }).first().click();
    const booking = desk.getByRole("dialog");
    await expect(booking.getByText("Deposit paid")).toBeVisible();
    await expect(booking.getByRole("button", { name: "Take €60.00" })).toBeVisible();
    await keepPicture(desk, `deposit-desk-${name}`);
    await booking.getByRole("button", { name: "Take €60.00" }).click();
    await expect(booking.getByRole("button", { name: "Take €60.00" })).toBeHidden();
    await keepPicture(desk, `deposit-desk-paid-${name}`);
    await desk.context().close();
  });

test("without JavaScript the form says what is due now and what later", async ({
  browser,
  demo,
  request,
}) => {
  const answer = await request.get(`${demo.base_url}/api/tenant`, {
    headers: { Authorization: `Bearer ${demo.secret_key}` },
  });
  const { slug } = (await answer.json()) as { slug: string };
  const context = await browser.newContext({ locale: "en-GB", javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${demo.base_url}/book/${slug}`);
  await page.getByRole("link", { name: new RegExp(`^${SERVICE}`) }).click();
  await page.locator("table a:not(.full)").last().click();
  await page.locator("#times ul a:not(.full)").first().click();
  await expect(page.getByText("€20.00 now, €60.00 at your visit")).toBeVisible();
  await keepPicture(page, "deposit-book-page");
  await page.locator("[name=name]").fill("Nora Plain");
  await page.locator("[name=email]").fill("nora-plain@example.com");
  await page.getByRole("button", { name: "Pay €20.00" }).click();
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  await expect(page.getByText("Confirmed, deposit paid")).toBeVisible();
  await keepPicture(page, "deposit-book-page-paid");
  await context.close();
});

test("the owner chooses a deposit and sees an example", async ({ browser, demo }) => {
  for (const screen of SCREENS) {
    const desk = await openDesk(browser, demo, screen);
    await desk.goto(`${demo.base_url}/dashboard/services`);
    await desk
      .getByRole("link", { name: new RegExp(SERVICE) })
      .first()
      .click();
    await desk.waitForURL(/services\/[0-9a-f-]+/);
    const id = /services\/([0-9a-f-]{36})/.exec(desk.url())![1]!;
    await desk.goto(`${demo.base_url}/dashboard/services/${id}/price`);
    await expect(desk.getByText("A €80.00 booking: €20.00 now, €60.00 at the visit")).toBeVisible();
    await desk.getByLabel("Percentage").fill("50");
    await expect(desk.getByText("A €80.00 booking: €40.00 now, €40.00 at the visit")).toBeVisible();
    await keepPicture(desk, `deposit-service-${screen.name}`);
    await desk.context().close();
  }
});
