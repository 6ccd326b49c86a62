import { openClass, openDesk, statusMessage } from "./desk-page";
import { expect, test } from "./fixtures";

// The front desk's morning on a phone, and customising the list, also without JavaScript.

test(
  "at 360 px a guest is booked, found by half a name and checked in, without an accidental refund",
  { tag: "@story" },
  async ({ browser, demo }) => {
    const page = await openDesk(browser, demo, {
      viewport: { width: 360, height: 740 },
      hasTouch: true,
    });
    await page.getByRole("navigation").getByRole("link", { name: "New" }).last().tap();
    const dialog = page.getByRole("dialog", { name: "New booking" });
    await dialog.getByRole("searchbox", { name: "Guest" }).fill("Wilhelmina Half");
    await dialog.getByRole("button", { name: "New guest" }).first().tap();
    await dialog.getByRole("button", { name: "Book", exact: true }).tap();
    await expect(statusMessage(page)).toContainText("Booked Wilhelmina Half");
    await expect(dialog).toHaveCount(0);

    await page.goto(`${demo.base_url}/dashboard/customers?search=mina+ha`);
    await page.getByRole("link", { name: "Wilhelmina Half" }).first().tap();
    await expect(page.getByRole("heading", { name: "Wilhelmina Half", level: 1 })).toBeVisible();

    await page.goto(`${demo.base_url}/dashboard/bookings?view=newest`, {
      waitUntil: "networkidle",
    });
    await page.getByRole("link", { name: "Wilhelmina Half" }).first().tap();
    const booking = page.getByRole("dialog", { name: "Booking" });
    await booking.getByRole("link", { name: "Cancel booking" }).tap();
    await expect(booking.getByText("Nothing was paid, so nothing is refunded.")).toBeVisible();
    await booking.getByRole("button", { name: "Cancel booking" }).tap();
    await expect(statusMessage(page)).toContainText("Cancelled Wilhelmina Half");

    await page.goto(`${demo.base_url}/dashboard?slot=${await openClass(page, demo)}`, {
      waitUntil: "networkidle",
    });
    const slot = page.getByRole("dialog", { name: "Class" });
    await slot.getByRole("link", { name: "Add guest" }).tap();
    await expect(dialog.getByRole("searchbox", { name: "Guest" })).toBeVisible();
  },
);

test("without JavaScript filters are saved as a view, columns are chosen, and two records are merged and split", async ({
  browser,
  demo,
}) => {
  const page = await openDesk(browser, demo, { javaScriptEnabled: false });
  await page.goto(`${demo.base_url}/dashboard/bookings?view=all&status=no_show`);
  await page.getByText("Save view").click();
  await page.getByLabel("View name").fill("Missed");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("link", { name: "Missed" })).toHaveAttribute("aria-current", "true");
  await page.getByText("Edit view").click();
  await page.getByRole("button", { name: "Delete “Missed”" }).click();
  await expect(page.getByRole("link", { name: "Missed" })).toHaveCount(0);
  // Restored at the end, because the choice is stored for the person, who also appears in other
  // tests.
  for (const isShown of [false, true]) {
    await page.locator("summary", { hasText: "Columns" }).click();
    await page.getByRole("checkbox", { name: "Reference" }).setChecked(isShown);
    await page.getByRole("button", { name: "Apply" }).click();
    await expect(page.getByRole("columnheader", { name: "Reference" })).toHaveCount(
      isShown ? 1 : 0,
    );
  }

  const found = await page.request.get(`${demo.base_url}/api/customers?limit=2`);
  const [here, there] = ((await found.json()) as { data: { id: string; name: string }[] }).data;
  await page.goto(`${demo.base_url}/dashboard/customers/${here!.id}?merge=${there!.id}`);
  await page.getByRole("button", { name: "Merge customers" }).click();
  await expect(statusMessage(page)).toContainText("Merged");
  await page.getByRole("button", { name: /^Undo merge/ }).click();
  await expect(statusMessage(page)).toContainText("is a separate customer again");
});

test("Today lists arrivals with a summary and figures; check-in and approval take one click", async ({
  browser,
  demo,
}) => {
  const page = await openDesk(browser, demo, { viewport: { width: 1280, height: 800 } });
  const book = async (name: string, starts_ms: number, more: object) => {
    const customer = { name, email: `${name.toLowerCase().replace(" ", ".")}@example.com` };
    const data = {
      resource_id: demo.resources[0]!.id,
      starts_at: new Date(starts_ms).toISOString(),
      customer,
      ...more,
    };
    const made = await page.request.post(`${demo.base_url}/api/bookings`, {
      data: { duration_minutes: 15, override: true, notify: false, ...data },
      headers: { Origin: demo.base_url },
    });
    expect(made.ok(), await made.text()).toBe(true);
  };
  const minute = Math.floor(Date.now() / 60_000) * 60_000;
  await book("Walter Vroeg", minute, {});
  await book("Petra Vraag", minute + 3 * 86_400_000, { status: "pending" });
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(viewport);
    await page.goto(`${demo.base_url}/dashboard`, { waitUntil: "networkidle" });
    const tops = await page
      .locator("main :is(section[aria-label='Needs attention'], #arrivals, [data-row] time, dl)")
      .filter({ visible: true }) // not the rows collapsed under "earlier"
      .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().top));
    expect(tops.length).toBeGreaterThan(3);
    expect(tops, "in the order of the page").toEqual([...tops].sort((a, b) => a - b));
    const lefts = await page
      .locator("[data-row]:has(time)")
      .filter({ visible: true })
      .first()
      .locator("time, a[href*='/bookings/']")
      .evaluateAll((parts) => parts.slice(0, 2).map((part) => part.getBoundingClientRect().left));
    expect(lefts, "the time stands before the guest").toEqual([...lefts].sort((a, b) => a - b));
    await expect(page.getByRole("link", { name: "Walter Vroeg" }).first()).toBeInViewport({
      ratio: 1,
    });
  }

  const row = page.locator("li[data-row]").filter({ hasText: "Walter Vroeg" });
  await row.getByRole("button", { name: /^Arrived/ }).click();
  await expect(statusMessage(page)).toContainText("Walter Vroeg has arrived.");
  await expect(row.getByRole("button", { name: /^Arrived/ })).toHaveCount(0);

  const attention = page.getByRole("region", { name: "Needs attention" });
  await attention.getByText(/\d+ needs? attention/).click();
  const kinds = await attention.locator("summary, li:visible").allInnerTexts();
  const place = (words: RegExp) => kinds.findIndex((text) => words.test(text));
  expect(place(/^\d+ needs? attention\s+Approve/)).toBe(0);
  expect(place(/Webhook failing/)).toBe(kinds.length - 1);
  await attention
    .getByRole("button", { name: /^Approve ?: Petra Vraag/ })
    .filter({ visible: true })
    .click();
  await expect(statusMessage(page)).toContainText("Petra Vraag");
  // The name may remain: the demo's other booking can be overbooked and listed in Attention.
  await expect(attention.getByRole("button", { name: /Petra Vraag/ })).toHaveCount(0);
});

test("without JavaScript a read-only page refreshes itself, a page with a form does not", async ({
  browser,
  demo,
}) => {
  const page = await openDesk(browser, demo, { javaScriptEnabled: false });
  const renewal = page.locator("meta[http-equiv=refresh]");
  await expect(renewal).toHaveAttribute("content", "60");
  await expect(page.getByText(/^Updated \d/)).toHaveCount(1);
  await page.goto(`${demo.base_url}/dashboard/bookings/new`);
  await expect(renewal).toHaveCount(0);
});
