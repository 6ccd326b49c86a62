import type { APIRequestContext } from "playwright/test";
import { expectAccessible, keepPicture } from "./accessible";
import { countPresses } from "./count-presses";
import { callApi } from "./desk-tools";
import { type Demo, expect, test } from "./fixtures";

// A guest books a cut and a colour in one visit, in the widget and without JavaScript.

/** A salon of two people who both cut and colour, every day. */
async function aSalon(request: APIRequestContext, demo: Demo, name: string) {
  const { slug } = await callApi<{ slug: string }>(request, demo, "/api/tenant");
  const people: { id: string }[] = [];
  for (const who of ["Sami", "Noor"])
    people.push(
      await callApi(request, demo, "/api/resources", { name: `${who} ${name}`, type: "person" }),
    );
  const service = async (own: object) =>
    callApi<{ id: string }>(request, demo, "/api/schedules", {
      resource_ids: people.map(({ id }) => id),
      category: `Salon ${name}`,
      max_advance_days: 40,
      rules: [{ days: [1, 2, 3, 4, 5, 6, 7], start: "09:00", end: "17:00" }],
      ...own,
    });
  const cut = await service({ name: `Cut ${name}`, duration_minutes: 30, price_amount: 2000 });
  const colour = await service({
    name: `Colour ${name}`,
    duration_minutes: 90,
    price_amount: 6000,
    addons: [{ id: "gloss", name: "Gloss", price_amount: 900, max_quantity: 1 }],
  });
  const headers = { Authorization: `Bearer ${demo.secret_key}` };
  return {
    sami: people[0]!.id,
    noor: people[1]!.id,
    page: `${demo.base_url}/book/${slug}`,
    cut: cut.id,
    colour: colour.id,
    bookings: async () => {
      const of = async (id: string) =>
        (
          await callApi<{
            data: { starts_at: string; ends_at: string; visit: { no: number } | null }[];
          }>(request, demo, `/api/bookings?schedule_id=${id}`)
        ).data;
      return [...(await of(cut.id)), ...(await of(colour.id))];
    },
    /** Books a person's time, by another guest. */
    take: (resource_id: string, starts_at: string) =>
      callApi(request, demo, "/api/bookings", {
        resource_id,
        schedule_id: cut.id,
        starts_at,
        duration_minutes: 30,
        customer: { name: "Other Guest" },
      }),
    archive: async () => {
      for (const { id } of people)
        await request.patch(`${demo.base_url}/api/resources/${id}`, {
          headers,
          data: { active: false },
        });
      for (const { id } of [cut, colour])
        await request.patch(`${demo.base_url}/api/schedules/${id}`, {
          headers,
          data: { active: false },
        });
    },
  };
}

const SCREENS = [
  { name: "wide", viewport: { width: 1280, height: 900 }, colorScheme: "light", locale: "en-GB" },
  { name: "narrow", viewport: { width: 390, height: 844 }, colorScheme: "dark", locale: "en-GB" },
] as const;

for (const { name, ...screen } of SCREENS)
  test(`cut and colour take at most six presses in the widget, ${name}`, async ({
    browser,
    demo,
    request,
  }) => {
    const salon = await aSalon(request, demo, name);
    const page = await (await browser.newContext(screen)).newPage();
    page.on("pageerror", (error) => expect.soft(error.message).toBe(""));
    const press = countPresses(page);
    await page.goto(salon.page);
    const widget = page.locator("booking-widget");
    const cut = widget.getByRole("button", { name: `Cut ${name}` });
    // A company with many services folds them by category.
    const folded = widget.locator("summary", { hasText: `Salon ${name}` });
    await expect(cut.or(folded).first()).toBeVisible();
    if (!(await cut.isVisible())) await folded.click();
    await press.click(cut);
    await press.click(widget.getByRole("button", { name: "Add another service" }));
    await expect(widget.getByRole("heading", { name: "Add another service" })).toBeVisible();
    await keepPicture(page, `visit-widget-add-${name}`);
    const colour = widget.getByRole("button", { name: `Colour ${name}` });
    if (!(await colour.isVisible())) await folded.click();
    await press.click(colour);
    await expect(widget.locator(".visit li")).toHaveCount(2);
    await expect(widget.locator(".meta")).toContainText("€80");
    await press.click(widget.locator(".times button.time").first());
    await widget.locator("#name").fill("Greta Visit");
    await widget.locator("#email").fill(`greta-visit-${name}@example.com`);
    if (name === "wide") await expectAccessible(page, "Widget with a visit");
    await keepPicture(page, `visit-widget-form-${name}`);
    await press.click(widget.getByRole("button", { name: /^Confirm booking/ }));
    await expect(widget.locator("[part=done] .dates li")).toHaveCount(2);
    await keepPicture(page, `visit-widget-done-${name}`);
    expect(press.count()).toBeLessThanOrEqual(6);
    const [first, second] = await salon.bookings();
    expect([first?.visit?.no, second?.visit?.no]).toEqual([1, 2]);
    expect(second!.starts_at).toBe(first!.ends_at);
    await page.context().close();
    await salon.archive();
  });

test("people are chosen per service, and a taken service offers other starts", async ({
  browser,
  demo,
  request,
}) => {
  const salon = await aSalon(request, demo, "people");
  const screen = { viewport: { width: 390, height: 844 }, colorScheme: "dark" } as const;
  const page = await (await browser.newContext({ ...screen, locale: "en-GB" })).newPage();
  await page.goto(salon.page);
  const widget = page.locator("booking-widget");
  const folded = widget.locator("summary", { hasText: "Salon people" });
  const open = async (name: string) => {
    const service = widget.getByRole("button", { name });
    await expect(service.or(folded).first()).toBeVisible();
    if (!(await service.isVisible())) await folded.click();
    await service.click();
  };
  await open("Cut people");
  await widget.getByRole("button", { name: "Sami people" }).click();
  await widget.getByRole("button", { name: "Add another service" }).click();
  await open("Colour people");
  const who = widget.getByRole("combobox", { name: /^Colour people/ });
  await expect(who).toHaveValue("same");
  await who.selectOption({ label: "Noor people" });
  await keepPicture(page, "visit-widget-people-narrow");
  const shown = widget.locator(".day[aria-disabled='false']").last();
  await shown.click();
  await keepPicture(page, "visit-widget-times-narrow");
  await widget.locator(".times-side button.time").nth(3).click();
  await widget.locator("#name").fill("Greta Late");
  await widget.locator("#email").fill("greta-visit-late@example.com");
  await widget.getByRole("checkbox", { name: /^Gloss/ }).check();
  await expect(widget.locator(".total")).toContainText("€89.00");
  // Noor's half hour after Sami's cut is booked by someone else.
  const [sent] = await Promise.all([
    page.waitForRequest(/widget\/visits$/),
    page.route(
      "**/api/widget/visits",
      async (route) => {
        const { starts_at } = route.request().postDataJSON() as { starts_at: string };
        const later = new Date(Date.parse(starts_at) + 30 * 60_000).toISOString();
        await salon.take(salon.noor, later);
        await route.continue();
      },
      { times: 1 },
    ),
    widget.getByRole("button", { name: /^Confirm booking/ }).click(),
  ]);
  expect(sent.postDataJSON()).toMatchObject({
    expected_amount: 8900,
    parts: [{ resource_id: salon.sami }, { resource_id: salon.noor }],
  });
  const others = widget.locator(".alternatives button");
  await expect(others.first()).toBeVisible();
  await keepPicture(page, "visit-widget-taken-narrow");
  await others.first().click();
  await widget.getByRole("button", { name: /^Confirm booking/ }).click();
  await expect(widget.locator("[part=done] .dates li")).toHaveText([
    /Cut people · Sami people/,
    /Colour people · Noor people/,
  ]);
  await page.context().close();
  await salon.archive();
});
