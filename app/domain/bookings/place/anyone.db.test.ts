import { beforeAll, beforeEach, expect, test } from "vitest";
import type { Booking } from "~/contract/bookings";
import { BookingPatch, NewBooking, StatusChange } from "~/contract/booking-inputs";
import { type Availability, AvailabilityQuery, type AvailableSlot } from "~/contract/slots";
import { AppError } from "~/lib/app-error";
import { pool } from "~/lib/db.server";
import { aCustomer, makeResource, makeSchedule, makeTenant, makeUser } from "~/testing/factory";
import { eventTypes, slotsAfter } from "~/testing/booking-calls";
import type { StaffActor, UserActor } from "../../identity/actor";
import { createBlock } from "../../blocks/change-block.server";
import { updateResource } from "../../resources/resources.server";
import { updateSchedule } from "../../schedules/schedules.server";
import { updateSlot } from "../../slots/edit-slot.server";
import { readAvailability } from "../../slots/availability.sql.server";
import { changeBookingStatus } from "../change/change-status.server";
import { createBooking } from "./create-booking.server";
import { editBooking } from "../change/edit-booking.server";

let owner: UserActor;
/** The ids of Anna, Bea and Cas, in this order. */
let people: string[];
let schedule: string;
/** Starts from the day after tomorrow, each offered by all three people. */
let starts: Date[];

beforeAll(async () => {
  owner = await makeTenant();
});
beforeEach(() => offer());

async function offer(input: Record<string, unknown> = {}, capacity = 1): Promise<void> {
  people = [];
  for (const name of ["Anna", "Bea", "Cas"])
    people.push((await makeResource(owner, { name, capacity })).id);
  schedule = (await makeSchedule(owner, people, { max_advance_days: 6, ...input })).id;
  starts = (await slotsAfter(1, schedule, people[0])).map(({ starts_at }) => starts_at);
}

const nameOf = (id: string) => ["Anna", "Bea", "Cas"][people.indexOf(id)];
const anyone = (
  at: Date,
  more: Record<string, unknown> = {},
  actor: StaffActor = owner,
): Promise<Booking> =>
  createBooking(
    actor,
    NewBooking.parse({
      resource_id: "any",
      schedule_id: schedule,
      starts_at: at.toISOString(),
      ...(more.customer_id === undefined && { customer: aCustomer() }),
      ...more,
    }),
    null,
  );
const named = (resource: number, at: Date, more: Record<string, unknown> = {}) =>
  anyone(at, { resource_id: people[resource], ...more });
const who = async (booking: Promise<Booking>) => {
  const { resource_id, assigned_because } = await booking;
  return [nameOf(resource_id), assigned_because];
};
const refusal = async (work: Promise<unknown>): Promise<AppError> => {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof AppError)) throw error;
  return error;
};
async function times(
  query: Record<string, unknown> = {},
  actor: StaffActor = owner,
): Promise<Availability> {
  const parsedQuery = AvailabilityQuery.parse({
    resource_id: "any",
    schedule_id: schedule,
    ...query,
  });
  return JSON.parse((await readAvailability(actor, parsedQuery, 92, null)).json!) as Availability;
}
async function slotAt(
  at: Date,
  query: Record<string, unknown> = {},
): Promise<AvailableSlot | undefined> {
  const { days } = await times({ include: "unavailable", ...query });
  const found = days
    .flatMap(({ slots }) => slots)
    .filter((slot) => Date.parse(slot.starts_at) === at.getTime());
  expect(found.length).toBeLessThan(2);
  return found[0];
}
const setTerms = (
  of: { resource: number; [term: string]: unknown }[],
  more: Record<string, unknown> = {},
) =>
  updateSchedule(owner, schedule, {
    resource_terms: of.map(({ resource, ...terms }) => ({
      resource_id: people[resource]!,
      duration_minutes: null,
      price_amount: null,
      length_options: null,
      weight: 100,
      priority: 0,
      ...terms,
    })),
    ...more,
  });
async function setPrices(at: Date, prices: (number | null)[]): Promise<string[]> {
  const found = await pool.query<{ id: string }>(
    "select s.id from slot s join resource r on r.tenant_id = s.tenant_id and r.id = s.resource_id where s.schedule_id = $1 and s.starts_at = $2 order by r.name",
    [schedule, at],
  );
  const ids = found.rows.map(({ id }) => id);
  for (const [n, price_amount] of prices.entries())
    await updateSlot(owner, ids[n]!, { price_amount });
  return ids;
}

test("each start is listed once and bookable as long as anyone is free", async () => {
  const [start] = starts as [Date];
  const all = (await times()).days.flatMap(({ slots }) => slots);
  expect(new Set(all.map(({ starts_at }) => starts_at)).size).toBe(all.length);
  expect(await slotAt(start)).toMatchObject({ bookable: true, remaining: 1 });
  await named(0, start);
  await named(1, start);
  expect(await slotAt(start)).toMatchObject({ bookable: true, resource_id: people[2] });
  expect(await who(anyone(start))).toEqual(["Cas", "only_free"]);
  expect(await slotAt(start)).toMatchObject({ bookable: false, reason: "full" });
  expect(
    (await times()).days
      .flatMap(({ slots }) => slots)
      .map(({ starts_at }) => Date.parse(starts_at)),
  ).not.toContain(start.getTime());
});

test("combines times of people with different hours, and finds the next free one of all", async () => {
  const late = (await makeResource(owner, { name: "Late" })).id;
  const other = await makeSchedule(owner, [late], {
    rules: [{ days: [1, 2, 3, 4, 5, 6, 7], start: "18:00", end: "20:00" }],
    max_advance_days: 6,
  });
  const { days, next_available } = await times({ schedule_id: other.id });
  expect(days.flatMap(({ slots }) => slots).every(({ resource_id }) => resource_id === late)).toBe(
    true,
  );
  expect(next_available).toBe(days.flatMap(({ slots }) => slots)[0]!.starts_at);
  expect(
    (await times()).days
      .flatMap(({ slots }) => slots)
      .some(({ resource_id }) => resource_id === late),
  ).toBe(false);
});

test("a party needs one resource: remaining is the largest of them, not the sum", async () => {
  await offer({}, 4);
  await updateResource(owner, people[1]!, { capacity: 6 });
  const [start] = starts as [Date];
  await named(0, start, { party_size: 2 });
  expect(await slotAt(start)).toMatchObject({ remaining: 6, resource_id: people[1] });
  expect(await who(anyone(start, { party_size: 5 }))).toEqual(["Bea", "only_free"]);
  expect(await slotAt(start)).toMatchObject({ remaining: 4, resource_id: people[2] });
  expect((await refusal(anyone(start, { party_size: 5 }))).code).toBe("slot_unavailable");
  expect((await refusal(anyone(start, { party_size: 7 }))).code).toBe("validation_failed");
  expect(await slotAt(start, { party_size: 7 })).toMatchObject({
    bookable: false,
    reason: "party_too_large",
  });
});

test("assigns the least booked relative to weight and offer; ties by position", async () => {
  for (const [position, id] of people.toReversed().entries())
    await updateResource(owner, id, { position: position + 1 });
  const [a, b, c, d, e, f, g] = starts as [Date, Date, Date, Date, Date, Date, Date];
  expect(await who(anyone(a))).toEqual(["Cas", "least_loaded"]);
  expect(await who(anyone(b))).toEqual(["Bea", "least_loaded"]);
  await named(0, c);
  await named(0, d);
  expect(await who(anyone(e))).toEqual(["Cas", "least_loaded"]);
  expect(await who(anyone(e))).toEqual(["Bea", "least_loaded"]);
  await setTerms([{ resource: 0, weight: 1000 }]);
  expect(await who(anyone(f))).toEqual(["Anna", "least_loaded"]);
  expect(await who(anyone(g))).toEqual(["Anna", "least_loaded"]);
});

test("time off counts as not offered, so absence is not compensated", async () => {
  await pool.query("select recount_days_ahead($1, $2)", [owner.tenant.id, people[0]]);
  const offered = async () =>
    (
      await pool.query(
        "select sum(offered_minutes)::int as n from resource_day where resource_id = $1",
        [people[0]],
      )
    ).rows[0] as { n: number };
  const before = (await offered()).n;
  const ends_at = new Date(starts[0]!.getTime() + 8 * 3_600_000);
  await createBlock(owner, {
    resource_id: people[0]!,
    starts_at: starts[0]!,
    ends_at,
    reason: null,
  });
  expect((await offered()).n).toBe(before - 8 * 60);
});

test("by priority the highest is tried first, then the next", async () => {
  await setTerms(
    [
      { resource: 2, priority: 9 },
      { resource: 1, priority: 5 },
    ],
    { assign: "priority" },
  );
  const [start] = starts as [Date];
  expect(await who(anyone(start))).toEqual(["Cas", "priority"]);
  expect(await who(anyone(start))).toEqual(["Bea", "priority"]);
  expect(await who(anyone(start))).toEqual(["Anna", "only_free"]);
});

test("assigns the first free one in resource order", async () => {
  await updateSchedule(owner, schedule, { assign: "first_free" });
  for (const [position, id] of people.toReversed().entries())
    await updateResource(owner, id, { position: position + 1 });
  const [a, b] = starts as [Date, Date];
  expect(await who(anyone(a))).toEqual(["Cas", "first_free"]);
  expect(await who(anyone(b))).toEqual(["Cas", "first_free"]);
  expect(await who(anyone(b))).toEqual(["Bea", "first_free"]);
});

test("assigns the guest's last person for this service, by address or record, unless cancelled", async () => {
  await updateSchedule(owner, schedule, { assign: "same_as_last_time" });
  const [a, b, c, d, e] = starts as [Date, Date, Date, Date, Date];
  const customer = aCustomer();
  expect(await who(anyone(a, { customer }))).toEqual(["Anna", "least_loaded"]);
  const last = await named(2, b, { customer });
  expect(await who(anyone(c, { customer }))).toEqual(["Cas", "same_as_last_time"]);
  const { customer_id } = last;
  expect(await who(anyone(d, { customer: undefined, customer_id }))).toEqual([
    "Cas",
    "same_as_last_time",
  ]);
  await named(2, e);
  expect(await who(anyone(e, { customer }))).toEqual(["Bea", "least_loaded"]);
  expect((await anyone(d)).assigned_because).toBe("least_loaded");
});

test("cancelled bookings do not count as the last person", async () => {
  await updateSchedule(owner, schedule, { assign: "same_as_last_time" });
  const [a, b] = starts as [Date, Date];
  const customer = aCustomer();
  const { id } = await named(2, a, { customer });
  await changeBookingStatus(owner, id, StatusChange.parse({ status: "cancelled" }), null);
  expect(await who(anyone(b, { customer }))).toEqual(["Anna", "least_loaded"]);
});

test("resource-limited staff book and see only their resources", async () => {
  const limited = await makeUser(owner, "staff", { resource_ids: [people[1]!] });
  const [start] = starts as [Date];
  expect(await who(anyone(start, {}, limited))).toEqual(["Bea", "only_free"]);
  const refused = await refusal(anyone(start, {}, limited));
  expect(refused.code).toBe("slot_unavailable");
  const alternatives = refused.extra.details?.alternatives as AvailableSlot[];
  expect(alternatives.length).toBeGreaterThan(0);
  expect(alternatives.every(({ resource_id }) => resource_id === people[1])).toBe(true);
  const seen = (await times({}, limited)).days.flatMap(({ slots }) => slots);
  expect(new Set(seen.map(({ resource_id }) => resource_id))).toEqual(new Set([people[1]]));
  const stranger = await makeUser(owner, "staff", {
    resource_ids: [(await makeResource(owner)).id],
  });
  expect((await refusal(anyone(start, {}, stranger))).code).toBe("not_found");
});

test("shows the lowest free price, and never charges more than displayed", async () => {
  const [start] = starts as [Date];
  const ids = await setPrices(start, [6000, 3500, 3500]);
  expect(await slotAt(start)).toMatchObject({ price_amount: 3500 });
  // The two cheaper people are booked first; staff can still book the third.
  expect((await anyone(start, { slot_id: ids[1] })).price_amount).toBe(3500);
  expect((await anyone(start, { slot_id: ids[1] })).price_amount).toBe(3500);
  const dearer = await refusal(anyone(start, { slot_id: ids[1] }));
  expect(dearer.code).toBe("slot_unavailable");
  const at_once = (dearer.extra.details?.alternatives as AvailableSlot[]).find(
    ({ starts_at }) => Date.parse(starts_at) === start.getTime(),
  );
  expect(at_once).toMatchObject({ price_amount: 6000, resource_id: people[0] });
  expect(await slotAt(start)).toMatchObject({ price_amount: 6000, bookable: true });
  expect((await anyone(start)).price_amount).toBe(6000);
});

test("a slot of another time or a deleted one does not count as displayed", async () => {
  const [a, b] = starts as [Date, Date];
  const [other] = await setPrices(b, [1000]);
  expect((await refusal(anyone(a, { slot_id: other }))).code).toBe("validation_failed");
  expect((await refusal(anyone(a, { slot_id: owner.user_id }))).code).toBe("slot_unavailable");
});

test("a refusal lists alternatives of anyone, each once", async () => {
  const [start] = starts as [Date];
  for (const each of [0, 1, 2]) await named(each, start);
  const refused = await refusal(anyone(start));
  expect(refused).toMatchObject({
    code: "slot_unavailable",
    extra: { details: { reason: "full" } },
  });
  const alternatives = refused.extra.details?.alternatives as AvailableSlot[];
  expect(alternatives.length).toBe(3);
  expect(new Set(alternatives.map(({ starts_at }) => starts_at)).size).toBe(3);
});

test("a reached daily limit passes to the next, until all are full", async () => {
  await updateSchedule(owner, schedule, { max_per_day: 1 });
  const [a, b, c, d] = starts as [Date, Date, Date, Date];
  const assigned = new Set<string | undefined>();
  for (const at of [a, b, c]) assigned.add((await who(anyone(at)))[0] as string);
  expect(assigned).toEqual(new Set(["Anna", "Bea", "Cas"]));
  expect(await refusal(anyone(d))).toMatchObject({ extra: { details: { reason: "daily_limit" } } });
  expect(await slotAt(d)).toMatchObject({ reason: "daily_limit" });
});

test("an inactive resource, or one the service no longer has, gets no booking", async () => {
  const [start] = starts as [Date];
  await updateResource(owner, people[0]!, { active: false });
  expect((await who(anyone(start)))[0]).toBe("Bea");
  await updateSchedule(owner, schedule, { resource_ids: [people[0]!, people[1]!] });
  expect((await refusal(anyone(start))).code).toBe("slot_unavailable");
});

test("an unknown service is not found, an unoffered time is closed, and custom times need a resource", async () => {
  const [start] = starts as [Date];
  expect((await refusal(anyone(start, { schedule_id: people[0] }))).code).toBe("not_found");
  const between = new Date(start.getTime() + 60_000);
  expect(await refusal(anyone(between))).toMatchObject({
    code: "slot_unavailable",
    extra: { details: { reason: "closed" } },
  });
  const wish = {
    resource_id: "any",
    schedule_id: schedule,
    starts_at: start.toISOString(),
    customer: aCustomer(),
  };
  const paths = (body: object) =>
    NewBooking.safeParse(body).error?.issues.map(({ path }) => path.join("."));
  expect(paths({ ...wish, schedule_id: undefined })).toEqual(["resource_id"]);
  expect(paths({ ...wish, starts_at: undefined })).toEqual(["resource_id"]);
  expect(paths({ ...wish, duration_minutes: 60 })).toEqual(["resource_id"]);
  expect(paths({ ...wish, override: true })).toEqual(["resource_id"]);
  const query = (query: object) =>
    AvailabilityQuery.safeParse(query).error?.issues.map(({ path }) => path.join("."));
  expect(query({ resource_id: "any" })).toEqual(["schedule_id"]);
  expect(query({ resource_id: `any,${people[0]}`, schedule_id: schedule })).toEqual([
    "resource_id",
  ]);
  expect(BookingPatch.safeParse({ resource_id: "any" }).success).toBe(false);
});

test("a cached response is valid until one of them is booked", async () => {
  const query = AvailabilityQuery.parse({ resource_id: "any", schedule_id: schedule });
  const { etag } = await readAvailability(owner, query, 92, null);
  expect((await readAvailability(owner, query, 92, etag)).json).toBeNull();
  await named(2, starts[0]!);
  expect((await readAvailability(owner, query, 92, etag)).json).not.toBeNull();
});

test("reassignment by staff, with or without email, clears the assignment reason", async () => {
  const [start] = starts as [Date];
  const booking = await anyone(start);
  expect(booking).toMatchObject({ resource_id: people[0], assigned_because: "least_loaded" });
  const later = await editBooking(
    owner,
    booking.id,
    BookingPatch.parse({ starts_at: starts[1]!.toISOString() }),
  );
  expect(later.assigned_because).toBe("least_loaded");
  const silent = await editBooking(
    owner,
    booking.id,
    BookingPatch.parse({ resource_id: people[1], notify: false }),
  );
  expect(silent).toMatchObject({ resource_id: people[1], assigned_because: null });
  await editBooking(
    owner,
    booking.id,
    BookingPatch.parse({ resource_id: people[2], notify: true }),
  );
  expect(await eventTypes(booking.id)).toEqual(["created", "confirmed", "moved", "moved", "moved"]);
  const rows = await pool.query<{ notify: boolean; because: string | null }>(
    `select notify, body::jsonb #>> '{data,booking,assigned_because}' as because from event where booking_id = $1 order by sequence`,
    [booking.id],
  );
  expect(rows.rows.slice(2)).toEqual([
    { notify: true, because: "least_loaded" },
    { notify: false, because: null },
    { notify: true, because: null },
  ]);
});
