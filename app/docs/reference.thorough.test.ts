import ts from "typescript";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operations } from "~/contract";
import type { OperationShape } from "~/contract/operation";
import { exampleIds } from "~/http/call-examples";
import { openApiDocument } from "~/http/openapi.server";
import { clock } from "~/lib/clock";
import { env } from "~/lib/env.server";
import { examples, freshIds } from "~/testing/examples";
import { makeKey, makeSecretKey, signIn } from "~/testing/factory";
import { type Ids, type Kind, makeSampleTenant, type SampleTenant } from "~/testing/sample-tenant";
import { startWeb, type WebProcess } from "~/testing/web-process";
import { callOf, curlOf, typeScriptOf } from "./call-samples";
import { findReference } from "./reference.server";

// Each call of the API reference is sent as it stands there, with ids of records that exist in place of the made-up ones, and days to come
// in place of its days.

let sample: SampleTenant;
let web: WebProcess;
let keys: Record<string, string>;

beforeAll(async () => {
  sample = await makeSampleTenant();
  keys = {
    SECRET_KEY: await makeSecretKey(sample.owner, "admin"),
    PUBLISHABLE_KEY: await makeKey(sample.owner),
  };
  web = await startWeb({ DATABASE_URL: process.env.DATABASE_URL!, RATE_LIMITS: "off" });
});
afterAll(() => web?.stop());

const called = operations.flatMap(({ name, operation }) => {
  const sent = callOf(name, operation, env.BASE_URL);
  return sent === null ? [] : [{ name, operation, sent }];
});

/** What the demo has not got, so that a right call is refused all the same: no provider of payments, no code, no guest of that address. */
const REFUSED: Record<string, number> = {
  "auth.verifyCode": 422,
  "account.delete": 422, // it is not the company's name
  "verification.confirm": 422,
  "email.sendTest": 422, // nobody here has that address
  "payments.refund": 422, // nothing was paid
  "calendarConnections.create": 422, // no server of calendars is called
  "calendars.create": 409, // the account does not open
};
/** Another way than in the sweeps' examples, where it would be in the way. */
const DONE: Record<string, number> = { "auth.createTenant": 201 };
const expectedOf = (name: string, operation: OperationShape, ids: Ids) => {
  const [example] = examples[name]!(ids);
  return (
    REFUSED[name] ??
    DONE[name] ??
    ([404, 409].includes(example?.status ?? 0) ? example!.status! : (operation.status ?? 200))
  );
};

/** A sample with what is made up in it replaced: ids, days, the session id of a checkout. */
function withRecords(text: string, name: string, ids: Ids): string {
  const { id = ids.booking } = examples[name]!(ids)[0]!;
  const { record: _record, ...others } = exampleIds;
  let real = text.replaceAll(exampleIds.record, id).replaceAll("cs_test_a1b2c3", ids.session_id);
  real = real.replaceAll("https://caldav.example.com", "https://127.0.0.1"); // refused before anything is called
  for (const [kind, madeUp] of Object.entries(others))
    real = real.replaceAll(madeUp, ids[kind as Kind]);
  const shifted = (day: number) =>
    new Date(clock.now() + (40 + day) * 86_400_000).toISOString().slice(0, 10);
  real = real.replace(/2026-12-(\d\d)/g, (_, day: string) => shifted(Number(day) - 32 - 40));
  return real.replace(/2027-01-(\d\d)/g, (_, day: string) => shifted(Number(day)));
}

interface SentCall {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: unknown;
}

/** Runs a sample in TypeScript, its `fetch` led to `to`. */
async function runTypeScript(
  text: string,
  to: (call: SentCall) => Promise<Response>,
  variables: Record<string, string>,
) {
  const { outputText } = ts.transpileModule(text.replace(/^import .*$/m, ""), {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
  });
  const sent = (url: string, { method = "GET", headers = {}, body }: Partial<SentCall> = {}) =>
    to({ url, method, headers, body });
  const image = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADklEQVR4nGP4DwYMEAoAU7oL9ZisIGcAAAAASUVORK5CYII=",
    "base64",
  );
  // The text is the product's own.
  const AsyncFunction = (async () => undefined).constructor as new (
    ...words: string[]
  ) => (...values: unknown[]) => Promise<void>;
  await new AsyncFunction("fetch", "process", "readFile", outputText)(
    sent,
    { env: variables },
    async () => image,
  );
}

/** What curl would send of a sample. */
function readCurl(text: string, variables: Record<string, string>): SentCall {
  const plain = text
    .replace(/ \\\n {2}/g, " ")
    .replace(/"([^"]*)"(?= |$)/g, (all) =>
      all.replace(/\$(\w+)/g, (_, name: string) => variables[name]!),
    );
  const [, method = "GET", url = ""] = /^curl(?: -X (\w+))? "([^"]+)"/.exec(plain)!;
  const headers = Object.fromEntries(
    [...plain.matchAll(/-H "([^:]+): ([^"]*)"/g)].map(([, name, value]) => [name!, value!]),
  );
  const body = /-d '([\s\S]*)'$/.exec(plain)?.[1]?.replaceAll(`'\\''`, "'");
  return { url, method, headers, body: body === undefined ? undefined : JSON.parse(body) };
}

describe.each(called)("$name", ({ name, operation, sent }) => {
  test("is answered as the reference says", async () => {
    const example = (ids: Ids) => ({ ...examples[name]!(ids)[0]! });
    const ids = await freshIds(example, sample);
    const variables = { ...keys, SESSION_COOKIE: await signIn(sample.owner) };
    const BETWEEN = "\n----\n";
    const real = withRecords(typeScriptOf(sent) + BETWEEN + curlOf(sent), name, ids);
    const [typeScript = "", shell = ""] = real.split(BETWEEN);
    let answered: Response | undefined;
    let sentCall: SentCall | undefined;
    const send = async (call: SentCall) => {
      sentCall = call;
      const { url, method, headers, body } = call;
      const address = web.url + url.slice(env.BASE_URL.length);
      answered = await fetch(address, {
        method,
        headers: {
          ...headers,
          ...(headers["Idempotency-Key"] && { "Idempotency-Key": `${name} ${ids.booking}` }),
        },
        redirect: "manual",
        ...(body !== undefined && { body: body as string }),
      });
      return answered.clone();
    };
    await runTypeScript(typeScript, send, variables).catch((error: unknown) => {
      if (answered === undefined) throw error; // a refusal is looked at below
    });
    expect(answered!.status, await answered!.clone().text()).toBe(expectedOf(name, operation, ids));
    const curl = readCurl(shell, variables);
    const isForm = operation.accepts === "multipart";
    const body =
      isForm || sentCall!.body === undefined
        ? undefined
        : (JSON.parse(sentCall!.body as string) as unknown);
    expect(curl).toEqual({ ...sentCall, body });
  });

  test("has a page that can be read", () => {
    const { title, description, html } = findReference(name.replace(".", "_"))!;
    expect(title).toBe(`${operation.method} ${operation.path}`);
    expect(description).toMatch(/^.{10,}\.$/);
    for (const part of ["curl", "TypeScript", "Refusals", "internal"]) expect(html).toContain(part);
    expect(html).not.toMatch(/undefined|\[object/);
  });
});

test("no example names what its operation's schema does not take", () => {
  const { paths } = openApiDocument();
  for (const { name, operation, sent } of called) {
    const query = Object.fromEntries(new URL(sent.url).searchParams);
    expect(operation.query?.safeParse(query).error?.issues, name).toBeUndefined();
    expect(paths[operation.path.replace(/:(\w+)/g, "{$1}")], name).toBeDefined();
  }
});
