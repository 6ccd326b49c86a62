import { closePages } from "./calendar-tools";
import { callApi, freeDays, openDesk } from "./desk-tools";
import { expect, test } from "./fixtures";

// Booking at the desk by keyboard: typed keys reach the right field, and nothing reopens.

const nextDay = freeDays();

test.afterEach(({ browser }) => closePages(browser));

test("as a page it opens once, and Back skips it", async ({ browser, demo }) => {
  const page = await openDesk(browser, demo);
  await page.goto(`${demo.base_url}/dashboard/bookings`);
  await page.goto(`${demo.base_url}/dashboard/bookings/new`, { waitUntil: "networkidle" });
  await page.getByRole("searchbox", { name: "Guest" }).fill("Hidde Postma 06-1234 5678");
  await page.getByRole("button", { name: "New guest" }).click();
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("Hidde Postma");
  await expect(page.getByRole("textbox", { name: "Phone" })).toHaveValue("06-1234 5678");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.getByRole("button", { name: "Book", exact: true }).click();
  const toast = page.getByRole("status").filter({ hasText: "Booked Hidde Postma" });
  await expect(toast).toContainText("No email on file, so no confirmation was sent.");
  await expect(page).toHaveURL(/\/dashboard\/bookings\/[0-9a-f-]{36}$/);
  await toast.getByRole("button", { name: "Undo" }).click();
  await expect(
    page.getByRole("status").filter({ hasText: "Cancelled Hidde Postma" }),
  ).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/dashboard\/bookings$/);
});

test("an outdated response is discarded", async ({ browser, demo }) => {
  const page = await openDesk(browser, demo);
  let release = () => {};
  const released = new Promise<void>((done) => (release = done));
  let ways = 0;
  // The route to the suggestions, which delays the first request.
  await page.route(/__manifest.*guests/, async (route) => {
    if (++ways === 1) await released;
    await route.continue();
  });
  await page.goto(`${demo.base_url}/dashboard/bookings/new`, { waitUntil: "networkidle" });
  const questions: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("guests.data"))
      questions.push(new URL(request.url()).searchParams.get("q")!);
  });
  const search = page.getByRole("searchbox", { name: "Guest" });
  await search.pressSequentially("Li");
  await expect.poll(() => ways).toBe(1);
  await search.pressSequentially("n");
  await expect.poll(() => questions).toEqual(["Lin"]);
  release();
  await expect.poll(() => questions).toEqual(["Lin", "Li", "Lin"]);
  await expect(page.getByRole("search").getByRole("status")).toBeVisible();
});

test("n uses the displayed day; after closing or booking, Back does not reopen it", async ({
  browser,
  demo,
  request,
}) => {
  const day = await nextDay(request, demo);
  const page = await openDesk(browser, demo);
  await page.goto(`${demo.base_url}/dashboard/bookings`);
  await page.goto(`${demo.base_url}/dashboard/calendar?view=day&date=${day.date}`, {
    waitUntil: "networkidle",
  });
  const dialog = page.getByRole("dialog", { name: "New booking" });
  await page.keyboard.press("n");
  await expect(dialog.getByLabel(/^Day/)).toHaveValue(day.date);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);

  await page.keyboard.press("n");
  const search = dialog.getByRole("searchbox", { name: "Guest" });
  await search.fill("next free hour for two");
  await page.keyboard.press("Enter");
  await expect(dialog.getByLabel("People")).toHaveValue("2");
  await dialog.getByLabel("People").fill("1");
  await expect(page).toHaveURL(/party_size(=|%3D)1\b/);
  await page.waitForLoadState("networkidle");
  const times = dialog.getByRole("radio", { name: /\d\d:\d\d/ });
  await times.nth(1).check({ force: true });
  const chosen = await dialog.locator("input[name=time]:checked").inputValue();
  await search.fill("Ilse Kramer ilse.kramer@example.com");
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("textbox", { name: "Email" })).toHaveValue(
    "ilse.kramer@example.com",
  );
  await expect(dialog.locator("input[name=time]:checked")).toHaveValue(chosen!);
  await dialog.getByRole("button", { name: "Book", exact: true }).click();
  const toast = page.getByRole("status").filter({ hasText: "Booked Ilse Kramer" });
  await expect(toast).toContainText("Ilse Kramer gets an email.");
  await expect(dialog).toHaveCount(0);
  const found = await callApi<{ data: { name: string }[] }>(
    request,
    demo,
    "/api/customers?search=next+free",
  );
  expect(found.data).toEqual([]);
  await toast.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Cancelled Ilse Kramer" })).toBeVisible();
  await page.goBack();
  await expect(dialog).toHaveCount(0);
});

test("nothing is truncated or overflows", async ({ browser, demo }) => {
  const page = await openDesk(browser, demo, { viewport: { width: 1280, height: 800 } });
  await expect(page.locator("main dl > div")).toHaveCount(5);
  const outside = await page
    .locator("main dl dd")
    .evaluateAll(
      (figures) => figures.filter((figure) => figure.scrollWidth > figure.clientWidth).length,
    );
  expect(outside).toBe(0);
  await page.goto(
    `${demo.base_url}/dashboard/calendar?view=week&resource=${demo.resources[0]!.id}`,
  );
  await page.locator("[data-card]").first().waitFor();
  const cut = await page.locator("[data-card]").evaluateAll((cards) =>
    cards
      .filter((card) => {
        const foot = card.getBoundingClientRect().bottom;
        return [...card.querySelectorAll("span")]
          .filter((line) => line.textContent !== "" && line.checkVisibility())
          .some((line) => line.getBoundingClientRect().bottom > foot + 1);
      })
      .map((card) => card.textContent),
  );
  expect(cut).toEqual([]);
  await page.goto(`${demo.base_url}/dashboard/bookings/new?new=1&q=Tom`, {
    waitUntil: "networkidle",
  });
  await page.getByText("Custom time").click();
  await page.getByText("Note and options").click();
  const isCut = (label: Element) =>
    label.scrollWidth > label.clientWidth || label.scrollHeight > label.clientHeight + 4;
  const button = page.getByRole("button", { name: "Book", exact: true });
  expect(await button.evaluate(isCut)).toBe(false);
  expect(await button.locator("span").last().evaluate(isCut)).toBe(false);
});
