import type { Browser, Page } from "playwright/test";
import { keepPicture } from "./accessible";
import { type Demo, expect, test } from "./fixtures";

// A card on file: kept in the widget, on the booking page without JavaScript, and charged at the
// desk for a no-show. A card that wants its guest leads to a payment link.

const SERVICE = "Tasting menu";
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

const call = async (demo: Demo, method: string, path: string, body?: object) => {
  const answer = await fetch(demo.base_url + path, {
    method,
    headers: {
      Authorization: `Bearer ${demo.secret_key}`,
      "Content-Type": "application/json",
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return (await answer.json()) as Record<string, unknown> & { data: { id: string }[]; id: string };
};

/** The service of the demo that these tests book, made once. */
async function offerService(demo: Demo): Promise<void> {
  const known = await call(demo, "GET", `/api/schedules?search=${encodeURIComponent(SERVICE)}`);
  if (known.data.length > 0) return;
  const resources = await call(demo, "GET", "/api/resources?limit=1");
  await call(demo, "POST", "/api/schedules", {
    name: SERVICE,
    resource_ids: [resources.data[0]!.id],
    rules: [{ days: [1, 2, 3, 4, 5, 6, 7], start: "08:00", end: "20:00" }],
    price_amount: 8000,
    currency: "EUR",
    card_on_file: { no_show: { percent: 25 }, late_cancellation: { amount: 1000 } },
  });
}

async function chooseTime(page: Page, demo: Demo, guest: string) {
  await page.goto(demo.host_page_url);
  const widget = widgetOf(page);
  await widget.getByRole("button", { name: new RegExp(`^${SERVICE}`) }).click();
  await widget.locator(".day[aria-disabled='false']").last().click();
  await widget.locator("button.time:not(.full)").last().click();
  await widget.getByLabel("Name").fill(guest);
  await widget.getByLabel("Email").fill(`${guest.replace(/\W/g, "-").toLowerCase()}@example.com`);
  return widget;
}

/** Moves the guest's booking into the past, and opens it at the desk. */
async function openPast(desk: Page, demo: Demo, guest: string, hours: number) {
  const found = await call(demo, "GET", `/api/bookings?search=${encodeURIComponent(guest)}`);
  const id = found.data[0]!.id;
  await call(demo, "PATCH", `/api/bookings/${id}`, {
    starts_at: new Date(Date.now() - hours * 3_600_000).toISOString(),
    duration_minutes: 60,
    override: true,
    notify: false,
  });
  await desk.goto(`${demo.base_url}/dashboard/bookings/${id}`);
}

async function markNoShow(desk: Page) {
  await desk.locator("summary", { hasText: "More actions" }).click();
  await desk.getByRole("button", { name: "Mark no-show" }).click();
}

test.beforeEach(async ({ demo }) => offerService(demo));

/** Opens the guest's page until the provider's webhook has arrived. */
const expectOn = (page: Page, address: string, text: string): Promise<void> =>
  expect(async () => {
    await page.goto(address);
    await expect(page.getByText(text)).toBeVisible({ timeout: 1000 });
  }).toPass();

for (const screen of SCREENS)
  test(`a guest keeps a card, and the desk charges a no-show, ${screen.name}`, async ({
    browser,
    demo,
  }) => {
    const { viewport, colorScheme, name } = screen;
    const guest = `Carla ${name}`;
    const context = await browser.newContext({ locale: "en-GB", viewport, colorScheme });
    const page = await context.newPage();
    const widget = await chooseTime(page, demo, guest);
    const terms = widget.getByLabel(/keeps my card on file and charges €10.00 .* or €20.00 if/);
    await expect(terms).toBeVisible();
    await keepPicture(page, `card-widget-${name}`);
    await widget.locator("form button.primary").click();
    await expect(terms).toBeFocused(); // it is required
    await terms.check();
    await widget.locator("form button.primary").click();
    await expect(page.getByText("No payment now")).toBeVisible();
    await page.getByRole("button", { name: "Save card" }).click();
    await expect(widget.getByRole("link", { name: "View or change booking" })).toBeVisible();
    await keepPicture(page, `card-done-${name}`);
    const address = (await widget
      .getByRole("link", { name: "View or change booking" })
      .getAttribute("href"))!;
    await expectOn(page, address, "Visa •••• 4242");
    await keepPicture(page, `card-guest-page-${name}`);

    const desk = await openDesk(browser, demo, screen);
    await openPast(desk, demo, guest, name === "wide" ? 30 : 33);
    await markNoShow(desk);
    await expect(desk.getByText("No-show fee of €20.00: Not charged yet.")).toBeVisible();
    await keepPicture(desk, `card-desk-${name}`);
    await desk.getByRole("button", { name: "Charge no-show fee €20.00" }).click();
    await expect(async () => {
      await desk.reload();
      await expect(desk.getByText("No-show fee of €20.00: Charged.")).toBeVisible({
        timeout: 1000,
      });
    }).toPass();
    await keepPicture(desk, `card-desk-charged-${name}`);
    await expectOn(page, address, "No-show fee: €20.00 was charged.");
    await keepPicture(page, `card-guest-charged-${name}`);
    await desk.context().close();
    await context.close();
  });

test("without JavaScript, a card that wants its guest gets a payment link", async ({
  browser,
  demo,
}) => {
  const guest = "Nico Plain";
  const { slug } = await call(demo, "GET", "/api/tenant");
  const context = await browser.newContext({ locale: "en-GB", javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${demo.base_url}/book/${String(slug)}`);
  await page.getByRole("link", { name: new RegExp(`^${SERVICE}`) }).click();
  await page.locator("table a:not(.full)").last().click();
  await page.locator("#times ul a:not(.full)").first().click();
  await page.locator("[name=name]").fill(guest);
  await page.locator("[name=email]").fill("nico-plain@example.com");
  await page.getByLabel(/keeps my card on file and charges €10.00/).check();
  await keepPicture(page, "card-book-page");
  await page.locator("button[name=intent][value=book]").first().click();
  await page.getByRole("button", { name: "Card that asks for confirmation later" }).click();
  await expect(page.getByRole("heading", { name: "Your booking" })).toBeVisible();
  const own = page.url();
  await expectOn(page, own, "Visa •••• 3184");

  const desk = await openDesk(browser, demo, SCREENS[0]);
  await openPast(desk, demo, guest, 36);
  await markNoShow(desk);
  await desk.getByRole("button", { name: "Charge no-show fee €20.00" }).click();
  await expect(async () => {
    await desk.reload();
    await expect(desk.getByText(/Card refused, payment link sent/)).toBeVisible({ timeout: 1000 });
  }).toPass();
  await keepPicture(desk, "card-desk-refused");
  await page.goto(own);
  await keepPicture(page, "card-guest-refused");
  await page.getByRole("link", { name: "Pay €20.00" }).click();
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  await expectOn(page, own, "No-show fee: €20.00 was charged.");
  await desk.context().close();
  await context.close();
});

test("the owner sets the fees", async ({ browser, demo }) => {
  const found = await call(demo, "GET", `/api/schedules?search=${encodeURIComponent(SERVICE)}`);
  for (const screen of SCREENS) {
    const desk = await openDesk(browser, demo, screen);
    await desk.goto(`${demo.base_url}/dashboard/services/${found.data[0]!.id}/price`);
    await expect(desk.getByLabel(/No-show fee/)).toHaveValue("25%");
    await desk.getByLabel(/No-show fee/).scrollIntoViewIfNeeded();
    await keepPicture(desk, `card-service-${screen.name}`);
    await desk.goto(`${demo.base_url}/dashboard/settings/policy`);
    await desk.getByLabel("Charge fees after 24 hours").scrollIntoViewIfNeeded();
    await keepPicture(desk, `card-policy-${screen.name}`);
    await desk.context().close();
  }
});
