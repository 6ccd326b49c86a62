import { textOf } from "../details";
import type { LaterSteps } from "../later/later-steps";
import type { Problem } from "../problem";
import type { Verify } from "../wire";

/** Sends a code to the visitor's address; one that is on its way there is not sent again, unless they ask for it. */
export async function sendCode(later: LaterSteps, again: boolean): Promise<void> {
  const { acts, controller, verification } = later;
  const { channel, destination, sent } = verification;
  const is_on_its_way = sent?.destination === destination && Date.parse(sent.started.expires_at) > Date.now();
  acts.advance({ type: "sent" });
  if (is_on_its_way && !again) return acts.advance({ type: "code_sent" });
  acts.change("code", "");
  try {
    const config_id = controller.settings.configId ?? undefined;
    const body: Verify = { channel: channel ?? "email", destination, config_id };
    const started = await later.post("verify", body, true);
    verification.sent = { destination, started };
    acts.advance({ type: "code_sent" });
    if (again) controller.host.announce(controller.host.t().code_sent);
    countDown(later);
  } catch (error) {
    controller.fail(error, (problem) => refuse(later, problem));
  }
}

/** Takes the code that was typed; where it is right, asks for the booking at once. */
export async function confirmCode(later: LaterSteps): Promise<void> {
  const { acts, controller, verification } = later;
  const code = textOf(controller.details, "code")
    .replace(/\s/g, "")
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660));
  const { sent } = verification;
  if (!sent || controller.flow.sending || Date.now() < controller.retry_at) return;
  if (!/^\d{6}$/.test(code)) return wrong(later, controller.host.t().error_code);
  acts.advance({ type: "sent" });
  try {
    const { verification_id } = sent.started;
    const verified = await later.post("verify/confirm", { verification_id, code });
    const { destination } = sent;
    verification.proof = { destination, token: verified.verification_token, expires_at: verified.expires_at };
    verification.sent = null;
    controller.flow = { ...controller.flow, sending: false };
    await later.send();
  } catch (error) {
    controller.fail(error, (problem) => refuse(later, problem));
  }
}

/** Tries again what failed. A new code empties its field: what is typed there was not answered, and what is not was not sent. */
export const retryCode = (later: LaterSteps): Promise<void> =>
  textOf(later.controller.details, "code") ? confirmCode(later) : sendCode(later, true);

/** Seconds until another code can be asked for. */
export function secondsToWait({ verification }: LaterSteps): number {
  const after = Date.parse(verification.sent?.started.resend_after ?? "") - Date.now();
  return after > 0 ? Math.min(Math.ceil(after / 1000), 600) : 0;
}

function refuse(later: LaterSteps, problem: Problem): void {
  const { controller, verification } = later;
  if (problem.code !== "verification_failed") {
    // An address that cannot be written to is mended where it was typed.
    const issues = problem.issues.map((issue) =>
      issue.path === "destination" ? { ...issue, path: verification.channel === "sms" ? "phone" : "email" } : issue,
    );
    return later.refuse({ ...problem, issues });
  }
  controller.flow = { ...controller.flow, sending: false };
  wrong(later, controller.host.t().code_wrong);
}

function wrong(later: LaterSteps, text: string): void {
  later.controller.errors = new Map([["code", text]]);
  later.showErrors();
}

/** Renders while the visitor has to wait for another code. */
function countDown(later: LaterSteps): void {
  const { verification, controller } = later;
  clearTimeout(verification.timer);
  controller.host.changed();
  if (secondsToWait(later) > 0) verification.timer = setTimeout(() => countDown(later), 1000);
}
