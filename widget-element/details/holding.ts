import { partySize } from "../shared/details";
import { Refusal } from "../shared/problem";
import type { Held, Slot } from "../wire";
import type { CheckoutSteps } from "./checkout-steps";
import { shownAmount } from "./form";

/** If the visitor's clock is off by more than this, no countdown is shown. */
const LONGEST_MS = 2 * 3_600_000;

/**
 * Holds the chosen time while the visitor fills in the form. Without a hold, the flow continues
 * without a countdown.
 */
export class Holding {
  held: Held | null = null;
  /** The hold has expired. */
  over = false;
  /** The hold limit is reached: the time is free, but not held. */
  declined = false;
  /**
   * Resolves when the last hold request completes: booking earlier would conflict with the
   * visitor's own hold.
   */
  answered: Promise<void> = Promise.resolve();
  readonly #steps: CheckoutSteps;
  #timer: ReturnType<typeof setInterval> | undefined;
  #warned = false;

  constructor(steps: CheckoutSteps) {
    this.#steps = steps;
    this.held = steps.interactions.kept_hold;
  }

  /** Seconds left, or null without a hold. */
  get left(): number | null {
    if (!this.held) return null;
    const left = Date.parse(this.held.expires_at) - Date.now();
    return left > 0 && left < LONGEST_MS ? Math.ceil(left / 1000) : null;
  }

  take(slot: Slot): void {
    const { controller } = this.#steps;
    this.over = this.declined = this.#warned = false;
    const party_size = partySize(controller.details);
    const { held } = this;
    const isSame = held?.slot_id === slot.id && held.party_size === party_size;
    const isPriced = (held?.price_amount ?? 0) === shownAmount(slot, controller.details);
    if (this.left !== null && isSame && isPriced) return this.#count();
    if (controller.flow.waits) return void this.release();
    this.answered = this.#ask(slot, party_size);
  }

  async #ask(slot: Slot, party_size: number): Promise<void> {
    const { controller } = this.#steps;
    const replaces = this.held?.hold_token;
    this.end();
    try {
      const config_id = controller.settings.configId ?? undefined;
      const booking_link_token = controller.settings.bookingLink ?? undefined;
      const expected_amount = shownAmount(slot, controller.details);
      const wish = { ...this.#steps.wanted(slot), party_size, expected_amount };
      const body = { ...wish, replaces, config_id, booking_link_token };
      // A hold for any resource may be on another slot; track it by the chosen one.
      const held = { ...(await this.#steps.post("hold", body, true)), slot_id: slot.id };
      const { flow } = controller;
      if (flow.slot !== slot || (flow.step !== "details" && flow.step !== "verify"))
        return void this.#give(held);
      this.held = held;
      this.#count();
      this.#steps.interactions.keep();
      controller.host.changed();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      // Other errors don't block: the booking request decides.
      if (error.problem.code === "hold_limit") this.#decline(slot);
      const { kind, code } = error.problem;
      if ((kind === "taken" || code === "price_changed") && controller.flow.slot === slot)
        this.#steps.lose(error.problem);
    }
  }

  #decline(slot: Slot): void {
    const { flow, host } = this.#steps.controller;
    if (flow.slot !== slot) return;
    this.declined = true;
    host.announce(host.t().held_not);
    host.changed();
  }

  /** Releases the hold; null if there is none. */
  release(): Promise<void> | null {
    const { held } = this;
    this.end();
    return held && this.#give(held);
  }

  /** Clears the hold after it was used, lost or released. */
  end(): void {
    this.held = null;
    this.over = this.declined = false;
    this.stop();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Resumes the countdown after the element moved in the DOM. */
  goOn(): void {
    if (this.held) this.#count();
  }

  #give({ hold_token }: Held): Promise<void> {
    // it expires anyway
    return this.#steps.post("hold/release", { hold_token }, true).catch(() => undefined);
  }

  #count(): void {
    this.stop();
    this.#timer = setInterval(() => this.#tick(), 1000);
  }

  #tick(): void {
    const { host } = this.#steps.controller;
    const { left } = this;
    if (left === null) {
      this.end();
      this.over = true;
      host.announce(host.t().held_over);
    } else if (left <= 60 && !this.#warned) {
      this.#warned = true;
      host.announce(host.t().held_soon);
    }
    host.changed();
  }
}
