import type pg from "pg";
import { PlainError } from "../plain-error";
import { kindOf } from "./obstacles";

/** Whether the database has Citus. */
export async function hasCitus(client: pg.ClientBase): Promise<boolean> {
  const found = await client.query<{ has: boolean }>(
    "select to_regproc('create_distributed_table') is not null as has",
  );
  return found.rows[0]!.has;
}

/** Throws, with advice, if a cluster is not ready. */
export async function checkCluster(client: pg.ClientBase): Promise<void> {
  const found = await client.query<{
    is_coordinator: boolean;
    is_listed: boolean;
    nodes: number;
    others: number;
  }>(
    `select citus_is_coordinator() as is_coordinator, exists (select from pg_dist_node where groupid = 0) as is_listed,
       (select count(*)::int from pg_dist_node where isactive and shouldhaveshards) as nodes,
       (select count(*)::int from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
         and backend_type = 'client backend' and application_name not like 'citus%') as others`,
  );
  const { is_coordinator, is_listed, nodes, others } = found.rows[0]!;
  if (!is_coordinator)
    throw new PlainError("DATABASE_URL points to a worker node. Set it to the coordinator.");
  // Sessions and codes stay on the coordinator and are joined with the directory, which only listed
  // nodes have.
  if (!is_listed)
    throw new PlainError(
      "The coordinator is not registered as a node: run `select citus_set_coordinator_host('its host', 5432)` in its database.",
    );
  if (nodes === 0)
    throw new PlainError(
      "The cluster has no node for tenants. Add each with `select citus_add_node('its host', 5432)` in the coordinator's database.",
    );
  if (others > 0)
    throw new PlainError(
      `Other sessions use the database (${others}). Stop the web and worker processes first, because tables must not change while they are moved.`,
    );
}

/** Tables that are already distributed; throws if one is distributed in the wrong way. */
export async function readPlaced(client: pg.ClientBase): Promise<Set<string>> {
  const { rows } = await client.query<{
    name: string;
    type: string;
    column: string;
    group: number;
  }>(
    `select c.relname as name, t.citus_table_type as type, t.distribution_column as column, t.colocation_id as group
     from citus_tables t join pg_class c on c.oid = t.table_name
     where c.relnamespace = 'public'::regnamespace and t.citus_table_type in ('distributed', 'reference') order by 1`,
  );
  const wrong = rows.filter(({ name, type, column }) => {
    const kind = kindOf(name);
    if (kind === "tenant") return type !== "distributed" || column !== "tenant_id";
    return kind !== "directory" || type !== "reference";
  });
  const groups = new Set(
    rows.filter(({ name }) => kindOf(name) === "tenant").map(({ group }) => group),
  );
  if (wrong.length > 0)
    throw new PlainError(
      `Distributed differently from app/lib/tables.ts: ${wrong.map(({ name }) => name).join(", ")}. ` +
        "Undo each with `select undistribute_table('its name', cascade_via_foreign_keys => true)`, then run this again.",
    );
  if (groups.size > 1)
    throw new PlainError(
      "The tenant tables are in several colocation groups but must be in one. Undistribute them first.",
    );
  return new Set(rows.map(({ name }) => name));
}
