import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tablesOf } from "~/lib/tables";
import { installCitusStandIn } from "~/testing/citus-stand-in";
import { runCommandLine } from "~/testing/run-command";
import { readCatalogue } from "./distribute/catalogue";
import { findObstacles } from "./distribute/obstacles";

// Checks the migrated schema against the rules of Citus. A stand-in enforces Citus's statement
// order; this has not run on Citus itself.

let client: pg.Client;
beforeAll(async () => {
  client = new pg.Client({ connectionString: process.env.DIRECT_DATABASE_URL });
  await client.connect();
});
afterAll(() => client.end());

const distribute = (...args: string[]) =>
  runCommandLine(["distribute", ...args], { DATABASE_URL: process.env.DIRECT_DATABASE_URL! });

/** The command refuses while other sessions are connected, so the test disguises its own. */
async function distributeAlone() {
  await client.query("set application_name to 'citus stand-in'");
  return distribute();
}

const placedCount = async () =>
  Number((await client.query<{ n: string }>("select count(*) as n from citus_tables")).rows[0]!.n);

test("every table can be distributed: no constraint, key or column is an obstacle", async () => {
  const catalogue = await readCatalogue(client);
  expect(findObstacles(catalogue)).toEqual([]);
  // All exclusion constraints were checked.
  expect(catalogue.exclusions).toEqual([
    { name: "claim_no_overlap", table: "claim", columns: ["resource_id", "tenant_id"] },
  ]);
  expect(catalogue.uniques.length).toBeGreaterThan(70);
  expect(catalogue.foreign_keys.length).toBeGreaterThan(50);
});

test.each([
  ["create table stray (id int)", "stray has no kind in lib/tables.ts."],
  [
    "alter table booking add constraint alone unique (reference)",
    "alone of booking is unique across tenants: tenant_id must come first.",
  ],
  [
    "alter table booking add column number serial",
    "booking.number uses a sequence and is not a bigint.",
  ],
  [
    "alter table slot add constraint follows foreign key (tenant_id, schedule_id) references schedule (tenant_id, id) on update cascade",
    "follows: it has an ON UPDATE action.",
  ],
  [
    "create trigger stamp before update on booking for each row execute function suppress_redundant_updates_trigger()",
    "booking has the trigger stamp.",
  ],
])("a change that a cluster refuses is reported: %s", async (change, obstacle) => {
  await client.query("begin");
  await client.query(change);
  expect(findObstacles(await readCatalogue(client))).toEqual([obstacle]);
  await client.query("rollback");
});

test("without Citus it refuses, and --dry-run prints the SQL", async () => {
  const refused = await distribute();
  expect(refused).toEqual({
    status: 1,
    output: expect.stringMatching(
      /^This database does not have Citus, so nothing was changed\. .*\.md\)\.\n$/,
    ) as string,
  });
  const { status, output } = await distribute("--dry-run");
  expect(status).toBe(0);
  const lines = output.trim().split("\n");
  expect(lines.filter((line) => line.startsWith("select create_reference_table("))).toHaveLength(
    tablesOf("directory").length,
  );
  expect(lines.filter((line) => line.startsWith("select create_distributed_table("))).toHaveLength(
    tablesOf("tenant").length,
  );
  expect(lines).toContain(
    "select create_distributed_function('public.place_booking(uuid, jsonb, jsonb, jsonb, jsonb, jsonb, jsonb)', 'p_tenant', colocate_with => 'public.asset');",
  );
  // Only foreign keys from the coordinator's tables to placed tables are dropped.
  const dropped = lines.flatMap(
    (line) => / table public."(\w+)" drop constraint/.exec(line)?.[1] ?? [],
  );
  expect(dropped.filter((table) => !tablesOf("local").includes(table))).toEqual([]);
  expect(output.match(/\bdrop\b/g)).toHaveLength(dropped.length);
});

test("on a cluster it checks the preconditions, distributes every table, resumes and is idempotent", async () => {
  await installCitusStandIn(client);
  expect((await distribute()).output).toContain("citus_set_coordinator_host");
  await client.query("insert into pg_dist_node values (true, false, 'coordinator', 5432, true, 0)");
  expect((await distribute()).output).toContain("citus_add_node");
  await client.query("insert into pg_dist_node values (true, true)");
  expect((await distribute()).output).toContain("Other sessions use the database (1)");
  expect(await placedCount()).toBe(0);

  // Interrupt it: a table in the middle cannot be distributed.
  await client.query(
    "alter table citus_tables add constraint interrupted check (table_name <> 'public.claim'::regclass)",
  );
  const interrupted = await distributeAlone();
  expect(interrupted.status).toBe(1);
  const before = await placedCount();
  expect(before).toBeGreaterThan(tablesOf("directory").length);
  await client.query("alter table citus_tables drop constraint interrupted");

  const done = await distributeAlone();
  expect(done).toMatchObject({ status: 0 });
  expect(done.output).toMatch(
    /(\d+) tables are distributed, with all \d+ foreign keys\.\nSet wal_level = logical on every node/,
  );
  const kinds = await client.query(
    "select table_name::text as name, citus_table_type as type from citus_tables order by 1",
  );
  expect(kinds.rows).toEqual(
    [
      ...tablesOf("directory").map((name) => ({ name, type: "reference" })),
      ...tablesOf("tenant").map((name) => ({ name, type: "distributed" })),
    ].sort((a, b) => (a.name < b.name ? -1 : 1)),
  );
  const groups = await client.query(
    "select count(distinct colocation_id)::int as n from citus_tables where citus_table_type = 'distributed'",
  );
  expect(groups.rows).toEqual([{ n: 1 }]);
  const byTenant = await client.query(
    "select argument is not null as by_tenant from placed_function where name::text ~ 'place_booking|is_live' order by name::text",
  );
  expect(byTenant.rows).toEqual([{ by_tenant: false }, { by_tenant: true }]);

  const again = await distributeAlone();
  expect(again.status).toBe(0);
  expect(again.output).not.toContain("create_distributed_table");
});

test("the doctor reports undistributed tables, disabled nodes and a low wal_level", async () => {
  const doctor = async () =>
    /(ok|WARN|FAIL) +cluster +(.*)/.exec(
      (await runCommandLine(["doctor"], { DATABASE_URL: process.env.DIRECT_DATABASE_URL! })).output,
    )![0];
  expect(await doctor()).toMatch(/WARN +cluster +\d+ tables distributed; wal_level is replica/);
  await client.query("update pg_dist_node set isactive = false where groupid = 1");
  expect(await doctor()).toMatch(/FAIL +cluster +unreachable nodes: node:5432/);
  await client.query("update pg_dist_node set isactive = true");
  await client.query("update pg_dist_node set answers = false where groupid = 1");
  expect(await doctor()).toMatch(/FAIL +cluster +unreachable nodes: node:5432/);
  await client.query("update pg_dist_node set answers = true");
  await client.query("delete from citus_tables where table_name = 'public.asset'::regclass");
  expect(await doctor()).toMatch(/FAIL +cluster +1 tables are not distributed/);
  await client.query(
    "insert into citus_tables select 'public.asset'::regclass, 'distributed', 'tenant_id', max(colocation_id) from citus_tables",
  );
});

test("a table that is distributed in another way is named", async () => {
  await client.query(
    "update citus_tables set citus_table_type = 'reference' where table_name = 'public.booking'::regclass",
  );
  const refused = await distributeAlone();
  expect(refused.status).toBe(1);
  expect(refused.output).toContain("Distributed differently from app/lib/tables.ts: booking.");
});
