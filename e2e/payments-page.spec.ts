import { expect, test } from "./fixtures";

test("payments without JavaScript: the account, the filtered list, and links to bookings", async ({
  browser,
  demo,
}) => {
  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await page.goto(demo.sign_in_url);
  await page.goto(`${demo.base_url}/dashboard/payments`);
  await expect(page.getByRole("heading", { name: "Payment account" })).toBeVisible();
  await expect(page.getByText("Platform fee")).toBeVisible();
  await page.getByText("Disconnect account").click();
  await expect(page.getByText("Past payments stay")).toBeVisible();
  await page.getByLabel("Status").selectOption("paid");
  await page.getByRole("button", { name: "Show" }).click();
  await expect(page).toHaveURL(/status=paid/);
  await page.locator("main li[data-row] a[href^='/dashboard/bookings/']").first().click();
  await expect(page).toHaveURL(/\/dashboard\/bookings\/[0-9a-f-]+$/);
});
