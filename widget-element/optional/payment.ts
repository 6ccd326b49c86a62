import type { LaterSteps } from "../later/later-steps";
import { Refusal } from "../problem";

/** How often a payment is asked for after the way back, and how long between (ms). */
const LOOKS = 8;
const PAUSE_MS = 2_000;

/** Looks what became of the payment, and again a few times while the provider has not said. */
export function look(later: LaterSteps, count = 0): void {
  const { checkout, controller } = later;
  const session = new URLSearchParams(location.search).get("session_id");
  if (!session) {
    const { expires_at } = controller.flow.booked!.booking; // The step machine reaches this step with a booking only.
    if (expires_at && Date.parse(expires_at) < Date.now()) checkout.state = "expired";
  } else {
    checkout.state = "checking";
    checkout.stopped = false;
    void ask(later, session, count);
  }
  controller.host.changed();
}

async function ask(later: LaterSteps, session: string, count: number): Promise<void> {
  const { acts, checkout, controller } = later;
  try {
    const booking = await later.api.bySession(session);
    if (checkout.stopped) return;
    if (booking.id !== controller.flow.booked?.booking.id) checkout.state = "back";
    else if (booking.payment_status === "paid") {
      acts.advance({ type: "payment_seen", booking });
      controller.host.emit("booking-paid", { booking });
      return controller.host.focusOn("step");
    } else if (booking.payment_status === "failed") checkout.state = "failed";
    else if (booking.status === "expired" || booking.status === "cancelled") checkout.state = "expired";
    else again(later, count);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    again(later, count);
  }
  controller.host.changed();
}

function again(later: LaterSteps, count: number): void {
  const { checkout } = later;
  if (count + 1 >= LOOKS) checkout.state = "slow";
  else checkout.timer = setTimeout(() => look(later, count + 1), PAUSE_MS);
}
