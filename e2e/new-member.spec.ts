import { expectAccessibleEverywhere } from "./accessible";
import { countPresses } from "./count-presses";
import { openDesk, statusMessage } from "./desk-page";
import { callApi } from "./desk-tools";
import { expect, test } from "./fixtures";
import { mailsOf } from "./new-company";

// A team member starts on Monday: their services with own price, hours and invitation on one page; then the profile that it makes.

test(
  "a new team member is on one page, with one Save",
  { tag: "@story" },
  async ({ browser, demo, request }) => {
    const room = await callApi<{ id: string }>(request, demo, "/api/resources", { type: "person", name: "Vera" }); // prettier-ignore
    for (const name of ["Foot care", "Hand care"])
      await callApi(request, demo, "/api/schedules", {
        name,
        resource_ids: [room.id],
        rules: [{ days: [1, 2, 3, 4, 5, 6, 7], start: "09:00", end: "17:00" }],
        price_amount: 3000,
        private: true, // not among the services that other tests see on a website
      });
    const page = await openDesk(browser, demo);
    await page.goto(`${demo.base_url}/dashboard/resources`, { waitUntil: "networkidle" });
    const hand = countPresses(page);
    await hand.click(page.getByRole("link", { name: "Add team member" }));
    await expect(page.getByRole("heading", { name: "New team member" })).toBeVisible();
    await page.getByLabel("Name", { exact: true }).fill("Mila de Boer");
    await hand.click(page.getByRole("checkbox", { name: "Foot care" }));
    await page.getByRole("group", { name: "Foot care" }).getByLabel("Price (EUR)").fill("35");
    await hand.click(page.getByRole("checkbox", { name: "Hand care" }));
    await page.getByRole("combobox", { name: "Hours" }).selectOption("Own hours");
    await page.getByLabel("Monday from", { exact: true }).fill("10:00");
    await hand.click(page.getByRole("button", { name: "Copy to weekdays" }));
    const email = `mila-${Date.now()}@example.com`;
    await page.getByLabel("Email (optional)").fill(email);
    await expectAccessibleEverywhere(page, "a new team member");
    await hand.click(page.getByRole("button", { name: "Add team member" }));
    await expect(statusMessage(page)).toContainText(`Mila de Boer added. Invited ${email}.`);
    expect(hand.count()).toBeLessThanOrEqual(5);
    await expect(page.getByRole("heading", { name: "Mila de Boer" })).toBeVisible();
    await expect(page.getByText(/next free/)).toBeVisible();
    await expect(
      page.getByRole("group", { name: "Foot care" }).getByLabel("Price (EUR)"),
    ).toHaveValue("35.00");
    await expect.poll(async () => (await mailsOf(request, demo, email)).length).toBe(1);

    await test.step("hours are edited on the page of the person", async () => {
      const tabs = page.getByRole("navigation", { name: "Mila de Boer" });
      await tabs.getByRole("link", { name: "Hours" }).click();
      await expect(page.getByLabel("Friday from", { exact: true })).toHaveValue("10:00");
      await page.getByRole("checkbox", { name: "Friday", exact: true }).uncheck();
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await expect(statusMessage(page)).toContainText("Mila de Boer’s hours saved.");
      await expect(page.getByRole("checkbox", { name: "Friday", exact: true })).not.toBeChecked();
      for (const tab of ["Time off", "Calendar", "Details"]) {
        await tabs.getByRole("link", { name: tab }).click();
        await expect(tabs.getByRole("link", { name: tab })).toHaveAttribute("aria-current", "page");
      }
    });

    await test.step("old links to a section lead to its page", async () => {
      const id = /resources\/([^/]+)/.exec(page.url())![1];
      await page.goto(`${demo.base_url}/dashboard/resources/${id}#hours`);
      await expect(page).toHaveURL(/\/hours$/);
    });
  },
);

test("without JavaScript, on a phone: a refused team member is not half made, and keeps what was typed", async ({
  browser,
  demo,
  request,
}) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  });
  const page = await context.newPage();
  await page.goto(demo.sign_in_url);
  await page.goto(`${demo.base_url}/dashboard/resources/new-member`);
  await page.getByLabel("Name", { exact: true }).fill("Jonah");
  await page.getByRole("combobox", { name: "Hours" }).selectOption("Own hours");
  await page.getByRole("button", { name: "Break Monday" }).click();
  await page.getByLabel("Monday to, hours 2", { exact: true }).fill("");
  await page.getByRole("button", { name: "Add team member" }).click();
  await expect(page.getByText("Use a time such as 09:00.")).toBeVisible();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Jonah");
  const found = () =>
    callApi<{ data: object[] }>(request, demo, "/api/resources?search=Jonah").then(
      ({ data }) => data.length,
    );
  expect(await found()).toBe(0);
  await page.getByLabel("Monday to, hours 2", { exact: true }).fill("16:00");
  await page.getByRole("button", { name: "Add team member" }).click();
  await expect(statusMessage(page)).toContainText("Jonah added.");
  expect(await found()).toBe(1);
});
