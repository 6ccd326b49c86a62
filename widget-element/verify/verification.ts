import { textOf } from "../shared/details";
import type { Store } from "../store";
import type { VerifyStarted } from "../wire";

type Channel = "email" | "sms";

/** Where the last code was sent. */
export interface SentCode {
  destination: string;
  started: VerifyStarted;
}

/** A verified address. */
export interface Proof {
  destination: string;
  token: string;
  expires_at: string;
}

export function verificationMode({ state }: Store) {
  const mode = state.config?.verification ?? "off";
  return mode === "off" && state.must_verify ? "email" : mode;
}

export function channelOf(store: Store): Channel | null {
  const mode = verificationMode(store);
  if (mode === "either") return textOf(store.state.details, "channel") === "sms" ? "sms" : "email";
  return mode === "off" ? null : mode;
}

/** The address the code is sent to. */
export const destinationOf = (store: Store): string =>
  textOf(store.state.details, channelOf(store) === "sms" ? "phone" : "email");

/** Whether the booking can't be sent without a code. */
export const needsProof = (store: Store): boolean =>
  channelOf(store) !== null && proofToken(store) === undefined;

export function proofToken(store: Store): string | undefined {
  const { proof } = store.state;
  const fits =
    channelOf(store) &&
    proof?.destination === destinationOf(store) &&
    Date.parse(proof.expires_at) > Date.now();
  return fits ? proof.token : undefined;
}
