import { expect, test } from "./fixtures";

// The analytics page: a figure leads to its list, with and without JavaScript.

for (const javaScriptEnabled of [true, false])
  test(`a custom range can be chosen, and a figure opens its list, JavaScript ${javaScriptEnabled}`, async ({
    browser,
    demo,
  }) => {
    const page = await (await browser.newContext({ javaScriptEnabled })).newPage();
    await page.goto(demo.sign_in_url);
    await page.goto(`${demo.base_url}/dashboard/analytics?range=90d`);
    await page.getByLabel("Group by").selectOption("month");
    await page.getByLabel("Compare with").selectOption("none");
    await page.getByRole("button", { name: "Show" }).click();
    await expect(page).toHaveURL(/interval=month&compare=none/);
    await expect(page.getByRole("heading", { name: "Bookings per month" })).toBeVisible();
    await page.locator("main dl").getByRole("link", { name: "No-shows" }).click();
    await expect(page.getByRole("heading", { name: "Bookings", level: 1 })).toBeVisible();
    await expect(page.getByRole("link", { name: "Remove filter: Status" })).toBeVisible();
    await expect(page).toHaveURL(/status=no_show/);
  });

test("the page has a keyboard shortcut", async ({ page, demo }) => {
  await page.goto(demo.sign_in_url, { waitUntil: "networkidle" }); // keys work once the page's script runs
  await page.keyboard.press("g");
  await page.keyboard.press("a");
  await expect(page.getByRole("heading", { name: "Analytics", level: 1 })).toBeVisible();
});
