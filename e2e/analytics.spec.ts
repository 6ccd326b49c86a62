import { AxeBuilder } from "@axe-core/playwright";
import { expect, test } from "./fixtures";

// The page of figures: accessible and within the screen, light and dark; a figure leads to its list, with and without JavaScript.

for (const [how, options] of Object.entries({
  "on a wide screen": { viewport: { width: 1280, height: 900 } },
  "on a wide screen in the dark": { viewport: { width: 1280, height: 900 }, colorScheme: "dark" as const },
  "on a phone of 360 px": { viewport: { width: 360, height: 740 }, hasTouch: true },
  "on a phone in the dark": { viewport: { width: 360, height: 740 }, colorScheme: "dark" as const },
}))
  test(`figures are accessible and fit, ${how}`, async ({ browser, demo }) => {
    const page = await (await browser.newContext(options)).newPage();
    await page.goto(demo.sign_in_url);
    for (const query of ["", "?range=12m", "?from=2001-01-01&to=2001-01-07"]) {
      await page.goto(`${demo.base_url}/dashboard/analytics${query}`);
      for (const summary of await page.locator("main figure summary").all()) await summary.click();
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => [query, id, nodes[0]?.target])).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(
        0,
      );
    }
    await expect(page.getByRole("heading", { name: "No bookings in these days" })).toBeVisible();
  });

for (const javaScriptEnabled of [true, false])
  test(`own days are chosen, and a figure opens its list, JavaScript ${javaScriptEnabled}`, async ({
    browser,
    demo,
  }) => {
    const page = await (await browser.newContext({ javaScriptEnabled })).newPage();
    await page.goto(demo.sign_in_url);
    await page.goto(`${demo.base_url}/dashboard/analytics?range=90d`);
    await page.getByLabel("In steps of").selectOption("month");
    await page.getByLabel("Compare with").selectOption("none");
    await page.getByRole("button", { name: "Show" }).click();
    await expect(page).toHaveURL(/interval=month&compare=none/);
    await expect(page.getByRole("heading", { name: "Bookings a month" })).toBeVisible();
    await page.locator("main dl").getByRole("link", { name: "No-shows" }).click();
    await expect(page.getByRole("heading", { name: "Bookings", level: 1 })).toBeVisible();
    await expect(page.getByLabel("Status", { exact: true })).toHaveValue("no_show");
  });

test("the page is reached by its keys", async ({ page, demo }) => {
  await page.goto(demo.sign_in_url, { waitUntil: "networkidle" }); // keys work once the page's script runs
  await page.keyboard.press("g");
  await page.keyboard.press("a");
  await expect(page.getByRole("heading", { name: "Analytics", level: 1 })).toBeVisible();
});
