import type { Page } from "playwright/test";
import { aBookedDay, openDay, proposed, startOf, wayTo } from "./calendar-tools";
import { countPresses } from "./count-presses";
import { callApi } from "./desk-tools";
import { openDesk, statusMessage } from "./desk-page";
import { expect, test } from "./fixtures";

// Counts clicks and keys for the front desk's common tasks. Typing is not counted.

const newBooking = (page: Page) => page.getByRole("link", { name: "New booking" }).first();

test(
  "booking a known guest by phone number takes at most four clicks",
  { tag: "@story" },
  async ({ browser, demo, request }) => {
    const { data } = await callApi<{ data: { name: string; phone: string | null }[] }>(
      request,
      demo,
      "/api/customers?limit=100",
    );
    const guest = data.find(({ phone }) => phone !== null)!; // demo guests have phone numbers
    const page = await openDesk(browser, demo);
    const press = countPresses(page);
    await press.click(newBooking(page));
    const dialog = page.getByRole("dialog", { name: "New booking" });
    await dialog.getByRole("searchbox", { name: "Guest" }).fill(guest.phone!);
    await expect(dialog.getByRole("button", { name: `Book for ${guest.name}` })).toBeVisible();
    await press.enter();
    await expect(dialog.getByRole("button", { name: "Book", exact: true })).toBeFocused();
    await press.enter();
    await expect(statusMessage(page)).toContainText(`Booked ${guest.name}`);
    expect(press.count()).toBeLessThanOrEqual(4);
  },
);

test(
  "booking a walk-in takes three clicks, undoing it one",
  { tag: "@story" },
  async ({ browser, demo }) => {
    const page = await openDesk(browser, demo);
    const press = countPresses(page);
    await press.click(newBooking(page));
    const dialog = page.getByRole("dialog", { name: "New booking" });
    await press.click(dialog.getByRole("button", { name: "Walk-in" }));
    await expect(dialog.getByRole("textbox", { name: "Name" })).toHaveValue("Walk-in");
    await press.click(dialog.getByRole("button", { name: "Book", exact: true }));
    // Outside opening hours the desk must confirm.
    const anyway = dialog.getByRole("button", { name: "Book anyway" });
    await expect(
      anyway.or(statusMessage(page).filter({ hasText: "Booked Walk-in" })),
    ).toBeVisible();
    const isWarned = await anyway.isVisible();
    if (isWarned) await press.click(anyway);
    await expect(statusMessage(page)).toContainText("Booked Walk-in");
    expect(press.count()).toBe(isWarned ? 4 : 3);
    await press.click(page.getByRole("button", { name: "Undo" }));
    await expect(statusMessage(page)).toContainText("Cancelled Walk-in");
  },
);

test(
  "a guest at the desk is booked from Today with two presses, without JavaScript too",
  { tag: "@story" },
  async ({ browser, demo, request }) => {
    const kim = await callApi<{ id: string }>(request, demo, "/api/resources", {
      name: "Kim",
      type: "person",
    });
    const service = await callApi<{ id: string }>(request, demo, "/api/schedules", {
      name: "Quick trim",
      resource_ids: [kim.id],
      duration_minutes: 5,
      min_notice_minutes: 1440,
      private: true, // not among the services that other tests see on a website
      rules: [{ days: [1, 2, 3, 4, 5, 6, 7], start: "00:00", end: "00:00" }],
    });
    const page = await openDesk(browser, demo, { viewport: { width: 1280, height: 900 } });
    const bar = (on: Page) => on.getByRole("region", { name: "Walk-in" });
    const chip = bar(page).getByRole("link", { name: "Quick trim" });
    if (!(await chip.isVisible())) await bar(page).locator("summary").click(); // not among the most booked
    const press = countPresses(page);
    await press.click(chip);
    const book = bar(page).getByRole("button", { name: /^Book ?: Quick trim, .*Kim.* until / });
    await expect(book).toBeVisible();
    await press.click(book);
    await expect(statusMessage(page)).toContainText(/Booked Walk-in: .*Kim/);
    expect(press.count()).toBe(2);
    await press.click(page.getByRole("button", { name: "Undo" }));
    await expect(statusMessage(page)).toContainText("Cancelled Walk-in");

    const cookies = await page.context().storageState();
    const plain = await browser.newContext({ javaScriptEnabled: false, storageState: cookies });
    const still = await plain.newPage();
    await still.goto(`${demo.base_url}/dashboard?walk_in=${service.id}`);
    await bar(still)
      .getByRole("button", { name: /^Book ?: Quick trim/ })
      .click();
    await expect(still.getByText(/Booked Walk-in: .*Kim/)).toBeVisible();
    await expect(still).toHaveURL(new RegExp(`walk_in=${service.id}`));
    await plain.close();
    // Its many short times would fill the answers that other tests ask for.
    const archived = await request.patch(`${demo.base_url}/api/resources/${kim.id}`, {
      headers: { Authorization: `Bearer ${demo.secret_key}` },
      data: { active: false },
    });
    expect(archived.ok(), await archived.text()).toBe(true);
  },
);

test("a booking is moved by a drag and one press", async ({ browser, demo, request }) => {
  const day = await aBookedDay(request, demo);
  const page = await openDesk(browser, demo, { viewport: { width: 1280, height: 1000 } });
  await openDay(page, demo, day);
  const press = countPresses(page);
  const { from, to } = await wayTo(page, day, day.free[2]!);
  await press.drag(from, to);
  await expect(proposed(page)).toContainText("free");
  await press.click(proposed(page).getByRole("button", { name: /^Move/ }));
  await expect.poll(() => startOf(request, demo, day.booked)).toBe(day.free[2]!.starts_at);
  expect(press.count()).toBe(2);
});

test("cancelling and refunding a paid booking takes three clicks", async ({
  browser,
  demo,
  request,
}) => {
  const from = new Date(Date.now() + 3 * 86_400_000).toISOString();
  const { data } = await callApi<{ data: { id: string; customer: { name: string } }[] }>(
    request,
    demo,
    `/api/bookings?status=paid&from=${encodeURIComponent(from)}&limit=1`,
  );
  const [paid] = data;
  const page = await openDesk(browser, demo);
  await page.goto(
    `${demo.base_url}/dashboard/bookings?view=all&status=paid&from=${from.slice(0, 10)}`,
    {
      waitUntil: "networkidle",
    },
  );
  const press = countPresses(page);
  await press.click(page.locator(`main table a[href="/dashboard/bookings/${paid!.id}"]`).first());
  const booking = page.getByRole("dialog", { name: "Booking" });
  await press.click(booking.getByRole("link", { name: "Cancel booking" }));
  await press.click(booking.getByRole("button", { name: /^Cancel and refund/ }));
  await expect(statusMessage(page)).toContainText(`Cancelled ${paid!.customer.name}`);
  expect(press.count()).toBe(3);
});

test("blocking an hour takes at most four clicks", async ({ browser, demo, request }) => {
  const day = await aBookedDay(request, demo);
  const page = await openDesk(browser, demo, { viewport: { width: 1280, height: 900 } });
  await openDay(page, demo, day);
  const press = countPresses(page);
  await press.click(page.locator("summary", { hasText: "View and tools" }));
  await press.click(page.getByRole("link", { name: "Block time" }));
  const form = page.getByRole("dialog", { name: /time/i });
  await form.getByRole("combobox").selectOption(day.resource_id);
  await form.getByLabel("Start time").fill("20:00");
  await form.getByLabel("End time").fill("21:00");
  await press.click(form.getByRole("button", { name: /^Block/ }));
  await expect(statusMessage(page)).toContainText("Blocked");
  expect(press.count()).toBeLessThanOrEqual(4);
});
