import { partySize } from "../shared/details";
import { Refusal } from "../shared/problem";
import type { Held, Slot } from "../wire";
import type { CheckoutSteps } from "./checkout-steps";
import { shownAmount } from "./form";

/** A clock of the visitor that is wrong by more than this shows no countdown. */
const LONGEST_MS = 2 * 3_600_000;

/** The chosen time, kept for the visitor while they fill the form in. Without it, all goes on without a countdown. */
export class Holding {
  held: Held | null = null;
  /** It was kept, and is not any more. */
  over = false;
  /** As much is kept as may be: the time is free, and not kept. */
  declined = false;
  /** When the last request for a hold was answered: a booking sent before that would be refused for the visitor's own hold. */
  answered: Promise<void> = Promise.resolve();
  readonly #steps: CheckoutSteps;
  #timer: ReturnType<typeof setInterval> | undefined;
  #warned = false;

  constructor(steps: CheckoutSteps) {
    this.#steps = steps;
    this.held = steps.interactions.kept_hold;
  }

  /** Seconds left, or null where nothing is held. */
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
      const booking_link = controller.settings.bookingLink ?? undefined;
      const expected_amount = shownAmount(slot, controller.details);
      const wish = { ...this.#steps.wanted(slot), party_size, expected_amount };
      const body = { ...wish, replaces, config_id, booking_link };
      // A hold for anyone is on a time of whoever got it; it is known by the time that was chosen.
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
      // Any other refusal must not stop a booking: it is decided when the booking is asked for.
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

  /** Gives it back; null where there is nothing to give. */
  release(): Promise<void> | null {
    const { held } = this;
    this.end();
    return held && this.#give(held);
  }

  /** Nothing is held any more: it was used, lost or given back. */
  end(): void {
    this.held = null;
    this.over = this.declined = false;
    this.stop();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Counts on, for an element that was moved in its page. */
  goOn(): void {
    if (this.held) this.#count();
  }

  #give({ hold_token }: Held): Promise<void> {
    return this.#steps.post("hold/release", { hold_token }, true).catch(() => undefined); // It expires anyway.
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
