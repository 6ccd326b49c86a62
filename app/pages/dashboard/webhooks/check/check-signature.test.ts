import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { signedHeaders } from "~/domain/webhooks/signature";
import { checkSignature } from "./check-signature";

// What the product signs, checked in the way a browser does it.

const NOW = Date.parse("2026-11-22T10:00:00Z");
const ID = "019aa0c4-6c00-7000-8000-000000000001";
const newSecret = () => `whsec_${randomBytes(32).toString("base64")}`;
const secret = newSecret();
const body = JSON.stringify({ id: ID, type: "booking.created", data: { name: "Zoë 🌍" } });

function sent(secrets: [string, string?] = [secret], at = NOW) {
  const headers = signedHeaders({ id: ID, type: "booking.created", body }, secrets, at);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return { body, headers: lines.join("\n"), secret };
}
const wrong = async (...given: Parameters<typeof checkSignature>) =>
  (await checkSignature(...given))
    .filter(({ verdict }) => verdict !== "good")
    .map(({ part, verdict }) => [part, verdict]);
const without = (headers: string, name: string) =>
  headers
    .split("\n")
    .filter((line) => !line.toLowerCase().startsWith(`${name}:`))
    .join("\n");

test("what the product signed is right, with either secret of a rotation", async () => {
  expect((await checkSignature(sent(), NOW)).map(({ part }) => part)).toEqual([
    "headers",
    "timestamp",
    "signature",
  ]);
  expect(await wrong(sent(), NOW)).toEqual([]);
  expect(await wrong(sent([newSecret(), secret]), NOW)).toEqual([]);
  expect(await wrong(sent([secret, newSecret()]), NOW)).toEqual([]);
});

test("headers may be written as logs and programs write them", async () => {
  const { headers } = sent();
  const asJson = headers
    .split("\n")
    .map((line) => line.replace(/^(.+?): (.*)$/, '"$1": "$2",'))
    .join("\n");
  expect(await wrong({ ...sent(), headers: asJson }, NOW)).toEqual([]);
  expect(await wrong({ ...sent(), headers: headers.replaceAll("\n", "\r\n") }, NOW)).toEqual([]);
});

test("a missing header is named, and the others are still checked", async () => {
  const { headers } = sent();
  for (const name of [
    "webhook-id",
    "webhook-timestamp",
    "webhook-signature",
    "x-booking-signature",
  ]) {
    const found = await checkSignature({ ...sent(), headers: without(headers, name) }, NOW);
    expect(found[0]).toMatchObject({ part: "headers", verdict: "bad", text: `Missing: ${name}.` });
    expect(found.some(({ part }) => part === "body" || part === "secret")).toBe(false);
  }
  expect(await wrong({ ...sent(), headers: "" }, NOW)).toEqual([["headers", "bad"]]);
});

test("an old timestamp is a note, one in the future or in other units is wrong", async () => {
  expect(await wrong(sent([secret], NOW - 3_600_000), NOW)).toEqual([["timestamp", "note"]]);
  expect(await wrong(sent([secret], NOW + 3_600_000), NOW)).toEqual([["timestamp", "bad"]]);
  const inWords = sent().headers.replace(/webhook-timestamp: \d+/, "webhook-timestamp: today");
  expect(await wrong({ ...sent(), headers: inWords }, NOW)).toEqual([
    ["timestamp", "bad"],
    ["headers", "bad"],
  ]);
});

test("an id or a timestamp of another message is told from a changed body", async () => {
  const { headers } = sent();
  const other = headers.replace(
    /webhook-timestamp: (\d+)/,
    (_, at) => `webhook-timestamp: ${Number(at) - 1}`,
  );
  const found = await checkSignature({ ...sent(), headers: other }, NOW);
  expect(found.at(-1)).toMatchObject({ part: "headers", verdict: "bad" });
  expect(found.at(-1)?.text).toContain("webhook-id or webhook-timestamp");
});

test.each([
  ["white space around it", `${body}\n`, "white space"],
  [
    "written over several lines",
    JSON.stringify(JSON.parse(body), null, 2),
    "parsed and written again",
  ],
])("a body with %s", async (_, changed, words) => {
  const found = await checkSignature({ ...sent(), body: changed }, NOW);
  expect(found.at(-1)).toMatchObject({
    part: "body",
    verdict: "bad",
    text: expect.stringContaining(words),
  });
});

test("where the sent body is known, a changed body and a wrong secret are told apart", async () => {
  expect(await wrong({ ...sent(), body: body.replace("Zoë", "Zoe") }, NOW, body)).toEqual([
    ["body", "bad"],
  ]);
  expect(await wrong({ ...sent(), secret: newSecret() }, NOW, body)).toEqual([["secret", "bad"]]);
});

test("without it, both are named", async () => {
  const [found] = (await checkSignature({ ...sent(), secret: newSecret() }, NOW)).slice(-1);
  expect(found).toMatchObject({
    part: "secret",
    verdict: "bad",
    text: expect.stringContaining("body was changed"),
  });
  const otherEvent = body.replace(ID, ID.replace("1", "2"));
  expect(await wrong({ ...sent(), body: otherEvent }, NOW)).toEqual([["body", "bad"]]);
});

test("half a secret is said to be half a secret", async () => {
  for (const half of ["", secret.slice(0, 20), secret.replace("whsec_", "")])
    expect(await wrong({ ...sent(), secret: half }, NOW)).toEqual([["secret", "bad"]]);
  expect(await wrong({ ...sent(), secret: ` ${secret}\n` }, NOW)).toEqual([]);
});
