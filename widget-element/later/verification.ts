import { textOf } from "../details";
import type { Problem } from "../problem";
import type { Verify, VerifyStarted } from "../wire";
import type { LaterSteps } from "./later-steps";

export type Channel = "email" | "sms";

/** The proof that an address is the visitor's: a code that is sent there and typed in here. */
export class Verification {
  /** Where the last code went. */
  sent: { channel: Channel; destination: string; started: VerifyStarted } | null = null;
  readonly #later: LaterSteps;
  #proof: { destination: string; token: string; expires_at: string } | null = null;
  #is_required = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(later: LaterSteps) {
    this.#later = later;
  }

  get mode() {
    const mode = this.#later.controller.config?.verification ?? "off";
    return mode === "off" && this.#is_required ? "email" : mode;
  }

  get channel(): Channel | null {
    if (this.mode === "either") return textOf(this.#later.controller.details, "channel") === "sms" ? "sms" : "email";
    return this.mode === "off" ? null : this.mode;
  }

  /** The service wants a proof, whatever the configuration said. */
  require(): void {
    this.#is_required = true;
    this.#proof = null;
  }

  needed(): boolean {
    return this.channel !== null && this.token() === undefined;
  }

  token(): string | undefined {
    const { channel } = this;
    const proof = this.#proof;
    const fits =
      proof &&
      channel &&
      proof.destination === this.#later.destination(channel) &&
      Date.parse(proof.expires_at) > Date.now();
    return fits ? proof.token : undefined;
  }

  /** Seconds until another code can be asked for. */
  get wait(): number {
    const after = Date.parse(this.sent?.started.resend_after ?? "") - Date.now();
    return after > 0 ? Math.min(Math.ceil(after / 1000), 600) : 0;
  }

  /** Goes on to the code; one that is on its way to the same address is not sent again. */
  async begin(again = false): Promise<void> {
    const { controller } = this.#later;
    const channel = this.channel ?? "email";
    const destination = this.#later.destination(channel);
    const known = this.sent;
    const is_on_its_way = known?.destination === destination && Date.parse(known.started.expires_at) > Date.now();
    this.#later.acts.advance({ type: "sent" });
    if (is_on_its_way && !again) return this.#later.acts.advance({ type: "code_sent" });
    this.#later.acts.change("code", "");
    try {
      const config_id = controller.settings.configId ?? undefined;
      const body: Verify = { channel, destination, config_id };
      const started = await this.#later.post("verify", body, true);
      this.sent = { channel, destination, started };
      this.#later.acts.advance({ type: "code_sent" });
      if (again) controller.host.announce(controller.host.t().code_sent);
      this.#count();
    } catch (error) {
      controller.fail(error, (problem) => this.#refuse(problem));
    }
  }

  /** Takes the code that was typed; where it is right, asks for the booking at once. */
  async confirm(): Promise<void> {
    const { controller } = this.#later;
    const code = textOf(controller.details, "code")
      .replace(/\s/g, "")
      .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660));
    const { sent } = this;
    if (!sent || controller.flow.sending || Date.now() < controller.retry_at) return;
    if (!/^\d{6}$/.test(code)) return this.#wrong(controller.host.t().error_code);
    this.#later.acts.advance({ type: "sent" });
    try {
      const { verification_id } = sent.started;
      const verified = await this.#later.post("verify/confirm", { verification_id, code });
      const { destination } = sent;
      this.#proof = { destination, token: verified.verification_token, expires_at: verified.expires_at };
      this.sent = null;
      controller.flow = { ...controller.flow, sending: false };
      await this.#later.send();
    } catch (error) {
      controller.fail(error, (problem) => this.#refuse(problem));
    }
  }

  #refuse(problem: Problem): void {
    const { controller } = this.#later;
    if (problem.code !== "verification_failed") {
      // An address that cannot be written to is mended where it was typed.
      const issues = problem.issues.map((issue) =>
        issue.path === "destination" ? { ...issue, path: this.channel === "sms" ? "phone" : "email" } : issue,
      );
      return this.#later.refuse({ ...problem, issues });
    }
    controller.flow = { ...controller.flow, sending: false };
    this.#wrong(controller.host.t().code_wrong);
  }

  #wrong(text: string): void {
    this.#later.controller.errors = new Map([["code", text]]);
    this.#later.showErrors();
  }

  /** Renders while the visitor has to wait for another code. */
  #count(): void {
    clearTimeout(this.#timer);
    this.#later.controller.host.changed();
    if (this.wait > 0) this.#timer = setTimeout(() => this.#count(), 1000);
  }
}
