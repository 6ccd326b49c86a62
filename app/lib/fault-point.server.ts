import { env } from "./env.server";

/**
 * Points between two steps of a payment, of closing a company or of a calendar sync at which tests
 * crash the process.
 */
export const FAULT_POINTS = [
  /** The payment is stored; the provider has not been called. */
  "checkout.written",
  /** The provider has created the checkout; it is not stored yet. */
  "checkout.asked",
  /** A webhook is stored and its job queued; the provider has no response yet. */
  "webhook.taken",
  /** The provider has returned the payment's state; nothing is changed yet. */
  "snapshot.read",
  /** Payment, refunds and booking are changed; the transaction is not committed. */
  "snapshot.written",
  /** The transaction is committed; the caller has no response yet. */
  "snapshot.committed",
  /** A refund is stored and its job queued; the caller has no response yet. */
  "refund.requested",
  /** The refund is about to be sent. */
  "refund.sending",
  /** The provider has made the refund; it is not stored yet. */
  "refund.sent",
  /** A company takes no more bookings and payments; nothing is settled yet. */
  "closing.begun",
  /** Its checkouts are closed; payments are not refunded yet. */
  "closing.ended",
  /** Its refunds are requested and sent; its account is still connected. */
  "closing.settled",
  /** Its account is disconnected; nothing is deleted yet. */
  "closing.disconnected",
  /** A booking is in the external calendar; that is not stored yet. */
  "push.asked",
  /** It is stored. */
  "push.noted",
  /** The access of an account is revoked at its provider; the stored data is not deleted yet. */
  "disconnect.revoked",
  /** A page of an external calendar is fetched; nothing is stored. */
  "pull.read",
  /** All pages are stored; they block no time yet. */
  "pull.written",
  /** They block time; the sync token for the next read is not stored yet. */
  "pull.applied",
] as const;
export type FaultPoint = (typeof FAULT_POINTS)[number];

/**
 * Kills the process as `kill -9` does when a test selects this point (FAULT_POINT); otherwise a
 * no-op.
 */
export function faultPoint(name: FaultPoint): void {
  if (env.FAULT_POINT === name) process.kill(process.pid, "SIGKILL");
}
