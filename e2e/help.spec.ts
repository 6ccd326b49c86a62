import { openDesk } from "./desk-page";
import { expect, test } from "./fixtures";

test("Help is readable without JavaScript and on a phone", async ({ browser, demo }) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 360, height: 740 },
  });
  const page = await context.newPage();
  await page.goto(demo.base_url);
  await page.getByRole("link", { name: "Help", exact: true }).click();
  await page.locator("main").getByRole("link", { name: "Take payments" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Take payments");
  await page.getByText("All pages").click();
  await page
    .getByRole("navigation", { name: "All pages" })
    .getByRole("link", { name: "A colleague is ill" })
    .click();
  await expect(page.locator("main strong", { hasText: "Ill today" })).toBeVisible();
  expect((await page.goto(`${demo.base_url}/help/nothing`))?.status()).toBe(404);
});

test("the palette, the search page and the user menu lead to Help", async ({ browser, demo }) => {
  const page = await openDesk(browser, demo);
  await page.goto(`${demo.base_url}/dashboard`, { waitUntil: "networkidle" });
  await expect(page.locator("nav[aria-label='Dashboard'] a[href='/help']")).toHaveCount(1); // in the user menu
  await page.keyboard.press("/");
  await expect(page.getByRole("combobox", { name: /^Search/ })).toBeFocused();
  await page.keyboard.type("sick");
  await page.getByRole("option", { name: "A colleague is ill" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("A colleague is ill");

  await page.goto(`${demo.base_url}/dashboard/search?q=refund`);
  await page.getByRole("link", { name: "Refunds and money owed" }).click();
  await expect(page).toHaveURL(/\/help\/refunds$/);
});
