import type { Page } from "playwright/test";
import { aBookedDay, closePages, lastMove, openDay, startOf, stepsTo } from "./calendar-tools";
import { openDesk } from "./desk-tools";
import { expect, test } from "./fixtures";

// The calendar on several screens: live changes, conflicts, and resource-limited people.

// Each page holds an event stream, and a person has at most five.
test.afterEach(({ browser }) => closePages(browser));

test("two desks see each other's changes, and a conflict is reported", async ({
  browser,
  demo,
  request,
}) => {
  const day = await aBookedDay(request, demo);
  const [one, other] = [await openDesk(browser, demo), await openDesk(browser, demo)];
  await openDay(one, demo, day);
  await openDay(other, demo, day);
  const card = (page: Page) => page.locator(`[data-booking="${day.booked.id}"]`);
  const shown = await card(other).getAttribute("aria-label");
  const pickUp = async (page: Page, steps: number) => {
    await card(page).focus();
    await page.keyboard.press("m");
    for (let step = 0; step < steps; step += 1) await page.keyboard.press("ArrowDown");
  };
  const steps = stepsTo(day, 1);
  await pickUp(one, steps);
  const began = Date.now();
  await one.keyboard.press("Enter");
  await expect(card(other)).not.toHaveAttribute("aria-label", shown!);
  const took = Date.now() - began;
  test.info().annotations.push({ type: "seen at the other desk", description: `${took} ms` });
  console.log(`a move was seen at the other desk after ${took} ms`);

  await pickUp(other, steps); // its display does not update during a move
  await pickUp(one, steps * 2);
  await one.keyboard.press("Enter");
  await expect(lastMove(one)).toContainText("Moved Kaat Vermeulen");
  await other.keyboard.press("Enter");
  await expect(other.getByRole("alert")).toContainText(/changed|no longer|taken/i);
  await expect
    .poll(() => startOf(request, demo, day.booked))
    .toBe(
      new Date(Date.parse(day.free[1]!.starts_at) + steps * 2 * 900_000)
        .toISOString()
        .replace(".000Z", "Z"),
    );
});

test("people limited to a resource see only that one", async ({ browser, demo, request }) => {
  const page = await (await browser.newContext()).newPage();
  const email = "desk@studio-linden.example";
  await page.goto(`${demo.base_url}/sign-in`);
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send code" }).click();
  const mailed = async () => {
    const found = await request.get(`${demo.outbox_url}.json?to=${encodeURIComponent(email)}`);
    const { data } = (await found.json()) as { data: { text: string }[] };
    return data[0]?.text.match(/\b(\d{6})\b/)?.[1] ?? "";
  };
  await expect.poll(mailed).not.toBe("");
  await page.getByLabel("Code").fill(await mailed());
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { name: "Today" })).toBeVisible();
  const [own, foreign] = demo.resources;
  await page.goto(`${demo.base_url}/dashboard/calendar?view=day`);
  await expect(page.getByRole("heading", { level: 2 })).toHaveText([own!.name]);
  await page.goto(`${demo.base_url}/dashboard/calendar?view=day&resource=${foreign!.id}`);
  await expect(page.getByRole("heading", { name: foreign!.name })).toHaveCount(0);
});
