import type { Writes } from "../acting/writes";
import type { Flow } from "../flow";
import { Refusal } from "../problem";
import type { Booking } from "../wire";
import type { LaterSteps } from "./later-steps";

/** How often a payment is asked for after the way back, and how long between (ms). */
const LOOKS = 8;
const PAUSE_MS = 2_000;

/** `open`: to be paid. `back`: the visitor came back without paying. `checking`: the provider says so, we wait for it. */
export type Payment = "open" | "back" | "checking" | "slow" | "failed" | "expired";

/** The way to the checkout and back. */
export class Checkout {
  state: Payment = "open";
  readonly #later: LaterSteps;
  readonly #api: Writes;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stopped = false;

  constructor(later: LaterSteps, api: Writes) {
    this.#later = later;
    this.#api = api;
  }

  /** Where the checkout leads back to: what the page says, else this page, which then shows what became of it. */
  returnUrl(): string | null {
    const { settings, config } = this.#later.controller;
    if (settings.returnUrl) return new URL(settings.returnUrl, document.baseURI).href;
    if (config?.payment === "off" || !/^https?:$/.test(location.protocol) || origin === "null") return null;
    const url = new URL(location.href);
    url.searchParams.delete("session_id");
    url.hash = "";
    return url.href;
  }

  /** Booked and to be paid: leads on, or, after the way back, looks what became of it. */
  entered(before: Flow): void {
    const { controller } = this.#later;
    const { booked } = controller.flow;
    const url = booked?.payment?.checkout_url;
    if (!booked || !url) return;
    if (before.sending) {
      if (controller.host.emit("booking-redirect", { url, booking: booked.booking })) this.go(url);
      return;
    }
    this.state = "back";
    if (sessionOf(location.search)) this.look();
    else this.#checkExpiry(booked.booking);
  }

  go(url: string): void {
    location.assign(url);
  }

  /** Looks what became of the payment, and again a few times while the provider has not said. */
  look(count = 0): void {
    const session = sessionOf(location.search);
    if (!session) return;
    this.state = "checking";
    this.#stopped = false;
    this.#later.controller.host.changed();
    void this.#look(session, count);
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  async #look(session: string, count: number): Promise<void> {
    const { controller } = this.#later;
    try {
      const booking = await this.#api.bySession(session);
      if (this.#stopped) return;
      if (booking.id !== controller.flow.booked?.booking.id) this.state = "back";
      else if (booking.payment_status === "paid") return this.#paid(booking);
      else if (booking.payment_status === "failed") this.state = "failed";
      else if (booking.status === "expired" || booking.status === "cancelled") this.state = "expired";
      else this.#again(count);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.#again(count);
    }
    controller.host.changed();
  }

  #again(count: number): void {
    if (count + 1 >= LOOKS) this.state = "slow";
    else this.#timer = setTimeout(() => this.look(count + 1), PAUSE_MS);
  }

  #paid(booking: Booking): void {
    const { controller } = this.#later;
    this.#later.acts.advance({ type: "payment_seen", booking });
    controller.host.emit("booking-paid", { booking });
    controller.host.focusOn("step");
  }

  #checkExpiry({ expires_at }: Booking): void {
    if (expires_at && Date.parse(expires_at) < Date.now()) this.state = "expired";
  }
}

const sessionOf = (search: string): string | null => new URLSearchParams(search).get("session_id");
