import type { Browser, Page } from "@playwright/test";
import { type Demo, expect, test } from "./fixtures";

// Money on its way: from the widget on another website to the checkout and back, and from the dashboard to the guest.

const widgetOf = (page: Page) => page.locator("booking-widget");

/** A visitor of the customer's site books what has to be paid, and stands before the checkout. */
async function toCheckout(browser: Browser, demo: Demo, name: string): Promise<Page> {
  const page = await (await browser.newContext({ locale: "en-GB" })).newPage();
  await page.goto(demo.host_page_url);
  const widget = widgetOf(page);
  await expect(widget.getByRole("button", { name: /^Colour consultation/ })).toBeVisible();
  await widget.getByRole("button", { name: /^Colour consultation/ }).click();
  await widget.locator(".day[aria-disabled='false']").last().click();
  await widget.locator("button.time:not(.full)").last().click();
  await expect(widget.getByText("Test mode")).toBeVisible();
  await widget.getByLabel("Name").fill(name);
  await widget.getByLabel("E-mail").fill(`${name.toLowerCase().replace(/\W/g, "-")}@example.com`);
  await widget.getByRole("button", { name: "Continue to payment" }).click();
  await expect(page.getByRole("button", { name: "Pay", exact: true })).toBeVisible();
  return page;
}

const isHostPage = (demo: Demo) => (url: URL) => url.origin === new URL(demo.host_page_url).origin;

test("a visitor pays from the widget, and the owner gives the money back", async ({ browser, demo }) => {
  const page = await toCheckout(browser, demo, "Paula Payer");
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  await page.waitForURL(isHostPage(demo));
  await expect(widgetOf(page).getByText("your payment has arrived")).toBeVisible();
  const reference = (
    await widgetOf(page)
      .getByText(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/)
      .innerText()
  ).trim();
  await page.context().close();

  const owner = await browser.newPage();
  await owner.goto(demo.sign_in_url);
  await owner.goto(`${demo.base_url}/dashboard/bookings?search=${reference}`);
  await owner.getByRole("link", { name: "Paula Payer" }).first().click();
  const booking = owner.getByRole("dialog");
  await expect(booking.getByText("Paid").first()).toBeVisible();
  await booking.getByRole("link", { name: "Refund" }).click();
  await booking.getByRole("button", { name: "Refund €25.00" }).click();
  await expect(owner.getByText(/€25\.00/).first()).toBeVisible();
  await expect(async () => {
    await owner.goto(`${demo.base_url}/dashboard/bookings?search=${reference}&status=refunded`);
    await expect(owner.getByRole("row", { name: new RegExp(reference) })).toContainText("Refunded");
  }).toPass();
  await owner.close();
});

test("who turns back at the checkout is told the truth on the page they came from, and can pay from there", async ({
  browser,
  demo,
}) => {
  const page = await toCheckout(browser, demo, "Bart Back");
  await page.getByRole("button", { name: "Fail: the card is declined" }).click();
  await expect(page.getByText("Your card was declined.")).toBeVisible();
  await page.getByRole("button", { name: "Cancel and go back" }).click();
  await page.waitForURL(isHostPage(demo));
  await expect(widgetOf(page).getByText("You have not paid yet.")).toBeVisible();
  await widgetOf(page).getByRole("link", { name: "Pay now" }).click();
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  await page.waitForURL(isHostPage(demo));
  await expect(widgetOf(page).getByText("your payment has arrived")).toBeVisible();
  await page.context().close();
});

test("who closes the tab at the checkout finds their unpaid booking when they come back to the site", async ({
  browser,
  demo,
}) => {
  const page = await toCheckout(browser, demo, "Cleo Closes");
  await page.goto(demo.host_page_url);
  await expect(widgetOf(page).getByText("You have not paid yet.")).toBeVisible();
  await page.context().close();
});
