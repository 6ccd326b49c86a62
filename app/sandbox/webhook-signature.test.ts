import { expect, test } from "vitest";
import { isSigned, isStandardSigned } from "./webhook-signature";

// Computed with: printf %s "$body" | openssl dgst -sha256 -hmac "$secret"; the second with the
// key's bytes (-macopt hexkey:…) over "msg_1.1700000000.$body".
const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const body = Buffer.from('{"type":"booking.created","note":"Zoë"}');
const headers = {
  "x-booking-signature": "5fc21c098b82e0847bf56ebf6fdc690d62ed864bdd6c36c8480fbe5c8f3d4b1d",
  "webhook-id": "msg_1",
  "webhook-timestamp": "1700000000",
  "webhook-signature": "v1,V6i2zYD1yFOhfRU40bkks5TNZykv318XJMDjFo5mHWw=",
};

test("an independently computed signature is accepted in both forms", () => {
  expect(isSigned(headers, body, secret)).toBe(true);
  expect(isStandardSigned(headers, body, secret)).toBe(true);
});

test("during a rotation the new secret's signature is accepted too", () => {
  const { "x-booking-signature": signature, ...rest } = headers;
  const rotating = {
    ...rest,
    "x-booking-signature": "0".repeat(64),
    "x-booking-signature-next": signature,
  };
  expect(isSigned(rotating, body, secret)).toBe(true);
});

test("one of several Standard Webhooks signatures is enough", () => {
  const rotating = { ...headers, "webhook-signature": `v1,b2xk ${headers["webhook-signature"]}` };
  expect(isStandardSigned(rotating, body, secret)).toBe(true);
});

test.each([
  ["another body", headers, Buffer.from("{}"), secret],
  ["another secret", headers, body, "whsec_AAAA"],
  ["no headers", {}, body, secret],
  [
    "a shorter signature",
    { ...headers, "x-booking-signature": "ab", "webhook-signature": "v1,ab" },
    body,
    secret,
  ],
])("%s is refused in both forms", (_, givenHeaders, givenBody, givenSecret) => {
  expect(isSigned(givenHeaders, givenBody, givenSecret)).toBe(false);
  expect(isStandardSigned(givenHeaders, givenBody, givenSecret)).toBe(false);
});

test("the Standard Webhooks signature covers the timestamp", () => {
  expect(isStandardSigned({ ...headers, "webhook-timestamp": "1700000001" }, body, secret)).toBe(
    false,
  );
});
