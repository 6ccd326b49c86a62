import { expectAccessible } from "./accessible";
import { openDesk, statusMessage } from "./desk-page";
import { callApi, freeDays } from "./desk-tools";
import { expect, test } from "./fixtures";

// The bookings list: visible rows, keyboard, phone, and filters with and without JavaScript.

const LIST = "/dashboard/bookings";
const freeDay = freeDays();

test("at 1280 x 800 at least eleven bookings of 44 px are visible; j, k, x and Enter navigate, select and open", async ({
  browser,
  demo,
}) => {
  const page = await openDesk(browser, demo, { viewport: { width: 1280, height: 800 } });
  await page.goto(demo.base_url + LIST, { waitUntil: "networkidle" });
  const rows = page.locator("[data-row]");
  const heights = await rows.evaluateAll((all) =>
    all
      .map((row) => row.getBoundingClientRect())
      .flatMap(({ bottom, height }) => (bottom <= innerHeight ? height : [])),
  );
  expect(heights.length).toBeGreaterThanOrEqual(11);
  expect(new Set(heights)).toEqual(new Set([44]));

  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("k");
  await page.keyboard.press("j");
  const link = rows.nth(1).getByRole("link").first();
  await expect(link).toBeFocused();
  await page.keyboard.press("x");
  await expect(rows.nth(1).getByRole("checkbox")).toBeChecked();
  await expect(page.getByText("1 selected")).toBeVisible();
  await expectAccessible(page, "with a booking selected");
  await page.getByRole("button", { name: "Clear selection" }).click();
  await expect(rows.nth(1).getByRole("checkbox")).not.toBeChecked();
  await link.focus();
  await page.keyboard.press("Enter");
  const panel = page.getByRole("dialog", { name: "Booking" });
  await expect(panel.getByRole("heading", { level: 2 })).toHaveText(await link.innerText());
});

test("the drawer moves to the next booking by buttons and by j and k; print and email are in it", async ({
  browser,
  demo,
}) => {
  const page = await openDesk(browser, demo, { viewport: { width: 1280, height: 800 } });
  await page.goto(`${demo.base_url}${LIST}?view=all`, { waitUntil: "networkidle" });
  const rows = page.locator("[data-row]");
  const guests = await rows.locator("[data-booking]").allInnerTexts();
  await rows.first().getByRole("link").first().click();
  const panel = page.getByRole("dialog", { name: "Booking" });
  const shows = async (index: number) => {
    await expect(panel.getByRole("status").first()).toHaveText(`${index + 1} of ${guests.length}`);
    await expect(panel.getByRole("heading", { level: 2 })).toHaveText(guests[index]!);
  };
  await shows(0);
  await expect(panel.getByRole("button", { name: "Previous booking" })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
  await panel.getByRole("button", { name: "Next booking" }).click();
  await shows(1);
  await page.keyboard.press("j");
  await shows(2);
  await page.keyboard.press("k");
  await shows(1);
  await expectAccessible(page, "a booking among others");

  const printed = page.evaluate(
    () => new Promise((resolve) => addEventListener("beforeprint", resolve, { once: true })),
  );
  await panel.getByRole("button", { name: "Print" }).click();
  await printed;

  // One Escape closes the drawer, however many bookings were viewed.
  await page.keyboard.press("Escape");
  await expect(panel).toHaveCount(0);
  await expect(page).toHaveURL(/view=all$/);

  const withEmail = rows.filter({ has: page.locator("a[href^='mailto:'], a[href^='tel:']") });
  await withEmail.nth(0).getByRole("checkbox").check();
  await withEmail.nth(1).getByRole("checkbox").check();
  const mail = page.getByRole("link", { name: /^Email \d guests?$/ });
  await expect(mail).toHaveAttribute("href", /^mailto:\?bcc=[^,@]+%40[^,]+(,[^,@]+%40[^,]+)?$/);
});

test("a guest's contact is one line and copied with one click", async ({ browser, demo }) => {
  const page = await openDesk(browser, demo, {
    viewport: { width: 1280, height: 800 },
    permissions: ["clipboard-read", "clipboard-write"],
  });
  await page.goto(demo.base_url + LIST, { waitUntil: "networkidle" });
  const row = page.locator("[data-row]", { has: page.locator("a[href^='tel:']") }).first();
  await row.hover();
  await row.getByRole("button", { name: "Copy phone" }).click();
  const phone = await row.locator("a[href^='tel:']").innerText();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(phone);
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

for (const javaScriptEnabled of [true, false])
  test(`chips filter the list, show their filter and can be removed, ${javaScriptEnabled ? "with" : "without"} JavaScript`, async ({
    browser,
    demo,
  }) => {
    const page = await openDesk(browser, demo, {
      javaScriptEnabled,
      viewport: { width: 1280, height: 800 },
    });
    const chip = (name: string) => page.locator("details summary", { hasText: name }).first();
    await page.goto(`${demo.base_url}${LIST}?view=all`);
    await chip("Status").click();
    await page
      .getByRole("group", { name: "Filters" })
      .getByRole("link", { name: "No-show" })
      .click();
    await expect(page).toHaveURL(/status=no_show/);
    await expect(page.locator("[data-row]").first()).toContainText("No-show");
    const person = demo.resources[0]!;
    await chip("Person").click();
    await page
      .getByRole("group", { name: "Filters" })
      .getByRole("link", { name: person.name })
      .click();
    await expect(page).toHaveURL(new RegExp(`resource_id=${person.id}`));
    await expect(page).toHaveURL(/status=no_show/);
    await page.getByRole("link", { name: "Remove filter: Status" }).click();
    await expect(page).not.toHaveURL(/status=no_show/);
    await chip("Dates").click();
    await page.getByLabel("From").fill("2026-01-01");
    await page.getByLabel("Until").fill("2026-01-02");
    await page
      .getByRole("group", { name: "Filters" })
      .getByRole("button", { name: "Apply" })
      .click();
    await expect(page).toHaveURL(/from=2026-01-01/);
    await expect(page).toHaveURL(new RegExp(`resource_id=${person.id}`));
    await page.getByRole("link", { name: "Clear filters" }).first().click();
    await expect(page).not.toHaveURL(/from=|resource_id=/);
  });

test("on a phone filters are in a sheet, rows have two lines in 64 px and can be selected", async ({
  browser,
  demo,
}) => {
  const page = await openDesk(browser, demo, {
    viewport: { width: 360, height: 740 },
    hasTouch: true,
  });
  await page.goto(demo.base_url + LIST, { waitUntil: "networkidle" });
  const row = page.locator("[data-row]").first();
  expect((await row.boundingBox())!.height).toBe(64);
  await page.getByText("Filters", { exact: true }).tap();
  await page.locator("details summary", { hasText: "Status" }).tap();
  await expectAccessible(page, "the sheet of filters");
  await page.getByRole("link", { name: "Confirmed", exact: true }).tap();
  await expect(page).toHaveURL(/status=confirmed/);
  await page.getByText("Done", { exact: true }).tap();
  await page.getByText("Select", { exact: true }).tap();
  await row.getByRole("checkbox").tap();
  await expect(page.getByText("1 selected")).toBeVisible();
  await expectAccessible(page, "a booking selected on a phone");
});

test("cancelling with a refund takes three clicks from the list", async ({
  browser,
  demo,
  request,
}) => {
  const [slot] = (await freeDay(request, demo)).free;
  const name = `Refund Me ${Date.now().toString(36)}`;
  const wish = { slot_id: slot!.id, customer: { name }, notify: false };
  const { id } = await callApi<{ id: string }>(request, demo, "/api/bookings", wish);
  const paid = { status: "paid", payment_method: "offline", notify: false };
  await callApi(request, demo, `/api/bookings/${id}/status`, paid);
  const page = await openDesk(browser, demo);
  await page.goto(`${demo.base_url}${LIST}?search=${encodeURIComponent(name)}`, {
    waitUntil: "networkidle",
  });
  await page.getByRole("link", { name }).click();
  const panel = page.getByRole("dialog", { name: "Booking" });
  await panel.getByRole("link", { name: "Cancel booking" }).click();
  await panel.getByRole("button", { name: /^Cancel and refund €\d/ }).click();
  await expect(statusMessage(page)).toContainText(
    new RegExp(`Cancelled ${name}\\. Hand back €\\d`),
  );
});
