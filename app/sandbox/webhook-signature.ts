// Written from the specification alone, without sharing code with the sender: receivers must be
// able to do the same.
import { createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

/**
 * `X-Booking-Signature`: hex HMAC-SHA256 over the raw body, keyed with the whole secret as shown.
 * During a rotation it uses the old secret and `X-Booking-Signature-Next` the new one; either may
 * match.
 */
export function isSigned(headers: IncomingHttpHeaders, body: Buffer, secret: string): boolean {
  const expected = createHmac("sha256", secret).update(body).digest("hex");
  return ["x-booking-signature", "x-booking-signature-next"].some((name) =>
    isSame(headers[name], expected),
  );
}

/**
 * Standard Webhooks: one of the space-separated `v1,<base64>` over `id.timestamp.body`, keyed with
 * the bytes after `whsec_`.
 */
export function isStandardSigned(
  headers: IncomingHttpHeaders,
  body: Buffer,
  secret: string,
): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.`;
  const expected = `v1,${createHmac("sha256", key).update(signed).update(body).digest("base64")}`;
  return String(headers["webhook-signature"] ?? "")
    .split(" ")
    .some((given) => isSame(given, expected));
}

function isSame(given: unknown, expected: string): boolean {
  if (typeof given !== "string") return false;
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
