import pg from "pg";
import { beforeAll, expect, test } from "vitest";
import { installCitusStandIn } from "~/testing/citus-stand-in";
import { makeTenant } from "~/testing/factory";
import { nodesAway, scanTenants } from "./cluster-nodes.sql.server";
import { pool } from "./db.server";
import { startRounds } from "./tenant-round.server";

// Before the pool connects: sessions that begin later find the stand-in.
beforeAll(async () => {
  const client = new pg.Client({ connectionString: process.env.DIRECT_DATABASE_URL });
  await client.connect();
  await installCitusStandIn(client);
  await client.end();
});

/** Fails as a coordinator does for a statement that a lost node would have had to answer. */
const askNode = () =>
  pool.query(
    "do $$ begin raise 'connection to the remote node lost:5432 failed' using errcode = '08006'; end $$",
  );

test("a lost node stops its own companies alone: those of the other nodes are found, and its own are not asked", async () => {
  const all = await Promise.all(Array.from({ length: 12 }, () => makeTenant()));
  const ids = all.map(({ tenant }) => tenant.id);
  await pool.query(`insert into pg_dist_node (isactive, shouldhaveshards, nodename, groupid, answers)
    values (true, false, 'coordinator', 0, true), (true, true, 'healthy', 1, true), (true, true, 'lost', 2, false)`);
  await pool.query("insert into pg_dist_placement values (0, 1), (1, 2)");
  const { rows } = await pool.query<{ id: string; shard: number }>(
    "select id, hashtext(id::text) & 1 as shard from tenant where id = any($1)",
    [ids],
  );
  const healthy = rows.filter(({ shard }) => shard === 0).map(({ id }) => id);
  expect(await nodesAway()).toEqual([{ group: 2, node: "lost:5432" }]);

  const visited: string[] = [];
  await startRounds("test", async () => {
    await askNode();
    return [];
  })((tenantId) => Promise.resolve(visited.push(tenantId) > 0));
  expect(visited.filter((id) => ids.includes(id)).sort()).toEqual(healthy.sort());

  // The scan over all companies is not tried again for a while: it would wait for the node each time.
  let scans = 0;
  const due = await scanTenants("test", 1000, async (among) => {
    scans += 1;
    if (among.text === "true") await askNode();
    const found = await pool.query<{ id: string }>({
      text: `select id from (select id, id as tenant_id from tenant) t where ${among.text}`,
      values: among.values,
    });
    return found.rows.map(({ id }) => id);
  });
  expect(due.filter((id) => ids.includes(id)).sort()).toEqual(healthy.sort());
  expect(scans).toBe(1);
});
