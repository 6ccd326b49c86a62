import type { Page } from "playwright/test";
import { expectAccessibleEverywhere } from "./accessible";
import { openDesk, statusMessage } from "./desk-page";
import { callApi } from "./desk-tools";
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

/** A tab of a resource's profile; the navigation has a link of the same name. */
const tab = (page: Page, resource: string, name: string) =>
  page.getByRole("navigation", { name: resource, exact: true }).getByRole("link", { name });

async function openOn(page: Page, days: readonly number[]): Promise<void> {
  for (const [index, day] of DAYS.entries())
    await page
      .getByRole("checkbox", { name: day, exact: true })
      .setChecked(days.includes(index + 1));
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
    await tab(page, "Anna", "Hours").click();
    await page.getByRole("combobox", { name: "Hours", exact: true }).selectOption("Anna's week");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(statusMessage(page)).toContainText("Anna’s hours saved.");
  });

  await test.step("Bert's are created on Bert's page", async () => {
    await go("/dashboard/resources");
    await page.getByRole("link", { name: "Bert", exact: true }).click();
    await tab(page, "Bert", "Hours").click();
    await page
      .getByRole("combobox", { name: "Hours", exact: true })
      .selectOption("New hours for Bert");
    await openOn(page, BERT);
    await expectAccessibleEverywhere(page, "a resource's hours");
    await page.getByRole("button", { name: "Save", exact: true }).click();
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
    await page.getByRole("checkbox", { name: "Monday", exact: true }).uncheck();
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

test("hours are edited with the keyboard: times, a break, copied to weekdays, and dates", async ({
  browser,
  demo,
  request,
}) => {
  const { id } = await callApi<{ id: string }>(request, demo, "/api/hours", {
    name: "By keyboard",
    rules: [{ days: [1], start: "09:00", end: "17:00" }],
  });
  const page = await openDesk(browser, demo);
  await page.goto(`${demo.base_url}/dashboard/hours/${id}`, { waitUntil: "networkidle" });
  await page.getByLabel("Monday from", { exact: true }).focus();
  await page.keyboard.press("ArrowUp"); // the hour
  await page.getByRole("button", { name: "Break Monday" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Monday to, hours 2", { exact: true })).toBeFocused();
  await page.getByRole("button", { name: "Copy to weekdays" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Copy to weekdays" })).toBeFocused();
  await expect(page.getByLabel("Friday to, hours 1", { exact: true })).toHaveValue("12:00");
  await page.getByRole("button", { name: "Remove Friday, hours 2" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Friday to", { exact: true })).toHaveValue("12:00");
  await page.getByRole("button", { name: "Add dates" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("First day")).toBeFocused();
  await page.getByLabel("First day").fill("2031-12-24");
  await page.getByLabel("Last day").fill("2031-12-26");
  await expect(page.locator("strong", { hasText: /24\s*–\s*26/ })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(statusMessage(page)).toContainText("By keyboard saved.");
  const read = () =>
    callApi<{ rules: object[]; overrides: object[] }>(request, demo, `/api/hours/${id}`);
  const { rules, overrides } = await read();
  expect(rules).toEqual([
    { days: [1, 2, 3, 4, 5], start: "10:00", end: "12:00" },
    { days: [1, 2, 3, 4], start: "13:00", end: "17:00" },
  ]);
  expect(overrides).toEqual(
    ["24", "25", "26"].map((day) => ({ date: `2031-12-${day}`, closed: true })),
  );

  await test.step("the text is the same, and goes back to the list", async () => {
    await page.getByRole("button", { name: "Edit as text" }).click();
    await expect(page.getByLabel("Monday", { exact: true })).toHaveValue(
      "10:00-12:00, 13:00-17:00",
    );
    await expect(page.getByLabel("Dates, one per line")).toHaveValue(
      "2031-12-24 to 2031-12-26 closed",
    );
    await page.getByLabel("Monday", { exact: true }).fill("soon");
    await page.getByRole("button", { name: "Edit as list" }).click();
    // At the field: the preview says the same next to the form.
    await expect(
      page.locator("[id$='-error']", { hasText: "Use hours such as 09:00-12:30, 13:30-17:00." }),
    ).toBeVisible();
    await page.getByLabel("Monday", { exact: true }).fill("11-15");
    await page.getByRole("button", { name: "Edit as list" }).click();
    await expect(page.getByLabel("Monday from", { exact: true })).toHaveValue("11:00");
    await expectAccessibleEverywhere(page, "hours with dates");
  });

  await test.step("what is wrong is statusMessage at its field, and what was typed stays", async () => {
    await page.getByLabel("Monday to", { exact: true }).fill("");
    await page.getByLabel("Tuesday from, hours 1", { exact: true }).fill("10:30");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByLabel("Monday to", { exact: true })).toHaveAttribute(
      "aria-invalid",
      "true",
    );
    await expect(page.getByLabel("Tuesday from, hours 1", { exact: true })).toHaveValue("10:30");
  });
});

test("without JavaScript, on a phone: a break and dates are added, and saved", async ({
  browser,
  demo,
  request,
}) => {
  const { id } = await callApi<{ id: string }>(request, demo, "/api/hours", {
    name: "By hand",
    rules: [{ days: [1, 2], start: "09:00", end: "17:00" }],
  });
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  });
  const page = await context.newPage();
  await page.goto(demo.sign_in_url);
  await page.goto(`${demo.base_url}/dashboard/hours/${id}`);
  await page.getByLabel("Name", { exact: true }).fill("By a thumb");
  await page.getByRole("button", { name: "Break Tuesday" }).click();
  await page.getByLabel("Tuesday to, hours 2", { exact: true }).fill("18:00");
  await page.getByRole("checkbox", { name: "Sunday", exact: true }).check();
  await page.getByLabel("Sunday to", { exact: true }).fill("10:00");
  await page.getByRole("button", { name: "Add dates" }).click();
  await page.getByLabel("First day").fill("2031-12-31");
  await page.getByRole("combobox", { name: "Hours", exact: true }).selectOption("Special hours");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(statusMessage(page)).toContainText("By a thumb saved.");
  expect(await callApi(request, demo, `/api/hours/${id}`)).toMatchObject({
    name: "By a thumb",
    rules: [
      { days: [1], start: "09:00", end: "17:00" },
      { days: [2], start: "09:00", end: "12:00" },
      { days: [2], start: "13:00", end: "18:00" },
      { days: [7], start: "09:00", end: "10:00" },
    ],
    overrides: [{ date: "2031-12-31", intervals: [{ start: "09:00", end: "17:00" }] }],
  });
});
