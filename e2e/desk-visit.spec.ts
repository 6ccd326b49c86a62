import { expectAccessible, keepPicture } from "./accessible";
import type { APIRequestContext } from "playwright/test";
import { countPresses } from "./count-presses";
import { openDesk, statusMessage } from "./desk-page";
import { callApi } from "./desk-tools";
import { type Demo, expect, test } from "./fixtures";

// Several services in one visit.

/** A person with a cut and a colour, open every day. */
async function aSalon(request: APIRequestContext, demo: Demo, name: string) {
  const person = await callApi<{ id: string }>(request, demo, "/api/resources", {
    name,
    type: "person",
  });
  const service = (words: string, duration_minutes: number, price_amount: number) =>
    callApi<{ id: string }>(request, demo, "/api/schedules", {
      name: words,
      resource_ids: [person.id],
      duration_minutes,
      price_amount,
      private: true, // not among the services that other tests see on a website
      rules: [{ days: [1, 2, 3, 4, 5, 6, 7], start: "00:00", end: "00:00" }],
    });
  return {
    person,
    cut: await service(`Cut by ${name}`, 30, 2000),
    colour: await service(`Colour by ${name}`, 60, 6000),
    archive: () =>
      request.patch(`${demo.base_url}/api/resources/${person.id}`, {
        headers: { Authorization: `Bearer ${demo.secret_key}` },
        data: { active: false },
      }),
  };
}

test(
  "cut and colour by phone takes at most six presses, and the drawer cancels both",
  { tag: "@story" },
  async ({ browser, demo, request }) => {
    const { cut, colour, archive } = await aSalon(request, demo, "Robin");
    const { data } = await callApi<{ data: { name: string; phone: string | null }[] }>(
      request,
      demo,
      "/api/customers?limit=100",
    );
    const guest = data.find(({ phone }) => phone !== null)!; // demo guests have phone numbers
    const page = await openDesk(browser, demo);
    const press = countPresses(page);
    await press.click(page.getByRole("link", { name: "New booking" }).first());
    const dialog = page.getByRole("dialog", { name: "New booking" });
    await dialog.getByRole("searchbox", { name: "Guest" }).fill(guest.phone!);
    await expect(dialog.getByRole("button", { name: `Book for ${guest.name}` })).toBeVisible();
    await press.enter();
    await expect(dialog.getByRole("button", { name: "Book", exact: true })).toBeFocused();
    await press.choose(dialog.getByRole("combobox", { name: "Service" }), cut.id);
    await expect(dialog.getByText("€20.00", { exact: true })).toBeVisible();
    await press.click(dialog.getByRole("button", { name: "Add another service" }));
    await press.choose(dialog.getByRole("combobox", { name: "Then" }), colour.id);
    await expect(dialog.getByText("Cut by Robin + Colour by Robin")).toBeVisible();
    await expect(dialog.getByText("€80.00", { exact: true })).toBeVisible();
    await expect(dialog.getByRole("combobox", { name: "Repeat" })).toHaveCount(0);
    await expectAccessible(page, "New booking with two services");
    await press.click(dialog.getByRole("button", { name: "Book", exact: true }));
    await expect(statusMessage(page)).toContainText(`Booked ${guest.name}`);
    expect(press.count()).toBeLessThanOrEqual(6);

    const { data: booked } = await callApi<{
      data: { id: string; visit: { no: number } | null }[];
    }>(request, demo, `/api/bookings?schedule_id=${colour.id}`);
    expect(booked.map(({ visit }) => visit?.no)).toEqual([2]);
    await page.goto(`${demo.base_url}/dashboard/bookings/${booked[0]!.id}?show=cancel`);
    await expect(page.getByText("2 of 2")).toBeVisible();
    await page.getByRole("radio", { name: /The visit: 2 services/ }).check();
    await page.getByRole("button", { name: /^Cancel booking/ }).click();
    await expect(statusMessage(page)).toContainText("Cancelled 2 services");
    await archive();
  },
);

test("without JavaScript, and on a phone", async ({ browser, demo, request }) => {
  const { cut, colour, archive } = await aSalon(request, demo, "Charlie");
  const signedIn = await openDesk(browser, demo);
  const plain = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await signedIn.context().storageState(),
    viewport: { width: 390, height: 844 },
  });
  const page = await plain.newPage();
  await page.goto(`${demo.base_url}/dashboard/bookings/new?walk_in=1&service=${cut.id}`);
  await page.getByRole("button", { name: "Add another service" }).click();
  await page.getByRole("combobox", { name: "Then" }).selectOption(colour.id);
  await page.getByRole("button", { name: "Show times" }).first().click();
  await expect(page.getByText("Cut by Charlie + Colour by Charlie")).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.getByRole("textbox", { name: "Name" }).fill("Kim de Wit");
  await page.getByRole("button", { name: "Book", exact: true }).click();
  await expect(page.getByText(/Booked Kim de Wit: .* · .*Charlie/)).toBeVisible();
  await plain.close();
  await archive();
});

for (const [width, colorScheme] of [
  [1280, "light"],
  [390, "dark"],
] as const)
  test(`a visit moves whole, ${width} px wide`, async ({ browser, demo, request }) => {
    const { cut, colour, archive } = await aSalon(request, demo, `Alex ${width}`);
    const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
    const { bookings } = await callApi<{ bookings: { id: string; starts_at: string }[] }>(
      request,
      demo,
      "/api/bookings/visits",
      {
        starts_at: `${day}T10:00:00Z`,
        parts: [{ schedule_id: cut.id }, { schedule_id: colour.id, resource_id: "same" }],
        customer: { name: "Noa Smit", email: `noa.${width}@example.com` },
      },
    );
    const [first] = bookings;
    const page = await openDesk(browser, demo, { viewport: { width, height: 900 }, colorScheme });
    await page.goto(`${demo.base_url}/dashboard/bookings/${first!.id}?show=move`, {
      waitUntil: "networkidle",
    });
    const form = page.getByRole("region", { name: "Move" });
    await expect(form.getByRole("radio", { name: "The visit: 2 services" })).toBeChecked();
    await expectAccessible(page, `Move a visit, ${width}`);
    await keepPicture(page, `visit-move-${width}`);
    await form
      .getByRole("button", { name: /, 1[1-3]:00, / })
      .last()
      .click();
    await expect(form.getByText("All services are free at the new time.")).toBeVisible();
    await keepPicture(page, `visit-move-question-${width}`);
    await form.getByRole("button", { name: "Move the visit" }).click();
    await expect(statusMessage(page)).toContainText("Moved the visit of Noa Smit.");
    const moved = await Promise.all(
      bookings.map(({ id }) =>
        callApi<{ starts_at: string }>(request, demo, `/api/bookings/${id}`),
      ),
    );
    const shift = (index: number) =>
      Date.parse(moved[index]!.starts_at) - Date.parse(bookings[index]!.starts_at);
    expect(shift(0)).not.toBe(0);
    expect(shift(1)).toBe(shift(0));
    await page.close();
    await archive();
  });
