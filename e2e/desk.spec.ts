import type { Page } from "playwright/test";
import { openDesk, statusMessage } from "./desk-page";
import { expect, test } from "./fixtures";

// The front desk's morning: taking, finding, moving and cancelling bookings by keyboard, on a phone
// and without JavaScript.

/** Other times with the same person, who comes first; with another the price may change. */
const ownTimes = (page: Page) =>
  page.getByRole("region", { name: "Move" }).getByRole("group").first().locator("[name=slot_id]");

/** Times are told, not held to: they are the machine's as much as ours. */
const measured = (description: string) =>
  test.info().annotations.push({ type: "measured", description });

test("keyboard: a known guest is booked with six keys, moved, moved back, and found by half a name", async ({
  browser,
  demo,
}) => {
  const page = await openDesk(browser, demo);
  const startedAt = Date.now();
  let keys = 0;
  const press = async (...pressed: string[]) => {
    for (const key of pressed) await page.keyboard.press(key);
    keys += pressed.length;
  };
  await press("n");
  await expect(page.getByRole("searchbox", { name: "Guest" })).toBeFocused();
  await press(..."amr", "Enter");
  await expect(page.getByRole("button", { name: "Book", exact: true })).toBeFocused();
  await press("Enter");
  await expect(statusMessage(page)).toContainText(/Booked .+ El Amrani:/);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  const guest = /Booked (.+?):/.exec(await statusMessage(page).innerText())![1]!; // asserted above
  expect(keys).toBeLessThanOrEqual(12);
  measured(`a known guest: ${keys} keys, ${Date.now() - startedAt} ms`);
  await page.goto(`${demo.base_url}/dashboard/bookings?view=newest`);
  const booking = (await page
    .locator("main table a[href^='/dashboard/bookings/']")
    .first()
    .getAttribute("href"))!;
  await page.goto(demo.base_url + booking, { waitUntil: "networkidle" });

  await page.getByRole("link", { name: "Move" }).press("Enter");
  const before = await page.locator("article time").first().innerText();
  await ownTimes(page).first().press("Enter");
  await expect(statusMessage(page)).toContainText(`Moved ${guest} to`);
  await expect(page.locator("article time").first()).not.toHaveText(before);
  await page.getByRole("button", { name: "Undo" }).press("Enter");
  await expect(page.locator("article time").first()).toHaveText(before);

  await page.locator("body").click({ position: { x: 700, y: 5 } });
  await page.keyboard.press("/");
  await expect(page.getByRole("combobox", { name: /^Search/ })).toBeFocused();
  await page.keyboard.type("el amr");
  const option = page.getByRole("option", { name: new RegExp(`^${guest}(?!,)`) }).first();
  await expect(option).toBeVisible();
  await option.click();
  await expect(page.getByRole("heading", { name: guest, level: 1 })).toBeVisible();

  await page.keyboard.press("g");
  await page.keyboard.press("b");
  await expect(page.getByRole("heading", { name: "Bookings", level: 1 })).toBeVisible();
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog").getByRole("heading", { level: 2 })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Shortcuts" })).toContainText("Go to Customers");
  await page.keyboard.press("Escape");

  await page.goto(demo.base_url + booking);
  await page.getByRole("link", { name: "Cancel booking" }).click();
  await page.getByRole("button", { name: "Cancel booking" }).click();
  await expect(statusMessage(page)).toContainText(`Cancelled ${guest}`);
});

test("keyboard: a new guest on the phone is booked with only a name", async ({ browser, demo }) => {
  const page = await openDesk(browser, demo);
  const startedAt = Date.now();
  const name = "Zoe Q";
  await page.keyboard.press("n");
  await expect(page.getByRole("searchbox", { name: "Guest" })).toBeFocused();
  await page.keyboard.type(name);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Book", exact: true })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(statusMessage(page)).toContainText(`Booked ${name}:`);
  const keys = 1 + name.length + 2;
  expect(keys).toBeLessThanOrEqual(12);
  measured(`a new guest: ${keys} keys, ${Date.now() - startedAt} ms`);
});

test("without JavaScript a booking is created, edited, moved and cancelled", async ({
  browser,
  demo,
}) => {
  const page = await openDesk(browser, demo, { javaScriptEnabled: false });
  await page.getByRole("link", { name: "New booking", exact: true }).click();
  await page.getByRole("searchbox", { name: "Guest" }).fill("Piet Paulusma");
  await page.getByRole("button", { name: "New guest" }).click();
  await page.getByRole("textbox", { name: "Email" }).fill("piet@example.com");
  await page.getByLabel("People").fill("1");
  await page.getByRole("button", { name: "Book", exact: true }).click();
  await expect(statusMessage(page)).toContainText("Booked Piet Paulusma");

  await page.locator("summary", { hasText: "More actions" }).click();
  await page.getByRole("link", { name: "Edit" }).click();
  await page.getByRole("textbox", { name: "Note" }).fill("Rings the bell twice");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Rings the bell twice")).toBeVisible();

  await page.getByRole("link", { name: "Move" }).click();
  await ownTimes(page).nth(1).click();
  await expect(statusMessage(page)).toContainText("Moved Piet Paulusma to");

  await page.getByRole("link", { name: "Cancel booking" }).click();
  await page.getByLabel(/^Email piet/).uncheck();
  await page.getByRole("button", { name: "Cancel booking" }).click();
  await expect(statusMessage(page)).toContainText(
    "Cancelled Piet Paulusma. Piet Paulusma gets no email.",
  );
});

test("a slow page shows its skeleton over the previous page", async ({ browser, demo }) => {
  const page = await openDesk(browser, demo);
  let arrive = () => {};
  const held = new Promise<void>((resolve) => (arrive = resolve));
  await page.route("**/dashboard/analytics.data*", async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole("link", { name: "Analytics" }).first().click();
  await expect(page.locator("main[aria-busy=true] [data-outline]")).toBeVisible();
  arrive();
  await expect(page.getByRole("heading", { name: "Analytics", level: 1 })).toBeVisible();
  await expect(page.locator("[data-outline]")).toHaveCount(0);
});
