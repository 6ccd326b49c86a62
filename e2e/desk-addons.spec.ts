import type { APIRequestContext } from "playwright/test";
import { expectAccessible } from "./accessible";
import { countPresses } from "./count-presses";
import { openDesk, statusMessage } from "./desk-page";
import { callApi } from "./desk-tools";
import { type Demo, expect, test } from "./fixtures";

// Add-ons at the desk: set on the service, booked with it.

const RACKET = { id: "racket", name: "Racket", price_amount: 400, max_quantity: 4 };
const LIGHT = { id: "light", name: "Light", price_amount: 600, max_quantity: 1 };

/** A court that is open every day. */
async function aCourt(
  request: APIRequestContext,
  demo: Demo,
  name: string,
  addons: object[] = [RACKET, LIGHT],
) {
  const { id } = await callApi<{ id: string }>(request, demo, "/api/resources", {
    name,
    type: "court",
  });
  const service = await callApi<{ id: string }>(request, demo, "/api/schedules", {
    name: `Padel on ${name}`,
    resource_ids: [id],
    duration_minutes: 60,
    price_amount: 2000,
    addons,
    private: true, // not among the services that other tests see on a website
    rules: [{ days: [1, 2, 3, 4, 5, 6, 7], start: "00:00", end: "00:00" }],
  });
  return {
    id,
    service: service.id,
    archive: () =>
      request.patch(`${demo.base_url}/api/resources/${id}`, {
        headers: { Authorization: `Bearer ${demo.secret_key}` },
        data: { active: false },
      }),
  };
}

interface Booked {
  data: { id: string; price_amount: number; addons: { name: string; quantity: number }[] }[];
}
const bookingsOf = (request: APIRequestContext, demo: Demo, service: string) =>
  callApi<Booked>(request, demo, `/api/bookings?schedule_id=${service}&sort=-created_at`);

test("an owner adds two add-ons, renames one and removes one", async ({
  browser,
  demo,
  request,
}) => {
  const { service, archive } = await aCourt(request, demo, "Court Ash", []);
  const page = await openDesk(browser, demo);
  await page.goto(`${demo.base_url}/dashboard/services/${service}/price`, {
    waitUntil: "networkidle",
  });
  const add = page.getByRole("button", { name: "Add an add-on" });
  await add.click();
  const first = page.getByRole("group", { name: "Add-on 1" });
  await expect(first.getByLabel("Name")).toBeFocused();
  await first.getByLabel("Name").fill("Racket");
  await first.getByLabel("Price (EUR)").fill("4");
  await first.getByLabel("At most").fill("4");
  await add.click();
  const second = page.getByRole("group", { name: "Add-on 2" });
  await second.getByLabel("Name").fill("Light");
  await second.getByLabel("Price (EUR)").fill("6");
  await expectAccessible(page, "Price tab with add-ons");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(statusMessage(page)).toContainText("Saved");
  await first.getByLabel("Name").fill("Padel racket");
  await page.getByRole("button", { name: "Remove add-on 2" }).click();
  await add.click();
  await expect(second.getByLabel("Name")).toHaveValue("");
  await second.getByLabel("Name").fill("Towel");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(statusMessage(page)).toContainText("Saved");
  const { addons } = await callApi<{ addons: object[] }>(
    request,
    demo,
    `/api/schedules/${service}`,
  );
  expect(addons).toEqual([
    { ...RACKET, name: "Padel racket", extra_minutes: 0 },
    { id: "towel", name: "Towel", price_amount: 0, max_quantity: 1, extra_minutes: 0 },
  ]);
  await archive();
});

for (const [width, colorScheme] of [
  [1280, "light"],
  [390, "dark"],
] as const)
  test(`two rackets are booked with two presses more, ${width} px wide`, async ({
    browser,
    demo,
    request,
  }) => {
    const { service, archive } = await aCourt(request, demo, `Court ${width}`);
    const page = await openDesk(browser, demo, {
      viewport: { width, height: 844 },
      colorScheme,
    });
    await page.goto(`${demo.base_url}/dashboard/bookings/new?walk_in=1&service=${service}`, {
      waitUntil: "networkidle",
    });
    const addons = page.getByRole("group", { name: "Add-ons" });
    const press = countPresses(page);
    await press.click(addons.getByRole("button", { name: "One Racket more" }));
    await press.click(addons.getByRole("button", { name: "One Racket more" }));
    await expect(addons.getByRole("spinbutton", { name: /Racket/ })).toHaveValue("2");
    await expect(page.getByText("€28.00", { exact: true })).toBeVisible();
    await press.click(addons.getByRole("checkbox", { name: /Light/ }));
    await expect(page.getByText("€34.00", { exact: true })).toBeVisible();
    await page.getByRole("textbox", { name: "Name" }).fill("Kim de Wit");
    await expectAccessible(page, "New booking with add-ons");
    // A draft keeps the quantities, and the total follows it.
    await page.reload({ waitUntil: "networkidle" });
    await expect(addons.getByRole("spinbutton", { name: /Racket/ })).toHaveValue("2");
    await expect(page.getByText("€34.00", { exact: true })).toBeVisible();
    await press.click(addons.getByRole("checkbox", { name: /Light/ }));
    await press.click(page.getByRole("button", { name: "Book", exact: true }));
    await expect(statusMessage(page)).toContainText("Booked Kim de Wit");
    expect(press.count()).toBe(5);
    const { data } = await bookingsOf(request, demo, service);
    expect(data).toMatchObject([{ price_amount: 2800, addons: [{ name: "Racket", quantity: 2 }] }]);
    await archive();
  });

test("without JavaScript a quantity is typed", async ({ browser, demo, request }) => {
  const { service, archive } = await aCourt(request, demo, "Court Oak");
  const signedIn = await openDesk(browser, demo);
  const plain = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await signedIn.context().storageState(),
  });
  const page = await plain.newPage();
  await page.goto(`${demo.base_url}/dashboard/bookings/new?walk_in=1&service=${service}`);
  const addons = page.getByRole("group", { name: "Add-ons" });
  await expect(addons.getByRole("button")).toHaveCount(0);
  await addons.getByRole("spinbutton", { name: /Racket/ }).fill("3");
  await page.getByRole("textbox", { name: "Name" }).fill("Robin Vos");
  await page.getByRole("button", { name: "Book", exact: true }).click();
  await expect(page.getByText(/Booked Robin Vos/)).toBeVisible();
  const { data } = await bookingsOf(request, demo, service);
  expect(data).toMatchObject([{ price_amount: 3200 }]);
  await plain.close();
  await archive();
});
