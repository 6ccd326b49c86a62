import type { APIRequestContext, Browser, Page } from "playwright/test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { APP_ROLE } from "../app/commands/embedded-postgres";
import { expectAccessibleEverywhere } from "./accessible";
import { callApi, openDesk } from "./desk-tools";
import { dataFolder, type Demo, expect, test } from "./fixtures";

// Guests' longer ways, by links and forms, and what their emails lead to. Everything has long words, on a screen of 320 pixels.

const LONG = "Donaudampfschifffahrtsgesellschaftskapitaensmuetzenanprobe";
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];

interface Service {
  id: string;
  name: string;
  /** The company's booking page. */
  page: string;
  /** Free times, the last ones first. */
  slots: { id: string; starts_at: string; date: string }[];
  /** Takes it off the list again. */
  end: () => Promise<void>;
}

/** A service of the demo company by one person, free every day. */
async function makeService(request: APIRequestContext, demo: Demo, more = {}): Promise<Service> {
  const headers = { Authorization: `Bearer ${demo.secret_key}` };
  const name = `${LONG} ${Date.now()}`;
  const person = await callApi<{ id: string }>(request, demo, "/api/resources", {
    type: "person",
    name: `Maximiliane ${LONG}`,
  });
  const { id } = await callApi<{ id: string }>(request, demo, "/api/schedules", {
    name,
    duration_minutes: 60,
    resource_ids: [person.id],
    price_amount: 5000,
    currency: "EUR",
    min_notice_minutes: 0,
    rules: [{ days: EVERY_DAY, start: "09:00", end: "17:00" }],
    location: { kind: "address", text: `${LONG} 12, Amsterdam` },
    ...more,
  });
  const from = dayAhead(3);
  const query = new URLSearchParams({ schedule_id: id, from, to: dayAhead(9) });
  const { days } = await callApi<{
    days: { date: string; slots: { id: string; starts_at: string; bookable: boolean }[] }[];
  }>(request, demo, `/api/availability?${query}`);
  const slots = days
    .flatMap(({ date, slots }) => slots.map((slot) => ({ ...slot, date })))
    .filter(({ bookable }) => bookable)
    .reverse();
  const { slug } = await callApi<{ slug: string }>(request, demo, "/api/tenant");
  const end = async () => {
    for (const path of [`schedules/${id}`, `resources/${person.id}`])
      await request.patch(`${demo.base_url}/api/${path}`, { headers, data: { active: false } });
  };
  return { id, name, page: `${demo.base_url}/book/${slug}`, slots, end };
}

const dayAhead = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

interface Mail {
  subject: string;
  text: string;
  html: string;
}

/** The email to an address whose subject has these words, once it has been sent. */
async function mailTo(
  request: APIRequestContext,
  demo: Demo,
  email: string,
  words: RegExp,
): Promise<Mail> {
  const found = async () => {
    const answer = await request.get(`${demo.outbox_url}.json?to=${encodeURIComponent(email)}`);
    const { data } = (await answer.json()) as { data: Mail[] };
    return data.find(({ subject }) => words.test(subject));
  };
  await expect.poll(async () => (await found())?.subject, `${email}: ${words}`).toBeTruthy();
  return (await found())!; // it is there now
}

const linkIn = ({ text }: Mail, kind: string): string =>
  text.match(`\\S+/${kind}/\\S+`)?.[0] ?? `no link to ${kind} in ${text}`;

/** A guest with a narrow phone. Scripts only where a page is examined: guests' pages have none. */
async function openPhone(browser: Browser, javaScriptEnabled = false): Promise<Page> {
  const context = await browser.newContext({
    locale: "en-GB",
    javaScriptEnabled,
    viewport: { width: 320, height: 740 },
  });
  const page = await context.newPage();
  if (javaScriptEnabled) await page.route("**/widget/**", (route) => route.abort());
  return page;
}

/** Nothing is wider than the screen. */
async function expectFits(page: Page, what: string): Promise<void> {
  const over = await page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const isHidden = (element: Element) => element.closest("[aria-hidden], .off-page") !== null;
    return [...document.querySelectorAll("body *")]
      .filter((element) => !isHidden(element) && element.getBoundingClientRect().right > width + 1)
      .map(({ tagName, className }) => `${tagName}.${className}`);
  });
  expect(over, what).toEqual([]);
}

/** The email as a mail program of a phone shows it. */
async function expectMailFits(page: Page, { html, subject }: Mail): Promise<void> {
  const mail = await page.context().newPage();
  await mail.setViewportSize({ width: 320, height: 740 });
  await mail.setContent(html);
  const over = await mail.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(over, subject).toBeLessThanOrEqual(0);
  await mail.close();
}

async function fillIn(page: Page, email: string): Promise<void> {
  await page.locator("[name=name]").fill(`Guest ${LONG}`.slice(0, 60));
  await page.locator("[name=email]").fill(email);
}

/** The owner cancels a booking or declines a request. */
async function cancel(browser: Browser, demo: Demo, id: string, reason?: string): Promise<void> {
  const owner = await openDesk(browser, demo);
  const answer = await owner.request.post(`${demo.base_url}/api/bookings/${id}/status`, {
    headers: { Origin: demo.base_url },
    data: { status: "cancelled", reason },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  await owner.context().close();
}

const addressOf = (kind: string) => `${kind}-${Date.now()}@example.com`;

test("a request is approved by mail, paid by mail, and the receipt is in the last mail", async ({
  browser,
  demo,
  request,
}) => {
  const service = await makeService(request, demo, {
    requires_approval: true,
    requires_payment: true,
  });
  const page = await openPhone(browser, true);
  const email = addressOf("approved");
  const { date } = service.slots[0]!; // free all week
  await page.goto(`${service.page}?service=${service.id}&date=${date}`);
  await expectFits(page, "times");
  await page.locator("#times ul a").last().click();
  await expectFits(page, "details");
  await fillIn(page, email);
  await page.getByRole("button", { name: "Request this time" }).click();
  await expect(page.getByText("Waiting for confirmation")).toBeVisible();
  await expectFits(page, "requested");

  const mail = await mailTo(request, demo, "owner@demo.example", new RegExp(service.name));
  await expectMailFits(page, mail);
  await page.goto(linkIn(mail, "approvals"));
  await expectFits(page, "approval");
  await expectAccessibleEverywhere(page, "approval");
  await page.getByRole("button", { name: "Approve and ask for payment" }).click();
  await expect(page.getByRole("heading", { name: "Booking approved" })).toBeVisible();

  const approved = await mailTo(request, demo, email, /^Approved/);
  await expectMailFits(page, approved);
  const guest = await openPhone(browser);
  await guest.goto(/Pay €50\.00\n+(\S+)/.exec(approved.text)![1]!);
  await guest.getByRole("button", { name: "Pay", exact: true }).click();
  await expect(guest.getByText("Confirmed and paid")).toBeVisible();
  await expectFits(guest, "paid");
  const paid = await mailTo(request, demo, email, /^Paid and confirmed/);
  await expectMailFits(page, paid);
  expect(paid.text).toMatch(/Paid: €50\.00\s+Receipt/);
  expect(linkIn(paid, "receipts")).toMatch(/^http/);
  await service.end();
});

test("places on a waiting list: one is given up, one declined, and one taken", async ({
  browser,
  demo,
  request,
}) => {
  const service = await makeService(request, demo);
  const { id: slot_id, date } = service.slots[0]!; // free all week
  const first = { name: "Comes First", email: addressOf("first") };
  const { id } = await callApi<{ id: string }>(request, demo, "/api/bookings", {
    slot_id,
    customer: first,
  });
  const page = await openPhone(browser, true);
  const emails = ["leaves", "declines", "takes"].map(addressOf) as [string, string, string];
  const mails: Mail[] = [];
  for (const email of emails) {
    await page.goto(`${service.page}?service=${service.id}&date=${date}`);
    await page.getByRole("link", { name: /^Wait for/ }).click();
    await expectFits(page, "waiting list");
    await fillIn(page, email);
    await page.getByRole("button", { name: "Join the waiting list" }).click();
    await expect(page.getByText("You are on the waiting list.")).toBeVisible();
    await expectFits(page, "on the waiting list");
    mails.push(await mailTo(request, demo, email, /waiting list/));
  }
  await expectMailFits(page, mails[0]!);
  await page.goto(linkIn(mails[0]!, "waiting"));
  await expectFits(page, "place on the list");
  await expectAccessibleEverywhere(page, "waiting");
  const leaving = await openPhone(browser);
  await leaving.goto(linkIn(mails[0]!, "waiting"));
  await leaving.getByRole("button", { name: "Leave the waiting list" }).click();
  await expect(
    leaving.getByRole("heading", { name: "You’re no longer on the waiting list" }),
  ).toBeVisible();

  await cancel(browser, demo, id);
  const offer = await mailTo(request, demo, emails[1], /^A place is free/);
  await expectMailFits(page, offer);
  await page.goto(linkIn(offer, "manage"));
  await expect(page.getByText("A place is held for you")).toBeVisible();
  await expectFits(page, "offer");
  await expectAccessibleEverywhere(page, "offer");
  const declining = await openPhone(browser);
  await declining.goto(linkIn(offer, "manage"));
  await declining.getByRole("button", { name: "No thanks" }).click();
  await expect(declining.getByText("The place goes to the next in line.")).toBeVisible();
  await page.reload();
  await expectAccessibleEverywhere(page, "offer-declined");

  const next = await mailTo(request, demo, emails[2], /^A place is free/);
  const taking = await openPhone(browser);
  await taking.goto(linkIn(next, "manage"));
  await taking.getByRole("button", { name: "Take this place" }).click();
  await expect(taking.getByText("The place is booked for you.")).toBeVisible();
  await expect(taking.getByText("Confirmed", { exact: true })).toBeVisible();
  await expectMailFits(page, await mailTo(request, demo, emails[2], /^Confirmed/));
  await service.end();
});

test("a guest in another zone reads the place's time first, in each step, email and page", async ({
  browser,
  demo,
  request,
}) => {
  const service = await makeService(request, demo);
  const context = await browser.newContext({
    locale: "en-GB",
    timezoneId: "America/Los_Angeles",
  });
  const page = await context.newPage();
  const email = addressOf("far-away");
  const { date } = service.slots[0]!; // free all week
  await page.goto(`${service.page}?service=${service.id}&date=${date}`);
  const widget = page.locator("booking-widget");
  await expect(widget.locator(".times .hint").first()).toHaveText(
    /Time zone: Los Angeles \(GMT-[78]\) · Small times: Amsterdam \(GMT\+[12]\)/,
  );
  await widget.locator(".times-side button.time").first().click();
  await expect(widget.getByLabel("Name")).toBeVisible();
  await expect(widget.locator(".summary")).toContainText(/Europe\/Amsterdam/);
  const summary = await widget.locator(".summary").innerText();
  const start = /(\d\d:\d\d)\s*–/.exec(summary)![1]!; // at the place
  await expect(widget.locator(".summary")).toContainText(/Los Angeles: .*\d\d:\d\d/);
  await widget.getByLabel("Name").fill("Fara Way");
  await widget.getByLabel("Email").fill(email);
  await widget.getByRole("button", { name: /^Confirm booking · Pay at / }).click();
  await expect(widget.getByRole("heading", { name: "You’re booked" })).toBeVisible();
  await expect(widget.getByText(/^Pay at /)).toBeVisible();

  const mail = await mailTo(request, demo, email, /^Confirmed/);
  expect(mail.subject).toContain(start);
  expect(mail.subject).toContain("(Central European");
  expect(mail.text).toMatch(/Pacific/);
  await page.goto(linkIn(mail, "manage"));
  await expect(page.locator(".when")).toContainText(start);
  await expect(page.getByText(/Pacific/)).toBeVisible();
  await service.end();
});

test("a request is declined with a reason, and the guest's page says the same", async ({
  browser,
  demo,
  request,
}) => {
  const service = await makeService(request, demo, { requires_approval: true });
  const email = addressOf("declined");
  const { id } = await callApi<{ id: string }>(request, demo, "/api/bookings", {
    slot_id: service.slots[0]!.id,
    status: "pending",
    customer: { name: "Petra Vraag", email },
  });
  const reason = `We are away: ${LONG}.`;
  await cancel(browser, demo, id, reason);
  const mail = await mailTo(request, demo, email, /^Declined/);
  expect(mail.text).toContain(reason);
  const page = await openPhone(browser, true);
  await expectMailFits(page, mail);
  const received = await mailTo(request, demo, email, /request/);
  await page.goto(linkIn(received, "manage"));
  await expect(page.getByText("Declined", { exact: true })).toBeVisible();
  await expect(page.getByText(reason)).toBeVisible();
  await expectFits(page, "declined");
  await expectAccessibleEverywhere(page, "declined");
  await expect(page.getByRole("link", { name: "Make another booking" })).toBeVisible();
  await service.end();
});

/** Some minutes pass for the email about an unfinished checkout: its job is due at once. */
async function remindOfCheckout(email: string): Promise<void> {
  const record = readFileSync(join(dataFolder(), "postgres.json"), "utf8");
  const { port, app_password } = JSON.parse(record) as { port: number; app_password: string };
  const client = new pg.Client({
    host: "127.0.0.1",
    port,
    user: APP_ROLE,
    password: app_password,
    database: "booking",
  });
  await client.connect();
  const bringForward = async () => {
    const { rowCount } = await client.query(
      `update pgboss.job set start_after = now() where name = 'message.send' and state = 'created'
       and data ->> 'message_id' in (select id::text from message where recipient = $1 and kind = 'checkout_reminder')`,
      [email],
    );
    return rowCount;
  };
  await expect.poll(bringForward, "an email waits for the checkout").toBe(1);
  await client.end();
}

for (const javaScriptEnabled of [false, true])
  test(`an abandoned checkout is finished from its one email, ${javaScriptEnabled ? "with" : "without"} JavaScript`, async ({
    browser,
    demo,
    request,
  }) => {
    const service = await makeService(request, demo, { requires_payment: true });
    const email = addressOf("abandons");
    const page = await openPhone(browser, javaScriptEnabled);
    const { date } = service.slots[0]!; // free all week
    await page.goto(`${service.page}?service=${service.id}&date=${date}`);
    await page.locator("#times ul a").first().click();
    await fillIn(page, email);
    await page.getByRole("button", { name: /^Pay €50\.00/ }).click();
    await expect(page.getByRole("button", { name: "Pay", exact: true })).toBeVisible();
    await page.context().close();

    await remindOfCheckout(email);
    const reminder = await mailTo(request, demo, email, /^Finish your booking, held until/);
    const guest = await openPhone(browser, javaScriptEnabled);
    await expectMailFits(guest, reminder);
    await guest.goto(/Pay €50\.00\n+(\S+)/.exec(reminder.text)![1]!);
    await guest.getByRole("button", { name: "Pay", exact: true }).click();
    await expect(guest.getByText("Confirmed and paid")).toBeVisible();
    const owners = await mailTo(request, demo, "owner@demo.example", new RegExp(service.name));
    expect(owners.subject).not.toMatch(/unfinished|held/i);
    const { data } = (await (
      await request.get(`${demo.outbox_url}.json?to=${encodeURIComponent(email)}`)
    ).json()) as { data: Mail[] };
    expect(
      data.map(({ subject }) => subject).filter((words) => /^Finish/.test(words)),
    ).toHaveLength(1);
    await service.end();
  });

test("a change of language and a reload keep each step, and what was typed", async ({
  browser,
  demo,
  request,
}) => {
  const service = await makeService(request, demo);
  const page = await openPhone(browser);
  const { date } = service.slots[0]!; // free all week
  const inDutch = () => page.locator("[lang=nl]").filter({ hasText: "Nederlands" }).first().click();
  await page.goto(service.page);
  await inDutch();
  await expect(page.locator("html")).toHaveAttribute("lang", /^nl/);
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("lang", /^nl/);

  await page.goto(`${service.page}?service=${service.id}&date=${date}`);
  const times = page.locator("#times ul a");
  const count = await times.count();
  await inDutch();
  await expect(times).toHaveCount(count);
  await page.reload();
  await expect(times).toHaveCount(count);

  await page.goto(`${service.page}?service=${service.id}&date=${date}`);
  await times.first().click();
  await fillIn(page, "keeps-it@example.com");
  await page.locator("[name=notes]").fill("By the window");
  await inDutch();
  await expect(page.locator("html")).toHaveAttribute("lang", /^nl/);
  await expect(page.locator("[name=email]")).toHaveValue("keeps-it@example.com");
  await expect(page.locator("[name=notes]")).toHaveValue("By the window");

  // With JavaScript the widget keeps it.
  const scripted = await (await browser.newContext({ locale: "en-GB" })).newPage();
  await scripted.goto(`${service.page}?service=${service.id}&date=${date}`);
  const widget = scripted.locator("booking-widget");
  await widget.locator(".times-side button.time").first().click();
  await widget.locator("#name").fill("Keeps It");
  await widget.locator("#email").fill("keeps-it@example.com");
  await scripted.reload();
  await expect(widget.locator("#name")).toHaveValue("Keeps It");
  await scripted.locator("[lang=nl]").filter({ hasText: "Nederlands" }).first().click();
  await expect(scripted.locator("html")).toHaveAttribute("lang", /^nl/);
  await expect(widget.locator("#email")).toHaveValue("keeps-it@example.com");
  await service.end();
});
