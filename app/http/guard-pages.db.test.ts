import type { ServerBuild } from "@remix-run/node";
import { expect, test } from "vitest";
import { invalidField } from "~/lib/app-error";
import { prisma, transaction } from "~/lib/db.server";
import { answerError } from "./api.server";
import { guardPages } from "./guard-pages.server";
import { answerRefusal } from "./guest-request.server";

// A statement that times out, on the shared pools.
const slowSql = () =>
  transaction(async (db) => {
    await db.query("set local statement_timeout = 1");
    await db.query("select pg_sleep(5)");
  });
const slowPrisma = () =>
  prisma.$transaction([
    prisma.$executeRaw`set local statement_timeout = 1`,
    prisma.$executeRaw`select pg_sleep(5)`,
  ]);
// Statements during a failover: they reach a standby, or an administrator ends their session.
const WRITE = "delete from rate_limit";
const END = "select pg_terminate_backend(pg_backend_pid())";
const onStandby = () =>
  transaction(async (db) => {
    await db.query("set local transaction_read_only = on");
    await db.query(WRITE);
  });
const prismaOnStandby = () =>
  prisma.$transaction([
    prisma.$executeRaw`set local transaction_read_only = on`,
    prisma.$executeRawUnsafe(WRITE),
  ]);
const ended = () => transaction((db) => db.query(END));
const prismaEnded = () => prisma.$transaction([prisma.$executeRawUnsafe(END)]);
const errorOf = (work: () => Promise<unknown>): Promise<unknown> =>
  work().then(
    () => null,
    (error: unknown) => error,
  );

/** The response of a page whose loader or action runs `work`. */
async function openedPage(work: () => Promise<unknown>, name: "loader" | "action") {
  const route = {
    id: "page",
    path: "/page",
    module: { loader: work, action: work, default: null },
  };
  const { routes } = guardPages({ routes: { page: route } } as unknown as ServerBuild);
  const thrown = await errorOf(() => Promise.resolve(routes.page!.module[name]!({} as never)));
  return thrown as Response;
}

/** Expects 503 with this Retry-After from the API, guest pages, and a page's loader and action. */
async function expectRefusedEverywhere(
  work: () => Promise<unknown>,
  retryAfter: string,
): Promise<void> {
  const error = await errorOf(work);
  const answers = [
    answerError(error, "request", {}),
    answerRefusal(error),
    await openedPage(work, "loader"),
    await openedPage(work, "action"),
  ];
  for (const { status, headers } of answers)
    expect([status, headers.get("Retry-After")]).toEqual([503, retryAfter]);
}

test.each([
  ["SQL", slowSql],
  ["Prisma", slowPrisma],
])("a statement of %s that takes too long is a 503 with Retry-After everywhere", (_, work) =>
  expectRefusedEverywhere(work, "60"),
);

test.each([
  ["SQL that reaches a standby", onStandby],
  ["Prisma's that reaches a standby", prismaOnStandby],
  ["SQL whose session was ended", ended],
  ["Prisma's whose session was ended", prismaEnded],
])("a statement of %s is a 503 with Retry-After everywhere", async (_, work) => {
  await expectRefusedEverywhere(work, "5");
  expect((await transaction((db) => db.query("select 1"))).rowCount).toBe(1);
});

test("an unexpected refusal keeps its status, and a bug is rethrown", async () => {
  const bound = await openedPage(
    async () => Promise.reject(invalidField("to", "Too many.")),
    "loader",
  );
  expect(bound.status).toBe(422);
  const fault = new Error("a bug");
  expect(await openedPage(async () => Promise.reject(fault), "loader")).toBe(fault);
});
