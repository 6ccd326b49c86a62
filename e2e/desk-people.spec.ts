import { expectAccessible, keepPicture } from "./accessible";
import { openDesk, statusMessage } from "./desk-page";
import { callApi } from "./desk-tools";
import { expect, test } from "./fixtures";

// Kinds of people at the desk: set on the service, booked and changed with it.

for (const [width, colorScheme] of [
  [1280, "light"],
  [390, "dark"],
] as const)
  test(`an owner sets kinds of people and books a family, ${width} px wide`, async ({
    browser,
    demo,
    request,
  }) => {
    const resource = await callApi<{ id: string }>(request, demo, "/api/resources", {
      name: `Boat ${width}`,
      type: "equipment",
      capacity: 8,
    });
    const { id: service } = await callApi<{ id: string }>(request, demo, "/api/schedules", {
      name: `Tour on boat ${width}`,
      resource_ids: [resource.id],
      duration_minutes: 60,
      price_amount: 2000,
      private: true, // not among the services that other tests see on a website
      rules: [{ days: [1, 2, 3, 4, 5, 6, 7], start: "00:00", end: "00:00" }],
    });
    const page = await openDesk(browser, demo, { viewport: { width, height: 844 }, colorScheme });
    await page.goto(`${demo.base_url}/dashboard/services/${service}/price`, {
      waitUntil: "networkidle",
    });
    const add = page.getByRole("button", { name: "Add a kind" });
    for (const [at, [name, price]] of [
      ["Adult", ""],
      ["Child", "10"],
      ["Baby", "0"],
    ].entries()) {
      await add.click();
      const row = page.getByRole("group", { name: `Kind ${at + 1}` });
      await expect(row.getByLabel("Name")).toBeFocused();
      await row.getByLabel("Name").fill(name!);
      await row.getByLabel("Price (EUR)").fill(price!);
    }
    await page.getByRole("group", { name: "Kind 3" }).getByLabel("Needs no seat").check();
    await expectAccessible(page, "Price tab with kinds of people");
    await keepPicture(page, `price-kinds-${width}`);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(statusMessage(page)).toContainText("Saved");

    await page.goto(`${demo.base_url}/dashboard/bookings/new?walk_in=1&service=${service}`, {
      waitUntil: "networkidle",
    });
    const people = page.getByRole("group", { name: "People" });
    await people.getByRole("button", { name: "One Adult more" }).click();
    await people.getByRole("button", { name: "One Child more" }).click();
    await people.getByRole("button", { name: "One Baby more" }).click();
    await expect(page.getByText("€50.00", { exact: true }).last()).toBeVisible();
    await page.getByRole("textbox", { name: "Name" }).fill("Kim de Wit");
    await expectAccessible(page, "New booking with kinds of people");
    await keepPicture(page, `new-booking-kinds-${width}`);
    await page.getByRole("button", { name: "Book", exact: true }).click();
    await expect(statusMessage(page)).toContainText("Booked Kim de Wit");
    interface Booked {
      data: { id: string; price_amount: number; party_size: number }[];
    }
    const booked = () => callApi<Booked>(request, demo, `/api/bookings?schedule_id=${service}`);
    const { data } = await booked();
    expect(data).toMatchObject([{ price_amount: 5000, party_size: 3 }]);

    await page.goto(`${demo.base_url}/dashboard/bookings/${data[0]!.id}?show=edit`, {
      waitUntil: "networkidle",
    });
    await people.getByRole("button", { name: "One Adult less" }).click();
    await expect(page.getByText("€30.00 for 3")).toBeVisible();
    await keepPicture(page, `edit-kinds-${width}`);
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(statusMessage(page)).toContainText("Saved");
    expect((await booked()).data).toMatchObject([{ price_amount: 3000, party_size: 2 }]);
    await expect(page.getByText("1 × Adult, 1 × Child, 1 × Baby").first()).toBeVisible();
    await request.patch(`${demo.base_url}/api/resources/${resource.id}`, {
      headers: { Authorization: `Bearer ${demo.secret_key}` },
      data: { active: false },
    });
  });
