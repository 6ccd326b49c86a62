import { plainText } from "../../app/contract/contact-details";
import type { CheckoutSteps } from "../details/checkout-steps";
import { textOf } from "../shared/details";
import type { Problem } from "../shared/problem";
import type { Verify } from "../wire";

/**
 * Sends a verification code. If one was already sent to this address, sends another only on
 * request.
 */
export async function sendCode(steps: CheckoutSteps, again: boolean): Promise<void> {
  const { interactions, controller, verification } = steps;
  const { channel, destination, sent } = verification;
  const is_on_its_way =
    sent?.destination === destination && Date.parse(sent.started.expires_at) > Date.now();
  interactions.advance({ type: "sent" });
  if (is_on_its_way && !again) return interactions.advance({ type: "code_sent" });
  interactions.change("code", "");
  try {
    const config_id = controller.settings.configId ?? undefined;
    const body: Verify = { channel: channel ?? "email", destination, config_id };
    const started = await steps.post("verify", body, true);
    verification.sent = { destination, started };
    interactions.advance({ type: "code_sent" });
    if (again) controller.host.announce(controller.host.t().code_sent);
    countDown(steps);
  } catch (error) {
    controller.fail(error, (problem) => refuse(steps, problem));
  }
}

/** Checks the code and then sends the booking. */
export async function confirmCode(steps: CheckoutSteps): Promise<void> {
  const { interactions, controller, verification } = steps;
  const code = plainText(textOf(controller.details, "code")).replace(/\s/g, "");
  const { sent } = verification;
  if (!sent || controller.flow.sending || Date.now() < controller.retry_at) return;
  if (!/^\d{6}$/.test(code)) return wrong(steps, controller.host.t().error_code);
  interactions.advance({ type: "sent" });
  try {
    const { verification_id } = sent.started;
    const verified = await steps.post("verify/confirm", { verification_id, code });
    const { destination } = sent;
    verification.proof = {
      destination,
      token: verified.verification_token,
      expires_at: verified.expires_at,
    };
    verification.sent = null;
    controller.flow = { ...controller.flow, sending: false };
    await steps.send();
  } catch (error) {
    controller.fail(error, (problem) => refuse(steps, problem));
  }
}

/** Retries after a failure. Requesting a new code clears the field. */
export const retryCode = (steps: CheckoutSteps): Promise<void> =>
  textOf(steps.controller.details, "code") ? confirmCode(steps) : sendCode(steps, true);

/** Seconds until another code can be requested. */
export function secondsToWait({ verification }: CheckoutSteps): number {
  const after = Date.parse(verification.sent?.started.resend_after ?? "") - Date.now();
  return after > 0 ? Math.min(Math.ceil(after / 1000), 600) : 0;
}

function refuse(steps: CheckoutSteps, problem: Problem): void {
  const { controller, verification } = steps;
  if (problem.code !== "verification_failed") {
    // An undeliverable address is corrected in the details form.
    const issues = problem.issues.map((issue) =>
      issue.path === "destination"
        ? { ...issue, path: verification.channel === "sms" ? "phone" : "email" }
        : issue,
    );
    return steps.refuse({ ...problem, issues });
  }
  controller.flow = { ...controller.flow, sending: false };
  wrong(steps, controller.host.t().code_wrong);
}

function wrong(steps: CheckoutSteps, text: string): void {
  steps.controller.errors = new Map([["code", text]]);
  steps.showErrors();
}

/** Rerenders while the visitor waits for another code. */
function countDown(steps: CheckoutSteps): void {
  const { verification, controller } = steps;
  clearTimeout(verification.timer);
  controller.host.changed();
  if (secondsToWait(steps) > 0) verification.timer = setTimeout(() => countDown(steps), 1000);
}
