import { createHmac, timingSafeEqual } from "node:crypto";

export type ReceivedHeaders = Record<string, string | string[] | undefined>;

/**
 * Verifies a delivery as a receiver would: signature and age. Written from the documentation,
 * independent of the signer.
 */
export function verifyDelivery(
  headers: ReceivedHeaders,
  body: string,
  secret: string,
  now: number,
  toleranceMs = 300_000,
): boolean {
  const hex = createHmac("sha256", secret).update(body).digest("hex");
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const signed = `${text(headers["webhook-id"])}.${text(headers["webhook-timestamp"])}.${body}`;
  const standard = `v1,${createHmac("sha256", key).update(signed).digest("base64")}`;
  const isFresh = Math.abs(now - Number(text(headers["webhook-timestamp"])) * 1000) <= toleranceMs;
  const isStandardSigned = text(headers["webhook-signature"])
    .split(" ")
    .some((given) => isSame(given, standard));
  const isBodySigned = ["x-booking-signature", "x-booking-signature-next"].some((name) =>
    isSame(text(headers[name]), hex),
  );
  return isFresh && isStandardSigned && isBodySigned;
}

function text(value: string | string[] | undefined): string {
  return typeof value === "string" ? value : "";
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
