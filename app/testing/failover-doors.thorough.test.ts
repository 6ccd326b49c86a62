import { databasePort, databaseSwitch } from "./switched-database";
import { pathToFileURL } from "node:url";
import { resolve } from "node:path";
import type { ServerBuild } from "@remix-run/node";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operations } from "~/contract";
import type { OperationShape } from "~/contract/operation";
import type { Example } from "./example";
import { asSent, examples, freshIds } from "./examples";
import { makeKey, signIn } from "./factory";
import { call, type Sent } from "./request";
import { makeSampleTenant, type SampleTenant } from "./sample-tenant";
import { startWeb, type WebProcess } from "./web-process";

// During a failover the database's address leads to a standby, a server that is stopping, or
// nothing. Every operation and page then responds with what it can read, or with 503 and
// Retry-After, and nothing needs a restart afterwards.

const admin = new pg.Client({ connectionString: process.env.DIRECT_DATABASE_URL });
const name = new URL(process.env.DIRECT_DATABASE_URL!).pathname.slice(1);

let home: SampleTenant;
let cookie: string;
let publishable: string;
let web: WebProcess;
let pages: string[];
let prepared: { name: string; operation: OperationShape; example: Example }[];

beforeAll(async () => {
  await admin.connect();
  home = await makeSampleTenant();
  cookie = await signIn(home.owner);
  publishable = await makeKey(home.owner);
  web = await startWeb({ DATABASE_URL: process.env.DATABASE_URL!, RATE_LIMITS: "off" });
  pages = await pagesOfBuild();
  prepared = [];
  // Providers are off unless configured: their calls would be refused before any read.
  for (const { name, operation } of operations.filter(
    ({ operation: { caller } }) => caller.kind !== "provider",
  ))
    prepared.push({ name, operation, example: await firstExample(name) });
});
afterAll(async () => {
  await setReadOnly(false);
  await admin.end();
  await web.stop();
  databaseSwitch.close();
});

async function firstExample(name: string): Promise<Example> {
  const of = examples[name]!;
  return of(await freshIds((ids) => of(ids)[0]!, home))[0]!;
}

/** Every page that opens by its address alone, from the build's manifest. */
async function pagesOfBuild(): Promise<string[]> {
  const build = (await import(
    /* @vite-ignore */ pathToFileURL(resolve("build/server/index.js")).href
  )) as ServerBuild & { entry: { module: { closeServer?: () => Promise<void> } } };
  const pathOf = (id: string | undefined): string => {
    const route = id === undefined ? undefined : build.routes[id];
    return route === undefined ? "" : pathOf(route.parentId) + (route.path ? `/${route.path}` : "");
  };
  await build.entry.module.closeServer?.();
  const paths = Object.values(build.routes)
    .filter((route) => route?.module.loader !== undefined)
    .map((route) => pathOf(route!.id).replace(/:\w+/g, "00000000-0000-7000-8000-000000000000"))
    .filter((path) => path !== "" && !path.startsWith("/api/") && !path.includes("*"))
    // A stream does not end.
    .filter((path) => path !== "/dashboard/live");
  return [...new Set(paths)];
}

/** Simulates a standby: new sessions can't write, and existing ones are terminated. */
async function setReadOnly(isReadOnly: boolean): Promise<void> {
  await admin.query(
    `alter database ${pg.escapeIdentifier(name)} ${isReadOnly ? "set default_transaction_read_only = on" : "reset default_transaction_read_only"}`,
  );
  await endSessions();
}

async function endSessions(): Promise<void> {
  await admin.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()",
    [name],
  );
}

async function ask({ operation, example: { id, query, body } }: (typeof prepared)[number]) {
  const { caller, method } = operation;
  const by: Sent = caller.kind === "key" ? { key: publishable } : { cookie };
  const path = id === undefined ? operation.path : operation.path.replace(/:\w+/, id);
  const search = query === undefined ? "" : `?${new URLSearchParams(query)}`;
  return call(path + search, { ...by, method, ...asSent(operation, body) });
}

/** The status; for 503 also the seconds of Retry-After. */
const statusOf = ({ status, headers }: Response) =>
  status === 503 ? `503, again after ${headers.get("Retry-After")}` : status;

const AGAIN = "503, again after 5";

/**
 * Opens every page and its data; an error response of 500 or above must be a 503 with Retry-After.
 */
async function openPages(): Promise<void> {
  for (const path of pages)
    for (const address of [path, `${path}.data`]) {
      const answer = await fetch(web.url + address, {
        headers: { Cookie: cookie },
        redirect: "manual",
      });
      if (answer.status >= 500) expect([address, statusOf(answer)]).toEqual([address, AGAIN]);
    }
}

describe("the address points to a standby", () => {
  beforeAll(() => setReadOnly(true));
  afterAll(() => setReadOnly(false));

  test("reads succeed and writes are a 503", async () => {
    const answers: Record<string, unknown> = {};
    for (const one of prepared) answers[one.name] = statusOf(await ask(one));
    // A refusal needs no write; a success that writes is a 503.
    const isAnswer = (answer: unknown) => typeof answer === "number" && answer < 500;
    const expected = prepared.map(({ name }) => [
      name,
      isAnswer(answers[name]) ? answers[name] : AGAIN,
    ]);
    expect(answers).toEqual(Object.fromEntries(expected));
    expect(answers["bookings.create"]).toBe(AGAIN);
  });

  test("a page opens or is a 503, never a 500", openPages);
});

describe("nothing listens at the address", () => {
  beforeAll(() => databaseSwitch.turnTo(1));
  afterAll(() => databaseSwitch.turnTo(databasePort));

  test("an operation is a 503", async () => {
    const answers: Record<string, unknown> = {};
    for (const one of prepared) answers[one.name] = statusOf(await ask(one));
    expect(answers).toEqual(Object.fromEntries(prepared.map(({ name }) => [name, AGAIN])));
  });

  test("a page is a 503 or needs no database", openPages);
});

test("every operation works again afterwards, without a restart", async () => {
  const answers: Record<string, unknown> = {};
  for (const one of prepared)
    answers[one.name] = statusOf(await ask({ ...one, example: await firstExample(one.name) }));
  expect(answers).toEqual(
    Object.fromEntries(
      prepared.map(({ name, operation, example }) => [
        name,
        example.status ?? operation.status ?? 200,
      ]),
    ),
  );
  expect((await fetch(`${web.url}/readyz`)).status).toBe(200);
});
