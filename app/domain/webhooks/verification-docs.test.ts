import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { Webhook } from "standardwebhooks";
import { afterEach, describe, expect, test, vi } from "vitest";
import { verifyBody, verifyDelivery } from "~/docs/samples/verify";
import { signBody, signedHeaders, signStandard } from "./signature";
import { type VerificationVector, verificationVectors } from "./verification-docs";

const vectors = verificationVectors;
const OLD = `whsec_${Buffer.alloc(32, 8).toString("base64")}`;
const NEW = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const genuine = vectors.filter((vector) => vector.is_body_signed && vector.is_delivery_signed);
const bodySignatures = ({ headers }: VerificationVector) => [
  headers["x-booking-signature"],
  headers["x-booking-signature-next"],
];
const standardSignatures = ({ headers }: VerificationVector) =>
  headers["webhook-signature"].split(" ");

type AnyHeaders = Parameters<typeof verifyBody>[0];
interface Verdict {
  is_body_signed: boolean;
  is_delivery_signed: boolean;
}

type Delivery = Pick<VerificationVector, "body" | "secret" | "now"> & {
  headers: Record<string, string | string[]>;
};

/** Verifies deliveries with the TypeScript sample. */
function askTypeScript(
  deliveries: Delivery[],
  asSent: (headers: Delivery["headers"]) => AnyHeaders = (it) => it,
) {
  return deliveries.map(({ headers, body, secret, now }) => ({
    is_body_signed: verifyBody(asSent(headers), body, secret),
    is_delivery_signed: verifyDelivery(asSent(headers), Buffer.from(body), secret, now),
  }));
}

/** Verifies deliveries with the Python sample, run by python3. */
function askPython(deliveries: Delivery[]): Verdict[] {
  const script = `${readFileSync("app/docs/samples/verify.py", "utf8")}
import json
import sys

print(json.dumps([{
    "is_body_signed": verify_body(one["headers"], one["body"].encode(), one["secret"]),
    "is_delivery_signed": verify_delivery(one["headers"], one["body"].encode(), one["secret"], one["now"]),
} for one in json.loads(sys.stdin.buffer.read())]))`;
  return JSON.parse(
    execFileSync("python3", ["-c", script], { input: JSON.stringify(deliveries) }).toString(),
  ) as Verdict[]; // printed by the line above
}

const verdictOf = ({ is_body_signed, is_delivery_signed }: Verdict): Verdict => ({
  is_body_signed,
  is_delivery_signed,
});

/** HMAC-SHA256 in hex by the openssl command, over the raw bytes. */
function openssl(key: Buffer, message: string): string {
  const args = [
    "dgst",
    "-sha256",
    "-mac",
    "HMAC",
    "-macopt",
    `hexkey:${key.toString("hex")}`,
    "-r",
  ];
  return execFileSync("openssl", args, { input: message }).toString().split(" ")[0] ?? "";
}

afterEach(() => {
  vi.useRealTimers();
});

describe("the test vectors", () => {
  test.each(genuine)("$name: match our signer", (vector) => {
    const { secret, body, headers } = vector;
    expect(bodySignatures(vector)).toContain(signBody(body, secret));
    const standard = signStandard(
      headers["webhook-id"],
      Number(headers["webhook-timestamp"]),
      body,
      secret,
    );
    expect(standardSignatures(vector)).toContain(standard);
  });

  test.each(genuine)("$name: match openssl", (vector) => {
    const { secret, body, headers } = vector;
    expect(bodySignatures(vector)).toContain(openssl(Buffer.from(secret), body));
    const key = Buffer.from(secret.replace("whsec_", ""), "base64");
    const standard = openssl(
      key,
      `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`,
    );
    expect(standardSignatures(vector)).toContain(
      `v1,${Buffer.from(standard, "hex").toString("base64")}`,
    );
  });

  test.each(vectors)("$name: match the Standard Webhooks library", (vector) => {
    vi.useFakeTimers({ toFake: ["Date"], now: vector.now * 1000 });
    const verify = () => new Webhook(vector.secret).verify(vector.body, vector.headers);
    if (vector.is_delivery_signed) expect(verify()).toEqual(JSON.parse(vector.body));
    else expect(verify).toThrow();
  });
});

const mapOf = (headers: Delivery["headers"], change: (value: string | string[]) => string[]) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, change(value)]));
const upper = (headers: Delivery["headers"]) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]));
const titled = (headers: Delivery["headers"]) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name.replace(/\b[a-z]/g, (c) => c.toUpperCase()),
      value,
    ]),
  );
const asWeb = (headers: Delivery["headers"]) => {
  const web = new Headers();
  for (const [name, values] of Object.entries(headers))
    for (const value of [values].flat()) web.append(name, value);
  return web;
};
/** The first delivery with each header missing, and with no headers. */
const incomplete: Delivery[] = [
  ...Object.keys(vectors[0]!.headers).map((name) => ({
    ...vectors[0]!,
    headers: Object.fromEntries(
      Object.entries(vectors[0]!.headers).filter(([key]) => key !== name),
    ),
  })),
  { ...vectors[0]!, headers: {} },
  ...["", "x", "NaN", "1e3", "9".repeat(400), "-1", "²"].map((timestamp) => ({
    ...vectors[0]!,
    headers: { ...vectors[0]!.headers, "webhook-timestamp": timestamp },
  })),
  { ...vectors[0]!, headers: { "webhook-signature": "é v1,é", "x-booking-signature": "é" } },
];

describe("the samples", () => {
  test("in TypeScript and Python give the expected result for every vector", () => {
    expect(askTypeScript(vectors)).toEqual(vectors.map(verdictOf));
    expect(askPython(vectors)).toEqual(vectors.map(verdictOf));
  });

  test("accept headers from Node and fetch, case-insensitively", () => {
    const expected = vectors.map(verdictOf);
    expect(askTypeScript(vectors, asWeb)).toEqual(expected);
    expect(askTypeScript(vectors, titled)).toEqual(expected);
    expect(askTypeScript(vectors, (headers) => mapOf(headers, (value) => [value].flat()))).toEqual(
      expected,
    );
    for (const change of [titled, upper])
      expect(askPython(vectors.map((one) => ({ ...one, headers: change(one.headers) })))).toEqual(
        expected,
      );
  });

  test("reject missing or invalid headers without throwing", () => {
    for (const verdicts of [
      askTypeScript(incomplete),
      askTypeScript(incomplete.slice(0, 5), asWeb),
      askPython(incomplete),
    ])
      for (const [index, { is_body_signed, is_delivery_signed }] of verdicts.entries()) {
        const has = (name: string) => name in incomplete[index]!.headers;
        expect(is_body_signed, String(index)).toBe(
          has("x-booking-signature") && index < incomplete.length - 1,
        );
        const isWhole =
          index < 4 && ["webhook-id", "webhook-timestamp", "webhook-signature"].every(has);
        expect(is_delivery_signed, String(index)).toBe(isWhole);
      }
  });

  test.each([
    ["before a rotation", [OLD], true, false],
    ["within a day of it", [NEW, OLD], true, true],
    ["afterwards", [NEW], false, true],
  ] as [string, [string, string?], boolean, boolean][])(
    "%s accept a real delivery with the valid secrets",
    (_, secrets, isOldTaken, isNewTaken) => {
      const body = '{"name":"Zoë 🌍"}';
      const sentAt = 1_799_074_800_250;
      const sent = signedHeaders(
        { id: "0193c4a0-0000-7000-8000-000000000009", type: "booking.paid", body },
        secrets,
        sentAt,
      );
      const headers = Object.fromEntries(
        Object.entries(sent).map(([name, value]) => [name.toLowerCase(), value]),
      ) as VerificationVector["headers"];
      const deliveries = [OLD, NEW].map((secret) => ({
        headers,
        body,
        secret,
        now: sentAt / 1000 + 60,
      }));
      const expected = [isOldTaken, isNewTaken].map((taken) => ({
        is_body_signed: taken,
        is_delivery_signed: taken,
      }));
      expect(askTypeScript(deliveries)).toEqual(expected);
      expect(askPython(deliveries)).toEqual(expected);
    },
  );
});
