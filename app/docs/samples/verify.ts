import { createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

/** Node's `request.headers`, or the `Headers` of fetch, Next.js, Remix, Hono, Deno and Bun. */
type AnyHeaders = IncomingHttpHeaders | Headers;

function isWeb(headers: AnyHeaders): headers is Headers {
  return typeof (headers as Headers).get === "function";
}

/** The header's text, whatever the case of its name; empty where there is none. */
function valueOf(headers: AnyHeaders, name: string): string {
  if (isWeb(headers)) return headers.get(name) ?? "";
  const value = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return (Array.isArray(value) ? value[0] : value) ?? "";
}

function isSame(given: Buffer, expected: Buffer): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/**
 * X-Booking-Signature: hex HMAC-SHA256 over the raw body, keyed with the whole secret. For 24 hours after a rotation it is made with the
 * old secret, and X-Booking-Signature-Next with the new one.
 */
export function verifyBody(
  headers: AnyHeaders,
  body: string | Uint8Array,
  secret: string,
): boolean {
  const expected = createHmac("sha256", secret).update(body).digest();
  return ["x-booking-signature", "x-booking-signature-next"].some((name) =>
    isSame(Buffer.from(valueOf(headers, name), "hex"), expected),
  );
}

/** Standard Webhooks: also covers the id and the time, so an old delivery cannot be played back. `now` in seconds. */
export function verifyDelivery(
  headers: AnyHeaders,
  body: string | Uint8Array,
  secret: string,
  now = Date.now() / 1000,
): boolean {
  const id = valueOf(headers, "webhook-id");
  const timestamp = valueOf(headers, "webhook-timestamp");
  if (!(Math.abs(now - Number(timestamp)) <= 300)) return false;
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const expected = createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest();
  return valueOf(headers, "webhook-signature")
    .split(" ")
    .some((one) => {
      const [version, signature = ""] = one.split(",");
      return version === "v1" && isSame(Buffer.from(signature, "base64"), expected);
    });
}
