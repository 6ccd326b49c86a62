import { withStep } from "../details/later-steps";
import type { Flow } from "../flow";
import { visitOf } from "../interactions/visit";
import type { Store } from "../store";

/**
 * `open`: payment due. `back`: returned without paying. `checking`: reported as paid, waiting for
 * the provider.
 */
export type PaymentState =
  "open" | "back" | "checking" | "slow" | "failed" | "expired" | "cancelled";

/**
 * Where the checkout returns to: set by the page, or this page, which then shows the payment
 * status.
 */
export function returnUrl({ settings, state }: Store): string | null {
  if (settings.returnUrl) return new URL(settings.returnUrl, document.baseURI).href;
  const isPage = /^https?:$/.test(location.protocol) && origin !== "null";
  if (state.config?.payment === "off" || !isPage) return null;
  const url = new URL(location.href);
  url.searchParams.delete("session_id");
  url.hash = "";
  return url.href;
}

/** Booked, payment due: opens the checkout or, after returning, checks the payment status. */
export function enterPayment(store: Store, before: Flow): void {
  const { booked } = store.state.flow;
  const url = booked?.payment?.checkout_url;
  if (!before.sending) return lookAgain(store);
  if (!booked || !url) return;
  if (store.page.emit("booking-redirect", { url, booking: booked.booking })) location.assign(url);
}

/** The visitor is back from the checkout. */
export function lookAgain(store: Store): void {
  const { booked } = store.state.flow;
  const ends = booked?.booking.expires_at;
  const isOver = !!ends && Date.parse(ends) < Date.now();
  store.set({ payment: !booked ? "checking" : isOver ? "expired" : "back" });
  checkPayment(store);
}

/** Asks for the payment status. */
export function checkPayment(store: Store): void {
  void withStep(store, "pay", ({ lookUpPayment }) => lookUpPayment(store));
}

export function stopPayment(store: Store): void {
  const visit = visitOf(store);
  visit.has_left = true;
  clearTimeout(visit.payment_timer);
}
