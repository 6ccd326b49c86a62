import { bookingStatus } from "../interactions/requests";
import { move } from "../interactions/move";
import { visitOf } from "../interactions/visit";
import { Refusal } from "../shared/problem";
import type { Store } from "../store";
import type { Booking } from "../wire";

/** Number of status checks after checkout, and the interval (ms). */
const LOOKS = 8;
const PAUSE_MS = 2_000;

/**
 * Checks the payment status. After a checkout, polls while the provider has no result; after
 * browser Back, checks once, since they may have paid. Without saved state, the URL identifies the
 * checkout.
 */
export function lookUpPayment(store: Store, count = 0): void {
  const { booked } = store.state.flow;
  const session_id = store.page.session();
  const named = booked ? { booking_id: booked.booking.id } : session_id ? { session_id } : null;
  if (!named) return;
  visitOf(store).has_left = false;
  if (session_id) store.set({ payment: "checking" });
  void look(store, named, session_id ? count : LOOKS);
}

async function look(
  store: Store,
  named: Parameters<typeof bookingStatus>[1],
  count: number,
): Promise<void> {
  const visit = visitOf(store);
  try {
    const booking = await bookingStatus(store, named);
    if (!visit.has_left) show(store, booking, count);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (visit.has_left) return;
    // The checkout in the URL is unknown here, so start normally.
    if (error.problem.code === "not_found" && "session_id" in named) return store.page.reset();
    again(store, count);
  }
}

function show(store: Store, booking: Booking, count: number): void {
  move(store, { type: "payment_asked", booking });
  const { status, payment_status, pending_reason } = booking;
  const isOver = status === "cancelled" || status === "refunded";
  if (isOver || status === "expired") store.set({ payment: isOver ? "cancelled" : "expired" });
  else if (
    status !== "pending" ||
    (pending_reason && pending_reason !== "payment" && pending_reason !== "card")
  ) {
    move(store, { type: "payment_seen", booking });
    if (payment_status === "paid") store.page.emit("booking-paid", { booking });
    store.set({ focus: "step" });
  } else if (payment_status === "failed") store.set({ payment: "failed" });
  else if (payment_status === "processing") store.set({ payment: "slow" });
  else again(store, count);
}

function again(store: Store, count: number): void {
  if (store.state.payment !== "checking") return;
  if (count + 1 >= LOOKS) store.set({ payment: "slow" });
  else visitOf(store).payment_timer = setTimeout(() => lookUpPayment(store, count + 1), PAUSE_MS);
}
