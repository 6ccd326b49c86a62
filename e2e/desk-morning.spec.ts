import { openClass, openDesk, said } from "./desk-page";
import { expect, test } from "./fixtures";

// The front desk's morning on a phone, and how a person arranges the list, without JavaScript too.

test(
  "on a phone of 360 px a guest is booked, found by half a name, ticked off and refunded nothing by accident",
  { tag: "@story" },
  async ({ browser, demo }) => {
    const page = await openDesk(browser, demo, { viewport: { width: 360, height: 740 }, hasTouch: true });
    await page.getByRole("navigation").getByRole("link", { name: "New" }).last().tap();
    const dialog = page.getByRole("dialog", { name: "New booking" });
    await dialog.getByLabel("Who is it for?").fill("Wilhelmina Half");
    await dialog.getByRole("button", { name: "New guest" }).tap();
    await dialog.locator("button[name=slot_id]").first().tap();
    await expect(said(page)).toContainText("Booked Wilhelmina Half");
    await expect(dialog).toHaveCount(0);

    await page.goto(`${demo.base_url}/dashboard/customers?search=mina+ha`);
    await page.getByRole("link", { name: "Wilhelmina Half" }).first().tap();
    await expect(page.getByRole("heading", { name: "Wilhelmina Half", level: 1 })).toBeVisible();

    await page.goto(`${demo.base_url}/dashboard/bookings?view=newest`, { waitUntil: "networkidle" });
    await page.getByRole("link", { name: "Wilhelmina Half" }).first().tap();
    const booking = page.getByRole("dialog", { name: "Booking" });
    await booking.getByRole("link", { name: "Cancel booking" }).tap();
    await expect(booking.getByText("Nothing was paid, so nothing is refunded.")).toBeVisible();
    await booking.getByRole("button", { name: "Cancel booking" }).tap();
    await expect(said(page)).toContainText("Cancelled Wilhelmina Half");

    await page.goto(`${demo.base_url}/dashboard?slot=${await openClass(page, demo)}`, { waitUntil: "networkidle" });
    const slot = page.getByRole("dialog", { name: "Class" });
    await slot.getByRole("link", { name: "Add a guest" }).tap();
    await expect(dialog.getByLabel("Who is it for?")).toBeVisible();
  },
);

test("without JavaScript filters become a view, the columns are chosen, and two records are merged and parted", async ({
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
  // Shown again at the end: the choice is kept for the person, who is in other tests too.
  for (const isShown of [false, true]) {
    await page.locator("summary", { hasText: "Columns" }).click();
    await page.getByRole("checkbox", { name: "Reference" }).setChecked(isShown);
    await page.getByRole("button", { name: "Apply" }).click();
    await expect(page.getByRole("columnheader", { name: "Reference" })).toHaveCount(isShown ? 1 : 0);
  }

  const found = await page.request.get(`${demo.base_url}/api/customers?limit=2`);
  const [here, there] = ((await found.json()) as { data: { id: string; name: string }[] }).data;
  await page.goto(`${demo.base_url}/dashboard/customers/${here!.id}?merge=${there!.id}`);
  await page.getByRole("button", { name: "Merge customers" }).click();
  await expect(said(page)).toContainText("Merged");
  await page.getByRole("button", { name: /^Undo merge/ }).click();
  await expect(said(page)).toContainText("is a separate customer again");
});

test("a page that is only read is renewed by itself without JavaScript, one that holds a form is not", async ({
  browser,
  demo,
}) => {
  const page = await openDesk(browser, demo, { javaScriptEnabled: false });
  const renewal = page.locator("meta[http-equiv=refresh]");
  await expect(renewal).toHaveAttribute("content", "60");
  await expect(page.getByText(/^As of \d/)).toHaveCount(1);
  await page.goto(`${demo.base_url}/dashboard/bookings/new`);
  await expect(renewal).toHaveCount(0);
});
