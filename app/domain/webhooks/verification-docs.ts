// What a receiver needs to check a delivery, as the developer pages show it: the same two functions in each language, using nothing
// beyond its standard library. Both need the raw body, before any JSON parsing, and header names in small letters. For 24 hours after a
// rotation X-Booking-Signature is made with the old secret and X-Booking-Signature-Next with the new one: either is enough.

export interface VerificationExample {
  language: "TypeScript" | "Python" | "PHP" | "Go";
  code: string;
}

const typescript = String.raw`import { createHmac, timingSafeEqual } from "node:crypto";

function isSame(given: Buffer, expected: Buffer): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/**
 * X-Booking-Signature: hex HMAC-SHA256 over the raw body, keyed with the whole secret. For 24 hours after a rotation it is made with the
 * old secret, and X-Booking-Signature-Next with the new one.
 */
export function verifyBody(headers: Record<string, string>, body: string, secret: string): boolean {
  const expected = createHmac("sha256", secret).update(body).digest();
  return [headers["x-booking-signature"], headers["x-booking-signature-next"]].some((signature) =>
    isSame(Buffer.from(signature ?? "", "hex"), expected),
  );
}

/** Standard Webhooks: also covers the id and the time, so an old delivery cannot be played back. */
export function verifyDelivery(headers: Record<string, string>, body: string, secret: string, now = Date.now() / 1000): boolean {
  const id = headers["webhook-id"];
  const timestamp = headers["webhook-timestamp"];
  if (Math.abs(now - Number(timestamp)) > 300) return false;
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const expected = createHmac("sha256", key).update(id + "." + timestamp + "." + body).digest();
  return (headers["webhook-signature"] ?? "").split(" ").some((one) => {
    const [version, signature = ""] = one.split(",");
    return version === "v1" && isSame(Buffer.from(signature, "base64"), expected);
  });
}
`;

const python = String.raw`import base64
import hashlib
import hmac
import time


def verify_body(headers: dict, body: bytes, secret: str) -> bool:
    """X-Booking-Signature: hex HMAC-SHA256 over the raw body, keyed with the whole secret.

    For 24 hours after a rotation it is made with the old secret, and X-Booking-Signature-Next with the new one.
    """
    expected = hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
    given = (headers.get("x-booking-signature", ""), headers.get("x-booking-signature-next", ""))
    return any(hmac.compare_digest(one.encode(), expected.encode()) for one in given)


def verify_delivery(headers: dict, body: bytes, secret: str, now: float | None = None) -> bool:
    """Standard Webhooks: also covers the id and the time, so an old delivery cannot be played back."""
    timestamp = headers["webhook-timestamp"]
    if abs((time.time() if now is None else now) - int(timestamp)) > 300:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = headers["webhook-id"].encode() + b"." + timestamp.encode() + b"." + body
    expected = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    given = headers["webhook-signature"].split(" ")
    return any(hmac.compare_digest(one.encode(), expected) for one in given)
`;

const php = String.raw`<?php

/**
 * X-Booking-Signature: hex HMAC-SHA256 over the raw body, keyed with the whole secret. For 24 hours after a rotation it is made with the
 * old secret, and X-Booking-Signature-Next with the new one.
 */
function verify_body(array $headers, string $body, string $secret): bool
{
    $expected = hash_hmac('sha256', $body, $secret);
    return hash_equals($expected, $headers['x-booking-signature'] ?? '')
        || hash_equals($expected, $headers['x-booking-signature-next'] ?? '');
}

/** Standard Webhooks: also covers the id and the time, so an old delivery cannot be played back. */
function verify_delivery(array $headers, string $body, string $secret, ?int $now = null): bool
{
    $timestamp = $headers['webhook-timestamp'];
    if (abs(($now ?? time()) - (int) $timestamp) > 300) {
        return false;
    }
    $key = base64_decode(substr($secret, strlen('whsec_')));
    $signed = $headers['webhook-id'] . '.' . $timestamp . '.' . $body;
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', $signed, $key, true));
    foreach (explode(' ', $headers['webhook-signature']) as $given) {
        if (hash_equals($expected, $given)) {
            return true;
        }
    }
    return false;
}

// The raw body: file_get_contents('php://input')
`;

const go = String.raw`package webhooks

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"net/http"
	"strconv"
	"strings"
	"time"
)

func sign(key, message []byte) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write(message)
	return mac.Sum(nil)
}

// VerifyBody checks X-Booking-Signature: hex HMAC-SHA256 over the raw body, keyed with the whole secret. For 24 hours after a rotation
// it is made with the old secret, and X-Booking-Signature-Next with the new one.
func VerifyBody(header http.Header, body []byte, secret string) bool {
	expected := sign([]byte(secret), body)
	for _, name := range []string{"X-Booking-Signature", "X-Booking-Signature-Next"} {
		given, err := hex.DecodeString(header.Get(name))
		if err == nil && hmac.Equal(given, expected) {
			return true
		}
	}
	return false
}

// VerifyDelivery checks the Standard Webhooks signature, which also covers the id and the time, so an old delivery cannot be played back.
func VerifyDelivery(header http.Header, body []byte, secret string, now time.Time) bool {
	timestamp := header.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || now.Sub(time.Unix(seconds, 0)).Abs() > 5*time.Minute {
		return false
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		return false
	}
	signed := append([]byte(header.Get("webhook-id")+"."+timestamp+"."), body...)
	expected := []byte("v1," + base64.StdEncoding.EncodeToString(sign(key, signed)))
	for _, given := range strings.Fields(header.Get("webhook-signature")) {
		if hmac.Equal([]byte(given), expected) {
			return true
		}
	}
	return false
}
`;

export const verificationExamples: VerificationExample[] = [
  { language: "TypeScript", code: typescript },
  { language: "Python", code: python },
  { language: "PHP", code: php },
  { language: "Go", code: go },
];

/** A delivery as it was sent, to try an own verification with. `now` is an instant (epoch seconds) at which it is fresh. */
export interface VerificationVector {
  name: string;
  secret: string;
  body: string;
  headers: Record<"webhook-id" | "webhook-timestamp" | "webhook-signature" | "x-booking-signature", string> & {
    "x-booking-signature-next"?: string;
  };
  now: number;
  /** What the check of X-Booking-Signature and -Next must say, and what that of Standard Webhooks. */
  is_body_signed: boolean;
  is_delivery_signed: boolean;
}

const secret = "whsec_Ym9va2luZy1zZXJ2aWNlLXRlc3QtdmVjdG9yLTAwMDE=";
const olderSecret = "whsec_Ym9va2luZy1zZXJ2aWNlLXRlc3QtdmVjdG9yLTAwMDA=";

const plain: VerificationVector = {
  name: "a delivery",
  secret,
  body: '{"type":"booking.created","sequence":1}',
  headers: {
    "webhook-id": "0193c4a0-0000-7000-8000-000000000001",
    "webhook-timestamp": "1799074800",
    "webhook-signature": "v1,fC/Er2Bf8jBWs/wig/lbb5fZJvZdlpU++zFtPdKZXFc=",
    "x-booking-signature": "13f96b65d344dcb9555a855928b88dc13001d6662254c92d15fc3f75e7657c2a",
  },
  now: 1_799_074_801,
  is_body_signed: true,
  is_delivery_signed: true,
};
const rotated: VerificationVector = {
  name: "a delivery within a day of a rotation, to who has the new secret",
  secret,
  body: '{"type":"booking.paid","sequence":3}',
  headers: {
    "webhook-id": "0193c4a0-0000-7000-8000-000000000003",
    "webhook-timestamp": "1799074920",
    "webhook-signature":
      "v1,EyFagWuR/ktSzRH4zF5CIz69fBQPUrjTWf9kflhAXtw= v1,P80twvykv+jTZlJ9NJbJZehnZ9/vZrwhLRN6Fo3Sdd4=",
    "x-booking-signature": "ed8b673cf73227667aa14d0a43e49391294afceb4f50f4ed32184682afa19c6d",
    "x-booking-signature-next": "ee6e98038530721088072065286bd2a9c8dde939aa5434a88f510078d69ef391",
  },
  now: 1_799_074_900,
  is_body_signed: true,
  is_delivery_signed: true,
};

export const verificationVectors: VerificationVector[] = [
  plain,
  {
    name: "text beyond ASCII: the raw bytes count, in UTF-8",
    secret,
    body: '{"name":"Zoë 🌍","note":"a \\"quote\\"\\nand a line"}',
    headers: {
      "webhook-id": "0193c4a0-0000-7000-8000-000000000002",
      "webhook-timestamp": "1799074860",
      "webhook-signature": "v1,IHij3vWjK2RR2Jdg4tRHA3FVUVgMqsS+/EISs+2x7w8=",
      "x-booking-signature": "46a4414cb70b30051da0977a077607b216e2d148a87762959346bbdf1a39c8d9",
    },
    now: 1_799_074_860,
    is_body_signed: true,
    is_delivery_signed: true,
  },
  rotated,
  {
    ...rotated,
    name: "the same to who has the secret before",
    secret: olderSecret,
    is_body_signed: true,
    is_delivery_signed: true,
  },
  {
    ...plain,
    name: "another body",
    body: '{"type":"booking.created","sequence":2}',
    is_body_signed: false,
    is_delivery_signed: false,
  },
  { ...plain, name: "another secret", secret: olderSecret, is_body_signed: false, is_delivery_signed: false },
  {
    ...plain,
    name: "another time, which the body's signature does not see",
    headers: { ...plain.headers, "webhook-timestamp": "1799074801" },
    is_body_signed: true,
    is_delivery_signed: false,
  },
  { ...plain, name: "played back an hour later", now: 1_799_078_401, is_body_signed: true, is_delivery_signed: false },
  {
    ...plain,
    name: "no signature at all",
    headers: { ...plain.headers, "webhook-signature": "", "x-booking-signature": "" },
    is_body_signed: false,
    is_delivery_signed: false,
  },
];
