import type { APIRequestContext, Page } from "@playwright/test";
import { expectAccessibleEverywhere } from "./accessible";
import { callApi, freeDays, openDesk } from "./desk-tools";
import { type Demo, expect, test } from "./fixtures";

// The calendar by mouse, keyboard and touch: bookings move, time is blocked and booked, and two desks see the same.

type Day = Awaited<ReturnType<ReturnType<typeof freeDays>>>;
interface Booked {
  id: string;
  starts_at: string;
  version: number;
}

const nextDay = freeDays();
/** A day of its own for each test, with a booking at its first free time. */
async function aBookedDay(request: APIRequestContext, demo: Demo) {
  const day = await nextDay(request, demo);
  const customer = { name: "Kaat Vermeulen", email: `kaat-${day.date}@example.com` };
  const body = { slot_id: day.free[0]!.id, customer, notify: false };
  const booked = await callApi<Booked>(request, demo, "/api/bookings", body);
  return { ...day, booked };
}

// Each page listens for changes, and a person has five such streams at most.
test.afterEach(async ({ browser }) => void (await Promise.all(browser.contexts().map((context) => context.close()))));

const pathOf = ({ date, resource_id }: Day) => `/dashboard/calendar?view=day&date=${date}&resource=${resource_id}`;
const startOf = async (request: APIRequestContext, demo: Demo, { id }: Booked) =>
  (await callApi<Booked>(request, demo, `/api/bookings/${id}`)).starts_at;
const proposed = (page: Page) => page.getByRole("group", { name: "Proposed move" });
const lastMove = (page: Page) => page.getByRole("group", { name: "Last move" });

/** Opens the day; drags need the page's script. */
async function openDay(page: Page, demo: Demo, day: Day) {
  await page.goto(demo.base_url + pathOf(day), { waitUntil: "networkidle" });
}

/** Where a pointer takes a card, and where it drops it so that the card begins at a free time. */
async function wayTo(page: Page, { booked }: { booked: Booked }, slot: { id: string }) {
  const card = page.locator(`[data-booking="${booked.id}"]`);
  const place = page.locator(`[data-place="${slot.id}"]`);
  await place.scrollIntoViewIfNeeded();
  await card.scrollIntoViewIfNeeded();
  const [from, to] = [(await card.boundingBox())!, (await place.boundingBox())!];
  const x = from.x + from.width / 2;
  return { card, from: { x, y: from.y + 8 }, to: { x, y: to.y + 8 } };
}

test("by mouse a booking is moved, made longer and brought back; time is blocked, booked and asked about", async ({
  browser,
  demo,
  request,
}) => {
  const day = await aBookedDay(request, demo);
  const page = await openDesk(browser, demo, { viewport: { width: 1280, height: 1000 } });
  await openDay(page, demo, day);
  const { card, from, to } = await wayTo(page, day, day.free[2]!);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 6 });
  await page.mouse.up();
  await expect(proposed(page)).toContainText(`${day.resource}, free`);
  expect(await startOf(request, demo, day.booked)).toBe(day.booked.starts_at); // nothing has happened yet
  await page.keyboard.press("Enter");
  await expect(lastMove(page)).toContainText("Moved Kaat Vermeulen");
  await expect.poll(() => startOf(request, demo, day.booked)).toBe(day.free[2]!.starts_at);
  await lastMove(page).getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => startOf(request, demo, day.booked)).toBe(day.booked.starts_at);
  await expect(lastMove(page)).toContainText("is back");

  const box = (await card.boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height - 3);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height + 20, { steps: 4 });
  await page.mouse.up();
  await expect(proposed(page)).toContainText("minutes");
  await page.keyboard.press("Escape");
  await expect(proposed(page)).toHaveCount(0);

  const free = page.locator(`[data-place="${day.free[3]!.id}"]`);
  const space = (await free.boundingBox())!;
  await page.mouse.move(space.x + 20, space.y + 3);
  await page.mouse.down();
  await page.mouse.move(space.x + 20, space.y + space.height - 3, { steps: 4 });
  await page.mouse.up();
  await page.getByRole("group", { name: "Chosen time" }).getByRole("link", { name: "Block time" }).click();
  const drawer = page.getByRole("dialog");
  await drawer.getByLabel("Why (guests never see it)").fill("Dentist");
  await expect(drawer.getByText("Nothing is in the way")).toBeVisible();
  await drawer.getByRole("button", { name: "Block this time" }).click();
  await expect(page.locator("[data-off]")).toContainText("Dentist");
  await page.locator("[data-off]").click();
  await drawer.getByRole("button", { name: "Remove this time off" }).click();
  await expect(page.locator("[data-off]")).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.locator("[data-off]")).toContainText("Dentist");

  await page.locator("[data-place^=closed]").first().click();
  const why = page.locator("[data-why]");
  await expect(why).toContainText("can be booked online");
  await expect(why.getByRole("link", { name: "Open the time off" })).toBeVisible();
  await why.getByRole("link", { name: "Close" }).click();
  await expect(why).toHaveCount(0);

  await page.locator(`[data-place="${day.free[5]!.id}"]`).click();
  await expect(page).toHaveURL(new RegExp(`slot.*${day.free[5]!.id}`));
  await expect(page.getByLabel("Who is it for?")).toBeVisible();
});

test("by keyboard the grid is one stop: arrows walk and move, m picks up, Shift makes longer, digits change the view", async ({
  browser,
  demo,
  request,
}) => {
  const day = await aBookedDay(request, demo);
  const page = await openDesk(browser, demo);
  await openDay(page, demo, day);
  expect(await page.locator('[data-place][tabindex="0"]').count()).toBe(1);
  const card = page.locator(`[data-booking="${day.booked.id}"]`);
  await card.focus();
  await page.keyboard.press("ArrowDown");
  await expect(card).not.toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(card).toBeFocused();
  expect(await page.locator('[data-place][tabindex="0"]').count()).toBe(1);
  await page.keyboard.press("m");
  const said = page.getByRole("status").filter({ hasText: day.resource });
  const steps = (Date.parse(day.free[1]!.starts_at) - Date.parse(day.free[0]!.starts_at)) / 900_000;
  for (let step = 0; step < steps; step += 1) await page.keyboard.press("ArrowDown");
  await expect(said).toContainText(`${day.resource}, free`);
  await page.keyboard.press("Shift+ArrowDown");
  await expect(said).toContainText("minutes");
  await page.keyboard.press("Escape");
  await expect(proposed(page)).toHaveCount(0);
  await page.keyboard.press("m");
  for (let step = 0; step < steps; step += 1) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect.poll(() => startOf(request, demo, day.booked)).toBe(day.free[1]!.starts_at);
  await expect(lastMove(page)).toContainText("Moved Kaat Vermeulen");

  const other = { slot_id: day.free[0]!.id, customer: { name: "Wout Aerts", email: null }, notify: false };
  await callApi<Booked>(request, demo, "/api/bookings", other);
  await expect(page.locator("[data-booking]")).toHaveCount(2);
  await card.focus();
  await page.keyboard.press("m");
  for (let step = 0; step < steps; step += 1) await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await page.getByRole("alert").getByRole("button", { name: "Move there over capacity" }).click();
  await expect.poll(() => startOf(request, demo, day.booked)).toBe(day.free[0]!.starts_at);
  for (const [key, view] of Object.entries({ 2: "week", 3: "month", 4: "agenda", 1: "day" })) {
    await page.keyboard.press(key);
    await expect(page).toHaveURL(new RegExp(`view=${view}`));
  }
  await page.keyboard.press("t");
  await expect(page).not.toHaveURL(new RegExp(day.date));
});

test("by touch a card is lifted after a moment, and a finger that moves sooner scrolls", async ({
  browser,
  demo,
  request,
}) => {
  const day = await aBookedDay(request, demo);
  const page = await openDesk(browser, demo, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  await openDay(page, demo, day);
  const { from, to } = await wayTo(page, day, day.free[1]!);
  const touch = await page.context().newCDPSession(page);
  const send = (type: "touchStart" | "touchMove" | "touchEnd", point?: { x: number; y: number }) =>
    touch.send("Input.dispatchTouchEvent", { type, touchPoints: point ? [point] : [] });
  await send("touchStart", from);
  await send("touchMove", { x: from.x, y: from.y + 40 });
  await send("touchEnd");
  await expect(page.locator("[data-proposal]")).toHaveCount(0);
  await page.evaluate(() => window.scrollTo(0, 0));
  const again = await wayTo(page, day, day.free[1]!);
  await send("touchStart", again.from);
  await expect(page.locator("[data-proposal]")).toBeVisible(); // it was lifted
  for (const part of [0.25, 0.5, 0.75, 1])
    await send("touchMove", { x: again.from.x, y: again.from.y + (to.y - from.y) * part });
  await send("touchEnd");
  await proposed(page).getByRole("button", { name: /^Move/ }).tap();
  await expect.poll(() => startOf(request, demo, day.booked)).toBe(day.free[1]!.starts_at);
});

test("two desks see each other's changes, and a conflict is told", async ({ browser, demo, request }) => {
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
  const steps = (Date.parse(day.free[1]!.starts_at) - Date.parse(day.free[0]!.starts_at)) / 900_000;
  await pickUp(one, steps);
  const began = Date.now();
  await one.keyboard.press("Enter");
  await expect(card(other)).not.toHaveAttribute("aria-label", shown!);
  const took = Date.now() - began;
  test.info().annotations.push({ type: "seen at the other desk", description: `${took} ms` });
  console.log(`a move was seen at the other desk after ${took} ms`);

  await pickUp(other, steps); // what it shows stays as it is while it is moved
  await pickUp(one, steps * 2);
  await one.keyboard.press("Enter");
  await expect(lastMove(one)).toContainText("Moved Kaat Vermeulen");
  await other.keyboard.press("Enter");
  await expect(other.getByRole("alert")).toContainText(/changed|no longer|taken/i);
  await expect
    .poll(() => startOf(request, demo, day.booked))
    .toBe(new Date(Date.parse(day.free[1]!.starts_at) + steps * 2 * 900_000).toISOString().replace(".000Z", "Z"));
});

test("people who are limited to a resource see that one alone", async ({ browser, demo, request }) => {
  const page = await (await browser.newContext()).newPage();
  const email = "desk@studio-linden.example";
  await page.goto(`${demo.base_url}/sign-in`);
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("button", { name: "Send me a code" }).click();
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

/** The next last Sunday of October, when the clock in Amsterdam goes back. */
function longDay(): string {
  const today = new Date().toISOString().slice(0, 10);
  for (let year = Number(today.slice(0, 4)); ; year += 1) {
    const last = new Date(Date.UTC(year, 9, 31));
    last.setUTCDate(31 - last.getUTCDay());
    const date = last.toISOString().slice(0, 10);
    if (date > today) return date;
  }
}

async function blocksOf(request: APIRequestContext, demo: Demo, resource_id: string, date: string) {
  const asked = new URLSearchParams({ resource_id, from: date, to: date });
  const { data } = await callApi<{ data: { id: string; starts_at: string }[] }>(request, demo, `/api/blocks?${asked}`);
  return data;
}

/** The day is the same for each run against a company that stays. */
async function freeTheDay(request: APIRequestContext, demo: Demo, resource_id: string, date: string): Promise<void> {
  const headers = { Authorization: `Bearer ${demo.secret_key}` };
  for (const { id } of await blocksOf(request, demo, resource_id, date))
    await request.delete(`${demo.base_url}/api/blocks/${id}`, { headers });
}

test("on the day with 25 hours both hours of that name are there, and each is the one that is meant", async ({
  browser,
  demo,
  request,
}) => {
  const date = longDay();
  const resource_id = demo.resources[0]!.id;
  await freeTheDay(request, demo, resource_id, date);
  const night = {
    resource_id,
    starts_at: `${date}T03:00:00+01:00`,
    ends_at: `${date}T06:00:00+01:00`,
    reason: "Night",
  };
  const before = { resource_id, starts_at: `${date}T00:00:00+02:00`, ends_at: `${date}T01:00:00+02:00`, reason: null };
  await callApi(request, demo, "/api/blocks", before);
  await callApi(request, demo, "/api/blocks", night);
  const page = await openDesk(browser, demo);
  await page.goto(`${demo.base_url}/dashboard/calendar?view=day&date=${date}&resource=${resource_id}`, {
    waitUntil: "networkidle",
  });
  const labels = page.locator("[aria-hidden] > span").filter({ hasText: /^0?2:00.*GMT/ });
  await expect(labels).toHaveText([/GMT\+2/, /GMT\+1/]);
  const hour = (await labels.nth(1).boundingBox())!;
  const column = (await page.locator("[data-column]").boundingBox())!;
  await page.mouse.move(column.x + 150, hour.y + 10);
  await page.mouse.down();
  await page.mouse.move(column.x + 150, hour.y + 45, { steps: 4 });
  await page.mouse.up();
  await page.getByRole("link", { name: "Block time" }).last().click();
  await page.getByRole("dialog").getByRole("button", { name: "Block this time" }).click();
  await expect(page.locator("[data-off]")).toHaveCount(3);
  const data = await blocksOf(request, demo, resource_id, date);
  expect(data.map(({ starts_at }) => starts_at).filter((at) => at.startsWith(`${date}T01:`))).toHaveLength(1);
});

test("without JavaScript the day is drawn, and time is blocked and freed", async ({ browser, demo, request }) => {
  const day = await aBookedDay(request, demo);
  const page = await openDesk(browser, demo, { javaScriptEnabled: false });
  await page.goto(demo.base_url + pathOf(day));
  await expect(page.locator(`[data-booking="${day.booked.id}"]`)).toBeVisible();
  await page.getByRole("link", { name: "Block time" }).click();
  await page.getByLabel("Who or what is off").selectOption(day.resource_id);
  const last = day.free.at(-1)!;
  const wall = (instant: string) =>
    new Intl.DateTimeFormat("en-GB", { timeZone: "Europe/Amsterdam", hour: "2-digit", minute: "2-digit" }).format(
      new Date(instant),
    );
  await page.getByLabel("Start time").fill(wall(day.booked.starts_at));
  await page.getByLabel("End time").fill(wall(last.ends_at));
  await page.getByRole("button", { name: "Block this time" }).click();
  await expect(page.getByRole("region", { name: "In the way" })).toContainText("Kaat Vermeulen");
  await page.getByLabel("Start time").fill(wall(last.starts_at));
  await page.getByRole("button", { name: "Block this time" }).click();
  await expect(page.locator("main").getByRole("status").first()).toContainText("Nobody was mailed");
  await page.locator("[data-off]").click();
  await page.getByRole("button", { name: "Remove this time off" }).click();
  await expect(page.locator("main").getByRole("status").first()).toContainText("Time off removed");
});

test("the calendar is accessible and fits, wide and on a phone, light and dark", async ({ browser, demo, request }) => {
  const day = await aBookedDay(request, demo);
  const page = await openDesk(browser, demo);
  const check = async (path: string, ready: string) => {
    await page.goto(demo.base_url + path);
    await page.locator(ready).first().waitFor();
    await expectAccessibleEverywhere(page, path);
  };
  const asked = `view=day&date=${day.date}&resource=${day.resource_id}`;
  await check(`/dashboard/calendar?${asked}`, "[data-booking]");
  await check(`/dashboard/calendar?view=week&date=${day.date}`, "[data-booking]");
  await check(`/dashboard/calendar?view=month&date=${day.date}`, "[aria-current=date], main ol");
  await check(`/dashboard/calendar?view=agenda&date=${day.date}`, "main ol");
  await check(`/dashboard/calendar/sheet?date=${day.date}`, "main table, main section, main h1");
  await check(`/dashboard/calendar?${asked}&why=${day.resource_id}&on=${day.date}`, "[data-why]");
  await check(`/dashboard/calendar?${asked}&booking=${day.booked.id}`, "dialog article");
  const block = encodeURIComponent(`resource=${day.resource_id}&starts_at=${day.booked.starts_at}&minutes=30`);
  await check(`/dashboard/calendar?${asked}&block=${block}`, "dialog form");
  await check(`/dashboard/calendar/block?date=${day.date}`, "main form");
});
