import { isLapsed } from "~/domain/bookings/decision-parts";
import { isCaptured, type PaymentRow, UNFINISHED } from "~/domain/ledger/payment-row";
import { NOW } from "./booking-decisions";
import { PRICE, World } from "./payment-world";

// What may happen to a booking and its money, in every order; and what must hold once everything has come to rest.

const PART = 400;
type Happening = (world: World) => void;

const last = <T>(all: Iterable<T>): T | undefined => [...all].at(-1);

/** What may happen to a booking and its money, as often and in whichever order it likes. */
export const HAPPENINGS: Record<string, Happening> = {
  paid: ({ truths }) => {
    const open = last([...truths.values()].filter(({ session }) => session === "open" || session === "processing"));
    if (open) open.session = "paid";
  },
  paid_later: ({ truths }) => {
    const open = last([...truths.values()].filter(({ session }) => session === "open"));
    if (open) open.session = "processing";
  },
  expired: ({ truths }) => {
    const open = last([...truths.values()].filter(({ session }) => session === "open" || session === "processing"));
    if (open) open.session = open.session === "open" ? "expired" : "failed";
  },
  refunded: (world) => world.attempt(() => world.giveBack(world.money().refundable)),
  part_refunded_there: ({ truths }) => {
    const paid = last([...truths.values()].filter(({ session }) => session === "paid"));
    const gone = paid?.refunds.filter((one) => one.status !== "failed").reduce((sum, { amount }) => sum + amount, 0);
    if (paid === undefined || gone! + PART > PRICE) return;
    const id = `there${paid.refunds.length}`;
    paid.refunds.push({ id, refund_id: null, amount: PART, status: "succeeded", failure_code: null });
  },
  refund_failed: ({ truths }) => {
    const refunds = [...truths.values()].flatMap((truth) => truth.refunds);
    const through = last(refunds.filter(({ status }) => status === "succeeded"));
    if (through) through.status = "failed";
  },
  cancelled: (world) => {
    const { refundable } = world.money();
    if (world.booking.status === "cancelled") return;
    if (world.attempt(() => world.change("admin", { type: "become", to: "cancelled" }))) world.giveBack(refundable);
  },
  cancelled_and_kept: (world) => {
    const wasPaid = world.money().captured > 0;
    if (
      world.booking.status !== "cancelled" &&
      world.attempt(() => world.change("admin", { type: "become", to: "cancelled" }))
    )
      world.is_kept_on_purpose = wasPaid;
  },
  /** The hold is over; the sweep comes with the next time it is said. */
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
    if (!isOpen) return world.openCheckout();
    world.attempt(() => world.change("admin", { type: "become", to: "paid", offline: true }));
  },
  completed: (world) => world.attempt(() => world.change("admin", { type: "become", to: "completed" })),
  news: (world) => world.settle(),
};

/** Time goes by until nothing is left to do: the hold has ended, every webhook has come, every refund was sent. */
export function comeToRest(world: World): void {
  if (world.booking.status === "pending") world.booking = { ...world.booking, expires_at: NOW };
  for (let round = 0; round < 5; round++) {
    const { booking, moments } = world;
    world.settle();
    world.endHold();
    if (round > 0 && booking === world.booking && moments === world.moments) break;
  }
}

/** What is wrong with a world at rest, in words; nothing: money and seat agree. */
export function problemsOf(world: World): string[] {
  const { booking, payments, truths, offences } = world;
  const problems = [...offences];
  const keptOf = (payment: PaymentRow): number => {
    const truth = truths.get(payment.id);
    if (truth === undefined) return isCaptured(payment.status) ? payment.amount - world.promised(payment) : 0;
    const gone = truth.refunds.filter((one) => one.status === "succeeded").reduce((sum, one) => sum + one.amount, 0);
    return truth.session === "paid" ? PRICE - gone : 0;
  };
  const kept = payments.filter((one) => keptOf(one) > 0);
  const own = payments.filter((one) => !one.is_surplus).reduce((sum, one) => sum + keptOf(one), 0);
  const isServed = ["paid", "completed", "no_show"].includes(booking.status);
  for (const payment of kept)
    if (payment.attention === null && (payment.is_surplus || !(isServed || world.is_kept_on_purpose)))
      problems.push("money is kept for a booking that has no seat, and nobody is asked to look at it");
  if (booking.status === "paid" && own === 0) problems.push("a seat is held as paid without money");
  if (booking.status === "refunded" && own > 0) problems.push("a booking is called refunded while its money is here");
  if (kept.filter((one) => one.attention === null).length > 1) problems.push("a booking was paid twice");
  const { captured, refunded } = world.money();
  if (captured - refunded !== own) problems.push("the ledger and the provider count differently");
  const told = refunded === 0 ? "paid" : refunded < captured ? "partially_refunded" : "refunded";
  if (captured > 0 && booking.payment_status !== told)
    problems.push(`it says ${booking.payment_status}, it is ${told}`);
  if (captured === 0 && ["paid", "partially_refunded", "refunded"].includes(booking.payment_status))
    problems.push("it says paid without money");
  if (world.refunds.some((one) => one.status === "requested")) problems.push("a refund waits for ever");
  if ([...truths.values()].some(({ session }) => session === "open")) problems.push("a checkout stays open for ever");
  return problems;
}

/** Lets these happen one after the other and everything come to rest; what is wrong then, null for nothing. */
export function tryOrder(order: readonly string[]): string | null {
  const world = new World();
  for (const name of order) HAPPENINGS[name]!(world);
  comeToRest(world);
  const problems = problemsOf(world);
  return problems.length === 0 ? null : `${order.join(", ")}: ${problems.join("; ")}`;
}

/** Every order of `length` happenings, duplicates among them. */
export function* everyOrder(length: number): Generator<string[]> {
  const names = Object.keys(HAPPENINGS);
  for (let number = 0; number < names.length ** length; number++) {
    const order: string[] = [];
    for (let place = 0, rest = number; place < length; place++, rest = Math.floor(rest / names.length))
      order.push(names[rest % names.length]!);
    yield order;
  }
}

/** Random orders of 4 to `longest` happenings; the same ones for the same seed (mulberry32). */
export function* randomOrders(seed: number, times: number, longest: number): Generator<string[]> {
  const names = Object.keys(HAPPENINGS);
  let state = seed;
  const below = (most: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * most);
  };
  for (let run = 0; run < times; run++)
    yield Array.from({ length: 4 + below(longest - 3) }, () => names[below(names.length)]!);
}
