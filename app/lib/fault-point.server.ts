import { env } from "./env.server";

/** Places between two steps of a payment, of closing a company, or of reading a calendar, at which a process may end, so that tests can make it end there. */
export const FAULT_POINTS = [
  /** The payment is written; the provider has not been asked. */
  "checkout.written",
  /** The provider has made the checkout; nobody has written so. */
  "checkout.asked",
  /** A webhook is taken and its job queued; the provider has had no answer. */
  "webhook.taken",
  /** The provider has said how a payment stands; nothing is changed by it yet. */
  "snapshot.read",
  /** Payment, refunds and booking are changed; the transaction has not ended. */
  "snapshot.written",
  /** That transaction has ended; nobody knows of it. */
  "snapshot.committed",
  /** A refund is written and its job queued; whoever asked for it has had no answer. */
  "refund.requested",
  /** The refund is about to be sent. */
  "refund.sending",
  /** The provider has given the money back; nobody has written so. */
  "refund.sent",
  /** A company takes no more bookings and payments; nothing of it is settled. */
  "closing.begun",
  /** Its checkouts have ended; what was paid has not been refunded. */
  "closing.ended",
  /** Its refunds are asked for and sent; its account is still connected. */
  "closing.settled",
  /** Its account is disconnected; nothing is deleted. */
  "closing.disconnected",
  /** A booking stands in an outside calendar; nobody has written so. */
  "push.asked",
  /** That is written. */
  "push.noted",
  /** An account's right is given back at its provider; what is kept of it is not deleted. */
  "disconnect.revoked",
  /** A page of an outside calendar is read; nothing is written. */
  "pull.read",
  /** All of it is written; it closes no time yet. */
  "pull.written",
  /** It closes what it closes; where the next read goes on is not written. */
  "pull.applied",
] as const;
export type FaultPoint = (typeof FAULT_POINTS)[number];

/** Ends this process as `kill -9` does where a test has named this place (FAULT_POINT); everywhere else, nothing. */
export function faultPoint(name: FaultPoint): void {
  if (env.FAULT_POINT === name) process.kill(process.pid, "SIGKILL");
}
