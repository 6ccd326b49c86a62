import { beforeAll, expect, test } from "vitest";
import {
  BookingPatch,
  CancelBooking,
  NewBooking,
  NewBookingSeries,
} from "~/contract/booking-inputs";
import { BookingFilter } from "~/contract/booking-filter";
import type { BookingSeries } from "~/contract/booking-series";
import { AppError } from "~/lib/app-error";
import { clock } from "~/lib/clock";
import { pool } from "~/lib/db.server";
import { addDays, localDateOf, wallTimeOf, wallTimeToInstant } from "~/lib/time";
import { eraseWhole } from "~/testing/erasure";
import { aCustomer, makeResource, makeSchedule, makeTenant, makeUser } from "~/testing/factory";
import { sentTo } from "~/testing/outbox";
import { sendQueuedMails } from "~/testing/send-queued-mails";
import { editBooking } from "../bookings/change/edit-booking.server";
import { createBooking } from "../bookings/place/create-booking.server";
import { listBookings } from "../bookings/read/list-bookings.sql.server";
import { whyNoGuestMail } from "../email/guest-mail.server";
import type { StaffActor, UserActor } from "../identity/actor";
import { continueSeries } from "./book-series.server";
import { cancelTogether } from "./cancel-together.server";
import { createSeries } from "./create-series.server";
import { planSeries } from "./plan-series.server";
import { readSeries } from "./read-series.server";
import { insertSeries } from "./series.sql.server";

const ZONE = "Europe/Amsterdam";
let owner: UserActor;

beforeAll(async () => {
  owner = await makeTenant({ time_zone: ZONE });
});

/** The instant of a local time some days ahead. */
const at = (days: number, time = "09:00") =>
  new Date(
    wallTimeToInstant(addDays(localDateOf(clock.now(), ZONE), days), time, ZONE),
  ).toISOString();

/** A service with times at nine and ten each day. */
async function aService(more: Record<string, unknown> = {}, rooms = 1, capacity = 1, by = owner) {
  const ids: string[] = [];
  while (ids.length < rooms) ids.push((await makeResource(by, { capacity })).id);
  const schedule = await makeSchedule(by, ids, {
    time_zone: ZONE,
    max_advance_days: 60,
    rules: [{ days: [1, 2, 3, 4, 5, 6, 7], start: "09:00", end: "11:00" }],
    ...more,
  });
  return { schedule_id: schedule.id, resource_id: ids[0]!, ids };
}

type Service = Awaited<ReturnType<typeof aService>>;

const inputOf = (
  { schedule_id, resource_id }: Pick<Service, "schedule_id" | "resource_id">,
  rrule: string,
  more: Record<string, unknown> = {},
) => {
  const { if_taken, ...rest } = more;
  return NewBookingSeries.parse({
    schedule_id,
    resource_id,
    starts_at: at(2),
    customer: aCustomer(),
    ...rest,
    repeat: { rrule, if_taken },
  });
};

const repeat = (
  service: Service,
  rrule: string,
  more: Record<string, unknown> = {},
  by: StaffActor = owner,
) => createSeries(by, inputOf(service, rrule, more));

const book = ({ schedule_id, resource_id }: Service, starts_at: string) =>
  createBooking(
    owner,
    NewBooking.parse({ schedule_id, resource_id, starts_at, customer: aCustomer() }),
    null,
  );

const statesOf = ({ dates }: BookingSeries) => dates.map(({ state, reason }) => reason ?? state);
const idsOf = ({ dates }: BookingSeries) => dates.map(({ booking_id }) => booking_id!);

async function countBookings(service: Service): Promise<number> {
  const found = await pool.query<{ count: number }>(
    "select count(*)::int from booking where schedule_id = $1",
    [service.schedule_id],
  );
  return found.rows[0]!.count;
}

async function refusal(work: Promise<unknown>): Promise<AppError> {
  const error: unknown = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof AppError)) throw error;
  return error;
}

test("all dates are booked for one guest, and each says its place in the series", async () => {
  const service = await aService();
  const made = await repeat(service, "FREQ=WEEKLY;COUNT=3");
  expect(made).toMatchObject({ state: "done", dry_run: false, time_zone: ZONE, if_taken: "all" });
  expect(statesOf(made)).toEqual(["booked", "booked", "booked"]);
  const { data } = await listBookings(
    owner,
    BookingFilter.parse({ series_id: made.id!, sort: "starts_at" }),
  );
  expect(data.map(({ series }) => series)).toEqual(
    [1, 2, 3].map((no) => ({ id: made.id, no, of: 3 })),
  );
  expect(data.map(({ id }) => id)).toEqual(idsOf(made));
  expect(new Set(data.map(({ customer_id }) => customer_id)).size).toBe(1);
  const events = await pool.query<{ body: string }>(
    "select body from event where booking_id = $1",
    [data[1]!.id],
  );
  for (const { body } of events.rows)
    expect(JSON.parse(body)).toMatchObject({
      data: { booking: { series: { id: made.id, no: 2, of: 3 } } },
    });
});

test("a guest without an email address has one record for all dates", async () => {
  const service = await aService();
  for (const if_taken of ["all", "skip"]) {
    const customer = { name: "Walk In" };
    const made = await repeat(service, "FREQ=DAILY;COUNT=3", {
      customer,
      if_taken,
      starts_at: at(if_taken === "all" ? 2 : 10),
    });
    const found = await pool.query(
      "select distinct customer_id from booking where series_id = $1",
      [made.id],
    );
    expect(found.rowCount).toBe(1);
  }
});

test("with all, one taken date refuses the series, is named, and nothing is booked", async () => {
  const service = await aService();
  await book(service, at(16));
  const error = await refusal(repeat(service, "FREQ=WEEKLY;COUNT=4"));
  expect(error.code).toBe("slot_unavailable");
  expect(error.message).toContain(at(16).slice(0, 10));
  expect(error.extra.details).toMatchObject({
    reason: "full",
    date: { no: 3, starts_at: at(16).replace(".000", "") },
  });
  expect(await countBookings(service)).toBe(1);
  const series = await pool.query(
    "select from booking_series where tenant_id = $1 and schedule_id = $2",
    [owner.tenant.id, service.schedule_id],
  );
  expect(series.rowCount).toBe(0);
});

test("every date is checked, not only the first ones; a dry run books nothing", async () => {
  const service = await aService();
  await book(service, at(2 + 21));
  await book(service, at(2 + 28));
  await book(service, at(2 + 28, "10:00"));
  const input = { dry_run: true };
  const before = await countBookings(service);
  const checked = await repeat(service, "FREQ=WEEKLY;COUNT=6", input);
  expect(checked).toMatchObject({ id: null, dry_run: true });
  expect(statesOf(checked)).toEqual(["free", "free", "free", "full", "full", "free"]);
  expect(checked.dates[3]!.alternatives.map(({ starts_at }) => starts_at)).toEqual([
    at(2 + 21, "10:00").replace(".000", ""),
  ]);
  expect(checked.dates[4]!.alternatives).toEqual([]);
  expect(await countBookings(service)).toBe(before);
  const nearest = await repeat(service, "FREQ=WEEKLY;COUNT=6", { ...input, if_taken: "nearest" });
  expect(
    nearest.dates.map(({ booking_starts_at }) => booking_starts_at?.slice(11, 13) ?? null),
  ).toEqual(
    [2, 9, 16, 23, 30, 37].map((days) =>
      days === 30 ? null : at(days, days === 23 ? "10:00" : "09:00").slice(11, 13),
    ),
  );
});

test("skip leaves taken dates out with their reason; dates beyond the horizon too", async () => {
  const service = await aService({ max_advance_days: 20 });
  await book(service, at(9));
  const made = await repeat(service, "FREQ=WEEKLY;COUNT=4", { if_taken: "skip" });
  expect(statesOf(made)).toEqual(["booked", "full", "booked", "too_far"]);
  expect(made.dates[1]).toMatchObject({ state: "skipped", booking_id: null });
  expect(await readSeries(owner, made.id!)).toEqual(made);
  expect(await countBookings(service)).toBe(3);
});

test("nearest books the nearest free start of the same day, else the date is left out", async () => {
  const service = await aService();
  await book(service, at(9));
  await book(service, at(16));
  await book(service, at(16, "10:00"));
  const made = await repeat(service, "FREQ=WEEKLY;COUNT=3", { if_taken: "nearest" });
  expect(statesOf(made)).toEqual(["booked", "booked", "full"]);
  expect(made.dates[1]!.booking_starts_at).toBe(at(9, "10:00").replace(".000", ""));
});

test("the guest's limits count the series' own dates, in the dry run too", async () => {
  const service = await aService({ max_upcoming_per_customer: 2 });
  const customer = aCustomer();
  const expected = ["free", "free", "customer_limit", "customer_limit"];
  expect(
    statesOf(await repeat(service, "FREQ=WEEKLY;COUNT=4", { customer, dry_run: true })),
  ).toEqual(expected);
  expect(
    (await refusal(repeat(service, "FREQ=WEEKLY;COUNT=4", { customer }))).extra.details,
  ).toMatchObject({
    reason: "customer_limit",
  });
  const made = await repeat(service, "FREQ=WEEKLY;COUNT=4", { customer, if_taken: "skip" });
  expect(statesOf(made)).toEqual(["booked", "booked", "customer_limit", "customer_limit"]);
});

test("the local time stays when clocks change", async () => {
  const service = await aService({
    max_advance_days: 400,
    rules: [{ days: [1, 2, 3, 4, 5, 6, 7], start: "09:00", end: "10:00" }],
  });
  const made = await repeat(service, "FREQ=MONTHLY;COUNT=12", {
    starts_at: firstOfMonth(),
    if_taken: "skip",
  });
  expect(statesOf(made)).toEqual(Array<string>(12).fill("booked"));
  const times = made.dates.map(({ booking_starts_at }) =>
    wallTimeOf(Date.parse(booking_starts_at!), ZONE).slice(11),
  );
  expect(new Set(times)).toEqual(new Set(["09:00"]));
  expect(new Set(made.dates.map(({ starts_at }) => starts_at.slice(11))).size).toBe(2);
});

/** Nine o'clock on the first of the month after the next. */
function firstOfMonth(): string {
  const [year = 0, month = 0] = localDateOf(clock.now(), ZONE).split("-").map(Number);
  const date = new Date(Date.UTC(year, month + 1, 1)).toISOString().slice(0, 10);
  return new Date(wallTimeToInstant(date, "09:00", ZONE)).toISOString();
}

test("a request that no date can meet is refused as for one booking", async () => {
  const service = await aService();
  const other = await makeTenant();
  const foreign = await makeResource(other);
  const staff = await makeUser(owner, "staff", { resource_ids: [(await makeResource(owner)).id] });
  const refused = async (more: Record<string, unknown>, by: StaffActor = owner) =>
    (await refusal(repeat(service, "FREQ=WEEKLY;COUNT=3", more, by))).code;
  for (const if_taken of ["all", "skip", "nearest"]) {
    expect(await refused({ if_taken, resource_id: foreign.id })).toBe("not_found");
    expect(await refused({ if_taken, party_size: 9 })).toBe("validation_failed");
    expect(await refused({ if_taken }, staff)).toBe("not_found");
    expect(await refused({ if_taken, override: true }, await makeUser(owner, "staff"))).toBe(
      "forbidden_role",
    );
    expect(await refused({ if_taken, length_minutes: 45 })).toBe("validation_failed");
  }
  expect((await refusal(repeat(service, "FREQ=YEARLY;COUNT=3"))).extra.issues?.[0]?.path).toBe(
    "repeat.rrule",
  );
  expect(await countBookings(service)).toBe(0);
});

test("a series is visible to those who see its bookings", async () => {
  const service = await aService();
  const made = await repeat(service, "FREQ=WEEKLY;COUNT=2");
  const staff = await makeUser(owner, "staff", { resource_ids: [(await makeResource(owner)).id] });
  expect((await refusal(readSeries(staff, made.id!))).code).toBe("not_found");
  expect((await refusal(readSeries(await makeTenant(), made.id!))).code).toBe("not_found");
  const theirs = await makeUser(owner, "viewer", { resource_ids: [service.resource_id] });
  expect((await readSeries(theirs, made.id!)).dates).toHaveLength(2);
});

test("for anyone each date takes a free resource", async () => {
  const service = await aService({}, 2);
  await book(service, at(9));
  const made = await repeat({ ...service, resource_id: "any" }, "FREQ=WEEKLY;COUNT=2");
  expect(statesOf(made)).toEqual(["booked", "booked"]);
  const found = await pool.query<{ resource_id: string }>(
    "select resource_id from booking where id = $1",
    [made.dates[1]!.booking_id],
  );
  expect(found.rows[0]!.resource_id).toBe(service.ids[1]);
});

test("series that cross on two resources in parallel book everything once, and none deadlocks", async () => {
  const service = await aService({}, 2);
  const any = { ...service, resource_id: "any" };
  const made = await Promise.all(
    [
      ...[1, 2].map(() => repeat(any, "FREQ=DAILY;COUNT=14")),
      ...[1, 2].map(() => repeat(any, "FREQ=DAILY;COUNT=14", { if_taken: "nearest" })),
      ...[1, 2, 3]
        .map(() => repeat(any, "FREQ=DAILY;COUNT=14", { if_taken: "skip" }))
        .map((each) => each.catch((error: unknown) => Promise.reject(error))),
    ].map((each) =>
      each.catch((error: unknown) => {
        if (error instanceof AppError && error.code === "slot_unavailable") return null;
        throw error;
      }),
    ),
  );
  const booked = made.flatMap(
    (each) => each?.dates.filter(({ state }) => state === "booked") ?? [],
  );
  // 14 days of two times on two resources.
  expect(booked.length).toBeLessThanOrEqual(56);
  expect(await countBookings(service)).toBe(booked.length);
  const twice = await pool.query(
    "select from booking where schedule_id = $1 group by resource_id, starts_at having count(*) > 1",
    [service.schedule_id],
  );
  expect(twice.rowCount).toBe(0);
});

test("two requests and a job at the same time book each date of a plan once", async () => {
  const service = await aService();
  const plan = await planSeries(
    owner,
    inputOf(service, "FREQ=DAILY;COUNT=20", { if_taken: "skip" }),
  );
  await insertSeries(pool, plan.row, plan.dates);
  await Promise.all([1, 2, 3].map(() => continueSeries(owner.tenant.id, plan.row.id)));
  const made = await readSeries(owner, plan.row.id);
  expect(made.state).toBe("done");
  expect(statesOf(made)).toEqual(Array<string>(20).fill("booked"));
  expect(await countBookings(service)).toBe(20);
  const stored = await pool.query("select request from booking_series where id = $1", [
    plan.row.id,
  ]);
  expect(stored.rows).toEqual([{ request: null }]);
});

test("a series whose maker has left or whose guest is erased ends without its remaining dates", async () => {
  const service = await aService();
  const staff = await makeUser(owner, "staff");
  const left = await planSeries(
    staff,
    inputOf(service, "FREQ=DAILY;COUNT=2", { if_taken: "skip" }),
  );
  await insertSeries(pool, left.row, left.dates);
  await pool.query("delete from tenant_user where id = $1", [staff.user_id]);
  await continueSeries(owner.tenant.id, left.row.id);
  expect(await readSeries(owner, left.row.id)).toMatchObject({ state: "done" });

  const made = await repeat(service, "FREQ=DAILY;COUNT=2", { starts_at: at(10) });
  const customer = (await listBookings(owner, BookingFilter.parse({ series_id: made.id! })))
    .data[0]!;
  const plan = await planSeries(
    owner,
    inputOf(service, "FREQ=DAILY;COUNT=2", {
      if_taken: "skip",
      starts_at: at(20),
      customer: { name: "Anna", email: customer.customer.email },
    }),
  );
  await insertSeries(pool, plan.row, plan.dates);
  for (const { id } of (await listBookings(owner, BookingFilter.parse({ series_id: made.id! })))
    .data)
    await cancelTogether(owner, id, CancelBooking.parse({ notify: false }));
  await eraseWhole(owner, customer.customer_id);
  await continueSeries(owner.tenant.id, plan.row.id);
  const ended = await readSeries(owner, plan.row.id);
  expect(ended.state).toBe("done");
  expect(statesOf(ended)).toEqual(["interrupted", "interrupted"]);
});

test("moving one date moves no other", async () => {
  const service = await aService();
  const made = await repeat(service, "FREQ=WEEKLY;COUNT=3");
  const [, second] = idsOf(made);
  await editBooking(owner, second!, BookingPatch.parse({ starts_at: at(10) }));
  const after = await readSeries(owner, made.id!);
  expect(after.dates.map(({ booking_starts_at }) => booking_starts_at)).toEqual(
    [at(2), at(10), at(16)].map((each) => each.replace(".000", "")),
  );
  expect(await countBookings(service)).toBe(3);
});

test("cancel this, the following or all, with a dry run that lists them first", async () => {
  const service = await aService();
  const statuses = async (series: BookingSeries) =>
    (await readSeries(owner, series.id!)).dates.map(({ booking_status }) => booking_status);
  const cancel = (id: string, more: Record<string, unknown>) =>
    cancelTogether(owner, id, CancelBooking.parse(more));

  const made = await repeat(service, "FREQ=WEEKLY;COUNT=4");
  const [first, second, third] = idsOf(made);
  const dry = await cancel(third!, { scope: "following", dry_run: true });
  expect(dry).toMatchObject({ dry_run: true, refund_amount: 0 });
  expect(dry.dates.map(({ no, state }) => [no, state])).toEqual([
    [3, "planned"],
    [4, "planned"],
  ]);
  expect(await statuses(made)).toEqual(Array<string>(4).fill("confirmed"));

  const one = await cancel(second!, {});
  expect(one.dates.map(({ no, state }) => [no, state])).toEqual([[2, "cancelled"]]);
  expect(await statuses(made)).toEqual(["confirmed", "cancelled", "confirmed", "confirmed"]);
  const rest = await cancel(third!, { scope: "following" });
  expect(rest.dates.map(({ no, state }) => [no, state])).toEqual([
    [3, "cancelled"],
    [4, "cancelled"],
  ]);
  expect(await statuses(made)).toEqual(["confirmed", "cancelled", "cancelled", "cancelled"]);
  // Again is a no-op for what is cancelled.
  const again = await cancel(third!, { scope: "all" });
  expect(again.dates.map(({ no, state, reason }) => [no, state, reason])).toEqual([
    [1, "cancelled", null],
    [3, "refused", "invalid_transition"],
  ]);
  expect(
    (
      await refusal(
        cancel(first!, { refund: { mode: "none" }, scope: "all" }).then(() =>
          cancelTogether(staffOf(), first!, CancelBooking.parse({ refund: { mode: "full" } })),
        ),
      )
    ).code,
  ).toBe("forbidden_role");
});

const staffOf = (): UserActor => ({ ...owner, role: "staff" });

test("a seat of a class is cancelled and moved alone", async () => {
  const service = await aService({}, 1, 3);
  const [mine, other] = [
    await repeat(service, "FREQ=WEEKLY;COUNT=2"),
    await repeat(service, "FREQ=WEEKLY;COUNT=2"),
  ];
  await cancelTogether(owner, idsOf(mine)[0]!, CancelBooking.parse({ scope: "all" }));
  expect(
    (await readSeries(owner, other.id!)).dates.map(({ booking_status }) => booking_status),
  ).toEqual(["confirmed", "confirmed"]);
  await editBooking(owner, idsOf(other)[0]!, BookingPatch.parse({ starts_at: at(2, "10:00") }));
  const third = await repeat(service, "FREQ=WEEKLY;COUNT=2", { party_size: 3, dry_run: true });
  expect(statesOf(third)).toEqual(["free", "full"]);
});

test("one email confirms all dates, with an entry for each; one reports their cancellation", async () => {
  const company = await makeTenant({ time_zone: ZONE, name: "Studio Linden" });
  const service = await aService({ price_amount: 1000, currency: "EUR" }, 1, 1, company);
  const customer = { ...aCustomer(), locale: "en" };
  const made = await repeat(service, "FREQ=WEEKLY;COUNT=3", { customer }, company);
  await sendQueuedMails(company);
  const mails = await sentTo(customer.email);
  expect(mails.map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Confirmed: 3 dates from /),
  ]);
  const [mail] = mails;
  expect(mail!.html.match(/\/manage\//g)!.length).toBeGreaterThanOrEqual(3);
  expect(mail!.text).toContain("30");
  const ics = Buffer.from(mail!.attachments[0]!.content, "base64").toString();
  expect(ics.match(/BEGIN:VEVENT/g)).toHaveLength(3);
  for (const id of idsOf(made)) expect(ics).toContain(`UID:${id}`);
  expect(ics).toContain("METHOD:PUBLISH");

  await cancelTogether(company, idsOf(made)[1]!, CancelBooking.parse({ scope: "following" }));
  await sendQueuedMails(company);
  const later = (await sentTo(customer.email)).slice(1);
  expect(later.map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Cancelled: 2 dates from /),
  ]);

  // The mail about all of them counts for each.
  for (const id of idsOf(made)) expect(await whyNoGuestMail(company.tenant.id, id)).toBeNull();

  const quiet = { ...aCustomer(), locale: "en" };
  await repeat(
    service,
    "FREQ=WEEKLY;COUNT=2",
    { customer: quiet, starts_at: at(3), notify: false },
    company,
  );
  await sendQueuedMails(company);
  expect(await sentTo(quiet.email)).toEqual([]);
});
