import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BookingStatus } from "~/contract/bookings";
import { AppError } from "~/lib/app-error";
import { readPolicy } from "../tenants/policy";
import type { BookingCommand, BookingMoney, Decision, DecisionContext } from "./booking-command";
import type { BookingRow } from "./booking-row";
import { holdsSeats, type Mover } from "./booking-status";
import { decide } from "./decide-booking";
import { dueFor, decideNew } from "./new-booking";
import type { Offer } from "./offer";

const NOW = new Date("2027-03-01T12:00:00Z");
const at = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000);
const movers = ["system", "customer", "staff", "admin"] as const;
const statuses = BookingStatus.options;
type Status = BookingStatus;

/** A booking in a status as its history would have left it: begun for staff, two days ahead for guests. */
function rowOf(status: Status, mover: Mover, more: Partial<BookingRow> = {}): BookingRow {
  const starts_at = mover === "customer" ? at(48) : at(-2);
  return Object.freeze({
    ...{ tenant_id: "t", id: "b", reference: "K7QF2M9D", resource_id: "room", resource_name: "Room" },
    ...{ schedule_id: "offer", slot_id: "slot", status, pending_reason: status === "pending" ? "offer" : null },
    expires_at: status === "pending" ? at(1) : null,
    payment_status: status === "paid" || status === "refunded" ? status : "none",
    ...{ starts_at, ends_at: new Date(starts_at.getTime() + 3_600_000), time_zone: "Europe/Amsterdam", party_size: 2 },
    ...{ customer_id: "c", customer_name: "Anna", customer_email: "anna@example.test", customer_phone: null },
    ...{ price_amount: 5000, currency: "EUR", notes: null, answers: [], source: "widget", widget_config_id: null },
    ...{ meta: {}, cancelled_by: null, cancel_reason_code: null, cancel_reason: null, reschedule_count: 0 },
    ...{ version: 7, event_count: 3, created_at: at(-100), updated_at: at(-50) },
    ...more,
  } satisfies BookingRow);
}

const offer: Offer = {
  resource: { id: "room", type: "room", name: "Room", capacity: 10 },
  schedule: {
    ...{ id: "offer", name: "Haircut", time_zone: "Europe/Amsterdam", min_notice_minutes: 0, max_advance_days: 90 },
    ...{ max_party_size: null, max_per_day: 5, requires_payment: false, requires_approval: false, questions: [] },
    ...{ buffer_before_minutes: 0, buffer_after_minutes: 0 },
  },
  slot_id: "other",
  ...{ starts_at: at(72), ends_at: at(73), occupies_from: at(72), occupies_to: at(73), capacity: 10 },
  ...{ price_amount: 9900, currency: "EUR" },
};

const paid: BookingMoney = { captured: 5000, refunded: 0, refundable: 5000 };
const contextOf = (mover: Mover, money: BookingMoney = paid): DecisionContext => ({
  ...{ mover, now: NOW, policy: readPolicy({}), money },
});

/** "same" when nothing is to be written, the code of a refusal, or the decision. */
function outcomeOf(before: BookingRow, command: BookingCommand, context: DecisionContext): Decision | string {
  try {
    return decide(before, command, context) ?? "same";
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

/** Holds for every decision, whatever was asked. */
function expectSound(before: BookingRow, decision: Decision): void {
  const { row, patch, events, seats } = decision;
  expect(row).toEqual({ ...before, ...patch });
  expect(row).toMatchObject({ version: before.version + 1, event_count: before.event_count + events.length });
  expect(row.updated_at).toBe(NOW);
  for (const name of ["tenant_id", "id", "reference", "created_at", "currency"] as const)
    expect(row[name]).toBe(before[name]);
  const [had, has] = [holdsSeats(before.status), holdsSeats(row.status)];
  expect(seats.kind === "release").toBe(had && !has);
  if (!had && has) expect(seats.kind).toBe("reclaim");
  if (!had && !has) expect(seats.kind).toBe("keep");
  // A hold ends only while it is pending, and its claims end when the booking says.
  if (row.expires_at !== null) expect(row.status).toBe("pending");
  if (row.status !== "pending") expect(row.pending_reason).toBeNull();
  if (has && before.expires_at !== null && row.expires_at === null)
    expect(["keep_for_good", "reclaim"]).toContain(seats.kind);
  if (seats.kind === "hold_until") expect(row.expires_at).toEqual(seats.at);
  if (row.price_amount !== before.price_amount) expect(row.party_size).not.toBe(before.party_size);
}

/** The transition table, as it was decided; what is not here is refused. */
const hands: Record<Status, Status[]> = {
  pending: ["confirmed", "paid", "cancelled"],
  confirmed: ["paid", "completed", "no_show", "cancelled"],
  paid: ["completed", "no_show", "cancelled"],
  completed: ["no_show"],
  no_show: ["completed"],
  cancelled: [],
  expired: [],
  refunded: [],
};
const legal: Record<Mover, Record<Status, Status[]>> = {
  staff: hands,
  admin: {
    ...hands,
    paid: [...hands.paid, "refunded"],
    completed: ["no_show", "refunded"],
    no_show: ["completed", "refunded"],
    cancelled: ["refunded"],
  },
  customer: {
    ...{ pending: ["cancelled"], confirmed: ["cancelled"], paid: ["cancelled"] },
    ...{ completed: [], no_show: [], cancelled: [], expired: [], refunded: [] },
  },
  system: {
    pending: ["confirmed", "paid", "cancelled", "expired"],
    confirmed: ["paid", "cancelled"],
    paid: ["cancelled", "refunded"],
    ...{ completed: ["refunded"], no_show: ["refunded"], cancelled: ["refunded"] },
    ...{ expired: ["paid", "refunded"], refunded: [] },
  },
};
const events: Record<Status, string[]> = {
  ...{ pending: [], confirmed: ["booking.confirmed"], paid: ["booking.paid"], completed: ["booking.completed"] },
  ...{ no_show: ["booking.no_show"], cancelled: ["booking.cancelled"], expired: ["booking.cancelled"] },
  refunded: ["booking.refunded"],
};

const steps = movers.flatMap((mover) =>
  statuses.flatMap((from) => statuses.map((to) => [mover, from, to, legal[mover][from].includes(to)] as const)),
);

test("the table of steps is whole", () => {
  expect(steps).toHaveLength(256);
  expect(steps.filter(([, , , isLegal]) => isLegal)).toHaveLength(12 + 16 + 3 + 13);
});

describe.each(movers)("by %s", (mover) => {
  test.each(steps.filter(([who]) => who === mover))("%s: from %s to %s, %s", (_who, from, to, isLegal) => {
    const before = rowOf(from, mover, to === "expired" && from === "pending" ? { expires_at: at(-1) } : {});
    const result = outcomeOf(before, { type: "become", to, offline: mover !== "system" }, contextOf(mover));
    if (from === to) return expect(result).toBe("same");
    if (!isLegal)
      return expect(result).toBe(to === "refunded" && mover === "staff" ? "forbidden_role" : "invalid_transition");
    const decision = result as Decision;
    expectSound(before, decision);
    expect(decision.row).toMatchObject({ status: to, pending_reason: null, expires_at: null });
    const isFirst = to === "paid" && (from === "pending" || from === "expired");
    expect(decision.events).toEqual(isFirst ? ["booking.confirmed", "booking.paid"] : events[to]);
    expect(decision.audit).toEqual(
      mover === "system" ? null : { action: `booking.${to}`, diff: { status: [from, to] } },
    );
    const waitlist = from !== "pending" ? "keep" : holdsSeats(to) ? "accepted" : "passed";
    expect(decision.waitlist).toBe(waitlist);
    // Again: it is so already.
    expect(decide(decision.row, { type: "become", to }, contextOf(mover))).toBeNull();
  });
});

type Expected = (mover: Mover, status: Status) => string;
const own: (mover: Mover, of: Mover[], refusal: string, then: () => string) => string = (mover, of, refusal, then) =>
  of.includes(mover) ? then() : refusal;
const partly: BookingMoney = { captured: 5000, refunded: 2000, refundable: 3000 };
const wholly: BookingMoney = { captured: 5000, refunded: 5000, refundable: 0 };
const inTime = (status: Status) => ["pending", "confirmed", "paid"].includes(status);

const otherCommands: [string, BookingCommand, BookingMoney, Expected][] = [
  ...([null, { pending_reason: "approval", hold_minutes: 60 }] as const).map(
    (due): [string, BookingCommand, BookingMoney, Expected] => [
      `accept an offer, ${due === null ? "nothing" : "approval"} due`,
      { type: "accept_offer", due },
      paid,
      (mover, status) =>
        own(mover, ["customer"], "forbidden_role", () =>
          status === "pending" ? "ok" : status === "confirmed" ? "same" : "invalid_transition",
        ),
    ],
  ),
  [
    "move",
    { type: "move", offer },
    paid,
    (mover, status) =>
      own(mover, ["customer", "staff", "admin"], "forbidden_role", () =>
        inTime(status) ? "ok" : "invalid_transition",
      ),
  ],
  [
    "edit",
    { type: "edit", details: { notes: "New" } },
    paid,
    (mover) => own(mover, ["staff", "admin"], "forbidden_role", () => "ok"),
  ],
  [
    "payment processing",
    { type: "payment_progress", payment_status: "processing" },
    paid,
    (mover, status) =>
      own(mover, ["system"], "invalid_transition", () => (status === "paid" || status === "refunded" ? "same" : "ok")),
  ],
  [
    "late money without a seat",
    { type: "late_payment_refused" },
    paid,
    (mover, status) =>
      own(mover, ["system"], "invalid_transition", () =>
        status === "cancelled" || status === "expired" ? "ok" : "invalid_transition",
      ),
  ],
  ...([partly, wholly] as const).map((money): [string, BookingCommand, BookingMoney, Expected] => [
    `a refund of ${money.refunded} completed`,
    { type: "refund_completed" },
    money,
    (mover, status) => own(mover, ["system"], "invalid_transition", () => (status === "refunded" ? "same" : "ok")),
  ]),
  [
    "a refund failed",
    { type: "refund_failed", former: "cancelled" },
    paid,
    (mover, status) =>
      own(mover, ["system"], "invalid_transition", () =>
        status === "refunded" ? "ok" : status === "cancelled" ? "same" : "invalid_transition",
      ),
  ],
];

describe.each(otherCommands)("%s", (_name, command, money, expected) => {
  const cases = movers.flatMap((mover) => statuses.map((status) => [mover, status] as const));
  test.each(cases)("by %s on what is %s", (mover, status) => {
    const before = rowOf(status, mover);
    const result = outcomeOf(before, command, contextOf(mover, money));
    if (typeof result === "string") return expect(result).toBe(expected(mover, status));
    expect("ok").toBe(expected(mover, status));
    expectSound(before, result);
  });
});

describe("money", () => {
  test("a refund of a part leaves the status, the last one makes it refunded where that is a step", () => {
    const after = (status: Status, money: BookingMoney) =>
      decide(rowOf(status, "system"), { type: "refund_completed" }, contextOf("system", money))!;
    for (const status of statuses.filter((one) => one !== "refunded")) {
      expect(after(status, partly)).toMatchObject({
        row: { status, payment_status: "partially_refunded" },
        events: ["booking.refunded"],
      });
      const isStep = legal.system[status].includes("refunded");
      expect(after(status, wholly).row).toMatchObject({
        status: isStep ? "refunded" : status,
        payment_status: "refunded",
      });
    }
  });

  test("a refund that fails goes back to what was, and claims the seats that this status holds", () => {
    for (const former of ["paid", "completed", "no_show", "cancelled", "expired"] as const) {
      const before = rowOf("refunded", "system");
      const decision = decide(before, { type: "refund_failed", former }, contextOf("system"))!;
      expectSound(before, decision);
      expect(decision).toMatchObject({
        row: { status: former, payment_status: "paid" },
        events: ["booking.reinstated"],
        seats: { kind: holdsSeats(former) ? "reclaim" : "keep" },
      });
    }
    for (const former of ["pending", "confirmed"] as const)
      expect(outcomeOf(rowOf("refunded", "system"), { type: "refund_failed", former }, contextOf("system"))).toBe(
        "invalid_transition",
      );
  });

  test("late money claims the seats again, also of a hold that no sweep has ended yet; staff are told that it ended", () => {
    const lapsed = rowOf("pending", "system", { expires_at: NOW });
    const pay: BookingCommand = { type: "become", to: "paid", offline: true };
    expect(decide(lapsed, pay, contextOf("system"))).toMatchObject({ seats: { kind: "reclaim" } });
    expect(decide(rowOf("expired", "system"), pay, contextOf("system"))).toMatchObject({ seats: { kind: "reclaim" } });
    expect(outcomeOf(lapsed, pay, contextOf("admin"))).toBe("hold_expired");
    expect(outcomeOf(lapsed, { type: "become", to: "confirmed" }, contextOf("staff"))).toBe("hold_expired");
    expect(decide(lapsed, { type: "become", to: "cancelled" }, contextOf("staff"))).toMatchObject({
      seats: { kind: "release" },
    });
    expect(outcomeOf(rowOf("pending", "system"), { type: "become", to: "expired" }, contextOf("system"))).toBe(
      "invalid_transition",
    );
  });

  test("money by hand is said to be so; nothing is refunded that was not captured", () => {
    const before = rowOf("confirmed", "staff");
    expect(outcomeOf(before, { type: "become", to: "paid" }, contextOf("staff"))).toBe("validation_failed");
    expect(decide(before, { type: "become", to: "paid", offline: true }, contextOf("staff"))).toMatchObject({
      offline_payment: "received",
    });
    const none = { captured: 0, refunded: 0, refundable: 0 };
    for (const mover of ["admin", "system"] as const)
      expect(outcomeOf(rowOf("paid", mover), { type: "become", to: "refunded" }, contextOf(mover, none))).toBe(
        "invalid_transition",
      );
  });
});

describe("a move", () => {
  const before = rowOf("paid", "staff");
  test("keeps the price per seat, and the party's price follows it", () => {
    const priceOf = (party_size?: number) =>
      decide(before, { type: "move", offer, ...(party_size && { party_size }) }, contextOf("staff"))!.row.price_amount;
    expect([priceOf(), priceOf(2), priceOf(1), priceOf(3), priceOf(10)]).toEqual([5000, 5000, 2500, 7500, 25_000]);
    const free = rowOf("paid", "staff", { price_amount: null, currency: null });
    expect(decide(free, { type: "move", offer, party_size: 5 }, contextOf("staff"))!.row.price_amount).toBeNull();
  });
  test("to where it is changes nothing, and with new notes only those", () => {
    const { id } = offer.resource;
    const there = rowOf("paid", "staff", { ...offer, resource_id: id, price_amount: 5000 });
    expect(decide(there, { type: "move", offer }, contextOf("staff"))).toBeNull();
    expect(decide(there, { type: "move", offer, details: { notes: "New" } }, contextOf("staff"))).toMatchObject({
      events: ["booking.updated"],
      seats: { kind: "keep" },
    });
  });
  test("asks for the open slot and the day's limit, unless it is its own slot, or an admin overrides", () => {
    const seats = (row: BookingRow, override = false) =>
      decide(row, { type: "move", offer, override }, contextOf("admin"))!.seats;
    expect(seats(before)).toMatchObject({ wanted: { slot_id: "other", daily: { max: 5 }, over_capacity: false } });
    expect(seats(rowOf("paid", "staff", { slot_id: "other" }))).toMatchObject({ wanted: { slot_id: null } });
    expect(seats(before, true)).toMatchObject({ wanted: { slot_id: null, daily: null, over_capacity: true } });
    expect(outcomeOf(before, { type: "move", offer, override: true }, contextOf("staff"))).toBe("forbidden_role");
  });
});

test("an edit that says what is said already changes nothing", () => {
  const before = rowOf("confirmed", "staff", { notes: "Old", meta: { a: 1 } });
  for (const details of [{}, { notes: "Old" }, { meta: { a: 1 }, answers: [] }])
    expect(decide(before, { type: "edit", details }, contextOf("staff"))).toBeNull();
});

test("a new booking begins as pending, and is confirmed at once where nothing is due", () => {
  expect(decideNew(null, NOW)).toMatchObject({ columns: { status: "confirmed", event_count: 2, expires_at: null } });
  const policy = readPolicy({ hold_minutes: 20, hold_hours_approval: 3 });
  const both = { requires_payment: true, requires_approval: true };
  expect(decideNew(dueFor(both, 100, policy), NOW).columns).toMatchObject({
    ...{ status: "pending", pending_reason: "payment", event_count: 1, expires_at: at(1 / 3) },
  });
  expect(dueFor(both, 0, policy)).toEqual({ pending_reason: "approval", hold_minutes: 180 });
  expect(dueFor({ ...both, requires_approval: false }, null, policy)).toBeNull();
});

const anyCommand = fc.oneof(
  fc.record({ type: fc.constant("become" as const), to: fc.constantFrom(...statuses), offline: fc.boolean() }),
  fc.constantFrom(...otherCommands.map(([, command]) => command)),
  fc.record({
    type: fc.constant("move" as const),
    offer: fc.constant(offer),
    party_size: fc.integer({ min: 1, max: 10 }),
  }),
  fc.record({ type: fc.constant("refund_failed" as const), former: fc.constantFrom(...statuses) }),
);
const anyRow = fc
  .record({
    status: fc.constantFrom(...statuses),
    mover: fc.constantFrom(...movers),
    pending_reason: fc.constantFrom(
      "payment" as const,
      "approval" as const,
      "verification" as const,
      "offer" as const,
      null,
    ),
    hold: fc.option(fc.integer({ min: -90, max: 90 })),
    start: fc.integer({ min: -400, max: 400 }),
    party_size: fc.integer({ min: 1, max: 9 }),
    price_amount: fc.option(fc.integer({ min: 0, max: 99_999_999 })),
    version: fc.integer({ min: 1, max: 1000 }),
    event_count: fc.integer({ min: 1, max: 1000 }),
  })
  .map(({ status, mover, hold, start, pending_reason, ...more }) => {
    const isPending = status === "pending";
    const expires_at = isPending && hold !== null ? new Date(NOW.getTime() + hold * 60_000) : null;
    const hours = { starts_at: at(start), ends_at: at(start + 1) };
    return rowOf(status, mover, { ...more, ...hours, expires_at, pending_reason: isPending ? pending_reason : null });
  });
const anyMoney = fc.tuple(fc.nat(9999), fc.nat(9999)).map(([one, other]) => {
  const [refunded, captured] = [Math.min(one, other), Math.max(one, other)];
  return { captured, refunded, refundable: captured - refunded };
});

test("whatever is asked of whatever booking by whomever: refused in words, as it was, or sound", () => {
  fc.assert(
    fc.property(anyRow, anyCommand, fc.constantFrom(...movers), anyMoney, (before, command, mover, money) => {
      const context = contextOf(mover, money);
      const result = outcomeOf(before, command, context);
      expect(outcomeOf(before, { ...command }, context)).toEqual(result);
      if (typeof result !== "string") expectSound(before, result);
      const stale = { ...context, version: before.version - 1 };
      expect(outcomeOf(before, command, stale)).toBe("version_conflict");
    }),
    { numRuns: 3000, seed: 20261120 },
  );
});
