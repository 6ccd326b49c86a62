import { beforeEach, expect, test } from "vitest";
import { SchedulePatch } from "~/contract/schedules";
import { pool, prisma } from "~/lib/db.server";
import { book, outcome, slotsOf } from "~/testing/booking-calls";
import { makeResource, makeSchedule, makeTenant, makeUser } from "~/testing/factory";
import { makeSubscription } from "~/testing/webhook-receivers";
import { changeBookingStatus } from "../bookings/change/change-status.server";
import { editBooking } from "../bookings/change/edit-booking.server";
import { removeTestBooking } from "../bookings/change/remove-test-booking.sql.server";
import { queueReminders } from "../email/reminders.server";
import { relayEvents } from "../events/relay.server";
import type { UserActor } from "../identity/actor";
import { updateSchedule } from "../schedules/schedules.server";
import { findTestBooking, makeTestBooking } from "./test-booking.server";

let owner: UserActor;
let admin: UserActor;
let schedule: string;

beforeEach(async () => {
  owner = await makeTenant();
  admin = await makeUser(owner, "admin");
  const price = { price_amount: 4200, requires_payment: true, requires_approval: true };
  schedule = (await makeSchedule(owner, [(await makeResource(owner)).id], price)).id;
});

const count = async (table: string) =>
  (
    await pool.query<{ rows: number }>(
      `select count(*)::int as rows from ${table} where tenant_id = $1`,
      [owner.tenant.id],
    )
  ).rows[0]!.rows;
const relayAll = async () => {
  while ((await relayEvents(100)) > 0);
};

test("a test booking takes the first free time and is confirmed without requirements", async () => {
  const [first] = await slotsOf(schedule);
  expect(await makeTestBooking(admin)).toMatchObject({
    source: "test",
    slot_id: first!.id,
    status: "confirmed",
  });
  expect((await slotsOf(schedule)).filter(({ taken }) => taken > 0)).toHaveLength(1);
});

test("of a service with kinds of people it is for one of the first kind that takes a seat", async () => {
  const kinds = [
    { id: "baby", name: "Baby", price_amount: 0, takes_seat: false },
    { id: "adult", name: "Adult", price_amount: null, takes_seat: true },
  ];
  await updateSchedule(owner, schedule, SchedulePatch.parse({ person_kinds: kinds }));
  expect(await makeTestBooking(admin)).toMatchObject({
    party_size: 1,
    party: [{ kind: "adult", count: 1 }],
  });
});

test("it causes no email, reminder or webhook", async () => {
  const subscription = await makeSubscription(owner, "https://example.com/");
  const made = await makeTestBooking(admin);
  const customer = { name: "Test guest", email: "real@example.test", phone: null };
  const edited = await editBooking(admin, made.id, { customer, notify: true });
  await queueReminders(new Date(Date.parse(made.starts_at) - 3_600_000));
  await changeBookingStatus(
    admin,
    made.id,
    { status: "cancelled", notify: true, version: edited.version },
    null,
  );
  await relayAll();
  expect(await count("message")).toBe(0);
  expect(await prisma.webhookDelivery.count({ where: { subscription_id: subscription.id } })).toBe(
    0,
  );
  // For comparison, a guest's booking: both would be notified.
  await book(admin, (await slotsOf(schedule))[3]!.id);
  await relayAll();
  expect(await count("message")).toBeGreaterThan(0);
  expect(
    await prisma.webhookDelivery.count({ where: { subscription_id: subscription.id } }),
  ).toBeGreaterThan(0);
});

test("there is one at a time, also on double clicks", async () => {
  const both = await Promise.all([makeTestBooking(owner), makeTestBooking(admin)]);
  const again = await makeTestBooking(owner);
  expect(new Set([...both, again].map(({ id }) => id)).size).toBe(1);
  expect(await count("booking")).toBe(1);
});

test("it is removed with all related data, and its time is free again", async () => {
  const { id } = await makeTestBooking(owner);
  await removeTestBooking(admin, id);
  for (const table of ["booking", "claim", "event", "customer"])
    expect(await count(table), table).toBe(0);
  expect((await slotsOf(schedule))[0]).toMatchObject({ taken: 0 });
  expect(await findTestBooking(owner)).toBeNull();
  const audit = await prisma.auditRow.findMany({
    where: { tenant_id: owner.tenant.id, action: "booking.test_removed" },
  });
  expect(audit).toMatchObject([{ entity_id: id }]);
  expect(await outcome(removeTestBooking(owner, id))).toBe("not_found");
});

test("a cancelled one is removed too; a guest's booking never is, and no other company's", async () => {
  const { id } = await makeTestBooking(owner);
  expect(await outcome(removeTestBooking(await makeTenant(), id))).toBe("not_found");
  await changeBookingStatus(owner, id, { status: "cancelled", notify: false }, null);
  await removeTestBooking(owner, id);
  const real = await book(owner, (await slotsOf(schedule))[2]!.id);
  expect(await outcome(removeTestBooking(owner, real.id))).toBe("invalid_transition");
  expect(await count("booking")).toBe(1);
});

test("without a free time it explains what to check", async () => {
  expect(await outcome(makeTestBooking(await makeTenant()))).toBe("slot_unavailable");
});
