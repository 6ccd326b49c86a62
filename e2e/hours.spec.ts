import type { Page } from "playwright/test";
import { expectAccessibleEverywhere } from "./accessible";
import { statusMessage } from "./desk-page";
import { type Demo, expect, test } from "./fixtures";
import { signUp } from "./new-company";

// A practice with two people: hours are entered once per person, and a closed day applies to both.

const ANNA = [1, 2, 3]; // Monday to Wednesday
const BERT = [4, 5];
const DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

interface Free {
  date: string;
  weekday: number;
  resource_id: string;
}

/** Bookable times in the next two weeks. */
async function freeTimes(page: Page, demo: Demo): Promise<Free[]> {
  const answer = await page.request.get(`${demo.base_url}/api/availability?tz=UTC`);
  expect(answer.ok(), await answer.text()).toBe(true);
  const { days } = (await answer.json()) as {
    days: { date: string; slots: { resource_id: string; bookable: boolean }[] }[];
  };
  return days.flatMap(({ date, slots }) =>
    slots
      .filter(({ bookable }) => bookable)
      .map(({ resource_id }) => ({ date, weekday: new Date(date).getUTCDay(), resource_id })),
  );
}
const weekdays = (free: Free[], resource: string) =>
  [
    ...new Set(
      free.flatMap(({ weekday, resource_id }) => (resource_id === resource ? weekday : [])),
    ),
  ].sort();

async function openOn(page: Page, days: readonly number[]): Promise<void> {
  for (const [index, day] of DAYS.entries())
    await page.getByLabel(day, { exact: true }).fill(days.includes(index + 1) ? "09:00-17:00" : "");
}

test("a practice enters hours once per person and closes for a holiday", async ({
  browser,
  demo,
  request,
}) => {
  const context = await browser.newContext({ locale: "en-GB", timezoneId: "UTC" });
  const page = await context.newPage();
  page.on("pageerror", (error) => expect.soft(error.message).toBe(""));
  await signUp(page, request, demo);
  const go = (path: string) => page.goto(demo.base_url + path, { waitUntil: "networkidle" });
  const next = () => page.getByRole("button", { name: "Continue" }).click();

  await page.getByLabel("Appointments with people").check();
  await page.getByLabel("Company name").fill("Practice Anna and Bert");
  await page.getByLabel("Your name").fill("Ada Lovelace");
  await page.getByLabel("Time zone").selectOption("Europe/London");
  await next();
  await page.getByLabel("Names").fill("Anna\nBert");
  await next();
  await page.getByLabel("Name of the service").fill("Consultation");
  await page.getByLabel("Price in GBP").fill("60");
  await next();
  await page.getByRole("button", { name: "Skip for now" }).click();
  await expect(page.getByRole("heading", { name: "Get paid online" })).toBeVisible();

  await test.step("Anna's hours are created and assigned on Anna's page", async () => {
    await go("/dashboard/hours");
    await expectAccessibleEverywhere(page, "no hours yet");
    await page.getByRole("link", { name: "Create hours" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Anna's week");
    await openOn(page, ANNA);
    await expectAccessibleEverywhere(page, "new hours");
    await page.getByRole("button", { name: "Create hours" }).click();
    await expect(statusMessage(page)).toContainText(
      "Anna's week created. Next: choose these hours for a resource or a service.",
    );
    await statusMessage(page).getByRole("link", { name: "Open resources" }).click();
    await page.getByRole("link", { name: "Anna", exact: true }).click();
    await page.getByRole("combobox", { name: "Hours", exact: true }).selectOption("Anna's week");
    await page.getByRole("button", { name: "Save hours" }).click();
    await expect(statusMessage(page)).toContainText("Anna’s hours saved.");
  });

  await test.step("Bert's are created on Bert's page", async () => {
    await go("/dashboard/resources");
    await page.getByRole("link", { name: "Bert", exact: true }).click();
    await page
      .getByRole("combobox", { name: "Hours", exact: true })
      .selectOption("New hours for Bert");
    await openOn(page, BERT);
    await expectAccessibleEverywhere(page, "a resource's hours");
    await page.getByRole("button", { name: "Save hours" }).click();
    await expect(statusMessage(page)).toContainText("Bert’s hours saved.");
  });

  const { data } = (await (await page.request.get(`${demo.base_url}/api/resources`)).json()) as {
    data: { id: string; name: string }[];
  };
  const idOf = (name: string) => data.find((resource) => resource.name === name)!.id;
  const shown = async () => {
    const free = await freeTimes(page, demo);
    return [weekdays(free, idOf("Anna")), weekdays(free, idOf("Bert"))];
  };

  await test.step("each is bookable in their hours", async () => {
    await expect.poll(shown).toEqual([ANNA, BERT]);
    await go("/dashboard/hours");
    await expect(page.getByRole("listitem").filter({ hasText: "Anna's week" })).toContainText(
      "Anna",
    );
  });

  await test.step("changing shared hours affects their users", async () => {
    await page.getByRole("link", { name: "Anna's week" }).click();
    await page.getByLabel("Monday", { exact: true }).fill("");
    await expectAccessibleEverywhere(page, "shared hours");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect.poll(shown).toEqual([[2, 3], BERT]);
  });

  await test.step("a closed day applies to both, and removing it opens it again", async () => {
    const before = await freeTimes(page, demo);
    const { date } = before.at(-1)!;
    await go("/dashboard/hours");
    await page.getByLabel("First day").fill(date);
    await page.getByLabel("Reason").fill("Stocktaking");
    await page.getByRole("button", { name: "Add closed days" }).click();
    await expect(statusMessage(page)).toContainText("Closed for Stocktaking.");
    expect((await freeTimes(page, demo)).filter((free) => free.date === date)).toEqual([]);
    await expectAccessibleEverywhere(page, "a closed day");
    await page.getByRole("button", { name: /^Remove: .*Stocktaking/ }).click();
    await expect(statusMessage(page)).toContainText("Closed days removed.");
    await expect.poll(() => freeTimes(page, demo)).toEqual(before);
  });

  await test.step("public holidays are chosen from a list", async () => {
    await page.getByRole("link", { name: "Add public holidays" }).click();
    await expect(page.getByLabel("Country")).toHaveValue("GB");
    await page.getByLabel("Region").selectOption({ label: "Scotland" });
    await page.getByLabel("Year").selectOption({ index: 1 });
    await expect(page.getByRole("checkbox", { name: /St Andrew/ })).toBeChecked();
    await expectAccessibleEverywhere(page, "public holidays");
    await page.getByRole("button", { name: "Add closed days" }).click();
    await expect(statusMessage(page)).toContainText(/^\d+ closed days added\./);
    await expect(page.getByText(/St Andrew/).first()).toBeVisible();
  });
  await context.close();
});
