import { type StoredMessage, sentTo } from "~/testing/outbox";
import ICAL from "ical.js";
import { expect, test } from "vitest";
import { BookingPatch, NewBooking, StatusChange } from "~/contract/booking-inputs";
import { pool } from "~/lib/db.server";
import { aCustomer, makeResource, makeSchedule, makeTenant, makeUser } from "~/testing/factory";
import { changeBookingStatus } from "../bookings/change/change-status.server";
import { createBooking } from "../bookings/place/create-booking.server";
import { editBooking } from "../bookings/change/edit-booking.server";
import { moveBooking } from "../bookings/change/move-booking.server";
import { relayEvents } from "../events/relay.server";
import type { UserActor } from "../identity/actor";
import { changePreferences } from "../users/preferences.server";
import { sendMessage } from "./send-message.server";

async function aBooking(owner: UserActor, input: Record<string, unknown> = {}) {
  const room = await makeResource(owner, { name: "Room 1" });
  const schedule = await makeSchedule(owner, [room.id], { name: "Cut" });
  const slots = await pool.query<{ id: string }>(
    "select id from slot where tenant_id = $1 and schedule_id = $2 order by starts_at offset 10",
    [owner.tenant.id, schedule.id],
  );
  const wish = NewBooking.parse({ slot_id: slots.rows[0]!.id, customer: aCustomer(), ...input });
  const booking = await createBooking(owner, wish, null);
  return { booking, room, later: slots.rows[5]!.id };
}

async function relayAll(): Promise<void> {
  while ((await relayEvents(100)) > 0);
}

async function messagesOf(owner: UserActor) {
  const found = await pool.query(
    "select id, kind, audience, recipient, status from message where tenant_id = $1 order by created_at, id",
    [owner.tenant.id],
  );
  return found.rows as {
    id: string;
    kind: string;
    audience: string;
    recipient: string;
    status: string;
  }[];
}

async function deliver(owner: UserActor, to: string | null): Promise<StoredMessage[]> {
  await relayAll();
  for (const message of await messagesOf(owner))
    if (message.status === "queued") await sendMessage({ message_id: message.id });
  return sentTo(to);
}

const invitationIn = (mail: StoredMessage) => {
  const attachment = mail.attachments[0]!;
  const calendar = new ICAL.Component(
    ICAL.parse(Buffer.from(attachment.content, "base64").toString("utf8")) as unknown[],
  );
  const event = new ICAL.Event(calendar.getFirstSubcomponent("vevent")!);
  return {
    method: calendar.getFirstPropertyValue("method"),
    content_type: attachment.content_type,
    calendar,
    event,
  };
};

test("a booking created and confirmed in one step sends one email with an invitation", async () => {
  const owner = await makeTenant({ name: "Studio Linden" });
  const { booking } = await aBooking(owner);
  const mails = await deliver(owner, booking.customer.email);
  expect(mails).toHaveLength(1);
  expect(mails[0]!.subject).toMatch(/^Confirmed: /);
  expect(mails[0]!.text).toContain("Room 1");
  const { method, event, calendar, content_type } = invitationIn(mails[0]!);
  expect(method).toBe("REQUEST");
  expect(content_type).toContain("method=REQUEST");
  expect(event.startDate.toJSDate().toISOString()).toBe(new Date(booking.starts_at).toISOString());
  expect(event.startDate.zone.tzid).toBe("UTC");
  expect(calendar.getFirstSubcomponent("vtimezone")).toBeNull();
  expect(event.sequence).toBe(2);
});

test("nobody gets emails about their own changes, and staff only about their resources", async () => {
  const owner = await makeTenant();
  const { room, booking, later } = await aBooking(owner);
  const own = await makeUser(owner, "staff", { resource_ids: [room.id] });
  await makeUser(owner, "staff", { resource_ids: [(await makeResource(owner)).id] });
  await relayAll();
  await moveBooking(owner, booking.id, { target: { kind: "slot", slot_id: later } });
  await relayAll();
  const moved = (await messagesOf(owner)).filter(
    (message) => message.kind === "booking_rescheduled",
  );
  expect(moved.map(({ audience, recipient }) => [audience, recipient]).sort()).toEqual([
    ["customer", booking.customer.email],
    ["staff", own.email],
  ]);
});

const changes: [string, (owner: UserActor) => Promise<object>, boolean][] = [
  ["another party", () => Promise.resolve({ party_size: 2 }), true],
  ["another service", async (owner) => ({ schedule_id: await otherService(owner) }), true],
  ["another guest", () => Promise.resolve({ customer: aCustomer() }), true],
  ["a guest's corrected name", () => Promise.resolve({ customer: null }), false],
  ["notes", () => Promise.resolve({ notes: "Window seat" }), false],
  ["another party, unannounced", () => Promise.resolve({ party_size: 2, notify: false }), false],
];
const roomOf = async (owner: UserActor) =>
  (
    await pool.query<{ id: string }>("select id from resource where tenant_id = $1 limit 1", [
      owner.tenant.id,
    ])
  ).rows[0]!.id;
const otherService = async (owner: UserActor) =>
  (await makeSchedule(owner, [await roomOf(owner)], { name: "Massage" })).id;

test.each(changes)(
  "a change without a new time is emailed to the guest if relevant: %s",
  async (_, change, isEmailed) => {
    const owner = await makeTenant();
    const { booking } = await aBooking(owner);
    await pool.query("update resource set capacity = 3 where tenant_id = $1", [owner.tenant.id]);
    await pool.query("update slot set capacity = 3 where tenant_id = $1", [owner.tenant.id]);
    await relayAll();
    const { name: _name, ...same } = booking.customer;
    const patch = { override: true, ...(await change(owner)) };
    if ("customer" in patch && patch.customer === null)
      patch.customer = { name: "Corrected", email: same.email };
    const edited = await editBooking(owner, booking.id, BookingPatch.parse(patch));
    expect(edited.starts_at).toBe(booking.starts_at);
    const mails = (await deliver(owner, edited.customer.email)).filter(({ subject }) =>
      subject.startsWith("Changed: "),
    );
    expect(mails).toHaveLength(isEmailed ? 1 : 0);
    if (isEmailed) expect(mails[0]!.text).toContain("Your booking has changed");
    const audiences = (await messagesOf(owner)).filter(
      ({ kind }) => kind === "booking_rescheduled",
    );
    expect(audiences.map(({ audience }) => audience)).toEqual(isEmailed ? ["customer"] : []);
  },
);

test("duplicate relays and jobs send each email once", async () => {
  const owner = await makeTenant();
  const { booking } = await aBooking(owner);
  await relayAll();
  await pool.query("update event set relayed_at = null where tenant_id = $1", [owner.tenant.id]);
  await relayAll();
  const messages = await messagesOf(owner);
  expect(messages).toHaveLength(1);
  await Promise.allSettled([
    sendMessage({ message_id: messages[0]!.id }),
    sendMessage({ message_id: messages[0]!.id }),
  ]);
  await sendMessage({ message_id: messages[0]!.id });
  expect(await sentTo(booking.customer.email)).toHaveLength(1);
  expect(await messagesOf(owner)).toMatchObject([{ status: "sent" }]);
});

test("moves and cancellations update the same calendar entry with a higher sequence", async () => {
  const owner = await makeTenant();
  const { booking, later } = await aBooking(owner);
  const moved = await moveBooking(owner, booking.id, { target: { kind: "slot", slot_id: later } });
  await changeBookingStatus(
    owner,
    booking.id,
    StatusChange.parse({ status: "cancelled", reason: "Ill <today>" }),
    null,
  );
  const mails = await deliver(owner, booking.customer.email);
  const invitations = mails.map(invitationIn);
  expect(invitations.map(({ method }) => method)).toEqual(["REQUEST", "REQUEST", "CANCEL"]);
  expect(new Set(invitations.map(({ event }) => event.uid)).size).toBe(1);
  expect(invitations.map(({ event }) => event.sequence)).toEqual([2, 3, 4]);
  expect(invitations[1]!.event.startDate.toJSDate()).toEqual(moved.starts_at);
  expect(mails[1]!.text).toContain("Previously:");
  expect(mails[2]!.html).toContain("Ill &lt;today&gt;");
  expect(mails[2]!.html).not.toContain("<today>");
});

test("a changed duration is emailed with the calendar entry and the previous end", async () => {
  const owner = await makeTenant({ time_zone: "UTC" });
  const { booking } = await aBooking(owner);
  const longer = BookingPatch.parse({ duration_minutes: 90, override: true });
  const { ends_at } = await editBooking(owner, booking.id, longer);
  const mails = await deliver(owner, booking.customer.email);
  const invitations = mails.map(invitationIn);
  expect(invitations.map(({ event }) => event.sequence)).toEqual([2, 3]);
  expect(invitations[1]!.event.endDate.toJSDate()).toEqual(new Date(ends_at));
  const end = new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", timeStyle: "short" });
  const before = /Previously:.*/.exec(mails[1]!.text)?.[0];
  expect(before).toContain(end.format(new Date(booking.ends_at)));
  expect(before).not.toContain(end.format(new Date(ends_at)));
});

test("a guest reads their own language, zone and direction", async () => {
  const owner = await makeTenant({ time_zone: "Europe/Amsterdam" });
  const customer = { ...aCustomer("ليلى"), locale: "ar", time_zone: "America/New_York" };
  const { booking } = await aBooking(owner, { customer });
  const [mail] = await deliver(owner, booking.customer.email);
  expect(mail!.subject).toMatch(/^تم التأكيد: /);
  expect(mail!.html).toContain('<html lang="ar" dir="rtl">');
  const hour = new Intl.DateTimeFormat("ar", {
    timeStyle: "short",
    timeZone: "America/New_York",
  }).format(new Date(booking.starts_at));
  expect(mail!.text).toContain(hour.replace(/[^\d:]/g, ""));
});

test.each([
  ["en", "Confirmed: ", "ltr"],
  ["nl-BE", "Bevestigd: ", "ltr"],
  ["de", "Bestätigt: ", "ltr"],
  ["fr", "Confirmée : ", "ltr"],
  ["es", "Confirmada: ", "ltr"],
  ["ar-EG", "تم التأكيد: ", "rtl"],
])("a guest with %s gets emails in that language", async (locale, subject, dir) => {
  const owner = await makeTenant({ locale: locale === "de" ? "nl" : "de" });
  const { booking } = await aBooking(owner, { customer: { ...aCustomer(), locale } });
  const [mail] = await deliver(owner, booking.customer.email);
  expect(mail!.subject.startsWith(subject), mail!.subject).toBe(true);
  expect(mail!.html).toContain(`<html lang="${locale}" dir="${dir}">`);
});

test("falls back to the customer's language, the tenant's, then English", async () => {
  const owner = await makeTenant({ locale: "nl" });
  const known = { ...aCustomer(), locale: "fr" };
  await aBooking(owner, { customer: known });
  await aBooking(owner, { customer: { ...known, locale: undefined } });
  const mails = await deliver(owner, known.email);
  expect(mails.map(({ subject }) => subject.split(" ")[0])).toEqual(["Confirmée", "Confirmée"]);
  const { booking } = await aBooking(owner);
  expect((await deliver(owner, booking.customer.email))[0]!.subject).toMatch(/^Bevestigd: /);
  const foreign = await makeTenant({ locale: "pt-BR" });
  const { booking: other } = await aBooking(foreign);
  expect((await deliver(foreign, other.customer.email))[0]!.subject).toMatch(/^Confirmed: /);
});

test("a Dutch tenant's emails are entirely Dutch, also for staff, with each address on its own line", async () => {
  const owner = await makeTenant({ locale: "nl" });
  const desk = await makeUser(owner, "admin");
  const { booking } = await aBooking(desk, { customer: aCustomer("Anna Jansen") });
  await changeBookingStatus(
    desk,
    booking.id,
    StatusChange.parse({ status: "cancelled", reason: "Ziek" }),
    null,
  );
  const [confirmed, cancelled] = await deliver(owner, booking.customer.email);
  const [made, lost] = await sentTo(owner.email);
  expect([made!.subject, lost!.subject].map((subject) => subject.split(":")[0])).toEqual([
    "Nieuwe boeking",
    "Geannuleerd",
  ]);
  expect(made!.text).toContain("Openen in het dashboard\n");
  expect(confirmed!.text).toContain("Boeking beheren\n");
  expect(cancelled!.text).toContain("Reden: Ziek\n");
  for (const { subject, text, html } of [confirmed!, cancelled!, made!, lost!]) {
    expect(html).toContain('<html lang="nl" dir="ltr">');
    const linked = text.split("\n").filter((line) => line.includes("http"));
    const words = [subject, ...text.split("\n").filter((line) => !linked.includes(line))].join(
      "\n",
    );
    expect(words).not.toMatch(
      /\b(booking|when|reference|reason|open|manage|view|confirmed|time)\b/i,
    );
    expect(linked.length).toBeGreaterThan(0);
    for (const line of linked) expect(line).toMatch(/^https?:\/\/[^\s()<>]+$/);
  }
});

test("members get their chosen language with the company's date format, others the company's", async () => {
  const owner = await makeTenant({ locale: "nl-NL" });
  const desk = await makeUser(owner, "admin");
  const { room } = await aBooking(desk);
  const german = await makeUser(owner, "staff", { resource_ids: [room.id] });
  const british = await makeUser(owner, "staff", { resource_ids: [room.id] });
  const dutch = await makeUser(owner, "staff", { resource_ids: [room.id] });
  await changePreferences(german, { language: "de" });
  await changePreferences(british, { language: "en" });
  await deliver(owner, null);
  const read = async ({ email }: UserActor) => {
    const [mail] = await sentTo(email);
    return [mail!.subject.split(":")[0], /<html lang="([^"]+)"/.exec(mail!.html)?.[1]];
  };
  expect(await read(owner)).toEqual(["Nieuwe boeking", "nl-NL"]);
  expect(await read(dutch)).toEqual(["Nieuwe boeking", "nl-NL"]);
  expect(await read(german)).toEqual(["Neue Buchung", "de"]);
  expect(await read(british)).toEqual(["New booking", "en-GB"]);
});

test("a request for approval is emailed to guest and owner, without an invitation", async () => {
  const owner = await makeTenant();
  const desk = await makeUser(owner, "admin");
  const { booking } = await aBooking(desk, { status: "pending" });
  const [mail] = await deliver(owner, booking.customer.email);
  expect(mail!.subject).toMatch(/^We have your booking request/);
  expect(mail!.attachments).toEqual([]);
  expect(await sentTo(owner.email)).toMatchObject([
    { subject: expect.stringMatching(/^New request: Anna Jansen/) },
  ]);
});

test("emails the tenant has switched off are not sent", async () => {
  const owner = await makeTenant();
  await pool.query(
    "insert into email_preference values ($1, 'booking_confirmed', 'customer', false)",
    [owner.tenant.id],
  );
  await aBooking(owner);
  await relayAll();
  expect(await messagesOf(owner)).toEqual([]);
});

test("notify: false on an event sends no mail to the guest, but one to the staff", async () => {
  const owner = await makeTenant();
  const desk = await makeUser(owner, "admin");
  await aBooking(desk);
  await pool.query("update event set notify = false where tenant_id = $1", [owner.tenant.id]);
  await relayAll();
  expect(await messagesOf(owner)).toMatchObject([{ audience: "owner", recipient: owner.email }]);
});

test("the owner's email has the guest's answers and notes, and a dashboard link", async () => {
  const owner = await makeTenant();
  const desk = await makeUser(owner, "admin");
  const room = await makeResource(owner);
  const questions = [{ id: "size", label: "Shoe size?", type: "text", required: false }];
  const schedule = await makeSchedule(owner, [room.id], { questions });
  const slot = await pool.query(
    "select id from slot where tenant_id = $1 and schedule_id = $2 offset 10 limit 1",
    [owner.tenant.id, schedule.id],
  );
  const customer = { ...aCustomer("W".repeat(100)), locale: "nl" };
  const booking = await createBooking(
    desk,
    NewBooking.parse({
      slot_id: slot.rows[0].id,
      customer,
      notes: "By the window",
      answers: [{ question_id: "size", value: "42 <b>" }],
    }),
    null,
  );
  const [mail] = await deliver(owner, owner.email);
  expect(mail!.text).toContain("Answers: Shoe size?: 42 <b>\n");
  expect(mail!.text).toContain("Notes: By the window\n");
  const link = `http://127.0.0.1:3000/dashboard/bookings?search=${booking.reference}`;
  expect(mail!.text.split("\n")).toContain(link);
  expect(mail!.html).toContain(`href="${link}"`);
  expect(mail!.html).toContain("overflow-wrap:anywhere");
  expect((await sentTo(booking.customer.email))[0]!.html).toContain('<html lang="nl"');
});
