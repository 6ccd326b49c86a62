import { expect, test } from "vitest";
import { makeTenant } from "~/testing/factory";
import { pool } from "./db.server";
import { startRounds } from "./tenant-round.server";

/** Fails as a coordinator does when a node is unreachable. */
const askNode = () =>
  pool.query(
    "do $$ begin raise 'connection to the remote node 10.0.0.2:5432 failed' using errcode = '08006'; end $$",
  );

test("while a cluster node is down, tenants on other nodes are visited", async () => {
  const [first, second, third] = [await makeTenant(), await makeTenant(), await makeTenant()].map(
    ({ tenant }) => tenant.id,
  );
  const done: string[] = [];
  const goRound = startRounds("test", async () => {
    await askNode();
    return [];
  });
  await expect(
    goRound(async (tenantId) => {
      if (tenantId === second) await askNode();
      done.push(tenantId);
      return true;
    }),
  ).resolves.toBeUndefined();
  expect(done).toContain(first);
  expect(done).toContain(third);
  expect(done).not.toContain(second);
});

test("a round ends if the database itself is down", async () => {
  const connectionRefused = Object.assign(new Error("connect ECONNREFUSED"), {
    code: "ECONNREFUSED",
  });
  const goRound = startRounds("test", () => Promise.reject(connectionRefused));
  await expect(goRound(async () => true)).rejects.toThrow("ECONNREFUSED");
});
