import type { LaterSteps } from "../later/later-steps";
import { Refusal } from "../problem";
import type { Booking } from "../wire";

/** How often a payment is asked for after the way back, and how long between (ms). */
const LOOKS = 8;
const PAUSE_MS = 2_000;

/**
 * Looks what became of the payment. Back from the checkout: again a few times, while the provider has not said; a visitor who only went back
 * in their browser is asked about once, since they may have paid. Without the memory of a booking, the address says which checkout it was.
 */
export function look(later: LaterSteps, count = 0): void {
  const { checkout, controller } = later;
  const { booked } = controller.flow;
  const session_id = controller.host.session();
  const named = booked ? { booking_id: booked.booking.id } : session_id ? { session_id } : null;
  if (!named) return;
  if (session_id) checkout.state = "checking";
  checkout.stopped = false;
  void ask(later, named, session_id ? count : LOOKS);
  controller.host.changed();
}

async function ask(
  later: LaterSteps,
  named: Parameters<LaterSteps["api"]["bySession"]>[0],
  count: number,
): Promise<void> {
  const { checkout, controller } = later;
  try {
    const booking = await later.api.bySession(named);
    if (!checkout.stopped) show(later, booking, count);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (checkout.stopped) return;
    // An address that names a checkout of somebody else's: the visitor begins as everybody does.
    if (error.problem.code === "not_found" && "session_id" in named) return controller.host.again();
    again(later, count);
  }
  controller.host.changed();
}

function show(later: LaterSteps, booking: Booking, count: number): void {
  const { acts, checkout, controller } = later;
  acts.advance({ type: "payment_asked", booking });
  const { status, payment_status, pending_reason } = booking;
  const isOver = status === "cancelled" || status === "refunded";
  if (isOver || status === "expired") checkout.state = isOver ? "cancelled" : "expired";
  else if (status !== "pending" || (pending_reason && pending_reason !== "payment")) {
    acts.advance({ type: "payment_seen", booking });
    if (payment_status === "paid") controller.host.emit("booking-paid", { booking });
    controller.host.focusOn("step");
  } else if (payment_status === "failed") checkout.state = "failed";
  else if (payment_status === "processing") checkout.state = "slow";
  else again(later, count);
}

function again(later: LaterSteps, count: number): void {
  const { checkout } = later;
  if (checkout.state !== "checking") return;
  if (count + 1 >= LOOKS) checkout.state = "slow";
  else checkout.timer = setTimeout(() => look(later, count + 1), PAUSE_MS);
}
