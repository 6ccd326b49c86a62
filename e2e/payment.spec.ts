import type { Browser, Page } from "playwright/test";
import { type Demo, expect, test } from "./fixtures";

// Payments: from the widget on a website to the checkout and back, and from the dashboard to the
// guest.

const widgetOf = (page: Page) => page.locator("booking-widget");

/** A visitor of the customer's site books a paid service up to the checkout. */
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
  await widget.getByLabel("Email").fill(`${name.toLowerCase().replace(/\W/g, "-")}@example.com`);
  await widget.getByRole("button", { name: /^Pay €/ }).click();
  await expect(page.getByRole("button", { name: "Pay", exact: true })).toBeVisible();
  return page;
}

const isHostPage = (demo: Demo) => (url: URL) => url.origin === new URL(demo.host_page_url).origin;

test(
  "a visitor pays from the widget, and the owner refunds it",
  { tag: "@story" },
  async ({ browser, demo }) => {
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
      await expect(owner.locator("[data-row]")).toContainText("Refunded");
    }).toPass();
    await owner.close();
  },
);

test("going back from the checkout shows the unpaid booking, which can be paid from there", async ({
  browser,
  demo,
}) => {
  const page = await toCheckout(browser, demo, "Bart Back");
  await page.getByRole("button", { name: "Fail: the card is declined" }).click();
  await expect(page.getByText("Your card was declined.")).toBeVisible();
  await page.getByRole("button", { name: "Cancel and go back" }).click();
  await page.waitForURL(isHostPage(demo));
  await expect(widgetOf(page).getByText("You have not paid yet.")).toBeVisible();
  await widgetOf(page)
    .getByRole("link", { name: /^Pay €/ })
    .click();
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  await page.waitForURL(isHostPage(demo));
  await expect(widgetOf(page).getByText("your payment has arrived")).toBeVisible();
  await page.context().close();
});

test("a visitor who closes the checkout finds their unpaid booking on returning to the site", async ({
  browser,
  demo,
}) => {
  const page = await toCheckout(browser, demo, "Cleo Closes");
  await page.goto(demo.host_page_url);
  await expect(widgetOf(page).getByText("You have not paid yet.")).toBeVisible();
  await page.context().close();
});

/** Pays and returns the checkout's return URL. */
async function pay(page: Page, demo: Demo): Promise<string> {
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  await page.waitForURL(isHostPage(demo));
  await expect(widgetOf(page).getByText("your payment has arrived")).toBeVisible();
  return page.url();
}

test("another browser shows the booking's status, also after the company cancelled", async ({
  browser,
  demo,
}) => {
  const page = await toCheckout(browser, demo, "Olga Other");
  const address = await pay(page, demo);
  const reference = (
    await widgetOf(page)
      .getByText(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/)
      .innerText()
  ).trim();
  await page.context().close();

  const other = await (await browser.newContext({ locale: "en-GB" })).newPage();
  await other.goto(address);
  await expect(widgetOf(other).getByText("your payment has arrived")).toBeVisible();
  await expect(widgetOf(other).getByText(reference)).toBeVisible();
  await expect(widgetOf(other).getByText("What would you like to book?")).toBeHidden();
  await widgetOf(other).getByRole("button", { name: "Make another booking" }).click();
  await expect(widgetOf(other).getByText("What would you like to book?")).toBeVisible();
  await other.context().close();

  const headers = { Authorization: `Bearer ${demo.secret_key}` };
  const api = (await browser.newContext()).request;
  const found = await api.get(
    `${demo.base_url}/api/bookings?search=${reference.replace("-", "")}`,
    { headers },
  );
  const [booking] = ((await found.json()) as { data: { id: string }[] }).data;
  const cancelled = { status: "cancelled", refund: { mode: "full" } };
  await api.post(`${demo.base_url}/api/bookings/${booking!.id}/status`, {
    headers,
    data: cancelled,
  });
  const third = await (await browser.newContext({ locale: "en-GB" })).newPage();
  await third.goto(address);
  await expect(widgetOf(third).getByText("This booking has been cancelled.")).toBeVisible();
  await expect(widgetOf(third).getByText("Refunded: €25.00.")).toBeVisible();
  await third.context().close();
});

test("going back after payment does not ask to pay again", async ({ browser, demo }) => {
  const page = await toCheckout(browser, demo, "Bea Back");
  await pay(page, demo);
  await page.goBack(); // the expired checkout
  await page.goBack(); // the page before it, restored or reloaded
  await expect(widgetOf(page).getByText("your payment has arrived")).toBeVisible();
  await expect(widgetOf(page).getByRole("link", { name: /^Pay/ })).toHaveCount(0);
  await page.context().close();
});

test("a URL with another visitor's checkout starts a normal booking", async ({ browser, demo }) => {
  const page = await (await browser.newContext({ locale: "en-GB" })).newPage();
  await page.goto(`${demo.host_page_url}?session_id=cs_of_nobody`);
  await expect(widgetOf(page).getByRole("button", { name: /^Colour consultation/ })).toBeVisible();
  await page.context().close();
});

test("the desk emails and copies a payment link, and the guest pays and gets the receipt", async ({
  browser,
  demo,
}) => {
  const guest = await toCheckout(browser, demo, "Lena Link");
  await guest.context().close();
  const owner = await browser.newPage();
  await owner.goto(demo.sign_in_url);
  await owner.goto(`${demo.base_url}/dashboard/bookings?search=Lena+Link`);
  await owner.getByRole("link", { name: "Lena Link" }).first().click();
  const booking = owner.getByRole("dialog");
  await booking.locator("summary", { hasText: "More actions" }).click();
  await booking.getByRole("link", { name: "Payment link" }).click();
  const link = await booking.getByRole("textbox", { name: "Payment link" }).inputValue();
  await booking.getByRole("button", { name: "Email payment link" }).click();
  await expect(owner.getByText("Sent the payment link to lena-link@example.com.")).toBeVisible();
  await owner.close();

  const page = await (await browser.newContext({ locale: "en-GB" })).newPage();
  await page.goto(link);
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  // The checkout was started on the website, so it returns there.
  await expect(page.getByText("Thank you, your payment has arrived.")).toBeVisible();
  await page.goto(link.replace(/\/pay(\?.*)?$/, ""));
  await expect(page.getByText("Confirmed and paid")).toBeVisible();
  await expect(page.getByText(/^€25\.00, paid on /)).toBeVisible();
  await expect(page.getByRole("link", { name: /^Receipt/ })).toHaveAttribute(
    "href",
    /\/receipts\//,
  );
  await page.context().close();
});
