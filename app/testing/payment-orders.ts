import type { DisputeSnapshot } from "~/adapters/payments/port";
import { balanceOf, isUnsettled } from "~/domain/bookings/read/balance";
import { isLapsed } from "~/domain/bookings/change/decision-parts";
import { LOST_DISPUTES } from "~/domain/accounting/dispute-status";
import { isCaptured, type PaymentRow, UNFINISHED } from "~/domain/accounting/payment-row";
import { NOW, requested } from "./booking-decisions";
import { PRICE, World } from "./payment-world";
import { seededRandom } from "./seeded-random";

// Events of a booking and its money in every order, and the invariants once all have settled.

const PART = 400;
type Dispute = DisputeSnapshot["status"];
type WorldEvent = (world: World) => void;

const last = <T>(all: Iterable<T>): T | undefined => [...all].at(-1);

function changeParty(world: World, by: number): void {
  const party_size = world.booking.party_size + by;
  if (party_size < 1) return;
  world.attempt(() => world.change("admin", { type: "move", requested, party_size }));
}

/**
 * Moves the dispute of the last captured payment between statuses; it can also be won without an
 * appeal.
 */
function moveDispute({ truths }: World, from: Dispute | null, to: Dispute): void {
  const isThere = ({ session, dispute }: { session: string; dispute: Dispute | null }) =>
    session === "paid" && (dispute === from || (to === "won" && dispute === "needs_response"));
  const found = last([...truths.values()].filter(isThere));
  if (found) found.dispute = to;
}

/** Events of a booking and its money, applied in any order and number. */
const EVENTS: Record<string, WorldEvent> = {
  paid: ({ truths }) => {
    const open = last(
      [...truths.values()].filter(({ session }) => session === "open" || session === "processing"),
    );
    if (open) open.session = "paid";
  },
  paid_later: ({ truths }) => {
    const open = last([...truths.values()].filter(({ session }) => session === "open"));
    if (open) open.session = "processing";
  },
  expired: ({ truths }) => {
    const open = last(
      [...truths.values()].filter(({ session }) => session === "open" || session === "processing"),
    );
    if (open) open.session = open.session === "open" ? "expired" : "failed";
  },
  refunded: (world) => world.attempt(() => world.refund(world.money().refundable)),
  part_refunded_there: ({ truths }) => {
    const paid = last([...truths.values()].filter(({ session }) => session === "paid"));
    const refunded = paid?.refunds
      .filter((one) => one.status !== "failed")
      .reduce((sum, { amount }) => sum + amount, 0);
    if (paid === undefined || refunded! + PART > paid.amount) return;
    const id = `there${paid.refunds.length}`;
    paid.refunds.push({
      id,
      refund_id: null,
      amount: PART,
      status: "succeeded",
      failure_code: null,
    });
  },
  refund_failed: ({ truths }) => {
    const refunds = [...truths.values()].flatMap((truth) => truth.refunds);
    const through = last(refunds.filter(({ status }) => status === "succeeded"));
    if (through) through.status = "failed";
  },
  /** The guest disputes the payment; the bank decides, an appeal starts and is decided. */
  disputed: (world) => moveDispute(world, null, "needs_response"),
  dispute_lost: (world) => moveDispute(world, "needs_response", "lost"),
  dispute_appealed: (world) => moveDispute(world, "lost", "appeal_under_review"),
  dispute_won: (world) => moveDispute(world, "appeal_under_review", "won"),
  cancelled: (world) => {
    const { refundable } = world.money();
    if (world.booking.status === "cancelled") return;
    if (world.attempt(() => world.change("admin", { type: "become", to: "cancelled" })))
      world.refund(refundable);
  },
  cancelled_and_kept: (world) => {
    const wasPaid = world.money().captured > 0;
    if (
      world.booking.status !== "cancelled" &&
      world.attempt(() => world.change("admin", { type: "become", to: "cancelled" }))
    )
      world.is_kept_on_purpose = wasPaid;
  },
  /** The hold has expired; the second occurrence runs the sweep. */
  hold_ended: (world) => {
    if (isLapsed(world.booking, NOW)) return world.endHold();
    if (world.booking.status === "pending") world.booking = { ...world.booking, expires_at: NOW };
  },
  seat_taken: (world) => {
    world.endHold();
    world.rival_has_seat = !world.has_seat;
  },
  seat_free: (world) => {
    world.rival_has_seat = false;
  },
  second_payment: (world) => {
    const isOpen = world.payments.some((one) => UNFINISHED.includes(one.status));
    if (!isOpen) return world.startCheckout();
    const { status } = world.booking;
    const to = status === "completed" || status === "no_show" ? status : "paid";
    world.attempt(() => world.change("admin", { type: "become", to, offline: true }));
  },
  /** One more guest at the agreed price per seat. */
  party_grew: (world) => changeParty(world, 1),
  party_shrank: (world) => changeParty(world, -1),
  /** A change to another service with its own price. */
  repriced: (world) => {
    const price_amount = world.booking.price_amount! > 2 * PRICE ? 300 : 4000;
    const command = {
      type: "move",
      requested: { ...requested, price_amount },
      reprice: true,
    } as const;
    world.attempt(() => world.change("admin", command));
  },
  written_off: (world) => {
    if (world.attempt(() => world.change("admin", { type: "write_off" }, world.money())))
      world.is_written_off = true;
  },
  approved: (world) => {
    const due = { pending_reason: "payment", hold_minutes: 60 } as const;
    if (world.attempt(() => world.change("admin", { type: "become", to: "confirmed", due })))
      world.startCheckout();
  },
  completed: (world) =>
    world.attempt(() => world.change("admin", { type: "become", to: "completed" })),
  handed_back: (world) => world.handBack(),
  news: (world) => world.settle(),
};

/**
 * Lets time pass until nothing is pending: the hold has expired, all webhooks are delivered, all
 * refunds are sent.
 */
function settleAll(world: World): void {
  world.settle();
  if (
    world.payments.some(
      (one) => world.truths.get(one.id)?.session === "open" && world.hasNoUse(one),
    )
  )
    world.offences.push("a checkout that no longer fits stays open");
  if (world.booking.status === "pending") world.booking = { ...world.booking, expires_at: NOW };
  for (const truth of world.truths.values())
    if (truth.session === "open") truth.session = "expired";
  for (let round = 0; round < 5; round++) {
    const { booking, moments } = world;
    world.settle();
    world.endHold();
    if (round > 0 && booking === world.booking && moments === world.moments) break;
  }
}

/** Describes the faults of a settled world; empty if money and seat agree. */
function problemsOf(world: World): string[] {
  const { booking, payments, truths, offences } = world;
  const problems = [...offences];
  const retainedOf = (payment: PaymentRow): number => {
    const truth = truths.get(payment.id);
    if (truth === undefined)
      return isCaptured(payment.status) ? payment.amount - world.returned(payment) : 0;
    const refunded = truth.refunds
      .filter((one) => one.status === "succeeded")
      .reduce((sum, one) => sum + one.amount, 0);
    if (truth.session !== "paid") return 0;
    const isLost = truth.dispute !== null && LOST_DISPUTES.includes(truth.dispute);
    // A bank may take back more than the remainder.
    return truth.amount - refunded - (isLost ? truth.amount : 0);
  };
  // Cash to return is listed for staff.
  const owedOf = ({ id }: PaymentRow) =>
    world.refunds
      .filter((one) => one.payment_id === id && one.status === "owed")
      .reduce((sum, { amount }) => sum + amount, 0);
  const retained = payments.filter((one) => retainedOf(one) - owedOf(one) > 0);
  const sumOwn = payments
    .filter((one) => !one.is_surplus)
    .reduce((sum, one) => sum + retainedOf(one), 0);
  const own = Math.max(sumOwn, 0);
  // The bank is deciding or has decided.
  const isDisputed = ({ id }: PaymentRow) => (truths.get(id)?.dispute ?? null) !== null;
  const isServed = ["paid", "completed", "no_show"].includes(booking.status);
  for (const payment of retained)
    if (
      payment.attention === null &&
      !isDisputed(payment) &&
      (payment.is_surplus || !(isServed || world.is_kept_on_purpose))
    )
      problems.push("money is retained for a booking without a seat, without an alert");
  // Money lost in a dispute was captured before: the booking keeps its seat and has a balance to
  // settle.
  const isLost = payments.some((one) => !one.is_surplus && world.disputed(LOST_DISPUTES, one) > 0);
  if (booking.status === "paid" && own === 0 && !isLost)
    problems.push("a seat is held as paid without money");
  if (booking.status === "refunded" && own > 0)
    problems.push("a booking is called refunded while its money is here");
  const { captured, refunded } = world.money();
  const { price_amount, written_off_amount: off } = booking;
  const balance = balanceOf(world.loaded());
  if (isServed && own > price_amount! && balance === 0 && !world.is_written_off)
    problems.push("more than the price is kept, and nobody decided so");
  if (isServed && balance !== price_amount! - own - off)
    problems.push(`the balance says ${balance}`);
  if (off < 0 && !world.is_written_off) problems.push("a credit was written off by nobody");
  if (
    off > 0 &&
    !world.is_written_off &&
    !world.refunds.some((one) => one.completed_at || one.status === "succeeded")
  )
    problems.push("what is due was written off by nobody");
  if (isServed && (captured > 0 || isLost) && (balance !== 0) !== isUnsettled(world.loaded()))
    problems.push("a balance that nobody is asked to settle");
  if (captured - refunded !== own) problems.push("the ledger and the provider count differently");
  const delivered =
    refunded === 0 ? "paid" : refunded < captured ? "partially_refunded" : "refunded";
  if (captured > 0 && booking.payment_status !== delivered)
    problems.push(`it says ${booking.payment_status}, it is ${delivered}`);
  if (
    captured === 0 &&
    !isLost &&
    ["paid", "partially_refunded", "refunded"].includes(booking.payment_status)
  )
    problems.push("it says paid without money");
  if (world.refunds.some((one) => one.status === "requested"))
    problems.push("a refund waits for ever");
  if ([...truths.values()].some(({ session }) => session === "open"))
    problems.push("a checkout stays open for ever");
  return problems;
}

/** Applies these events in order and settles; returns the fault, or null. */
export function tryOrder(order: readonly string[]): string | null {
  for (const first of ["payment", "approval"] as const) {
    const world = new World(first);
    for (const name of order) EVENTS[name]!(world);
    settleAll(world);
    const problems = problemsOf(world);
    if (problems.length > 0) return `${first} first, ${order.join(", ")}: ${problems.join("; ")}`;
  }
  return null;
}

/** Every sequence of `length` events, with repetitions. */
export function* everyOrder(length: number): Generator<string[]> {
  const names = Object.keys(EVENTS);
  for (let number = 0; number < names.length ** length; number++) {
    const order: string[] = [];
    for (
      let place = 0, rest = number;
      place < length;
      place++, rest = Math.floor(rest / names.length)
    )
      order.push(names[rest % names.length]!);
    yield order;
  }
}

/** Random sequences of 4 to `longest` events; deterministic by seed. */
export function* randomOrders(seed: number, times: number, longest: number): Generator<string[]> {
  const names = Object.keys(EVENTS);
  const random = seededRandom(seed);
  const below = (most: number) => Math.floor(random() * most);
  for (let run = 0; run < times; run++)
    yield Array.from({ length: 4 + below(longest - 3) }, () => names[below(names.length)]!);
}
