import { expect, test } from "vitest";
import { prisma } from "~/lib/db.server";
import { onStatement } from "./statement-listener";

test.each([
  ["a call", () => prisma.tenant.findMany({ take: 1 })],
  ["a transaction of calls", () => prisma.$transaction([prisma.tenant.findMany({ take: 1 })])],
  ["a transaction", () => prisma.$transaction((tx) => tx.tenant.findMany({ take: 1 }))],
])("attributes Prisma's statements to the caller: %s", async (_name, ask) => {
  const prepared = new Set<boolean | undefined>();
  const stop = onStatement((text, stack) => {
    if (text.includes('"tenant"')) prepared.add(stack?.includes("sent-statements.db.test.ts"));
  });
  await ask();
  stop();
  expect([...prepared]).toEqual([true]);
});
