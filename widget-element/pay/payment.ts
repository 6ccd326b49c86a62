import type { CheckoutSteps } from "../details/checkout-steps";
import type { Flow } from "../flow";

/**
 * `open`: payment due. `back`: returned without paying. `checking`: reported as paid, waiting for
 * the provider.
 */
export type PaymentState =
  "open" | "back" | "checking" | "slow" | "failed" | "expired" | "cancelled";

/** Opens the checkout; look-up-payment.ts reads the payment status. */
export class Payment {
  state: PaymentState = "open";
  timer: ReturnType<typeof setTimeout> | undefined;
  stopped = false;
  readonly #steps: CheckoutSteps;

  constructor(steps: CheckoutSteps) {
    this.#steps = steps;
  }

  /**
   * Where the checkout returns to: set by the page, or this page, which then shows the payment
   * status.
   */
  returnUrl(): string | null {
    const { settings, config } = this.#steps.controller;
    if (settings.returnUrl) return new URL(settings.returnUrl, document.baseURI).href;
    if (config?.payment === "off" || !/^https?:$/.test(location.protocol) || origin === "null")
      return null;
    const url = new URL(location.href);
    url.searchParams.delete("session_id");
    url.hash = "";
    return url.href;
  }

  /** Booked, payment due: opens the checkout or, after returning, checks the payment status. */
  entered(before: Flow): void {
    const { controller } = this.#steps;
    const { booked } = controller.flow;
    const url = booked?.payment?.checkout_url;
    addEventListener("pageshow", this.#shown);
    if (!before.sending) return this.#lookAgain();
    if (!booked || !url) return;
    if (controller.host.emit("booking-redirect", { url, booking: booked.booking }))
      location.assign(url);
  }

  /** Browser Back may restore the page from cache, so the status may be outdated. */
  readonly #shown = ({ persisted }: PageTransitionEvent): void => {
    if (persisted && this.#steps.controller.flow.step === "pay") this.#lookAgain();
  };

  #lookAgain(): void {
    const { booked } = this.#steps.controller.flow;
    const ends = booked?.booking.expires_at;
    this.state = !booked ? "checking" : ends && Date.parse(ends) < Date.now() ? "expired" : "back";
    void this.#steps.withStep("pay", ({ lookUpPayment }) => lookUpPayment(this.#steps));
  }

  stop(): void {
    removeEventListener("pageshow", this.#shown);
    this.stopped = true;
    clearTimeout(this.timer);
  }
}
