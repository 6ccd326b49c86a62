import type { KeyActor } from "../identity/actor";

/** What the widget of a key asks of a guest: its own configuration's word, else the default configuration's, else nothing. */
export type VerificationMode = KeyActor["verification"];

export function allowsChannel(mode: VerificationMode, channel: "email" | "sms"): boolean {
  return mode === "either" || mode === channel;
}
