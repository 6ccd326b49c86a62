import type { Browser } from "playwright/test";
import { keepPicture } from "./accessible";
import { type Demo, expect, test } from "./fixtures";

// A company switches tax and receipts on; a booking paid at the desk gets a receipt that the owner
// and the guest can print.

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
    headers: { Authorization: `Bearer ${demo.secret_key}`, "Content-Type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect(answer.ok).toBe(true);
  return (await answer.json()) as { data: { id: string; balance_amount: number }[] };
};

for (const screen of SCREENS)
  test(`a receipt with tax, ${screen.name}`, async ({ browser, demo }) => {
    const page = await openDesk(browser, demo, screen);
    await page.goto(`${demo.base_url}/dashboard/settings/policy`);
    const withTax = page.getByLabel("Prices include a tax");
    if (!(await withTax.isChecked())) {
      await expect(page.getByLabel("Name of the tax")).toBeHidden();
      await withTax.check();
    }
    await page.getByLabel("Name of the tax").fill("VAT");
    await page.getByLabel("Rate (%)").fill("21");
    await page.getByLabel("Your tax number").fill("NL001234567B01");
    await page.getByLabel("Issue numbered receipts").check();
    await page.getByLabel("Rate (%)").scrollIntoViewIfNeeded();
    await keepPicture(page, `receipts-policy-${screen.name}`);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("Saved the policy")).toBeVisible();

    const { data } = await call(demo, "GET", "/api/bookings?status=confirmed&limit=100");
    const { id } = data.find(({ balance_amount }) => balance_amount > 0)!; // the demo has some
    await call(demo, "POST", `/api/bookings/${id}/status`, {
      status: "paid",
      payment_method: "offline",
    });
    // The worker issues receipts every minute.
    await expect(async () => {
      await page.goto(`${demo.base_url}/dashboard/payments/receipts`);
      expect(await page.locator("tr[data-row]").count()).toBeGreaterThan(0);
    }).toPass();
    await keepPicture(page, `receipts-list-${screen.name}`);
    await page.locator("tr[data-row]").first().getByRole("link").click();
    await expect(page.getByText("Including 21% VAT")).toBeVisible();
    await expect(page.getByText("VAT number: NL001234567B01")).toBeVisible();
    await keepPicture(page, `receipts-receipt-${screen.name}`);
    await page.goto(`${demo.base_url}/dashboard/payments`);
    await page.getByRole("link", { name: "Receipts", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Receipts" })).toBeVisible();
    await page.context().close();
  });
