import type { CheckoutSteps } from "../details/checkout-steps";
import { Refusal } from "../shared/problem";
import type { Booking } from "../wire";

/** Number of status checks after checkout, and the interval (ms). */
const LOOKS = 8;
const PAUSE_MS = 2_000;

/**
 * Checks the payment status. After a checkout, polls while the provider has no result; after
 * browser Back, checks once, since they may have paid. Without saved state, the URL identifies the
 * checkout.
 */
export function lookUpPayment(steps: CheckoutSteps, count = 0): void {
  const { payment, controller } = steps;
  const { booked } = controller.flow;
  const session_id = controller.host.session();
  const named = booked ? { booking_id: booked.booking.id } : session_id ? { session_id } : null;
  if (!named) return;
  if (session_id) payment.state = "checking";
  payment.stopped = false;
  void ask(steps, named, session_id ? count : LOOKS);
  controller.host.changed();
}

async function ask(
  steps: CheckoutSteps,
  named: Parameters<CheckoutSteps["api"]["bySession"]>[0],
  count: number,
): Promise<void> {
  const { payment, controller } = steps;
  try {
    const booking = await steps.api.bySession(named);
    if (!payment.stopped) show(steps, booking, count);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (payment.stopped) return;
    // The checkout in the URL is unknown here, so start normally.
    if (error.problem.code === "not_found" && "session_id" in named) return controller.host.reset();
    again(steps, count);
  }
  controller.host.changed();
}

function show(steps: CheckoutSteps, booking: Booking, count: number): void {
  const { interactions, payment, controller } = steps;
  interactions.advance({ type: "payment_asked", booking });
  const { status, payment_status, pending_reason } = booking;
  const isOver = status === "cancelled" || status === "refunded";
  if (isOver || status === "expired") payment.state = isOver ? "cancelled" : "expired";
  else if (status !== "pending" || (pending_reason && pending_reason !== "payment")) {
    interactions.advance({ type: "payment_seen", booking });
    if (payment_status === "paid") controller.host.emit("booking-paid", { booking });
    controller.host.focusOn("step");
  } else if (payment_status === "failed") payment.state = "failed";
  else if (payment_status === "processing") payment.state = "slow";
  else again(steps, count);
}

function again(steps: CheckoutSteps, count: number): void {
  const { payment } = steps;
  if (payment.state !== "checking") return;
  if (count + 1 >= LOOKS) payment.state = "slow";
  else payment.timer = setTimeout(() => lookUpPayment(steps, count + 1), PAUSE_MS);
}
