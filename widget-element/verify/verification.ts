import type { CheckoutSteps } from "../details/checkout-steps";
import { textOf } from "../shared/details";
import type { VerifyStarted } from "../wire";

export type Channel = "email" | "sms";

/** State of the verification; proof.ts sends and checks the code. */
export class Verification {
  /** Where the last code was sent. */
  sent: { destination: string; started: VerifyStarted } | null = null;
  proof: { destination: string; token: string; expires_at: string } | null = null;
  timer: ReturnType<typeof setTimeout> | undefined;
  readonly #steps: CheckoutSteps;
  #is_required = false;

  constructor(steps: CheckoutSteps) {
    this.#steps = steps;
  }

  get mode() {
    const mode = this.#steps.controller.config?.verification ?? "off";
    return mode === "off" && this.#is_required ? "email" : mode;
  }

  get channel(): Channel | null {
    const { mode } = this;
    if (mode === "either")
      return textOf(this.#steps.controller.details, "channel") === "sms" ? "sms" : "email";
    return mode === "off" ? null : mode;
  }

  /** The address the code is sent to. */
  get destination(): string {
    return textOf(this.#steps.controller.details, this.channel === "sms" ? "phone" : "email");
  }

  /** The service requires verification, whatever the configuration says. */
  require(): void {
    this.#is_required = true;
    this.proof = null;
  }

  needed(): boolean {
    return this.channel !== null && this.token() === undefined;
  }

  token(): string | undefined {
    const { channel, proof } = this;
    const fits =
      channel &&
      proof?.destination === this.destination &&
      Date.parse(proof.expires_at) > Date.now();
    return fits ? proof.token : undefined;
  }
}
