import { expect, test } from "vitest";
import { BookingPatch, NewBooking, NewBookingVisit } from "~/contract/booking-inputs";
import { pool } from "~/lib/db.server";
import { aCustomer, makeResource, makeSchedule, makeTenant } from "~/testing/factory";
import { sentTo } from "~/testing/outbox";
import { aPhone, aTextedBooking, HOUR, sweepTexts, TEXTS, textsOf } from "~/testing/texted-booking";
import { editBooking } from "../bookings/change/edit-booking.server";
import type { TextConsent } from "../text-consent/text-consent";
import { createBooking } from "../bookings/place/create-booking.server";
import { changeBookingStatus } from "../bookings/change/change-status.server";
import { moveBooking } from "../bookings/change/move-booking.server";
import { createVisit } from "../visits/create-visit.server";
import { readManageToken } from "../bookings/links/manage-link.server";
import { sendMessage } from "./send-message.server";
import { queueReminders } from "./reminders.server";
import { updateTenant } from "../tenants/tenant-profile.server";
import { TenantPatch } from "~/contract/tenant";

const send = async (tenantId: string) => {
  for (const { id } of await textsOf(tenantId))
    await sendMessage({ tenant_id: tenantId, message_id: id });
};
const iso = (at: string) => Date.parse(at);

test("a guest who agreed gets one text, at the email reminder's time, in their language", async () => {
  const { owner, starts, phone, booking } = await aTextedBooking({ locale: "nl" });
  const { id } = owner.tenant;
  await sweepTexts(starts - 2 * HOUR - 60_000);
  expect(await textsOf(id)).toEqual([]);
  await Promise.all(Array.from({ length: 10 }, () => sweepTexts(starts - 2 * HOUR)));
  await sweepTexts(starts - 1.5 * HOUR);
  await send(id);
  await send(id);
  const [text, ...more] = await sentTo(phone);
  expect(more).toEqual([]);
  expect(text).toMatchObject({ channel: "sms" });
  expect(text!.text).toMatch(
    /^[a-z]{2} \d+ [a-z]+ \d\d:\d\d: Haircut, .+ Bekijken of wijzigen: http/,
  );
  const token = /\/manage\/([\w.-]+)/.exec(text!.text)![1]!;
  expect(token).toHaveLength(66);
  expect(readManageToken(token)).toEqual({ tenant_id: id, booking_id: booking.id });
  expect(readManageToken(`${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`)).toBeNull();
  expect(await textsOf(id)).toMatchObject([{ status: "sent", parts: 2, recipient: phone }]);
});

test("without consent there is no text, and the email reminder is unchanged", async () => {
  const owner = await makeTenant({ policy: TEXTS });
  const room = await makeResource(owner);
  const { id: schedule } = await makeSchedule(owner, [room.id]);
  const slots = await pool.query<{ id: string; starts_at: Date }>(
    "select id, starts_at from slot where tenant_id = $1 and schedule_id = $2 order by starts_at offset 40 limit 1",
    [owner.tenant.id, schedule],
  );
  const customer = { ...aCustomer(), phone: aPhone() };
  const input = NewBooking.parse({ slot_id: slots.rows[0]!.id, customer });
  await createBooking(owner, input, null);
  const at = slots.rows[0]!.starts_at.getTime() - 2 * HOUR;
  await sweepTexts(at);
  expect(await textsOf(owner.tenant.id)).toEqual([]);
  while ((await queueReminders(new Date(at))) > 0);
  const mails = await pool.query(
    "select 1 from message where tenant_id = $1 and kind = 'booking_reminder'",
    [owner.tenant.id],
  );
  expect(mails.rowCount).toBe(1);
});

test("consent is stored with its time and wording, and needs a number with its country", async () => {
  const { owner, booking, phone: number, slots } = await aTextedBooking({ locale: "de" });
  const stored = await pool.query<{ text_consent: object; created_at: Date }>(
    "select text_consent, created_at from booking where tenant_id = $1 and id = $2",
    [owner.tenant.id, booking.id],
  );
  expect(stored.rows[0]!.text_consent).toEqual({
    at: stored.rows[0]!.created_at.toISOString(),
    phone: number,
    wording: "Erinnerungen per SMS an mich senden. Ich kann sie jederzeit mit STOP abbestellen.",
    source: "staff",
  });
  for (const phone of ["06 12345678", undefined])
    await expect(
      createBooking(
        owner,
        NewBooking.parse({
          slot_id: slots[1]!.id,
          customer: { ...aCustomer(), phone },
          text_reminders: true,
        }),
        null,
      ),
    ).rejects.toMatchObject({ extra: { issues: [{ path: "customer.phone" }] } });
});

test.each([
  ["company", false, 0],
  ["on", false, 1],
  ["off", true, 0],
  ["company", true, 1],
] as const)("a service set to %s in a company with %s stores %s", async (choice, on, stored) => {
  const { owner } = await aTextedBooking({
    policy: { text_reminders: on },
    schedule: { text_reminders: choice },
  });
  const found = await pool.query(
    "select 1 from booking where tenant_id = $1 and text_consent is not null",
    [owner.tenant.id],
  );
  expect(found.rowCount).toBe(stored);
});

test.each([
  // Due at 07:00, in the quiet hours: sent at 20:30 the evening before.
  ["Europe/Amsterdam", "2027-01-13 09:00", "2027-01-12T19:30:00Z"],
  ["America/New_York", "2027-01-13 09:00", "2027-01-13T01:30:00Z"],
  // Due at 21:30: half an hour before 21:00 of the same day.
  ["Europe/Amsterdam", "2027-01-13 23:30", "2027-01-13T19:30:00Z"],
  // Due at 08:00: the quiet hours have ended.
  ["Europe/Amsterdam", "2027-01-13 10:00", "2027-01-13T07:00:00Z"],
  // The clocks go forward in the night between: 20:30 is still winter time.
  ["Europe/Amsterdam", "2027-03-28 09:00", "2027-03-27T19:30:00Z"],
  // And back: 20:30 is still summer time.
  ["Europe/Amsterdam", "2027-10-31 09:00", "2027-10-30T18:30:00Z"],
])("in %s a text for %s goes at %s", async (zone, at, due) => {
  const quiet = { text_quiet_from: "21:00", text_quiet_until: "08:00" };
  const { owner } = await aTextedBooking({
    policy: quiet,
    time_zone: zone,
    schedule: { time_zone: zone },
    at,
  });
  await sweepTexts(iso(due) - 60_000);
  expect(await textsOf(owner.tenant.id)).toEqual([]);
  await sweepTexts(iso(due));
  expect(await textsOf(owner.tenant.id)).toMatchObject([{ status: "queued" }]);
});

test("a booking made after the last moment before quiet hours gets none, and the log says why", async () => {
  const { owner } = await aTextedBooking({
    policy: { text_quiet_from: "21:00", text_quiet_until: "08:00" },
    at: "2027-01-13 09:00",
  });
  await pool.query("update booking set created_at = '2027-01-12 22:00+01' where tenant_id = $1", [
    owner.tenant.id,
  ]);
  await sweepTexts(iso("2027-01-12T22:00:00Z"));
  expect(await textsOf(owner.tenant.id)).toMatchObject([
    { status: "suppressed", error_code: "quiet_hours" },
  ]);
});

test("a text that is late into the quiet hours is not sent", async () => {
  const { owner, starts, phone } = await aTextedBooking();
  await sweepTexts(starts - 2 * HOUR);
  const clock = (at: number) =>
    new Intl.DateTimeFormat("en-GB", { timeStyle: "short", timeZone: "Europe/Amsterdam" }).format(
      at,
    );
  const policy = {
    text_quiet_from: clock(Date.now() - HOUR),
    text_quiet_until: clock(Date.now() + HOUR),
  };
  await updateTenant(owner, TenantPatch.parse({ policy }));
  await send(owner.tenant.id);
  expect(await sentTo(phone)).toEqual([]);
  expect(await textsOf(owner.tenant.id)).toMatchObject([{ error_code: "quiet_hours" }]);
});

test("a moved booking gets the new time's text only, a cancelled one none", async () => {
  const { owner, booking, starts, slots, phone } = await aTextedBooking();
  const { id } = owner.tenant;
  await sweepTexts(starts - 2 * HOUR);
  const later = slots[20]!;
  await moveBooking(owner, booking.id, { target: { kind: "slot", slot_id: later.id } });
  await send(id);
  expect(await sentTo(phone)).toEqual([]);
  await sweepTexts(later.starts_at.getTime() - 2 * HOUR);
  await pool.query("update booking set status = 'cancelled' where tenant_id = $1", [id]);
  await send(id);
  expect(await sentTo(phone)).toEqual([]);
  expect(await textsOf(id)).toMatchObject([
    { status: "suppressed", error_code: "outdated" },
    { status: "suppressed", error_code: "outdated" },
  ]);
});

test.each([
  ["the service was switched off", "texts_off", "update schedule set text_reminders = 'off'"],
  ["consent was withdrawn", "no_consent", "update booking set text_consent = null"],
  ["the number changed", "outdated", "update booking set customer_phone = '+31612345678'"],
])("nothing is sent once %s", async (_, reason, change) => {
  const { owner, starts, phone } = await aTextedBooking();
  await sweepTexts(starts - 2 * HOUR);
  await pool.query(`${change} where tenant_id = $1`, [owner.tenant.id]);
  await send(owner.tenant.id);
  expect(await sentTo(phone)).toEqual([]);
  expect(await textsOf(owner.tenant.id)).toMatchObject([
    { status: "suppressed", error_code: reason },
  ]);
});

test("the monthly budget holds with concurrent texts, per company", async () => {
  const { owner, starts, slots, phone } = await aTextedBooking({
    policy: { text_monthly_budget: 2 },
  });
  const other = await aTextedBooking({ policy: { text_monthly_budget: 1 } });
  for (const slot of [slots[1]!, slots[2]!, slots[3]!])
    await createBooking(
      owner,
      NewBooking.parse({
        slot_id: slot.id,
        customer: { ...aCustomer(), phone },
        text_reminders: true,
      }),
      null,
    );
  for (const { starts_at } of slots.slice(0, 4)) await sweepTexts(starts_at.getTime() - 2 * HOUR);
  await sweepTexts(other.starts - 2 * HOUR);
  const texts = await textsOf(owner.tenant.id);
  expect(texts).toHaveLength(4);
  await Promise.all(
    texts.map(({ id }) => sendMessage({ tenant_id: owner.tenant.id, message_id: id })),
  );
  const sent = await textsOf(owner.tenant.id);
  expect(sent.map(({ status, error_code }) => [status, error_code]).sort()).toEqual([
    ["sent", null],
    ["sent", null],
    ["suppressed", "text_budget"],
    ["suppressed", "text_budget"],
  ]);
  await send(other.owner.tenant.id);
  expect(await textsOf(other.owner.tenant.id)).toMatchObject([{ status: "sent" }]);
  expect(starts).toBeGreaterThan(0);
});

test("staff and API record a guest's consent later, for the number of that moment, and end it", async () => {
  const { owner, booking, phone } = await aTextedBooking({ locale: "de" });
  const stored = async () =>
    (
      await pool.query<{ text_consent: TextConsent | null }>(
        "select text_consent from booking where id = $1",
        [booking.id],
      )
    ).rows[0]!.text_consent;
  const first = await stored();
  const patch = (input: object) => editBooking(owner, booking.id, BookingPatch.parse(input));

  await patch({ text_reminders: true });
  expect(await stored()).toEqual(first); // already agreed
  await patch({ text_reminders: false });
  expect(await stored()).toBeNull();

  const number = aPhone();
  const guest = { name: "Eva Vos", email: null };
  await patch({ customer: { ...guest, phone: number }, text_reminders: true });
  expect(await stored()).toMatchObject({
    phone: number,
    source: "staff",
    wording: expect.stringContaining("Erinnerungen per SMS"),
  });
  await patch({ customer: { ...guest, phone } });
  expect(await stored()).toBeNull();
  await expect(
    patch({ customer: { ...guest, phone: "0612345678" }, text_reminders: true }),
  ).rejects.toMatchObject({ code: "validation_failed" });

  const audited = await pool.query<{ diff: Record<string, unknown> }>(
    "select diff from audit_row where entity_id = $1 and diff ? 'text_consent' order by at, id",
    [booking.id],
  );
  expect(audited.rows.map(({ diff }) => diff.text_consent)).toEqual([
    [true, false],
    [false, true],
    [true, false],
  ]);

  const policy = { ...owner.tenant.policy, text_reminders: false };
  const later = { ...owner, tenant: { ...owner.tenant, policy } };
  await editBooking(later, booking.id, BookingPatch.parse({ text_reminders: true }));
  expect(await stored()).toBeNull();
});

test("a visit has one text, which names all its services that take place", async () => {
  const owner = await makeTenant({ policy: TEXTS });
  const { id: person } = await makeResource(owner);
  const services: { id: string }[] = [];
  for (const name of ["Cut", "Colour", "Wash"])
    services.push(await makeSchedule(owner, [person], { name }));
  const slots = await pool.query<{ starts_at: Date }>(
    "select starts_at from slot where tenant_id = $1 and schedule_id = $2 order by starts_at offset 40 limit 1",
    [owner.tenant.id, services[0]!.id],
  );
  const phone = aPhone();
  const { bookings } = await createVisit(
    owner,
    NewBookingVisit.parse({
      starts_at: slots.rows[0]!.starts_at.toISOString(),
      parts: services.map(({ id }) => ({ schedule_id: id, resource_id: person })),
      customer: { ...aCustomer(), phone },
      text_reminders: true,
      override: true,
    }),
    null,
  );
  await changeBookingStatus(owner, bookings[2]!.id, { status: "cancelled", notify: false }, null);
  await sweepTexts(slots.rows[0]!.starts_at.getTime() - 2 * HOUR);
  await send(owner.tenant.id);
  const texts = await sentTo(phone);
  expect(texts).toHaveLength(1);
  expect(texts[0]!.text).toContain(": Cut + Colour, ");
});
