import { sentTo } from "./outbox";
import ICAL from "ical.js";
import { expect, test } from "vitest";
import { BookingPatch, NewBooking } from "~/contract/booking-inputs";
import { SchedulePatch } from "~/contract/schedules";
import { createBooking } from "~/domain/bookings/place/create-booking.server";
import { editBooking } from "~/domain/bookings/change/edit-booking.server";
import { updateSchedule } from "~/domain/schedules/schedules.server";
import { manageUrl } from "~/domain/bookings/links/manage-link.server";
import { sendMessage } from "~/domain/email/send-message.server";
import { relayEvents } from "~/domain/events/relay.server";
import type { UserActor } from "~/domain/identity/actor";
import { pool } from "~/lib/db.server";
import { env } from "~/lib/env.server";
import { newId } from "~/lib/ids";
import * as route from "~/pages/guest/manage/route";
import { renderedPage } from "./rendered-page";
import { loader as icsLoader } from "~/pages/guest/manage/booking.ics";
import { putPayment } from "./booking-calls";
import { aCustomer, makeResource, makeSchedule, makeTenant, type TenantOptions } from "./factory";

const { loader, action } = renderedPage("manage/:token", route);

async function aGuest(
  options: {
    tenant?: TenantOptions;
    customer?: Record<string, unknown>;
    paid?: number;
    schedule?: Record<string, unknown>;
    capacity?: number;
    answers?: { question_id: string; value: string }[];
  } = {},
) {
  const owner = await makeTenant({ name: "Studio Linden", ...options.tenant });
  const room = await makeResource(owner, { name: "Mila", capacity: options.capacity ?? 1 });
  const schedule = await makeSchedule(owner, [room.id], { name: "Haircut", ...options.schedule });
  // Starts with the fifth day, so that a longer duration fits at any time of day.
  const found = await pool.query<{ id: string; starts_at: Date }>(
    `with days as (
       select min(starts_at) as opens_at from slot where tenant_id = $1 and schedule_id = $2
       group by (starts_at at time zone $3)::date order by 1 offset 4 limit 1)
     select id, starts_at from slot
     where tenant_id = $1 and schedule_id = $2 and starts_at >= (select opens_at from days) order by starts_at`,
    [owner.tenant.id, schedule.id, schedule.time_zone],
  );
  const input = NewBooking.parse({
    slot_id: found.rows[0]!.id,
    customer: { ...aCustomer(), ...options.customer },
    answers: options.answers ?? [],
  });
  const booking = await createBooking(owner, input, null);
  if (options.paid !== undefined) {
    await putPayment(booking.id, options.paid, "paid", "payprovider");
    await pool.query(
      "update booking set status = 'paid', payment_status = 'paid', price_amount = $2, currency = 'EUR' where id = $1",
      [booking.id, options.paid],
    );
  }
  return { owner, booking, slots: found.rows, url: manageUrl(owner.tenant.id, booking.id) };
}

const argsOf = (url: string, init?: RequestInit) => ({
  request: new Request(url, init),
  params: { token: new URL(url).pathname.split("/")[2] ?? "" },
  context: {},
});
const open = async (url: string, headers: Record<string, string> = {}) => {
  const response = await loader(argsOf(url, { headers }));
  return { response, html: await response.text() };
};
const post = (url: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
  action(
    argsOf(url, {
      method: "POST",
      body: new URLSearchParams(form),
      headers: { "Sec-Fetch-Site": "same-origin", ...headers },
    }),
  );
const statusOf = async (id: string) =>
  (
    await pool.query<{
      status: string;
      starts_at: Date;
      version: number;
      price_amount: number | null;
    }>("select status, starts_at, version, price_amount from booking where id = $1", [id])
  ).rows[0]!;
const hidden = (html: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? "";

test("a guest sees their booking; its URL is not cached, leaked or indexed", async () => {
  const { url, booking } = await aGuest();
  const { response, html } = await open(url);
  expect(response.status).toBe(200);
  expect(html).toContain(`${booking.reference.slice(0, 4)}-${booking.reference.slice(4)}`);
  expect(html).toContain("Haircut · Mila");
  expect(html).not.toContain("<script");
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-robots-tag": "noindex, nofollow",
    "content-security-policy": expect.stringContaining("default-src 'none'"),
  });
});

test("a forged link is not found", async () => {
  const { url } = await aGuest();
  const last = url.at(-1) === "A" ? "B" : "A";
  for (const wrong of [
    `${url.slice(0, -1)}${last}`,
    "http://127.0.0.1:3000/manage/x",
    "http://127.0.0.1:3000/manage/...",
  ]) {
    const { response, html } = await open(wrong, { "Accept-Language": "nl-NL,nl;q=0.9" });
    expect(response.status).toBe(404);
    expect(html).toContain("Deze link opent geen boeking");
    expect((await post(wrong, { intent: "cancel" })).status).toBe(404);
    expect((await icsLoader(argsOf(wrong))).status).toBe(404);
  }
});

test("a link works until thirty days after the booking's end, then it is not found", async () => {
  const { url, booking } = await aGuest();
  const endedAgo = (time: string) =>
    pool.query(
      "update booking set starts_at = now() - $2::interval - interval '1 hour', ends_at = now() - $2::interval where id = $1",
      [booking.id, time],
    );
  await endedAgo("29 days 23 hours 59 minutes");
  expect((await open(url)).response.status).toBe(200);
  expect((await icsLoader(argsOf(url))).status).toBe(200);
  await endedAgo("30 days 1 minute");
  const { response, html } = await open(url);
  const unknown = await open("http://127.0.0.1:3000/manage/x");
  expect([response.status, html]).toEqual([404, unknown.html]);
  expect((await post(url, { intent: "cancel", refund_amount: "0" })).status).toBe(404);
  expect((await icsLoader(argsOf(url))).status).toBe(404);
});

test("a booking marked as paid without a payment promises no refund", async () => {
  const { url, booking } = await aGuest({ paid: 4999 });
  await pool.query("delete from payment where booking_id = $1", [booking.id]);
  const { html } = await open(`${url}?view=cancel`);
  expect(hidden(html, "refund_amount")).toBe("0");
  expect(html).not.toContain("€49.99 you paid");
});

test("the exact refund by the tenant's tiers is shown before a cancellation", async () => {
  const policy = {
    refund_tiers: [
      { hours_before: 2000, refund_pct: 100 },
      { hours_before: 24, refund_pct: 33 },
    ],
  };
  const { url, booking } = await aGuest({ tenant: { policy }, paid: 4999 });
  const { html } = await open(`${url}?view=cancel`);
  expect(html).toContain("You get a refund of €16.49: 33% of the €49.99 you paid.");
  expect((await statusOf(booking.id)).status).toBe("paid");
  const done = await post(url, {
    intent: "cancel",
    refund_amount: hidden(html, "refund_amount"),
    reason: "Ill",
  });
  expect(done.status).toBe(303);
  expect(done.headers.get("Location")).toMatch(/^\/manage\/.+\?done=cancelled$/);
  expect(await statusOf(booking.id)).toMatchObject({ status: "cancelled" });
});

test("a refund that has changed since it was shown needs another confirmation", async () => {
  const { url, booking } = await aGuest({ paid: 4999 });
  const refused = await post(url, { intent: "cancel", refund_amount: "99999" });
  expect(refused.status).toBe(409);
  expect(await refused.text()).toContain("changed in the meantime");
  expect((await statusOf(booking.id)).status).toBe("paid");
});

test("a guest moves to another time, and the email updates the same calendar entry", async () => {
  const { owner, url, booking } = await aGuest();
  const { html } = await open(`${url}?view=move`);
  const slotId = /name="slot_id" required="" value="([^"]+)"|value="([^"]+)" name="slot_id"/.exec(
    html,
  );
  const slot_id = slotId?.[1] ?? slotId?.[2] ?? "";
  const done = await post(url, {
    intent: "move",
    version: hidden(html, "version"),
    slot_id,
    day: "",
  });
  expect(done.status).toBe(303);
  const moved = await statusOf(booking.id);
  expect(moved.starts_at.toISOString()).not.toBe(new Date(booking.starts_at).toISOString());
  await deliver(owner);
  const mails = await sentTo(booking.customer.email);
  expect(mails.map((mail) => mail.subject.split(":")[0])).toEqual(["Confirmed", "New time"]);
  const file = await (await icsLoader(argsOf(url))).text();
  const uid = (text: string) =>
    new ICAL.Event(
      new ICAL.Component(ICAL.parse(text) as unknown[]).getFirstSubcomponent("vevent")!,
    ).uid;
  const sent = Buffer.from(mails[1]!.attachments[0]!.content, "base64").toString("utf8");
  expect(uid(file)).toBe(uid(sent));
});

async function deliver(owner: UserActor): Promise<void> {
  while ((await relayEvents(100)) > 0);
  const waiting = await pool.query<{ id: string }>(
    "select id from message where tenant_id = $1 and status = 'queued' order by created_at, id",
    [owner.tenant.id],
  );
  for (const { id } of waiting.rows) await sendMessage({ message_id: id });
}

test("a guest whose duration is no longer available confirms the new one and its price", async () => {
  const lengths = { length_options: [{ minutes: 120, price_amount: 9000 }] };
  const { owner, url, booking } = await aGuest({
    tenant: { time_zone: "UTC" },
    schedule: { price_amount: 5000, currency: "EUR", ...lengths },
  });
  const longer = BookingPatch.parse({ length_minutes: 120, notify: false });
  const long = await editBooking(owner, booking.id, longer);
  await updateSchedule(owner, booking.schedule_id!, SchedulePatch.parse({ length_options: [] }));
  const { html } = await open(`${url}?view=move`);
  const slot_id = /<input type="radio" name="slot_id" required="" value="([^"]+)"/.exec(html)![1]!;
  const refused = await post(url, {
    intent: "move",
    version: hidden(html, "version"),
    expected_amount: hidden(html, "expected_amount"),
    slot_id,
  });
  expect(refused.status).toBe(409);
  const question = await refused.text();
  expect(question).toContain("It takes 60 minutes instead of 120 minutes.");
  expect(question).toContain("It costs €50.00 instead of €90.00.");
  expect((await statusOf(booking.id)).version).toBe(2);
  const fields = ["version", "slot_id", "minutes", "expected_amount"];
  const done = await post(url, {
    intent: "move",
    ...Object.fromEntries(fields.map((name) => [name, hidden(question, name)])),
  });
  expect(done.status).toBe(303);
  expect((await statusOf(booking.id)).price_amount).toBe(5000);
  await deliver(owner);
  const mail = (await sentTo(booking.customer.email)).at(-1)!;
  const end = long.ends_at.slice(11, 16);
  expect(mail.text).toMatch(new RegExp(`Previously:.*${end}`));
});

test("a time taken meanwhile is reported with alternatives", async () => {
  const { owner, url, booking, slots } = await aGuest();
  const { html } = await open(`${url}?view=move`);
  const target = slots[3]!;
  await createBooking(owner, NewBooking.parse({ slot_id: target.id, customer: aCustomer() }), null);
  const refused = await post(url, {
    intent: "move",
    version: hidden(html, "version"),
    slot_id: target.id,
  });
  expect(refused.status).toBe(409);
  const page = await refused.text();
  expect(page).toContain("has just been taken");
  expect(page).toContain('name="slot_id"');
  expect((await statusOf(booking.id)).version).toBe(1);
});

test("outside the tenant's window the page hides changes and the form refuses them", async () => {
  const { url, booking } = await aGuest({
    tenant: { policy: { cancel_window_minutes: 525_600, reschedule_window_minutes: 525_600 } },
  });
  const { html } = await open(`${url}?view=cancel`);
  expect(html).toContain("It is too late to cancel here.");
  expect(html).not.toContain("<form");
  const refused = await post(url, { intent: "cancel", refund_amount: "0" });
  expect(refused.status).toBe(422);
  expect((await statusOf(booking.id)).status).toBe("confirmed");
});

test("allows five changes in ten minutes", async () => {
  const { url } = await aGuest();
  for (let count = 0; count < 5; count++)
    expect((await post(url, { intent: "move", slot_id: "x" })).status).toBe(422);
  const refused = await post(url, { intent: "move", slot_id: "x" });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(500);
  expect(await refused.text()).toContain("wait 10 minutes");
});

test("a cross-site form changes nothing", async () => {
  const { url, booking } = await aGuest();
  const refused = await post(
    url,
    { intent: "cancel", refund_amount: "0" },
    { "Sec-Fetch-Site": "cross-site" },
  );
  expect(refused.status).toBe(400);
  for (const origin of ["https://evil.example", `${env.BASE_URL}.evil.example`, ""]) {
    const form = new URLSearchParams({ intent: "cancel", refund_amount: "0" });
    const sent = { method: "POST", body: form, headers: { Origin: origin } };
    expect((await action(argsOf(url, sent))).status).toBe(400);
  }
  expect((await statusOf(booking.id)).status).toBe("confirmed");
});

test.each([
  ["nl", "ltr", "Je boeking"],
  ["de", "ltr", "Ihre Buchung"],
  ["fr", "ltr", "Votre réservation"],
  ["es", "ltr", "Tu reserva"],
  ["ar", "rtl", "حجزك"],
])("speaks %s", async (locale, dir, title) => {
  const { url } = await aGuest({ customer: { locale } });
  const { html } = await open(url, { "Accept-Language": "en" });
  expect(html).toContain(`<html lang="${locale}" dir="${dir}">`);
  expect(html).toContain(`<h1>${title}</h1>`);
});

test("a guest's text is escaped", async () => {
  const { url } = await aGuest({ tenant: { name: '<script>alert("x")</script>' } });
  const { html } = await open(url);
  expect(html).not.toContain("<script");
});

test("the tenant's logo is on the page and in its emails", async () => {
  const { owner, url, booking } = await aGuest();
  const id = newId();
  await pool.query(
    "insert into asset (tenant_id, id, media_type, width, height, bytes, content) values ($1, $2, 'image/png', 80, 40, 3, 'abc')",
    [owner.tenant.id, id],
  );
  await pool.query("update tenant set logo_asset_id = $2 where id = $1", [owner.tenant.id, id]);
  const image = `/uploads/${owner.tenant.id}/${id}`;
  expect((await open(url)).html).toContain(image);
  await deliver(owner);
  expect((await sentTo(booking.customer.email))[0]!.html).toContain(image);
});

const asks = (id: string, more: Record<string, unknown> = {}) => ({
  id,
  label: `Question ${id}?`,
  type: "text",
  required: false,
  ...more,
});
const detailsOf = async (id: string) =>
  (
    await pool.query<{ party_size: number; price_amount: number; answers: object[] }>(
      "select party_size, price_amount, answers from booking where id = $1",
      [id],
    )
  ).rows[0]!;

test("a guest changes party size and answers; sensitive answers are neither shown nor lost", async () => {
  const { url, booking } = await aGuest({
    capacity: 4,
    schedule: {
      price_amount: 1000,
      questions: [asks("wish"), asks("health", { sensitive: true }), asks("site", { type: "url" })],
    },
    answers: [
      { question_id: "wish", value: "Window" },
      { question_id: "health", value: "Nuts" },
    ],
  });
  expect((await open(url)).html).toContain("Change people or answers");
  const { html } = await open(`${url}?view=change`);
  expect(html).toContain('value="Window"');
  expect(html).not.toContain("Nuts");
  const change = async (form: Record<string, string>) => {
    const page = (await open(`${url}?view=change`)).html;
    const own = {
      version: hidden(page, "version"),
      expected_amount: hidden(page, "expected_amount"),
    };
    return post(url, { intent: "change", people: "1", ...own, ...form });
  };
  const refused = await change({ people: "3", answer_wish: "Garden" });
  expect(refused.status).toBe(409);
  const question = await refused.text();
  expect(question).toContain("The price is now €30.00, not €10.00.");
  expect(question).toContain('value="Garden"');
  const agreed = hidden(question, "expected_amount");
  expect(agreed).toBe("3000");
  const form = { people: "3", answer_wish: "Garden", answer_site: "example.com" };
  expect((await change({ ...form, expected_amount: agreed })).headers.get("Location")).toMatch(
    /done=changed$/,
  );
  expect(await detailsOf(booking.id)).toMatchObject({
    party_size: 3,
    price_amount: 3000,
    answers: [
      { question_id: "wish", value: "Garden" },
      { question_id: "health", value: "Nuts" },
      { question_id: "site", value: "https://example.com" },
    ],
  });
  const wrong = await change({ people: "3", answer_site: "x" });
  expect(wrong.status).toBe(422);
  expect(await wrong.text()).toContain("This cannot be used. Please correct it.");
  const many = await change({ people: "9", expected_amount: "9000" });
  expect(many.status).toBe(422);
  expect((await change({ people: "3" })).status).toBe(303);
  expect(await detailsOf(booking.id)).toMatchObject({ answers: [{ question_id: "health" }] });
});

test("a paid party can shrink only while a cancellation is refunded in full", async () => {
  const tiers = [
    { hours_before: 8000, refund_pct: 100 },
    { hours_before: 0, refund_pct: 50 },
  ];
  const paid = async (refund_tiers: typeof tiers) => {
    const { url, booking } = await aGuest({
      capacity: 4,
      schedule: { price_amount: 1000 },
      tenant: { policy: { refund_tiers } },
    });
    await pool.query("update booking set party_size = 2, price_amount = 2000 where id = $1", [
      booking.id,
    ]);
    await putPayment(booking.id, 2000, "paid", "payprovider");
    await pool.query("update booking set status = 'paid', payment_status = 'paid' where id = $1", [
      booking.id,
    ]);
    const page = (await open(`${url}?view=change`)).html;
    const version = hidden(page, "version");
    return post(url, { intent: "change", people: "1", expected_amount: "1000", version });
  };
  const refused = await paid(tiers);
  expect(refused.status).toBe(422);
  expect(await refused.text()).toContain("It is too late to do this here.");
  expect((await paid([{ hours_before: 0, refund_pct: 100 }])).status).toBe(303);
});

test("a past or ended booking cannot be changed, and links to booking again", async () => {
  const { url, booking, owner } = await aGuest({
    schedule: { questions: [asks("wish")] },
  });
  const { version } = await statusOf(booking.id);
  await pool.query(
    "update booking set starts_at = now() - interval '1 hour', ends_at = now() where id = $1",
    [booking.id],
  );
  const { html } = await open(`${url}?view=change`);
  expect(html).not.toContain("Save changes");
  expect(html).toContain(`href="/book/${owner.tenant.slug}?service=${booking.schedule_id}"`);
  expect(html).not.toContain("calendar.google.com");
  const late = { intent: "change", answer_wish: "x", version: String(version) };
  expect((await post(url, late)).status).toBe(409);
});

test("a confirmed booking links to web calendars with its time and place", async () => {
  const { url, booking } = await aGuest();
  const link = /href="(https:\/\/calendar\.google\.com[^"]*)"/.exec((await open(url)).html)![1]!;
  const query = new URL(link.replaceAll("&amp;", "&")).searchParams;
  expect(query.get("text")).toBe("Haircut · Studio Linden");
  expect(query.get("dates")!.split("/")[0]).toBe(booking.starts_at.replace(/[-:]|\.\d+/g, ""));
});
