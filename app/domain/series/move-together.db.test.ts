import { beforeAll, expect, test } from "vitest";
import {
  BookingPatch,
  CancelBooking,
  MoveBooking,
  NewBooking,
  NewBookingSeries,
} from "~/contract/booking-inputs";
import type { BookingSeries, MovedBookings } from "~/contract/booking-series";
import { NewWaitlistEntry } from "~/contract/waitlist";
import { AppError } from "~/lib/app-error";
import { clock } from "~/lib/clock";
import { pool } from "~/lib/db.server";
import { addDays, localDateOf, wallTimeOf, wallTimeToInstant } from "~/lib/time";
import {
  aCustomer,
  makeResource,
  makeSchedule,
  makeSecretKey,
  makeTenant,
  makeUser,
} from "~/testing/factory";
import { sentTo } from "~/testing/outbox";
import { call } from "~/testing/request";
import { sendQueuedMails } from "~/testing/send-queued-mails";
import { editBooking } from "../bookings/change/edit-booking.server";
import { createBooking } from "../bookings/place/create-booking.server";
import type { StaffActor, UserActor } from "../identity/actor";
import { joinWaitlist } from "../waitlist/waitlist.server";
import { cancelTogether } from "./cancel-together.server";
import { createSeries } from "./create-series.server";
import { moveTogether } from "./move-together.server";
import { readSeries } from "./read-series.server";

const ZONE = "Europe/Amsterdam";
let owner: UserActor;

beforeAll(async () => {
  owner = await makeTenant({ time_zone: ZONE });
});

/** The instant of a local time some days ahead, as the API writes it. */
const at = (days: number, time = "09:00") =>
  new Date(wallTimeToInstant(addDays(localDateOf(clock.now(), ZONE), days), time, ZONE))
    .toISOString()
    .replace(".000", "");

/** A service with times at nine, ten and eleven each day. */
async function aService(more: Record<string, unknown> = {}, rooms = 1, by = owner) {
  const ids: string[] = [];
  while (ids.length < rooms) ids.push((await makeResource(by)).id);
  const schedule = await makeSchedule(by, ids, {
    time_zone: ZONE,
    max_advance_days: 60,
    rules: [{ days: [1, 2, 3, 4, 5, 6, 7], start: "09:00", end: "12:00" }],
    ...more,
  });
  return { schedule_id: schedule.id, resource_id: ids[0]!, ids };
}

type Service = Awaited<ReturnType<typeof aService>>;

const repeat = (
  { schedule_id, resource_id }: Service,
  rrule: string,
  { if_taken, ...more }: Record<string, unknown> = {},
  by: StaffActor = owner,
) =>
  createSeries(
    by,
    NewBookingSeries.parse({
      schedule_id,
      resource_id,
      starts_at: at(2),
      customer: aCustomer(),
      ...more,
      repeat: { rrule, if_taken },
    }),
  );

const move = (id: string, input: Record<string, unknown>, by: StaffActor = owner) =>
  moveTogether(by, id, MoveBooking.parse(input));

const book = ({ schedule_id, resource_id }: Service, starts_at: string) =>
  createBooking(
    owner,
    NewBooking.parse({ schedule_id, resource_id, starts_at, customer: aCustomer() }),
    null,
  );

const idsOf = ({ dates }: BookingSeries) => dates.map(({ booking_id }) => booking_id!);
const statesOf = ({ dates }: MovedBookings) => dates.map(({ reason, state }) => reason ?? state);
const startsOf = async ({ id }: BookingSeries) =>
  (await readSeries(owner, id!)).dates.map(({ booking_starts_at }) => booking_starts_at);

async function refusal(work: Promise<unknown>): Promise<AppError> {
  const error: unknown = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof AppError)) throw error;
  return error;
}

/** Bookings and claims of a service that don't fit each other. */
async function countWrong({ schedule_id }: Service): Promise<number> {
  const found = await pool.query(
    `select from booking b full join claim c on c.tenant_id = b.tenant_id and c.booking_id = b.id
     where b.schedule_id = $1 and (b.status <> 'cancelled') <> (c.booking_id is not null and c.starts_at = b.starts_at)`,
    [schedule_id],
  );
  return found.rowCount ?? 0;
}

test("this and the following dates move by the same days and hours; a dry run moves none", async () => {
  const service = await aService();
  const made = await repeat(service, "FREQ=WEEKLY;COUNT=4");
  const before = await startsOf(made);
  const input = { scope: "following", starts_at: at(10, "10:00") };
  const dry = await move(idsOf(made)[1]!, { ...input, dry_run: true });
  expect(dry).toMatchObject({ dry_run: true, scope: "following", price_difference: 0 });
  expect(
    dry.dates.map(({ no, state, starts_at, new_starts_at }) => [
      no,
      state,
      starts_at,
      new_starts_at,
    ]),
  ).toEqual([
    [2, "free", at(9), at(10, "10:00")],
    [3, "free", at(16), at(17, "10:00")],
    [4, "free", at(23), at(24, "10:00")],
  ]);
  expect(await startsOf(made)).toEqual(before);
  const versions = await pool.query("select from booking where series_id = $1 and version > 1", [
    made.id,
  ]);
  expect(versions.rowCount).toBe(0);
  const moved = await move(idsOf(made)[1]!, input);
  expect(statesOf(moved)).toEqual(["moved", "moved", "moved"]);
  expect(await startsOf(made)).toEqual([at(2), at(10, "10:00"), at(17, "10:00"), at(24, "10:00")]);
  // Moving makes no more bookings.
  const count = await pool.query("select from booking where schedule_id = $1", [
    service.schedule_id,
  ]);
  expect(count.rowCount).toBe(4);
  expect(await countWrong(service)).toBe(0);
});

test("a date moved alone moves no other; all moves every one to come", async () => {
  const service = await aService();
  const made = await repeat(service, "FREQ=WEEKLY;COUNT=3");
  const one = await move(idsOf(made)[1]!, { starts_at: at(9, "11:00") });
  expect(statesOf(one)).toEqual(["moved"]);
  expect(await startsOf(made)).toEqual([at(2), at(9, "11:00"), at(16)]);
  await move(idsOf(made)[2]!, { scope: "all", starts_at: at(15) });
  expect(await startsOf(made)).toEqual([at(1), at(8, "11:00"), at(15)]);
});

test("dates take each other's times: a week later, a week earlier, and days one after another", async () => {
  const service = await aService();
  const made = await repeat(service, "FREQ=WEEKLY;COUNT=4");
  expect(statesOf(await move(idsOf(made)[0]!, { scope: "all", starts_at: at(9) }))).toEqual(
    Array<string>(4).fill("moved"),
  );
  expect(await startsOf(made)).toEqual([at(9), at(16), at(23), at(30)]);
  expect(statesOf(await move(idsOf(made)[2]!, { scope: "all", starts_at: at(16) }))).toEqual(
    Array<string>(4).fill("moved"),
  );
  expect(await startsOf(made)).toEqual([at(2), at(9), at(16), at(23)]);
  const daily = await repeat(service, "FREQ=DAILY;COUNT=10", { starts_at: at(2, "10:00") });
  await move(idsOf(daily)[0]!, { scope: "all", starts_at: at(3, "10:00") });
  expect((await startsOf(daily)).at(-1)).toBe(at(12, "10:00"));
  expect(await countWrong(service)).toBe(0);
});

test("the guest's weekly limit doesn't count a date twice while the dates move", async () => {
  const service = await aService({ max_per_week_per_customer: 1, max_upcoming_per_customer: 4 });
  const made = await repeat(service, "FREQ=WEEKLY;COUNT=4");
  expect(statesOf(await move(idsOf(made)[0]!, { scope: "all", starts_at: at(9) }))).toEqual(
    Array<string>(4).fill("moved"),
  );
});

test("a time that another date moves to is not offered to the waiting list, one that is left is", async () => {
  const service = await aService();
  const made = await repeat(service, "FREQ=WEEKLY;COUNT=3");
  const slots = await pool.query<{ id: string }>(
    "select slot_id as id from booking where series_id = $1 order by series_no",
    [made.id],
  );
  for (const { id: slot_id } of slots.rows)
    await joinWaitlist(owner, NewWaitlistEntry.parse({ slot_id, customer: aCustomer() }));
  expect(statesOf(await move(idsOf(made)[0]!, { scope: "all", starts_at: at(9) }))).toEqual([
    "moved",
    "moved",
    "moved",
  ]);
  const entries = await pool.query<{ status: string }>(
    "select w.status from waitlist_entry w where w.tenant_id = $1 and w.slot_id = any($2::uuid[]) order by array_position($2::uuid[], w.slot_id)",
    [owner.tenant.id, slots.rows.map(({ id }) => id)],
  );
  expect(entries.rows.map(({ status }) => status)).toEqual(["offered", "waiting", "waiting"]);
});

test("one taken date refuses all, is named and nothing moves; with skip it stays alone", async () => {
  const service = await aService();
  const made = await repeat(service, "FREQ=WEEKLY;COUNT=4");
  await book(service, at(17));
  const before = await startsOf(made);
  const input = { scope: "all", starts_at: at(3) };
  const dry = await move(idsOf(made)[0]!, { ...input, dry_run: true });
  expect(statesOf(dry)).toEqual(["free", "free", "full", "free"]);
  const error = await refusal(move(idsOf(made)[0]!, input));
  expect(error).toMatchObject({
    code: "slot_unavailable",
    extra: {
      details: { reason: "full", date: { booking_id: idsOf(made)[2], no: 3, starts_at: at(16) } },
    },
  });
  expect(await startsOf(made)).toEqual(before);
  const skipped = await move(idsOf(made)[0]!, { ...input, if_taken: "skip" });
  expect(statesOf(skipped)).toEqual(["moved", "moved", "full", "moved"]);
  expect(await startsOf(made)).toEqual([at(3), at(10), at(16), at(24)]);
  expect(await countWrong(service)).toBe(0);
});

test("dates moved or cancelled on their own: the first moves on from there, the second stays", async () => {
  const service = await aService();
  const made = await repeat(service, "FREQ=WEEKLY;COUNT=4");
  const [first, second, third] = idsOf(made);
  await editBooking(owner, second!, BookingPatch.parse({ starts_at: at(11, "10:00") }));
  await cancelTogether(owner, third!, CancelBooking.parse({}));
  const moved = await move(first!, { scope: "all", starts_at: at(3, "10:00") });
  expect(moved.dates.map(({ no, state }) => [no, state])).toEqual([
    [1, "moved"],
    [2, "moved"],
    [4, "moved"],
  ]);
  expect(await startsOf(made)).toEqual([at(3, "10:00"), at(12, "11:00"), at(16), at(24, "10:00")]);
  expect((await refusal(move(third!, { scope: "all", starts_at: at(17) }))).code).toBe(
    "invalid_transition",
  );
});

test("the local time stays when clocks change", async () => {
  const service = await aService({ max_advance_days: 400 });
  const made = await repeat(service, "FREQ=MONTHLY;COUNT=12", {
    starts_at: firstOfMonth(),
    if_taken: "skip",
  });
  const [first] = made.dates;
  const to = new Date(Date.parse(first!.starts_at) + 25 * 3_600_000).toISOString();
  await move(first!.booking_id!, { scope: "all", starts_at: to });
  const starts = await startsOf(made);
  const times = starts.map((start) => wallTimeOf(Date.parse(start!), ZONE).slice(8));
  expect(new Set(times)).toEqual(new Set(["02 10:00"]));
  expect(new Set(starts.map((start) => start!.slice(11))).size).toBe(2);
});

/** Nine o'clock on the first of the month after the next. */
function firstOfMonth(): string {
  const [year = 0, month = 0] = localDateOf(clock.now(), ZONE).split("-").map(Number);
  const date = new Date(Date.UTC(year, month + 1, 1)).toISOString().slice(0, 10);
  return new Date(wallTimeToInstant(date, "09:00", ZONE)).toISOString();
}

test("another resource, chosen by its slot, is that of all; its prices count", async () => {
  const service = await aService({ price_amount: 2000, currency: "EUR" }, 2);
  const other = service.ids[1]!;
  await pool.query(
    "update schedule_resource set terms = '{\"price_amount\": 2500}' where schedule_id = $1 and resource_id = $2",
    [service.schedule_id, other],
  );
  await pool.query("update slot set price_amount = 2500 where resource_id = $1", [other]);
  const made = await repeat(service, "FREQ=WEEKLY;COUNT=3");
  const slot = await pool.query<{ id: string }>(
    "select id from slot where resource_id = $1 and starts_at = $2",
    [other, at(2, "10:00")],
  );
  const input = { scope: "all", slot_id: slot.rows[0]!.id };
  const dry = await move(idsOf(made)[0]!, { ...input, dry_run: true });
  expect(dry).toMatchObject({ price_amount: 7500, price_difference: 1500, currency: "EUR" });
  expect(dry.dates.map(({ price_difference }) => price_difference)).toEqual([500, 500, 500]);
  const unpriced = await move(idsOf(made)[0]!, { ...input, dry_run: true, reprice: false });
  expect(unpriced).toMatchObject({ price_amount: 6000, price_difference: 0 });
  const error = await refusal(move(idsOf(made)[0]!, { ...input, expected_amount: 6000 }));
  expect(error).toMatchObject({ code: "price_changed", extra: { details: { amount: 7500 } } });
  expect(await startsOf(made)).toEqual([at(2), at(9), at(16)]);
  await move(idsOf(made)[0]!, { ...input, expected_amount: 7500 });
  expect(await startsOf(made)).toEqual(
    [at(2), at(9), at(16)].map((_, week) => at(2 + 7 * week, "10:00")),
  );
  const rows = await pool.query(
    "select distinct resource_id, price_amount from booking where series_id = $1",
    [made.id],
  );
  expect(rows.rows).toEqual([{ resource_id: other, price_amount: 2500 }]);
});

test("roles, other companies, and what someone limited to resources doesn't see", async () => {
  const service = await aService({}, 2);
  const made = await repeat(service, "FREQ=WEEKLY;COUNT=3");
  const [first, second] = idsOf(made);
  const input = { scope: "all", starts_at: at(3) };
  expect((await refusal(move(first!, input, await makeTenant()))).code).toBe("not_found");
  const elsewhere = await makeUser(owner, "staff", { resource_ids: [service.ids[1]!] });
  expect((await refusal(move(first!, input, elsewhere))).code).toBe("not_found");
  const staff = await makeUser(owner, "staff");
  expect((await refusal(move(first!, { ...input, override: true }, staff))).code).toBe(
    "forbidden_role",
  );
  const foreign = await makeResource(await makeTenant());
  expect((await refusal(move(first!, { scope: "all", resource_id: foreign.id }))).code).toBe(
    "not_found",
  );
  // One date is somebody else's.
  await editBooking(owner, second!, BookingPatch.parse({ resource_id: service.ids[1] }));
  const limited = await makeUser(owner, "staff", { resource_ids: [service.resource_id] });
  const moved = await move(first!, input, limited);
  expect(moved.dates.map(({ no }) => no)).toEqual([1, 3]);
  expect(await startsOf(made)).toEqual([at(3), at(9), at(17)]);
});

test("a stale version is refused", async () => {
  const service = await aService();
  const made = await repeat(service, "FREQ=WEEKLY;COUNT=2");
  const [first] = idsOf(made);
  await editBooking(owner, first!, BookingPatch.parse({ notes: "Changed" }));
  const stale = { scope: "all", starts_at: at(3), version: 1, if_taken: "skip" };
  expect((await refusal(move(first!, stale))).code).toBe("version_conflict");
  expect(await startsOf(made)).toEqual([at(2), at(9)]);
  expect(statesOf(await move(first!, { ...stale, version: 2 }))).toEqual(["moved", "moved"]);
});

test("a repeated Idempotency-Key moves once, and gets the same answer", async () => {
  const service = await aService();
  const made = await repeat(service, "FREQ=WEEKLY;COUNT=3");
  const key = await makeSecretKey(owner);
  const send = () =>
    call(`/api/bookings/${idsOf(made)[0]}/move`, {
      key,
      headers: { "Idempotency-Key": "a-move" },
      body: { scope: "all", starts_at: at(9) },
    });
  const [one, again] = [await send(), await send()];
  expect(one.status).toBe(200);
  expect(again.headers.get("Idempotency-Replayed")).toBe("true");
  expect(await again.text()).toBe(await one.text());
  expect(await startsOf(made)).toEqual([at(9), at(16), at(23)]);
});

test("two moves in opposite directions at the same time, and none deadlocks", async () => {
  const service = await aService({}, 2);
  const [a, b] = service.ids;
  const one = await repeat({ ...service, resource_id: a! }, "FREQ=DAILY;COUNT=10");
  const other = await repeat({ ...service, resource_id: b! }, "FREQ=DAILY;COUNT=10");
  const swaps = await Promise.allSettled([
    move(idsOf(one)[0]!, { scope: "all", resource_id: b, starts_at: at(2, "10:00") }),
    move(idsOf(other)[0]!, { scope: "all", resource_id: a, starts_at: at(2, "10:00") }),
  ]);
  expect(swaps.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
  expect(await countWrong(service)).toBe(0);
});

test("one email to the guest with the new times and one calendar file, and one to the owner", async () => {
  const company = await makeTenant({ time_zone: ZONE, name: "Studio Linden" });
  const service = await aService({}, 1, company);
  const customer = { ...aCustomer(), locale: "en" };
  const staff = await makeUser(company, "staff");
  const made = await repeat(service, "FREQ=WEEKLY;COUNT=4", { customer }, company);
  const [first, , , last] = idsOf(made);
  await sendQueuedMails(company);
  const before = {
    guest: (await sentTo(customer.email)).length,
    owner: (await sentTo(company.email)).length,
  };
  await move(first!, { scope: "all", starts_at: at(2, "10:00") }, staff);
  await sendQueuedMails(company);
  const mails = (await sentTo(customer.email)).slice(before.guest);
  expect(mails.map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Moved: 4 dates from /),
  ]);
  const [mail] = mails;
  expect(mail!.html.match(/<s>/g)).toHaveLength(4);
  expect(mail!.html.match(/\/manage\//g)!.length).toBeGreaterThanOrEqual(4);
  const ics = Buffer.from(mail!.attachments[0]!.content, "base64").toString();
  expect(mail!.attachments).toHaveLength(1);
  expect(ics.match(/BEGIN:VEVENT/g)).toHaveLength(4);
  for (const id of idsOf(made)) expect(ics).toContain(`UID:${id}`);
  const toOwner = (await sentTo(company.email)).slice(before.owner);
  expect(toOwner).toHaveLength(1);
  expect(toOwner[0]!.html.match(/<s>/g)).toHaveLength(4);

  await cancelTogether(staff, last!, CancelBooking.parse({ scope: "all" }));
  await sendQueuedMails(company);
  expect((await sentTo(customer.email)).slice(before.guest + 1)).toHaveLength(1);
  expect((await sentTo(company.email)).slice(before.owner + 1)).toHaveLength(1);
});

test("members of staff get one email each about the dates on their resources", async () => {
  const company = await makeTenant({ time_zone: ZONE });
  const service = await aService({}, 2, company);
  const [a, b] = service.ids;
  const made = await repeat(service, "FREQ=WEEKLY;COUNT=3", {}, company);
  await editBooking(
    company,
    idsOf(made)[2]!,
    BookingPatch.parse({ resource_id: b, notify: false }),
  );
  const people = [
    await makeUser(company, "staff", { resource_ids: [a!] }),
    await makeUser(company, "staff", { resource_ids: [b!] }),
  ];
  await pool.query(
    "insert into email_preference (tenant_id, event, recipient, enabled) values ($1, 'booking_rescheduled', 'staff', true) on conflict (tenant_id, event, recipient) do update set enabled = true",
    [company.tenant.id],
  );
  await move(idsOf(made)[0]!, { scope: "all", starts_at: at(3), notify: false }, company);
  await sendQueuedMails(company);
  const counts: (number | undefined)[] = [];
  for (const { email } of people) {
    const mails = (await sentTo(email)).filter(({ html }) => html.includes("<s>"));
    expect(mails).toHaveLength(1);
    counts.push(mails[0]!.html.match(/<s>/g)?.length);
  }
  expect(counts).toEqual([2, 1]);
  const guest = await pool.query(
    "select from message where tenant_id = $1 and audience = 'customer' and kind = 'booking_rescheduled'",
    [company.tenant.id],
  );
  expect(guest.rowCount).toBe(0);
});
