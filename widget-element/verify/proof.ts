import { plainText } from "../../app/contract/contact-details";
import { endSending, refuse as refuseDetails, send, showErrors } from "../details/send";
import { change } from "../interactions/actions";
import { move } from "../interactions/move";
import { post } from "../interactions/requests";
import { visitOf } from "../interactions/visit";
import { textOf } from "../shared/details";
import type { Problem } from "../shared/problem";
import type { Store } from "../store";
import type { Verify } from "../wire";
import { channelOf, destinationOf } from "./verification";

/**
 * Sends a verification code. If one was already sent to this address, sends another only on
 * request.
 */
export async function sendCode(store: Store, again: boolean): Promise<void> {
  const { sent_code } = store.state;
  const destination = destinationOf(store);
  const is_on_its_way =
    sent_code?.destination === destination && Date.parse(sent_code.started.expires_at) > Date.now();
  move(store, { type: "sent" });
  if (is_on_its_way && !again) return move(store, { type: "code_sent" });
  change(store, "code", "");
  try {
    const config_id = store.settings.configId ?? undefined;
    const body: Verify = { channel: channelOf(store) ?? "email", destination, config_id };
    const started = await post(store, "verify", body, { anew: true });
    store.set({ sent_code: { destination, started } });
    move(store, { type: "code_sent" });
    if (again) store.set({ announcement: store.page.t().code_sent });
    countDown(store);
  } catch (error) {
    store.fail(error, (problem) => refuse(store, problem));
  }
}

/** Checks the code and then sends the booking. */
export async function confirmCode(store: Store): Promise<void> {
  const { details, flow, retry_at, sent_code } = store.state;
  const code = plainText(textOf(details, "code")).replace(/\s/g, "");
  if (!sent_code || flow.sending || Date.now() < retry_at) return;
  if (!/^\d{6}$/.test(code)) return showCodeError(store, store.page.t().error_code);
  move(store, { type: "sent" });
  try {
    const { destination, started } = sent_code;
    const { verification_id } = started;
    const { verification_token: token, expires_at } = await post(store, "verify/confirm", {
      verification_id,
      code,
    });
    store.set({ proof: { destination, token, expires_at }, sent_code: null });
    endSending(store);
    await send(store);
  } catch (error) {
    store.fail(error, (problem) => refuse(store, problem));
  }
}

/** Retries after a failure. Requesting a new code clears the field. */
export const retryCode = (store: Store): Promise<void> =>
  textOf(store.state.details, "code") ? confirmCode(store) : sendCode(store, true);

/** Seconds until another code can be requested. */
export function secondsToWait({ state }: Store): number {
  const after = Date.parse(state.sent_code?.started.resend_after ?? "") - Date.now();
  return after > 0 ? Math.min(Math.ceil(after / 1000), 600) : 0;
}

function refuse(store: Store, problem: Problem): void {
  if (problem.code !== "verification_failed") {
    // An undeliverable address is corrected in the details form.
    const path = channelOf(store) === "sms" ? "phone" : "email";
    const issues = problem.issues.map((issue) =>
      issue.path === "destination" ? { ...issue, path } : issue,
    );
    return refuseDetails(store, { ...problem, issues });
  }
  endSending(store);
  showCodeError(store, store.page.t().code_wrong);
}

function showCodeError(store: Store, text: string): void {
  store.set({ errors: new Map([["code", text]]) });
  showErrors(store);
}

/** Rerenders while the visitor waits for another code. */
function countDown(store: Store): void {
  const visit = visitOf(store);
  clearTimeout(visit.code_timer);
  store.page.changed();
  if (secondsToWait(store) > 0) visit.code_timer = setTimeout(() => countDown(store), 1000);
}
