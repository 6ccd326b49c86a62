import type { CheckoutSteps } from "../details/checkout-steps";
import type { Flow } from "../flow";

/** `open`: to be paid. `back`: the visitor came back without paying. `checking`: the provider says so, we wait for it. */
export type PaymentState =
  "open" | "back" | "checking" | "slow" | "failed" | "expired" | "cancelled";

/** Opens the checkout; look-up-payment.ts reads the payment's status. */
export class Payment {
  state: PaymentState = "open";
  timer: ReturnType<typeof setTimeout> | undefined;
  stopped = false;
  readonly #steps: CheckoutSteps;

  constructor(steps: CheckoutSteps) {
    this.#steps = steps;
  }

  /** Where the checkout leads back to: what the page says, else this page, which then shows the payment's status. */
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

  /** Booked and to be paid: opens the checkout or, on return from it, looks up the payment's status. */
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

  /** The browser's way back may show the page as it was left: much may have happened meanwhile. */
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
