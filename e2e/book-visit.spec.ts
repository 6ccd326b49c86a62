import { keepPicture } from "./accessible";
import { callApi } from "./desk-tools";
import { expect, test } from "./fixtures";

// A guest books a cut and a colour in one visit on the booking page without JavaScript.

for (const { name, ...screen } of [
  { name: "narrow", viewport: { width: 390, height: 844 }, colorScheme: "dark" },
  { name: "wide", viewport: { width: 1280, height: 900 }, colorScheme: "light" },
] as const)
  test(`a visit of two services without JavaScript, ${name}`, async ({
    browser,
    demo,
    request,
  }) => {
    const { slug } = await callApi<{ slug: string }>(request, demo, "/api/tenant");
    const person = (words: string) =>
      callApi<{ id: string }>(request, demo, "/api/resources", { name: words, type: "person" });
    const people = [await person(`Sami ${name}`), await person(`Noor ${name}`)];
    const service = (own: object) =>
      callApi<{ id: string }>(request, demo, "/api/schedules", {
        resource_ids: people.map(({ id }) => id),
        category: `Plain salon ${name}`,
        max_advance_days: 40,
        rules: [{ days: [1, 2, 3, 4, 5, 6, 7], start: "09:00", end: "17:00" }],
        ...own,
      });
    const cut = await service({
      name: `Plain cut ${name}`,
      duration_minutes: 30,
      price_amount: 2000,
    });
    const colour = await service({
      name: `Plain colour ${name}`,
      duration_minutes: 90,
      price_amount: 6000,
      addons: [{ id: "gloss", name: "Gloss", price_amount: 900, max_quantity: 1 }],
    });
    const context = await browser.newContext({
      ...screen,
      locale: "en-GB",
      javaScriptEnabled: false,
    });
    const page = await context.newPage();
    await page.goto(`${demo.base_url}/book/${slug}?service=${cut.id}`);
    await page.getByRole("link", { name: "Add another service" }).click();
    await expect(page.getByRole("heading", { name: "Add another service" })).toBeVisible();
    await keepPicture(page, `book-visit-add-${name}`);
    const link = page.getByRole("link", { name: `Plain colour ${name}` });
    if (!(await link.isVisible()))
      await page.locator("summary", { hasText: `Plain salon ${name}` }).click();
    await link.click();
    await page.locator("summary", { hasText: "No preference" }).last().click();
    await page
      .getByRole("navigation", { name: `Plain colour ${name}: Who with?` })
      .getByRole("link", { name: `Noor ${name}` })
      .click();
    await page.locator(".days-of a").last().click();
    await keepPicture(page, `book-visit-times-${name}`);
    await page.locator("#times .times a").first().click();
    await expect(page.locator(".chosen")).toContainText(`Plain colour ${name} · Noor ${name}`);
    await expect(page.locator(".chosen")).toContainText("2 hours · €80.00");
    await page.getByLabel("Name").fill("Greta Plain");
    await page.getByLabel("Email").fill(`greta-plain-${name}@example.com`);
    await page.getByRole("checkbox", { name: /^Gloss/ }).check();
    await page.getByRole("button", { name: /^Book now/ }).click();
    await expect(page.getByText("The total with your extras is below.")).toBeVisible();
    await expect(page.getByText("Total: €89.00")).toBeVisible();
    await keepPicture(page, `book-visit-details-${name}`);
    expect(await page.locator("html").evaluate((html) => html.scrollWidth)).toBeLessThanOrEqual(
      screen.viewport.width,
    );
    await page.getByRole("button", { name: /^Book now/ }).click();
    await expect(page).toHaveURL(/\/manage\//);
    await expect(page.getByText(`Plain colour ${name}`).first()).toBeVisible();
    await keepPicture(page, `book-visit-booked-${name}`);
    const { data } = await callApi<{ data: { resource_id: string; visit: { no: number } }[] }>(
      request,
      demo,
      `/api/bookings?schedule_id=${colour.id}`,
    );
    expect(data).toMatchObject([{ resource_id: people[1]!.id, visit: { no: 2 } }]);
    await context.close();
    for (const { id } of people)
      await request.patch(`${demo.base_url}/api/resources/${id}`, {
        headers: { Authorization: `Bearer ${demo.secret_key}` },
        data: { active: false },
      });
    for (const { id } of [cut, colour])
      await request.patch(`${demo.base_url}/api/schedules/${id}`, {
        headers: { Authorization: `Bearer ${demo.secret_key}` },
        data: { active: false },
      });
  });
