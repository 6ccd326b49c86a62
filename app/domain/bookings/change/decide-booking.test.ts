import { describe, expect, test } from "vitest";
import type { BookingStatus } from "~/contract/bookings";
import {
  contextOf,
  expectSound,
  movers,
  outcomeOf,
  requested,
  paid,
  partly,
  rowOf,
  statuses,
  wholly,
  at,
} from "~/testing/booking-decisions";
import type { BookingMoney } from "../../accounting/booking-money.sql.server";
import type { BookingCommand, Decision } from "./booking-command";
import { isLive } from "~/contract/booking-status";
import type { Mover } from "./booking-status";
import { decide } from "./decide-booking";

type Status = BookingStatus;

/** The transition table, restating the specification; anything absent is refused. */
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
    pending: ["cancelled"],
    confirmed: ["cancelled"],
    paid: ["cancelled"],
    completed: [],
    no_show: [],
    cancelled: [],
    expired: [],
    refunded: [],
  },
  system: {
    pending: ["confirmed", "paid", "cancelled", "expired"],
    confirmed: ["paid", "cancelled"],
    paid: ["cancelled", "refunded"],
    completed: ["refunded"],
    no_show: ["refunded"],
    cancelled: ["refunded"],
    expired: ["paid", "refunded"],
    refunded: [],
  },
};
const events: Record<Status, string[]> = {
  pending: [],
  confirmed: ["booking.confirmed"],
  paid: ["booking.paid"],
  completed: ["booking.completed"],
  no_show: ["booking.no_show"],
  cancelled: ["booking.cancelled"],
  expired: ["booking.cancelled"],
  refunded: ["booking.refunded"],
};

const steps = movers.flatMap((mover) =>
  statuses.flatMap((from) =>
    statuses.map((to) => [mover, from, to, legal[mover][from].includes(to)] as const),
  ),
);

test("the transition table is complete", () => {
  expect(steps).toHaveLength(256);
  expect(steps.filter(([, , , isLegal]) => isLegal)).toHaveLength(12 + 16 + 3 + 13);
});

describe.each(movers)("by %s", (mover) => {
  test.each(steps.filter(([who]) => who === mover))(
    "%s: from %s to %s, %s",
    (_who, from, to, isLegal) => {
      const before = rowOf(
        from,
        mover,
        to === "expired" && from === "pending" ? { expires_at: at(-1) } : {},
      );
      const result = outcomeOf(
        before,
        { type: "become", to, offline: mover !== "system" },
        contextOf(mover),
      );
      if (from === to) return expect(result).toBe("same");
      if (!isLegal)
        return expect(result).toBe(
          to === "refunded" && mover === "staff" ? "forbidden_role" : "invalid_transition",
        );
      const decision = result as Decision;
      expectSound(before, decision);
      expect(decision.row).toMatchObject({ status: to, pending_reason: null, expires_at: null });
      const isFirst = to === "paid" && (from === "pending" || from === "expired");
      expect(decision.events).toEqual(isFirst ? ["booking.confirmed", "booking.paid"] : events[to]);
      expect(decision.audit).toEqual(
        mover === "system"
          ? null
          : {
              action: `booking.${to}`,
              diff: {
                status: [from, to],
                ...(decision.offline_payment === "received" && { offline_method: "other" }),
              },
            },
      );
      const waitlist = from !== "pending" ? "keep" : isLive(to) ? "accepted" : "passed";
      expect(decision.waitlist).toBe(waitlist);
      // Repeating it is a no-op.
      expect(decide(decision.row, { type: "become", to }, contextOf(mover))).toBeNull();
    },
  );
});

type Expected = (mover: Mover, status: Status) => string;
const own: (mover: Mover, of: Mover[], refusal: string, then: () => string) => string = (
  mover,
  of,
  refusal,
  then,
) => (of.includes(mover) ? then() : refusal);
const inTime = (status: Status) => ["pending", "confirmed", "paid"].includes(status);

type Case = [string, BookingCommand, BookingMoney, Expected];
const byStatusOfOffer: Expected = (mover, status) =>
  own(mover, ["customer"], "forbidden_role", () =>
    status === "pending" ? "ok" : status === "confirmed" ? "same" : "invalid_transition",
  );
const bySystem: Expected = (mover) => own(mover, ["system"], "invalid_transition", () => "ok");

const approvalOffers: Case[] = [
  ["accept an offer, nothing due", { type: "accept_offer", due: null }, paid, byStatusOfOffer],
  [
    "accept an offer, approval due",
    { type: "accept_offer", due: { pending_reason: "approval", hold_minutes: 60 } },
    paid,
    byStatusOfOffer,
  ],
];
const completedRefunds = [partly, wholly].map((money): Case => [
  `a refund of ${money.refunded} completed`,
  { type: "refund_completed" },
  money,
  bySystem,
]);
const surplusReturns: Case[] = [
  [
    "the return of a second payment completed",
    { type: "surplus_moved", turned: "completed" },
    paid,
    bySystem,
  ],
  [
    "the return of a second payment failed",
    { type: "surplus_moved", turned: "failed" },
    paid,
    bySystem,
  ],
];

const otherCommands: Case[] = [
  ...approvalOffers,
  [
    "move",
    { type: "move", requested },
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
      own(mover, ["system"], "invalid_transition", () =>
        status === "paid" || status === "refunded" ? "same" : "ok",
      ),
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
  ...completedRefunds,
  ...surplusReturns,
  [
    "a refund failed",
    { type: "refund_failed", former: "cancelled" },
    paid,
    (mover, status) =>
      own(mover, ["system"], "invalid_transition", () =>
        // A booking past this status keeps it: only its payment status is corrected.
        status === "refunded" || rowOf(status, mover).payment_status !== "paid" ? "ok" : "same",
      ),
  ],
];

describe.each(otherCommands)("%s", (_name, command, money, expected) => {
  const cases = movers.flatMap((mover) => statuses.map((status) => [mover, status] as const));
  test.each(cases)("by %s on a %s booking", (mover, status) => {
    const before = rowOf(status, mover);
    const result = outcomeOf(before, command, contextOf(mover, money));
    if (typeof result === "string") return expect(result).toBe(expected(mover, status));
    expect("ok").toBe(expected(mover, status));
    expectSound(before, result);
  });
});
