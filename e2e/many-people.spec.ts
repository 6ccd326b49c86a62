import { setUp, signUp } from "./new-company";
import { expect, test } from "./fixtures";

// A company of many people and services: they are searched, grouped and folded.

const PEOPLE = 14;
const SERVICES = 7;

test("with many people a calendar finds them by name, and many services are folded by category", async ({
  browser,
  demo,
  request,
}) => {
  const context = await browser.newContext({
    locale: "en-IE",
    viewport: { width: 1280, height: 800 },
  });
  const page = await context.newPage();
  await signUp(page, request, demo);
  await setUp(page, "Many Courts");
  const send = async <T>(path: string, data: object) => {
    const url = demo.base_url + path;
    const answer = await page.request.post(url, { data, headers: { Origin: demo.base_url } });
    expect(answer.ok(), await answer.text()).toBe(true);
    return (await answer.json()) as T;
  };
  const resource_ids: string[] = [];
  for (let at = 2; at <= PEOPLE; at += 1) {
    const { id } = await send<{ id: string }>("/api/resources", {
      name: `Court ${at}`,
      type: "room",
    });
    resource_ids.push(id);
  }
  const rules = [{ days: [1, 2, 3, 4, 5, 6, 7], start: "09:00", end: "12:00" }];
  for (const category of ["Lessons", "Matches"])
    for (let at = 1; at <= SERVICES; at += 1)
      await send("/api/schedules", { name: `${category} ${at}`, category, resource_ids, rules });

  await page.goto(`${demo.base_url}/dashboard/calendar?view=week`);
  await expect(page.getByRole("rowheader")).toHaveCount(12);
  await page.getByRole("link", { name: "Next 2" }).click();
  await expect(page.getByRole("rowheader")).toHaveCount(2);
  await page.locator("summary", { hasText: "All (14)" }).click();
  await page.getByRole("searchbox", { name: "Find a name" }).fill("court 13");
  await expect(page.locator("[data-person]:visible")).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect(page.locator("[data-column]")).toHaveCount(7);
  await expect(page.locator("summary", { hasText: "Court 13" })).toBeVisible();

  await page.goto(`${demo.base_url}/dashboard/bookings/new`);
  await expect(page.getByLabel("Service").locator("optgroup")).toHaveCount(2);

  const { slug } = (await (await page.request.get(`${demo.base_url}/api/tenant`)).json()) as {
    slug: string;
  };
  await page.goto(`${demo.base_url}/book/${slug}`);
  const folded = page.locator("booking-widget details.category:has(h4)"); // the page without a script has h3
  await expect(folded).toHaveCount(2);
  await expect(page.getByRole("button", { name: /^Matches 7/ })).toBeHidden();
  await folded.locator("summary", { hasText: "Matches" }).click();
  await expect(page.getByRole("button", { name: /^Matches 7/ })).toBeVisible();

  const plain = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await plain.goto(`${demo.base_url}/book/${slug}`);
  await expect(plain.getByRole("link", { name: "Matches 7" })).toBeHidden();
  await plain.locator("a.chip", { hasText: "Matches" }).click();
  await expect(plain.getByRole("link", { name: "Matches 7" })).toBeVisible();
});
