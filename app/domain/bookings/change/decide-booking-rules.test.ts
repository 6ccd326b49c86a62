import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  contextOf,
  expectSound,
  movers,
  outcomeOf,
  requested,
  partly,
  rowOf,
  statuses,
  wholly,
  at,
  NOW,
} from "~/testing/booking-decisions";
import { readPolicy } from "../../identity/policy";
import type { BookingMoney } from "../../accounting/booking-money.sql.server";
import type { BookingCommand } from "./booking-command";
import type { BookingRow } from "../read/booking-row";
import { isLive } from "~/contract/booking-status";
import { allowedStatuses } from "./booking-status";
import { decide } from "./decide-booking";
import { decideNew, dueFor, paymentAfterApproval } from "../place/new-booking";

describe("money", () => {
  test("a partial refund keeps the status; the last one makes it refunded if allowed", () => {
    const after = (status: BookingRow["status"], money: BookingMoney) =>
      decide(rowOf(status, "system"), { type: "refund_completed" }, contextOf("system", money))!;
    for (const status of statuses.filter((one) => one !== "refunded")) {
      expect(after(status, partly)).toMatchObject({
        row: { status, payment_status: "partially_refunded" },
        events: ["booking.refunded"],
      });
      const isStep = allowedStatuses(status, "system").includes("refunded");
      expect(after(status, wholly).row).toMatchObject({
        status: isStep ? "refunded" : status,
        payment_status: "refunded",
      });
    }
  });

  test("a failed refund restores the status and its seats", () => {
    for (const former of ["paid", "completed", "no_show", "cancelled", "expired"] as const) {
      const before = rowOf("refunded", "system");
      const decision = decide(before, { type: "refund_failed", former }, contextOf("system"))!;
      expectSound(before, decision);
      expect(decision).toMatchObject({
        row: { status: former, payment_status: "paid" },
        events: ["booking.reinstated"],
        seats: { kind: isLive(former) ? "reclaim" : "keep" },
      });
    }
    for (const former of ["pending", "confirmed"] as const)
      expect(
        outcomeOf(
          rowOf("refunded", "system"),
          { type: "refund_failed", former },
          contextOf("system"),
        ),
      ).toBe("invalid_transition");
  });

  test("a late payment reclaims the seats, even before the sweep; staff get hold_expired", () => {
    const lapsed = rowOf("pending", "system", { expires_at: NOW });
    const pay: BookingCommand = { type: "become", to: "paid", offline: true };
    expect(decide(lapsed, pay, contextOf("system"))).toMatchObject({ seats: { kind: "reclaim" } });
    expect(decide(rowOf("expired", "system"), pay, contextOf("system"))).toMatchObject({
      seats: { kind: "reclaim" },
    });
    expect(outcomeOf(lapsed, pay, contextOf("admin"))).toBe("hold_expired");
    expect(outcomeOf(lapsed, { type: "become", to: "confirmed" }, contextOf("staff"))).toBe(
      "hold_expired",
    );
    expect(decide(lapsed, { type: "become", to: "cancelled" }, contextOf("staff"))).toMatchObject({
      seats: { kind: "release" },
    });
    expect(
      outcomeOf(rowOf("pending", "system"), { type: "become", to: "expired" }, contextOf("system")),
    ).toBe("invalid_transition");
  });

  test("an offline payment is marked as such; nothing uncaptured is refunded", () => {
    const before = rowOf("confirmed", "staff");
    expect(outcomeOf(before, { type: "become", to: "paid" }, contextOf("staff"))).toBe(
      "validation_failed",
    );
    expect(
      decide(before, { type: "become", to: "paid", offline: true }, contextOf("staff")),
    ).toMatchObject({
      offline_payment: "received",
    });
    const none = { captured: 0, refunded: 0, lost: 0, on_way: 0, owed: 0, refundable: 0 };
    for (const mover of ["admin", "system"] as const)
      expect(
        outcomeOf(rowOf("paid", mover), { type: "become", to: "refunded" }, contextOf(mover, none)),
      ).toBe("invalid_transition");
  });
});

describe("a move", () => {
  const before = rowOf("paid", "staff");
  test("keeps the price per seat and scales with the party", () => {
    const priceOf = (party_size?: number) =>
      decide(
        before,
        { type: "move", requested, ...(party_size && { party_size }) },
        contextOf("staff"),
      )!.row.price_amount;
    expect([priceOf(), priceOf(2), priceOf(1), priceOf(3), priceOf(10)]).toEqual([
      5000, 5000, 2500, 7500, 25_000,
    ]);
    const free = rowOf("paid", "staff", { price_amount: null, currency: null });
    expect(
      decide(free, { type: "move", requested, party_size: 5 }, contextOf("staff"))!.row
        .price_amount,
    ).toBeNull();
  });
  test("to its current place changes only new notes", () => {
    const { id } = requested.resource;
    const there = rowOf("paid", "staff", { ...requested, resource_id: id, price_amount: 5000 });
    expect(decide(there, { type: "move", requested }, contextOf("staff"))).toBeNull();
    expect(
      decide(there, { type: "move", requested, details: { notes: "New" } }, contextOf("staff")),
    ).toMatchObject({
      events: ["booking.updated"],
      seats: { kind: "keep" },
    });
  });
  test("requires an open slot and the daily limit, unless it is its own slot or overridden", () => {
    const seats = (row: BookingRow, override = false) =>
      decide(row, { type: "move", requested, override }, contextOf("admin"))!.seats;
    expect(seats(before)).toMatchObject({
      wanted: { slot_id: "other", daily: { max: 5 }, over_capacity: false },
    });
    expect(seats(rowOf("paid", "staff", { slot_id: "other" }))).toMatchObject({
      wanted: { slot_id: null },
    });
    expect(seats(before, true)).toMatchObject({
      wanted: { slot_id: null, daily: null, over_capacity: true },
    });
    expect(outcomeOf(before, { type: "move", requested, override: true }, contextOf("staff"))).toBe(
      "forbidden_role",
    );
  });
});

test("a guest can only correct answers of an upcoming booking", () => {
  const answers = [{ question_id: "wish", value: "Window" }];
  const edit = (status: BookingRow["status"], details: object, own = {}) =>
    outcomeOf(rowOf(status, "customer", own), { type: "edit", details }, contextOf("customer"));
  expect(edit("confirmed", { answers })).toMatchObject({ events: ["booking.updated"] });
  expect(edit("confirmed", { answers, notes: "New" })).toBe("forbidden_role");
  expect(edit("confirmed", { answers }, { starts_at: NOW })).toBe("invalid_transition");
  for (const status of ["completed", "no_show", "cancelled", "refunded", "expired"] as const)
    expect(edit(status, { answers })).toBe("invalid_transition");
});

test("an edit to the present values changes nothing", () => {
  const before = rowOf("confirmed", "staff", { notes: "Old", meta: { a: 1 } });
  for (const details of [{}, { notes: "Old" }, { meta: { a: 1 }, answers: [] }])
    expect(decide(before, { type: "edit", details }, contextOf("staff"))).toBeNull();
});

test("a new booking starts as pending and is confirmed immediately if nothing is due", () => {
  expect(decideNew(null, NOW)).toMatchObject({
    columns: { status: "confirmed", event_count: 2, expires_at: null },
  });
  const policy = readPolicy({ hold_minutes: 20, hold_hours_approval: 3 });
  const both = { requires_payment: true, requires_approval: true };
  expect(decideNew(dueFor(both, 100, policy), NOW).columns).toMatchObject({
    status: "pending",
    pending_reason: "approval",
    event_count: 1,
    expires_at: at(3),
  });
  const paidAtOnce = decideNew(
    dueFor({ ...both, requires_approval: false }, 100, policy),
    NOW,
  ).columns;
  expect(paidAtOnce).toMatchObject({ pending_reason: "payment", expires_at: at(1 / 3) });
  expect(dueFor(both, 0, policy)).toEqual({ pending_reason: "approval", hold_minutes: 180 });
  expect(dueFor({ ...both, requires_approval: false }, null, policy)).toBeNull();
});

test.each([
  [100, 0, 24],
  [100, 90, 10],
  [30, 24, 6],
  [2, 3, 1 / 4],
])(
  "approved %i hours before a start with %i hours of notice, a guest has %d hours to pay",
  (hours, notice, has) => {
    const wish = { starts_at: at(hours), min_notice_minutes: notice * 60 };
    const due = paymentAfterApproval(wish, readPolicy({}), NOW);
    expect(due).toEqual({ pending_reason: "payment", hold_minutes: has * 60 });
  },
);

test("an approved booking with payment due waits with its seats held", () => {
  const before = rowOf("pending", "admin", {
    pending_reason: "approval",
    starts_at: at(100),
    ends_at: at(101),
  });
  const due = { pending_reason: "payment", hold_minutes: 60 } as const;
  const approved = decide(before, { type: "become", to: "confirmed", due }, contextOf("staff"))!;
  expect(approved).toMatchObject({
    events: ["booking.approved"],
    seats: { kind: "hold_until", at: at(1) },
    row: { status: "pending", pending_reason: "payment", expires_at: at(1), is_proven: true },
  });
  // A second approval by a person confirms it without the payment.
  expect(
    decide(approved.row, { type: "become", to: "confirmed", due: null }, contextOf("staff"))!.row
      .status,
  ).toBe("confirmed");
});

const anyCommand = fc.oneof(
  fc.record({
    type: fc.constant("become" as const),
    to: fc.constantFrom(...statuses),
    offline: fc.boolean(),
  }),
  fc.constantFrom<BookingCommand>(
    { type: "accept_offer", due: null },
    { type: "accept_offer", due: { pending_reason: "approval", hold_minutes: 60 } },
    { type: "edit", details: { notes: "New" } },
    { type: "payment_progress", payment_status: "failed" },
    { type: "late_payment_refused" },
    { type: "refund_completed" },
  ),
  fc.record({
    type: fc.constant("move" as const),
    requested: fc.constant(requested),
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
    return rowOf(status, mover, {
      ...more,
      ...hours,
      expires_at,
      pending_reason: isPending ? pending_reason : null,
    });
  });
const anyMoney = fc.tuple(fc.nat(9999), fc.nat(9999)).map(([one, other]) => {
  const [refunded, captured] = [Math.min(one, other), Math.max(one, other)];
  return { captured, refunded, lost: 0, on_way: 0, owed: 0, refundable: captured - refunded };
});

test("every command is refused with a message, is a no-op, or yields a valid booking", () => {
  fc.assert(
    fc.property(
      anyRow,
      anyCommand,
      fc.constantFrom(...movers),
      anyMoney,
      (before, command, mover, money) => {
        const context = contextOf(mover, money);
        const result = outcomeOf(before, command, context);
        expect(outcomeOf(before, { ...command }, context)).toEqual(result);
        if (typeof result !== "string") expectSound(before, result);
        const stale = { ...context, version: before.version - 1 };
        expect(outcomeOf(before, command, stale)).toBe("version_conflict");
      },
    ),
    { numRuns: 3000, seed: 20261120 },
  );
});
