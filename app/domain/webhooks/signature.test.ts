import { describe, expect, test } from "vitest";
import { signBody, signedHeaders, signStandard } from "./signature";
import { type ReceivedHeaders, verifyDelivery } from "~/testing/verify-signature";

const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const older = `whsec_${Buffer.alloc(32, 8).toString("base64")}`;
const sentAt = Date.parse("2027-01-04T15:00:00.250Z");
const message = {
  id: "0193c4a0-0000-7000-8000-000000000001",
  type: "booking.created",
  body: '{"name":"Zoë 🌍"}',
};

const received = (headers: Record<string, string>): ReceivedHeaders =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

describe("the headers of an attempt", () => {
  const headers = signedHeaders(message, [secret], sentAt);

  test("are the four of the specification and the three of Standard Webhooks", () => {
    expect(headers).toEqual({
      "Content-Type": "application/json",
      "X-Booking-Event": "booking.created",
      "X-Booking-Signature": signBody(message.body, secret),
      "X-Booking-Timestamp": "1799074800250",
      "webhook-id": message.id,
      "webhook-timestamp": "1799074800",
      "webhook-signature": signStandard(message.id, 1_799_074_800, message.body, secret),
    });
    expect(headers["X-Booking-Signature"]).toMatch(/^[0-9a-f]{64}$/);
    expect(headers["webhook-signature"]).toMatch(/^v1,[A-Za-z0-9+/]{43}=$/);
  });

  test("are accepted with the secret", () => {
    expect(verifyDelivery(received(headers), message.body, secret, sentAt)).toBe(true);
  });
  test("are refused with another secret or body, and when too old", () => {
    expect(verifyDelivery(received(headers), message.body, older, sentAt)).toBe(false);
    expect(verifyDelivery(received(headers), `${message.body} `, secret, sentAt)).toBe(false);
    expect(verifyDelivery(received(headers), message.body, secret, sentAt + 301_000)).toBe(false);
    expect(verifyDelivery({}, message.body, secret, sentAt)).toBe(false);
  });
});

describe("after a rotation", () => {
  const headers = signedHeaders(message, [secret, older], sentAt);

  test("a receiver with either secret accepts the delivery", () => {
    expect(verifyDelivery(received(headers), message.body, secret, sentAt)).toBe(true);
    expect(verifyDelivery(received(headers), message.body, older, sentAt)).toBe(true);
  });
  test("the old secret signs the usual header, the new one an additional header", () => {
    expect(headers["webhook-signature"]?.split(" ")).toEqual([
      signStandard(message.id, 1_799_074_800, message.body, secret),
      signStandard(message.id, 1_799_074_800, message.body, older),
    ]);
    expect(headers["X-Booking-Signature"]).toBe(signBody(message.body, older));
    expect(headers["X-Booking-Signature-Next"]).toBe(signBody(message.body, secret));
  });
});
