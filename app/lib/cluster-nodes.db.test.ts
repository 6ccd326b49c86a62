import pg from "pg";
import { beforeAll, expect, test } from "vitest";
import { installCitusStandIn } from "~/testing/citus-stand-in";
import { makeTenant } from "~/testing/factory";
import { nodesAway, scanTenants } from "./cluster-nodes.sql.server";
import { pool } from "./db.server";
import { startRounds } from "./tenant-round.server";

// Before the pool connects, so that its sessions find the stand-in.
beforeAll(async () => {
  const client = new pg.Client({ connectionString: process.env.DIRECT_DATABASE_URL });
  await client.connect();
  await installCitusStandIn(client);
  await client.end();
});

/** Fails as a coordinator does when a node is unreachable. */
const askNode = () =>
  pool.query(
    "do $$ begin raise 'connection to the remote node lost:5432 failed' using errcode = '08006'; end $$",
  );

test("a lost node affects only its own companies, which are skipped", async () => {
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

  // The scan over all companies is not retried for a while, because it would wait for the node each
  // time.
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
