// Sample deliveries for testing a signature check, as shown on the developer pages. The code
// samples are in docs/samples.

/**
 * A delivery as sent, for testing a verification. `now` is an instant (epoch seconds) at which it
 * is fresh.
 */
export interface VerificationVector {
  name: string;
  secret: string;
  body: string;
  headers: Record<
    "webhook-id" | "webhook-timestamp" | "webhook-signature" | "x-booking-signature",
    string
  > & {
    "x-booking-signature-next"?: string;
  };
  now: number;
  /** The expected results for X-Booking-Signature and -Next, and for Standard Webhooks. */
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
  {
    ...plain,
    name: "another secret",
    secret: olderSecret,
    is_body_signed: false,
    is_delivery_signed: false,
  },
  {
    ...plain,
    name: "another time, which the body's signature does not see",
    headers: { ...plain.headers, "webhook-timestamp": "1799074801" },
    is_body_signed: true,
    is_delivery_signed: false,
  },
  {
    ...plain,
    name: "played back an hour later",
    now: 1_799_078_401,
    is_body_signed: true,
    is_delivery_signed: false,
  },
  {
    ...plain,
    name: "no signature at all",
    headers: { ...plain.headers, "webhook-signature": "", "x-booking-signature": "" },
    is_body_signed: false,
    is_delivery_signed: false,
  },
];
