import { AxeBuilder } from "@axe-core/playwright";
import type { Browser, BrowserContextOptions, Page } from "@playwright/test";
import { type Demo, expect, test } from "./fixtures";

// The front desk's morning: taking, finding, moving and cancelling bookings, by keyboard, on a phone, and without JavaScript.

async function open(browser: Browser, demo: Demo, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  page.on("pageerror", (error) => expect.soft(error.message).toBe(""));
  await page.goto(demo.sign_in_url, { waitUntil: "networkidle" }); // keys work once the page's script runs
  await expect(page.getByRole("heading", { name: "Today" })).toBeVisible();
  return page;
}

const said = (page: Page) => page.locator("main").getByRole("status").first();

test("by keyboard: a known guest is booked with six keys, moved, moved back, and found by half a name", async ({
  browser,
  demo,
}) => {
  const page = await open(browser, demo);
  const began = Date.now();
  let keys = 0;
  const press = async (key: string) => {
    keys += 1;
    await page.keyboard.press(key);
  };
  await press("n");
  await expect(page.getByLabel("Who is it for?")).toBeFocused();
  for (const key of "amr") await press(key);
  await press("Enter");
  const first = page.locator("button[name=slot_id]").first();
  await expect(first).toBeFocused();
  await press("Enter");
  await expect(said(page)).toContainText(/Booked .+ El Amrani:/);
  const guest = /Booked (.+?):/.exec(await said(page).innerText())![1]!; // it was there
  expect(keys).toBeLessThanOrEqual(12);
  console.log(`a known guest was booked with ${keys} keys in ${Date.now() - began} ms`);
  const booking = new URL(page.url()).pathname;

  await page.getByRole("link", { name: "Move" }).press("Enter");
  const before = await page.locator("article time").first().innerText();
  await page.locator("button[name=slot_id]").nth(3).press("Enter");
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
  await page.getByRole("button", { name: "Cancel the booking" }).click();
  await expect(said(page)).toContainText(`Cancelled ${guest}`);
});

test("without JavaScript a booking is taken, edited, moved and cancelled", async ({ browser, demo }) => {
  const page = await open(browser, demo, { javaScriptEnabled: false });
  await page.getByRole("link", { name: "New booking" }).click();
  await page.getByLabel("Who is it for?").fill("Piet Paulusma");
  await page.getByRole("button", { name: "New guest" }).click();
  await page.getByLabel("E-mail").fill("piet@example.com");
  await page.getByLabel("People").fill("1");
  await page.locator("button[name=slot_id]").first().click();
  await expect(said(page)).toContainText("Booked Piet Paulusma");

  await page.getByRole("link", { name: "Edit" }).click();
  await page.getByRole("textbox", { name: "Note" }).fill("Rings the bell twice");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Rings the bell twice")).toBeVisible();

  await page.getByRole("link", { name: "Move" }).click();
  await page.locator("button[name=slot_id]").nth(2).click();
  await expect(said(page)).toContainText("Moved Piet Paulusma to");

  await page.getByRole("link", { name: "Cancel booking" }).click();
  await page.getByLabel(/^Mail piet/).uncheck();
  await page.getByRole("button", { name: "Cancel the booking" }).click();
  await expect(said(page)).toContainText("Cancelled Piet Paulusma. Nobody was mailed.");
});

for (const [how, options] of Object.entries({
  "on a wide screen": { viewport: { width: 1280, height: 900 } },
  "on a wide screen in the dark": { viewport: { width: 1280, height: 900 }, colorScheme: "dark" as const },
  "on a phone of 360 px": { viewport: { width: 360, height: 740 }, hasTouch: true },
  "on a phone in the dark": { viewport: { width: 360, height: 740 }, colorScheme: "dark" as const },
}))
  test(`every page of the desk is accessible and fits, ${how}`, async ({ browser, demo }) => {
    const page = await open(browser, demo, options);
    const check = async (path: string, ready: string) => {
      await page.goto(demo.base_url + path);
      await page.locator(ready).first().waitFor();
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(
        violations.map(({ id, nodes }) => [path, id, nodes[0]?.target]),
        path,
      ).toEqual([]);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
        path,
      ).toBeLessThanOrEqual(0);
    };
    await check("/dashboard", "main h1");
    await check("/dashboard/bookings", "main table");
    const booking = (await page.locator("main table a[href^='/dashboard/bookings/']").first().getAttribute("href"))!;
    for (const show of ["", "?show=move", "?show=edit", "?show=cancel"]) await check(booking + show, "article");
    const customer = (await page.locator("article a[href^='/dashboard/customers/']").getAttribute("href"))!;
    await check(`/dashboard/bookings?booking=${booking.split("/").at(-1)}`, "dialog article");
    await check("/dashboard/bookings/new", "main form");
    await check(`/dashboard/bookings/new?customer=${customer.split("/").at(-1)}`, "button[name=slot_id]");
    await check("/dashboard/bookings/new?q=Piet&new=1", "button[name=slot_id]");
    await check("/dashboard/customers", "main ul");
    await check(customer, "main dl");
    await check("/dashboard/search?q=an", "main form");
    const slots = await page.request.get(`${demo.base_url}/api/availability`);
    const { days } = (await slots.json()) as { days: { slots: { id: string; capacity: number }[] }[] };
    const seats = days.flatMap((day) => day.slots).find(({ capacity }) => capacity > 1);
    await check(`/dashboard/slots/${seats?.id}`, "main h1");
  });
