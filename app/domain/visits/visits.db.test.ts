import { beforeAll, describe, expect, test } from "vitest";
import { BookingFilter } from "~/contract/booking-filter";
import {
  CancelBooking,
  MoveBooking,
  NewBooking,
  NewBookingVisit,
  VisitTimesQuery,
} from "~/contract/booking-inputs";
import type { BookingVisit } from "~/contract/booking-visits";
import { NewApiKey } from "~/contract/api-keys";
import { MergeCustomer } from "~/contract/customers";
import { AppError } from "~/lib/app-error";
import { clock } from "~/lib/clock";
import { pool, transaction } from "~/lib/db.server";
import { type IdempotencyTicket, IdempotentReplay } from "~/lib/idempotency.server";
import { addDays, localDateOf, toRfc3339, wallTimeToInstant } from "~/lib/time";
import { eraseWhole } from "~/testing/erasure";
import { aCustomer, makeResource, makeSchedule, makeTenant, makeUser } from "~/testing/factory";
import { sentTo } from "~/testing/outbox";
import { sendQueuedMails } from "~/testing/send-queued-mails";
import { createApiKey } from "../api-keys/api-keys.server";
import { findKey } from "../api-keys/find-key.server";
import { createBlock } from "../blocks/change-block.server";
import { changeBookingStatus } from "../bookings/change/change-status.server";
import { createBooking } from "../bookings/place/create-booking.server";
import { mergeCustomer } from "../customers/merge-customers.server";
import { listBookings } from "../bookings/read/list-bookings.sql.server";
import { claimReminders } from "../email/reminders.sql.server";
import { updateSchedule } from "../schedules/schedules.server";
import { cancelTogether } from "../series/cancel-together.server";
import { moveTogether } from "../series/move-together.server";
import type { SecretKeyActor, StaffActor, UserActor } from "../identity/actor";
import { createVisit } from "./create-visit.server";
import { readVisit } from "./read-visit.server";
import { findVisitTimes } from "./visit-times.server";

const ZONE = "Europe/Amsterdam";
let owner: UserActor;

beforeAll(async () => {
  owner = await makeTenant({ time_zone: ZONE });
});

const dayAhead = (days: number) => addDays(localDateOf(clock.now(), ZONE), days);
/** A local time some days ahead. */
const at = (time: string, days = 2) => toRfc3339(wallTimeToInstant(dayAhead(days), time, ZONE));
const ALL_DAYS = [1, 2, 3, 4, 5, 6, 7];

interface Salon {
  by: UserActor;
  sami: string;
  noor: string;
  /** 30 minutes at 20.00. */
  cut: string;
  /** 90 minutes at 60.00. */
  colour: string;
}

async function aSalon(
  more: { cut?: Record<string, unknown>; colour?: Record<string, unknown>; capacity?: number } = {},
  by = owner,
): Promise<Salon> {
  const { capacity = 1 } = more;
  const sami = await makeResource(by, { name: "Sami", capacity });
  const noor = await makeResource(by, { name: "Noor", capacity });
  const service = async (given: Record<string, unknown>) =>
    (
      await makeSchedule(by, [sami.id, noor.id], {
        time_zone: ZONE,
        max_advance_days: 10,
        rules: [{ days: ALL_DAYS, start: "09:00", end: "13:00" }],
        currency: "EUR",
        ...given,
      })
    ).id;
  return {
    by,
    sami: sami.id,
    noor: noor.id,
    cut: await service({
      name: "Cut",
      duration_minutes: 30,
      step_minutes: 60,
      price_amount: 2000,
      ...more.cut,
    }),
    colour: await service({
      name: "Colour",
      duration_minutes: 90,
      step_minutes: 60,
      price_amount: 6000,
      ...more.colour,
    }),
  };
}

type Who = [first: string, second: string];

const inputOf = (
  { cut, colour }: Salon,
  [first, second]: Who,
  more: Record<string, unknown> = {},
) =>
  NewBookingVisit.parse({
    starts_at: at("10:00"),
    parts: [
      { schedule_id: cut, resource_id: first },
      { schedule_id: colour, resource_id: second },
    ],
    customer: aCustomer(),
    ...more,
  });

const visit = (salon: Salon, who: Who, more: Record<string, unknown> = {}, actor?: StaffActor) =>
  createVisit(actor ?? salon.by, inputOf(salon, who, more), null);

const take = ({ by, cut }: Salon, resource_id: string, time: string, duration_minutes = 30) =>
  createBooking(
    by,
    NewBooking.parse({
      schedule_id: cut,
      resource_id,
      starts_at: at(time),
      duration_minutes,
      customer: aCustomer(),
    }),
    null,
  );

const placesOf = ({ bookings }: BookingVisit) =>
  bookings.map(({ resource_name, starts_at, ends_at }) => [resource_name, starts_at, ends_at]);

async function countBookings({ cut, colour }: Salon): Promise<number> {
  const found = await pool.query<{ count: number }>(
    "select count(*)::int from booking where schedule_id in ($1, $2)",
    [cut, colour],
  );
  return found.rows[0]!.count;
}

async function refusal(work: Promise<unknown>): Promise<AppError> {
  const error: unknown = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof AppError)) throw error ?? new Error("not refused");
  return error;
}

test("two services are booked one after another, the second off its grid, with their total", async () => {
  const salon = await aSalon();
  const made = await visit(salon, [salon.sami, salon.noor]);
  expect(placesOf(made)).toEqual([
    ["Sami", at("10:00"), at("10:30")],
    ["Noor", at("10:30"), at("12:00")],
  ]);
  expect(made).toMatchObject({
    dry_run: false,
    starts_at: at("10:00"),
    ends_at: at("12:00"),
    price_amount: 8000,
    currency: "EUR",
  });
  expect(made.bookings.map(({ visit: place }) => place)).toEqual(
    [1, 2].map((no) => ({ id: made.id, no, of: 2 })),
  );
  expect(made.bookings[0]!.slot_id).not.toBeNull();
  expect(made.bookings[1]).toMatchObject({ slot_id: null, price_amount: 6000 });
  const { data } = await listBookings(salon.by, BookingFilter.parse({ visit_id: made.id! }));
  expect(data).toHaveLength(2);
  expect(await readVisit(salon.by, made.id!)).toEqual(made);
  const events = await pool.query<{ body: string }>(
    "select body from event where booking_id = $1",
    [made.bookings[1]!.id],
  );
  expect(JSON.parse(events.rows[0]!.body)).toMatchObject({
    data: { booking: { visit: { id: made.id, no: 2, of: 2 } } },
  });
});

test("one guest without an address has one record for all parts", async () => {
  const salon = await aSalon();
  const made = await visit(salon, [salon.sami, "same"], { customer: { name: "Walk In" } });
  expect(new Set(made.bookings.map(({ customer_id }) => customer_id)).size).toBe(1);
});

test("on the same resource the buffers of both lie between", async () => {
  const salon = await aSalon({
    cut: { buffer_after_minutes: 10 },
    colour: { buffer_before_minutes: 5 },
  });
  const made = await visit(salon, [salon.sami, "same"]);
  expect(placesOf(made)[1]).toEqual(["Sami", at("10:45"), at("12:15")]);
  const apart = await visit(salon, [salon.noor, salon.sami], { starts_at: at("10:00", 3) });
  expect(apart.bookings[1]!.starts_at).toBe(at("10:30", 3));
});

test("up to four parts, with lengths that the service offers", async () => {
  const salon = await aSalon({ cut: { length_options: [{ minutes: 45, price_amount: 3000 }] } });
  const { cut, sami } = salon;
  const part = { schedule_id: cut, resource_id: "same" };
  const made = await createVisit(
    owner,
    NewBookingVisit.parse({
      starts_at: at("09:00"),
      customer: aCustomer(),
      parts: [{ ...part, resource_id: sami, length_minutes: 45 }, part, part, part],
    }),
    null,
  );
  expect(made).toMatchObject({ ends_at: at("11:15"), price_amount: 9000 });
  expect(made.bookings[0]!.price_amount).toBe(3000);
  const wrong = await refusal(
    createVisit(
      owner,
      NewBookingVisit.parse({
        starts_at: at("09:00", 3),
        customer: aCustomer(),
        parts: [
          { ...part, resource_id: sami },
          { ...part, length_minutes: 50 },
        ],
      }),
      null,
    ),
  );
  expect(wrong.extra.issues?.[0]).toMatchObject({ path: "parts.1.length_minutes" });
});

test("a taken part refuses all, is named, and other starts are suggested", async () => {
  const salon = await aSalon();
  await take(salon, salon.noor, "11:00");
  const before = await countBookings(salon);
  const error = await refusal(visit(salon, [salon.sami, salon.noor]));
  expect(error).toMatchObject({
    code: "slot_unavailable",
    message: "2. Colour: Noor is taken at 10:30.",
  });
  expect(error.extra.details).toMatchObject({
    reason: "full",
    part: {
      no: 2,
      schedule_id: salon.colour,
      resource_id: salon.noor,
      starts_at: at("10:30"),
    },
    alternatives: [{ starts_at: at("09:00") }, { starts_at: at("11:00") }],
  });
  expect(await countBookings(salon)).toBe(before);
  const customers = await pool.query(
    "select from event where type = 'booking.created' and booking_id not in (select id from booking)",
  );
  expect(customers.rowCount).toBe(0);
});

test("each part passes the checks of a booking", async () => {
  const salon = await aSalon();
  const reasonOf = async (who: Who, more: Record<string, unknown>) => {
    const { code, extra } = await refusal(visit(salon, who, more));
    return [code, extra.details?.["part"], extra.details?.["needs_override"] ?? null].map((each) =>
      typeof each === "object" && each !== null && "no" in each ? each.no : each,
    );
  };
  const { sami, noor } = salon;
  expect(await reasonOf([sami, noor], { starts_at: at("12:00") })).toEqual([
    "slot_unavailable",
    2,
    ["outside_hours"],
  ]);
  expect(await reasonOf([sami, noor], { starts_at: at("08:30") })).toEqual([
    "slot_unavailable",
    1,
    ["outside_hours"],
  ]);
  expect(await reasonOf([sami, noor], { starts_at: at("10:00", -3) })).toEqual([
    "outside_booking_window",
    1,
    ["past"],
  ]);
  const late = await visit(salon, [sami, noor], { starts_at: at("12:00"), override: true });
  expect(late.ends_at).toBe(at("14:00"));
  await createBlock(owner, {
    resource_id: noor,
    starts_at: new Date(at("11:00", 4)),
    ends_at: new Date(at("12:00", 4)),
    reason: null,
  });
  expect(await reasonOf([sami, noor], { starts_at: at("10:00", 4) })).toEqual([
    "slot_unavailable",
    2,
    null,
  ]);
  const { code, extra } = await refusal(
    createVisit(
      owner,
      NewBookingVisit.parse({
        starts_at: at("09:00", 5),
        customer: aCustomer(),
        parts: [
          { schedule_id: salon.cut, resource_id: sami },
          { schedule_id: salon.colour, resource_id: noor, party_size: 3 },
        ],
      }),
      null,
    ),
  );
  expect([code, extra.issues?.[0]?.path]).toEqual(["validation_failed", "parts.1.party_size"]);
  const changed = await refusal(
    visit(salon, [sami, noor], { starts_at: at("09:00", 5), expected_amount: 7900 }),
  );
  expect(changed.code).toBe("price_changed");
  expect(changed.extra.details).toMatchObject({ expected_amount: 7900, amount: 8000 });
  expect(await countBookings(salon)).toBe(2);
});

test("anyone takes who is free, and the same person is one who is free for both", async () => {
  const salon = await aSalon();
  await take(salon, salon.sami, "11:00");
  expect(placesOf(await visit(salon, ["any", "same"])).map(([name]) => name)).toEqual([
    "Noor",
    "Noor",
  ]);
  // Noor is booked now, and Sami only until eleven.
  const error = await refusal(visit(salon, ["any", "any"]));
  expect(error.message).toBe("2. Colour: Fully booked at 10:30.");
  const split = await visit(salon, ["any", "any"], { starts_at: at("09:00") });
  expect(split.bookings.map(({ resource_name }) => resource_name)).toEqual(["Sami", "Sami"]);
  expect(split.bookings[0]!.assigned_because ?? null).not.toBeNull();
});

test("the starts of a day are those that can be booked", async () => {
  const salon = await aSalon();
  await take(salon, salon.noor, "09:00");
  await take(salon, salon.sami, "11:00");
  for (const who of [
    [salon.sami, salon.noor],
    ["any", "same"],
    ["any", "any"],
    [salon.noor, "same"],
  ] satisfies Who[]) {
    const { parts } = inputOf(salon, who);
    const { times } = await findVisitTimes(
      salon.by,
      VisitTimesQuery.parse({
        date: dayAhead(2),
        parts: parts.map(({ schedule_id, resource_id }) => ({ schedule_id, resource_id })),
      }),
    );
    const bookable: string[] = [];
    for (const time of ["09:00", "10:00", "11:00", "12:00"])
      try {
        const checked = await visit(salon, who, { starts_at: at(time), dry_run: true });
        expect(times.find(({ starts_at }) => starts_at === at(time))).toMatchObject({
          ends_at: checked.ends_at,
          price_amount: checked.price_amount,
        });
        bookable.push(at(time));
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
      }
    expect(times.map(({ starts_at }) => starts_at)).toEqual(bookable);
    expect(bookable.length).toBeGreaterThan(0);
    expect(bookable.length).toBeLessThan(4);
  }
  expect(await countBookings(salon)).toBe(2);
});

test("a dry run checks everything and writes nothing", async () => {
  const salon = await aSalon();
  const input = inputOf(salon, ["any", "same"], { dry_run: true });
  const checked = await createVisit(owner, input, null);
  expect(checked).toMatchObject({ id: null, dry_run: true, price_amount: 8000 });
  expect(checked.bookings).toHaveLength(2);
  expect(await countBookings(salon)).toBe(0);
  const guests = await pool.query("select from customer where email = $1", [input.customer!.email]);
  expect(guests.rowCount).toBe(0);
});

test("limits per guest count each part", async () => {
  const salon = await aSalon();
  const { cut, sami } = salon;
  await pool.query("update schedule set max_upcoming_per_customer = 2 where id = $1", [cut]);
  const part = { schedule_id: cut, resource_id: "same" };
  const error = await refusal(
    createVisit(
      owner,
      NewBookingVisit.parse({
        starts_at: at("09:00"),
        customer: aCustomer(),
        parts: [{ ...part, resource_id: sami }, part, part],
      }),
      null,
    ),
  );
  expect(error.extra.details).toMatchObject({ reason: "customer_limit", part: { no: 3 } });
  expect(await countBookings(salon)).toBe(0);
});

test("parts keep lying next to each other when clocks change", async () => {
  // Open at night; the clocks go back or forward between one and three.
  const atNight = {
    rules: [{ days: [7], start: "00:00", end: "06:00" }],
    max_advance_days: 250,
  };
  const salon = await aSalon({
    cut: { ...atNight, step_minutes: 300 },
    colour: { ...atNight, step_minutes: 300 },
  });
  const change = nextClockChange();
  const starts_at = toRfc3339(change - 15 * 60_000);
  const made = await visit(salon, [salon.sami, "same"], { starts_at });
  const [first, second] = made.bookings;
  expect(second!.starts_at).toBe(first!.ends_at);
  expect(Date.parse(made.ends_at) - Date.parse(starts_at)).toBe(120 * 60_000);
});

/** The next instant at which the zone's offset changes. */
function nextClockChange(): number {
  const HOUR = 3_600_000;
  const offsetAt = (instant: number) =>
    new Intl.DateTimeFormat("en", { timeZone: ZONE, timeZoneName: "longOffset" })
      .formatToParts(instant)
      .find(({ type }) => type === "timeZoneName")!.value;
  let at = Math.ceil(clock.now() / HOUR) * HOUR + 48 * HOUR;
  while (offsetAt(at) === offsetAt(at + HOUR)) at += HOUR;
  return at + HOUR;
}

describe("callers", () => {
  test("another company's ids are unknown", async () => {
    const salon = await aSalon();
    const other = await aSalon({}, await makeTenant({ time_zone: ZONE }));
    const { cut, colour, sami, noor } = other;
    const part = { schedule_id: salon.cut, resource_id: salon.sami };
    for (const second of [
      { schedule_id: colour, resource_id: salon.noor },
      { schedule_id: salon.colour, resource_id: noor },
      { schedule_id: cut, resource_id: sami },
    ]) {
      const parts = [part, second];
      const input = { starts_at: at("10:00"), customer: aCustomer(), parts };
      expect((await refusal(createVisit(owner, NewBookingVisit.parse(input), null))).code).toBe(
        "not_found",
      );
      const wish = VisitTimesQuery.parse({ date: dayAhead(2), parts });
      expect((await refusal(findVisitTimes(owner, wish))).code).toBe("not_found");
    }
    const theirs = await visit(other, [sami, noor]);
    expect((await refusal(readVisit(owner, theirs.id!))).code).toBe("not_found");
  });

  test("staff book and see their own resources only; overrides and prices need an admin", async () => {
    const salon = await aSalon();
    const { sami, noor } = salon;
    const staff = await makeUser(owner, "staff", { resource_ids: [sami] });
    expect((await refusal(visit(salon, [sami, noor], {}, staff))).code).toBe("not_found");
    const own = await visit(salon, ["any", "any"], {}, staff);
    expect(own.bookings.map(({ resource_id }) => resource_id)).toEqual([sami, sami]);
    const both = await visit(salon, [sami, noor], { starts_at: at("10:00", 3) });
    expect((await readVisit(staff, both.id!)).bookings).toHaveLength(1);
    const stranger = await makeUser(owner, "viewer", {
      resource_ids: [(await makeResource(owner)).id],
    });
    expect((await refusal(readVisit(stranger, both.id!))).code).toBe("not_found");
    const override = { starts_at: at("20:00"), override: true };
    expect((await refusal(visit(salon, [sami, sami], override, staff))).code).toBe(
      "forbidden_role",
    );
  });

  test("a test key's visit is a test, and the key sees no others", async () => {
    const salon = await aSalon();
    const made = await createApiKey(
      owner,
      NewApiKey.parse({ kind: "secret", name: "Test", mode: "test", role: "staff" }),
    );
    const key = (await findKey(made.key, null)) as SecretKeyActor;
    const tried = await visit(salon, [salon.sami, salon.noor], {}, key);
    expect(tried.bookings.every(({ livemode }) => !livemode)).toBe(true);
    const live = await visit(salon, [salon.sami, salon.noor], { starts_at: at("10:00", 3) });
    expect((await refusal(readVisit(key, live.id!))).code).toBe("not_found");
    expect((await readVisit(key, tried.id!)).bookings).toHaveLength(2);
  });
});

test("services that are paid online or approved are booked by staff as single ones are", async () => {
  const salon = await aSalon({ cut: { requires_approval: true } });
  const made = await visit(salon, [salon.sami, "same"]);
  expect(made.bookings.map(({ status }) => status)).toEqual(["confirmed", "confirmed"]);
  const held = await visit(salon, [salon.sami, "same"], {
    starts_at: at("10:00", 3),
    status: "pending",
  });
  expect(held.bookings.map(({ status }) => status)).toEqual(["pending", "pending"]);
  const [first] = held.bookings;
  await changeBookingStatus(owner, first!.id, { status: "confirmed", notify: false }, null);
  const after = await readVisit(owner, held.id!);
  expect(after.bookings.map(({ status }) => status)).toEqual(["confirmed", "pending"]);
});

test("a known guest, one merged into another, and an erased one", async () => {
  const salon = await aSalon();
  const first = await visit(salon, [salon.sami, "same"]);
  const { customer_id } = first.bookings[0]!;
  const again = await visit(salon, [salon.sami, "same"], {
    starts_at: at("10:00", 3),
    customer: undefined,
    customer_id,
  });
  expect(again.bookings.map((booking) => booking.customer_id)).toEqual([customer_id, customer_id]);
  const other = await visit(salon, [salon.sami, "same"], { starts_at: at("10:00", 4) });
  const into = other.bookings[0]!.customer_id;
  await mergeCustomer(owner, into, MergeCustomer.parse({ from_id: customer_id }));
  const merged = await visit(salon, [salon.sami, "same"], {
    starts_at: at("10:00", 5),
    customer: undefined,
    customer_id,
  });
  expect(new Set(merged.bookings.map((booking) => booking.customer_id))).toEqual(new Set([into]));
  for (const { bookings } of [first, again, other, merged])
    for (const { id } of bookings)
      await changeBookingStatus(owner, id, { status: "cancelled", notify: false }, null);
  await eraseWhole(owner, into);
  const erased = await readVisit(owner, first.id!);
  const { email } = first.bookings[0]!.customer;
  expect(email).toContain("@");
  expect(JSON.stringify(erased)).not.toContain(email);
});

test("many visits that cross on two people: none deadlocks, and nothing is oversold", async () => {
  const salon = await aSalon();
  const { sami, noor } = salon;
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      visit(salon, index % 2 === 0 ? [sami, noor] : [noor, sami], {
        starts_at: at(index % 4 < 2 ? "09:00" : "11:00"),
      }).then(
        () => "booked",
        (error: unknown) => {
          if (error instanceof AppError) return error.code;
          throw error;
        },
      ),
    ),
  );
  expect(new Set(outcomes)).toEqual(new Set(["booked", "slot_unavailable"]));
  const booked = outcomes.filter((outcome) => outcome === "booked").length;
  expect(await countBookings(salon)).toBe(2 * booked);
  // Cut 30 and colour 90 minutes: on two people each start takes one pair at least.
  expect(booked).toBeGreaterThanOrEqual(2);
  const overlaps = await pool.query(
    `select from booking one join booking other on other.resource_id = one.resource_id and other.id > one.id
       and other.starts_at < one.ends_at and other.ends_at > one.starts_at where one.schedule_id in ($1, $2)`,
    [salon.cut, salon.colour],
  );
  expect(overlaps.rowCount).toBe(0);
});

test("parallel visits for anyone fill both people", async () => {
  const salon = await aSalon();
  const outcomes = await Promise.all(
    Array.from({ length: 12 }, () =>
      visit(salon, ["any", "same"], { starts_at: at("10:00") }).then(
        () => "booked",
        (error: unknown) => {
          if (error instanceof AppError) return error.code;
          throw error;
        },
      ),
    ),
  );
  expect(outcomes.filter((outcome) => outcome === "booked")).toHaveLength(2);
  expect(await countBookings(salon)).toBe(4);
});

test("guest and staff get one email with all parts, and one about their cancellation", async () => {
  const company = await makeTenant({ time_zone: ZONE, name: "Studio Linden" });
  const salon = await aSalon({}, company);
  const customer = { ...aCustomer(), locale: "en" };
  const made = await visit(salon, [salon.sami, salon.noor], { customer });
  await sendQueuedMails(company);
  const [mail, ...others] = await sentTo(customer.email);
  expect(others).toEqual([]);
  expect(mail!.subject).toMatch(/^Confirmed: /);
  expect(mail!.text).toContain("Cut + Colour");
  expect(mail!.text).toMatch(/Cut · Sami: .*10:00/);
  expect(mail!.text).toMatch(/Colour · Noor: .*10:30/);
  expect(mail!.text).toContain("80");
  expect(mail!.html.match(/\/manage\//g)!.length).toBeGreaterThanOrEqual(2);
  const ics = Buffer.from(mail!.attachments[0]!.content, "base64").toString();
  expect(ics.match(/BEGIN:VEVENT/g)).toHaveLength(2);
  expect(ics).toContain("SUMMARY:Colour · Studio Linden");
  const staff = await pool.query(
    "select from message where tenant_id = $1 and audience <> 'customer'",
    [company.tenant.id],
  );
  expect(staff.rowCount).toBeLessThanOrEqual(1);

  const [first] = made.bookings;
  const cancelled = await cancelTogether(company, first!.id, CancelBooking.parse({ scope: "all" }));
  expect(cancelled.dates.map(({ no, state }) => [no, state])).toEqual([
    [1, "cancelled"],
    [2, "cancelled"],
  ]);
  await sendQueuedMails(company);
  const later = (await sentTo(customer.email)).slice(1);
  expect(later.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^Cancelled: /)]);
  expect(later[0]!.text).toMatch(/Colour · Noor: .*10:30/);
});

test("one reminder is about all parts", async () => {
  const company = await makeTenant({ time_zone: ZONE });
  const salon = await aSalon({}, company);
  const customer = { ...aCustomer(), locale: "en" };
  const made = await visit(salon, [salon.sami, "same"], { customer, notify: false });
  await pool.query(
    "update booking set created_at = now() - interval '10 days' where visit_id = $1",
    [made.id],
  );
  const due = new Date(Date.parse(made.starts_at) - 20 * 3_600_000);
  const reminders = await transaction((db) => claimReminders(db, company.tenant.id, due));
  expect(reminders.map(({ booking_id }) => booking_id)).toEqual([made.bookings[0]!.id]);
});

test("a repeated Idempotency-Key gets the first answer, also once the time is taken", async () => {
  const salon = await aSalon();
  const input = inputOf(salon, [salon.sami, salon.noor]);
  const ticket = (fingerprint: string): IdempotencyTicket => ({
    tenant_id: owner.tenant.id,
    route: "POST /api/bookings/visits",
    key: `visit-${salon.cut}`,
    fingerprint: Buffer.from(fingerprint.padEnd(32)),
    answer: (result) => ({ status: 200, body: JSON.stringify(result) }),
  });
  const made = await createVisit(owner, input, ticket("one"));
  const again: unknown = await createVisit(owner, input, ticket("one")).catch(
    (error: unknown) => error,
  );
  expect(again).toBeInstanceOf(IdempotentReplay);
  expect((again as IdempotentReplay).body).toBe(JSON.stringify(made));
  const other = await refusal(createVisit(owner, input, ticket("two")));
  expect(other.code).toBe("idempotency_mismatch");
  expect(await countBookings(salon)).toBe(2);
});

test("a part moves alone", async () => {
  const salon = await aSalon();
  const made = await visit(salon, [salon.sami, salon.noor]);
  const [, colour] = made.bookings;
  const move = { starts_at: at("09:00", 3) };
  await moveTogether(owner, colour!.id, MoveBooking.parse(move));
  const after = await readVisit(owner, made.id!);
  expect(after.bookings.map(({ starts_at }) => starts_at)).toEqual([at("10:00"), move.starts_at]);
});

describe("moved together", () => {
  const timesOf = (bookings: { starts_at: string; resource_name: string | null }[]) =>
    bookings.map(({ starts_at, resource_name }) => [starts_at, resource_name]);
  const move = (id: string, more: Record<string, unknown>) =>
    moveTogether(owner, id, MoveBooking.parse({ scope: "all", ...more }));
  const now = async (made: BookingVisit) => timesOf((await readVisit(owner, made.id!)).bookings);

  test.each([
    ["later, into its own time", "10:30"],
    ["earlier, into its own time", "09:30"],
    ["back to where it is", "10:00"],
  ])("%s", async (_name, time) => {
    const salon = await aSalon();
    const made = await visit(salon, [salon.sami, salon.sami]);
    await move(made.bookings[0]!.id, { starts_at: at(time), override: true });
    const second = new Date(Date.parse(at(time)) + 30 * 60_000).toISOString();
    expect(await now(made)).toEqual([
      [at(time), "Sami"],
      [expect.stringContaining(second.slice(0, 19)), "Sami"],
    ]);
  });

  test("by any of its services, also to another day", async () => {
    const salon = await aSalon();
    const made = await visit(salon, [salon.sami, salon.noor]);
    const { dates, price_amount, price_difference } = await move(made.bookings[1]!.id, {
      starts_at: at("10:30", 4),
      override: true,
    });
    expect(dates.map(({ no, state }) => [no, state])).toEqual([
      [1, "moved"],
      [2, "moved"],
    ]);
    expect([price_amount, price_difference]).toEqual([8000, 0]);
    expect(await now(made)).toEqual([
      [at("10:00", 4), "Sami"],
      [at("10:30", 4), "Noor"],
    ]);
  });

  test("not at all when one of them is taken or outside its hours", async () => {
    const salon = await aSalon();
    const made = await visit(salon, [salon.sami, salon.noor]);
    const before = await now(made);
    await take(salon, salon.noor, "12:00");
    const wish = { starts_at: at("11:00"), if_taken: "skip" };
    const preview = await move(made.bookings[0]!.id, { ...wish, dry_run: true });
    expect(preview.dates.map(({ state }) => state)).toEqual(["free", "taken"]);
    const error = await refusal(move(made.bookings[0]!.id, wish));
    expect(error.code).toBe("slot_unavailable");
    expect(error.extra.details?.["date"]).toMatchObject({ no: 2 });
    const late = await refusal(move(made.bookings[0]!.id, { starts_at: at("12:00", 3) }));
    expect(late.code).toBe("slot_unavailable");
    expect(await now(made)).toEqual(before);
  });

  test("to another person: the services of the person who changes", async () => {
    const salon = await aSalon();
    const both = await visit(salon, [salon.sami, salon.sami]);
    await move(both.bookings[0]!.id, { resource_id: salon.noor });
    expect((await now(both)).map(([, name]) => name)).toEqual(["Noor", "Noor"]);
    const split = await visit(salon, [salon.sami, salon.noor], { starts_at: at("09:00", 4) });
    const other = await makeResource(owner, { name: "Kim" });
    await updateSchedule(owner, salon.cut, { resource_ids: [salon.sami, salon.noor, other.id] });
    await move(split.bookings[0]!.id, { resource_id: other.id });
    expect((await now(split)).map(([, name]) => name)).toEqual(["Kim", "Noor"]);
  });
});
