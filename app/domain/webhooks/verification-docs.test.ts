import { execFileSync } from "node:child_process";
import { Webhook } from "standardwebhooks";
import ts from "typescript";
import { afterEach, describe, expect, test, vi } from "vitest";
import { signBody, signStandard } from "./signature";
import { verificationExamples, type VerificationVector, verificationVectors } from "./verification-docs";

const vectors = verificationVectors;
const genuine = vectors.filter((vector) => vector.is_body_signed && vector.is_delivery_signed);

/** HMAC-SHA256 in hex by the openssl command, over the bytes as they are. */
function openssl(key: Buffer, message: string): string {
  const args = ["dgst", "-sha256", "-mac", "HMAC", "-macopt", `hexkey:${key.toString("hex")}`, "-r"];
  return execFileSync("openssl", args, { input: message }).toString().split(" ")[0] ?? "";
}

afterEach(() => {
  vi.useRealTimers();
});

describe("the test vectors", () => {
  test.each(genuine)("$name: are what the signer makes", ({ secret, body, headers }) => {
    expect(signBody(body, secret)).toBe(headers["x-booking-signature"]);
    const [first] = headers["webhook-signature"].split(" ");
    expect(signStandard(headers["webhook-id"], Number(headers["webhook-timestamp"]), body, secret)).toBe(first);
  });

  test.each(genuine)("$name: are what openssl makes of the same bytes", ({ secret, body, headers }) => {
    expect(openssl(Buffer.from(secret), body)).toBe(headers["x-booking-signature"]);
    const key = Buffer.from(secret.replace("whsec_", ""), "base64");
    const standard = openssl(key, `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`);
    expect(`v1,${Buffer.from(standard, "hex").toString("base64")}`).toBe(headers["webhook-signature"].split(" ")[0]);
  });

  test.each(vectors)("$name: are judged alike by the library of Standard Webhooks", (vector) => {
    vi.useFakeTimers({ toFake: ["Date"], now: vector.now * 1000 });
    const verify = () => new Webhook(vector.secret).verify(vector.body, vector.headers);
    if (vector.is_delivery_signed) expect(verify()).toEqual(JSON.parse(vector.body));
    else expect(verify).toThrow();
  });
});

describe("the examples", () => {
  test("are in four languages, each with both checks", () => {
    expect(verificationExamples.map((example) => example.language)).toEqual(["TypeScript", "Python", "PHP", "Go"]);
    for (const { code } of verificationExamples) {
      expect(code).toMatch(/verify_?body/i);
      expect(code).toMatch(/verify_?delivery/i);
    }
  });

  test.each(vectors)("$name: the TypeScript one says so", async (vector: VerificationVector) => {
    const { code = "" } = verificationExamples[0] ?? {};
    const { outputText } = ts.transpileModule(code, {
      compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
    });
    const example = (await import(`data:text/javascript,${encodeURIComponent(outputText)}`)) as {
      verifyBody(body: string, signature: string, secret: string): boolean;
      verifyDelivery(headers: object, body: string, secret: string, now: number): boolean;
    };
    const { body, secret, headers, now } = vector;
    expect(example.verifyBody(body, headers["x-booking-signature"], secret)).toBe(vector.is_body_signed);
    expect(example.verifyDelivery(headers, body, secret, now)).toBe(vector.is_delivery_signed);
  });
});
