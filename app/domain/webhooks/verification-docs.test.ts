import { execFileSync } from "node:child_process";
import { Webhook } from "standardwebhooks";
import ts from "typescript";
import { afterEach, describe, expect, test, vi } from "vitest";
import { signBody, signedHeaders, signStandard } from "./signature";
import { verificationExamples, type VerificationVector, verificationVectors } from "./verification-docs";

const vectors = verificationVectors;
const OLD = `whsec_${Buffer.alloc(32, 8).toString("base64")}`;
const NEW = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const genuine = vectors.filter((vector) => vector.is_body_signed && vector.is_delivery_signed);
const bodySignatures = ({ headers }: VerificationVector) => [
  headers["x-booking-signature"],
  headers["x-booking-signature-next"],
];
const standardSignatures = ({ headers }: VerificationVector) => headers["webhook-signature"].split(" ");

interface Verdict {
  is_body_signed: boolean;
  is_delivery_signed: boolean;
}

/** What the TypeScript example says of deliveries. */
async function askTypeScript(
  deliveries: Pick<VerificationVector, "headers" | "body" | "secret" | "now">[],
): Promise<Verdict[]> {
  const { code = "" } = verificationExamples[0] ?? {};
  const { outputText } = ts.transpileModule(code, {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
  });
  const example = (await import(`data:text/javascript,${encodeURIComponent(outputText)}`)) as {
    verifyBody(headers: object, body: string, secret: string): boolean;
    verifyDelivery(headers: object, body: string, secret: string, now: number): boolean;
  };
  return deliveries.map(({ headers, body, secret, now }) => ({
    is_body_signed: example.verifyBody(headers, body, secret),
    is_delivery_signed: example.verifyDelivery(headers, body, secret, now),
  }));
}

/** The same of the Python one, run by python3. */
function askPython(deliveries: Pick<VerificationVector, "headers" | "body" | "secret" | "now">[]): Verdict[] {
  const { code = "" } = verificationExamples[1] ?? {};
  const asked = `${code}
import json
import sys

print(json.dumps([{
    "is_body_signed": verify_body(one["headers"], one["body"].encode(), one["secret"]),
    "is_delivery_signed": verify_delivery(one["headers"], one["body"].encode(), one["secret"], one["now"]),
} for one in json.loads(sys.stdin.buffer.read())]))`;
  return JSON.parse(
    execFileSync("python3", ["-c", asked], { input: JSON.stringify(deliveries) }).toString(),
  ) as Verdict[]; // printed by the line above
}

const verdictOf = ({ is_body_signed, is_delivery_signed }: Verdict): Verdict => ({
  is_body_signed,
  is_delivery_signed,
});

/** HMAC-SHA256 in hex by the openssl command, over the bytes as they are. */
function openssl(key: Buffer, message: string): string {
  const args = ["dgst", "-sha256", "-mac", "HMAC", "-macopt", `hexkey:${key.toString("hex")}`, "-r"];
  return execFileSync("openssl", args, { input: message }).toString().split(" ")[0] ?? "";
}

afterEach(() => {
  vi.useRealTimers();
});

describe("the test vectors", () => {
  test.each(genuine)("$name: are what the signer makes", (vector) => {
    const { secret, body, headers } = vector;
    expect(bodySignatures(vector)).toContain(signBody(body, secret));
    const standard = signStandard(headers["webhook-id"], Number(headers["webhook-timestamp"]), body, secret);
    expect(standardSignatures(vector)).toContain(standard);
  });

  test.each(genuine)("$name: are what openssl makes of the same bytes", (vector) => {
    const { secret, body, headers } = vector;
    expect(bodySignatures(vector)).toContain(openssl(Buffer.from(secret), body));
    const key = Buffer.from(secret.replace("whsec_", ""), "base64");
    const standard = openssl(key, `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`);
    expect(standardSignatures(vector)).toContain(`v1,${Buffer.from(standard, "hex").toString("base64")}`);
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

  test("in TypeScript and Python judge every vector as it says", async () => {
    expect(await askTypeScript(vectors)).toEqual(vectors.map(verdictOf));
    expect(askPython(vectors)).toEqual(vectors.map(verdictOf));
  });

  test.each([
    ["before a rotation", [OLD], true, false],
    ["within a day of it", [NEW, OLD], true, true],
    ["afterwards", [NEW], false, true],
  ] as [string, [string, string?], boolean, boolean][])(
    "%s take a delivery as it is sent, with the secrets that are valid",
    async (_, secrets, isOldTaken, isNewTaken) => {
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
      const deliveries = [OLD, NEW].map((secret) => ({ headers, body, secret, now: sentAt / 1000 + 60 }));
      const expected = [isOldTaken, isNewTaken].map((taken) => ({ is_body_signed: taken, is_delivery_signed: taken }));
      expect(await askTypeScript(deliveries)).toEqual(expected);
      expect(askPython(deliveries)).toEqual(expected);
    },
  );
});
