import { createHmac } from "node:crypto";

const PREFIX = "whsec_";

export interface SignedMessage {
  /** The event's id: the same on every attempt and replay. */
  id: string;
  type: string;
  body: string;
}

/**
 * Hex HMAC-SHA256 over the raw body, keyed with the whole secret as it was shown
 * (X-Booking-Signature).
 */
export function signBody(body: string, secret: string): string {
  return createHmac("sha256", secret).update(body).digest("hex");
}

/**
 * `v1,` and base64 of HMAC-SHA256 over `id.seconds.body`, keyed with the bytes that follow `whsec_`
 * in base64 (Standard Webhooks 1.0).
 */
export function signStandard(id: string, seconds: number, body: string, secret: string): string {
  const key = Buffer.from(secret.slice(PREFIX.length), "base64");
  return `v1,${createHmac("sha256", key).update(`${id}.${seconds}.${body}`).digest("base64")}`;
}

/**
 * The headers of an attempt at `sentAt` (epoch ms). `secrets` holds the current one first and,
 * within a day of a rotation, the previous one. X-Booking-Signature has room for one signature:
 * until the old secret expires it is the old one's, and X-Booking-Signature-Next has the new one's,
 * so that receivers with either secret keep working. `webhook-signature` holds both.
 */
export function signedHeaders(
  message: SignedMessage,
  secrets: [current: string, previous?: string],
  sentAt: number,
): Record<string, string> {
  const [current, previous] = secrets;
  const seconds = Math.floor(sentAt / 1000);
  const standard = [current, ...(previous === undefined ? [] : [previous])].map((secret) =>
    signStandard(message.id, seconds, message.body, secret),
  );
  return {
    "Content-Type": "application/json",
    "X-Booking-Event": message.type,
    "X-Booking-Signature": signBody(message.body, previous ?? current),
    ...(previous !== undefined && { "X-Booking-Signature-Next": signBody(message.body, current) }),
    "X-Booking-Timestamp": String(sentAt),
    "webhook-id": message.id,
    "webhook-timestamp": String(seconds),
    "webhook-signature": standard.join(" "),
  };
}
