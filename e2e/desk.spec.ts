import { expectAccessibleEverywhere, OTHER_SCREENS } from "./accessible";
import { openClass, openDesk, said } from "./desk-page";
import { expect, test } from "./fixtures";

// The front desk's morning: taking, finding, moving and cancelling bookings, by keyboard, on a phone, and without JavaScript.

/** Times are told, not held to: they are the machine's as much as ours. */
const measured = (description: string) => test.info().annotations.push({ type: "measured", description });

test("by keyboard: a known guest is booked with six keys, moved, moved back, and found by half a name", async ({
  browser,
  demo,
}) => {
  const page = await openDesk(browser, demo);
  const began = Date.now();
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
  await expect(said(page)).toContainText(/Booked .+ El Amrani:/);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  const guest = /Booked (.+?):/.exec(await said(page).innerText())![1]!; // it was there
  expect(keys).toBeLessThanOrEqual(12);
  measured(`a known guest: ${keys} keys, ${Date.now() - began} ms`);
  await page.goto(`${demo.base_url}/dashboard/bookings?view=newest`);
  const booking = (await page.locator("main table a[href^='/dashboard/bookings/']").first().getAttribute("href"))!;
  await page.goto(demo.base_url + booking, { waitUntil: "networkidle" });

  await page.getByRole("link", { name: "Move" }).press("Enter");
  const before = await page.locator("article time").first().innerText();
  const start = /\d?\d:\d\d/.exec(before)![0]; // "Tue 24 Nov, 09:00 – 09:30"
  await page.locator("button[name=slot_id]").filter({ hasNotText: start }).first().press("Enter"); // another may have the same time
  await expect(said(page)).toContainText(`Moved ${guest} to`);
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
  await expect(said(page)).toContainText(`Cancelled ${guest}`);
});

test("by keyboard: a new guest on the telephone is booked with their name alone", async ({ browser, demo }) => {
  const page = await openDesk(browser, demo);
  const began = Date.now();
  const name = "Zoe Q";
  await page.keyboard.press("n");
  await expect(page.getByRole("searchbox", { name: "Guest" })).toBeFocused();
  await page.keyboard.type(name);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Book", exact: true })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(said(page)).toContainText(`Booked ${name}:`);
  const keys = 1 + name.length + 2;
  expect(keys).toBeLessThanOrEqual(12);
  measured(`a new guest: ${keys} keys, ${Date.now() - began} ms`);
});

test("without JavaScript a booking is taken, edited, moved and cancelled", async ({ browser, demo }) => {
  const page = await openDesk(browser, demo, { javaScriptEnabled: false });
  await page.getByRole("link", { name: "New booking", exact: true }).click();
  await page.getByRole("searchbox", { name: "Guest" }).fill("Piet Paulusma");
  await page.getByRole("button", { name: "New guest" }).click();
  await page.getByRole("textbox", { name: "Email" }).fill("piet@example.com");
  await page.getByLabel("People").fill("1");
  await page.getByRole("button", { name: "Book", exact: true }).click();
  await expect(said(page)).toContainText("Booked Piet Paulusma");

  await page.locator("summary", { hasText: "More actions" }).click();
  await page.getByRole("link", { name: "Edit" }).click();
  await page.getByRole("textbox", { name: "Note" }).fill("Rings the bell twice");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Rings the bell twice")).toBeVisible();

  await page.getByRole("link", { name: "Move" }).click();
  await page.locator("button[name=slot_id]").nth(2).click();
  await expect(said(page)).toContainText("Moved Piet Paulusma to");

  await page.getByRole("link", { name: "Cancel booking" }).click();
  await page.getByLabel(/^Email piet/).uncheck();
  await page.getByRole("button", { name: "Cancel booking" }).click();
  await expect(said(page)).toContainText("Cancelled Piet Paulusma. Piet Paulusma gets no email.");
});

test("every page of the desk is accessible and fits, wide and on a phone, light and dark", async ({
  browser,
  demo,
}) => {
  const page = await openDesk(browser, demo);
  const check = async (path: string, ready: string) => {
    await page.goto(demo.base_url + path);
    await page.locator(ready).first().waitFor();
    await expectAccessibleEverywhere(page, path);
  };
  await check("/dashboard", "main h1");
  await expectAccessibleEverywhere(page, "/dashboard", { screens: OTHER_SCREENS });
  await check("/dashboard/bookings", "main table");
  const booking = (await page.locator("main table a[href^='/dashboard/bookings/']").first().getAttribute("href"))!;
  for (const show of ["", "?show=move", "?show=edit", "?show=cancel"]) await check(booking + show, "article");
  const customer = (await page.locator("article a[href^='/dashboard/customers/']").getAttribute("href"))!;
  await check(`/dashboard/bookings?booking=${booking.split("/").at(-1)}`, "dialog article");
  await check("/dashboard/bookings?new=", "dialog form");
  await check("/dashboard/bookings?new=q%3DPiet%26new%3D1", "dialog button[data-book]");
  await check("/dashboard/bookings?view=all&status=cancelled", "main h1");
  await check("/dashboard/bookings/new", "main form");
  await check(`/dashboard/bookings/new?customer=${customer.split("/").at(-1)}`, "button[data-book]");
  await check("/dashboard/bookings/new?q=Piet&new=1", "button[data-book]");
  await check("/dashboard/customers", "main table");
  await check(customer, "main dl");
  const found = await page.request.get(`${demo.base_url}/api/customers?limit=50`);
  const { data } = (await found.json()) as { data: { id: string }[] };
  const other = data.find(({ id }) => !customer.endsWith(id))!; // the demo has thousands
  await check(`${customer}?merge=${other.id}`, "section[aria-label='Merge customers']");
  await check("/dashboard/search?q=an", "main form");
  const slot = await openClass(page, demo);
  await check(`/dashboard/slots/${slot}`, "main article");
  await check(`/dashboard?slot=${slot}`, "dialog article");
});

test("a page that takes its time shows its outline over the page that was left", async ({ browser, demo }) => {
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
