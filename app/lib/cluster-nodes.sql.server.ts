import sql, { type Sql as Part } from "sql-template-tag";
import { clock } from "./clock";
import { pool, sqlState } from "./db.server";
import { isNodeAway } from "./database-away";
import { tenantsAfter } from "./in-steps.sql.server";
import { log } from "./log.server";

/** Sorts before every tenant. */
export const BEFORE_ALL = "00000000-0000-0000-0000-000000000000";
const PAGE = 200;
/** How long nodes that did not answer are left out before they are tried again. */
const LEFT_OUT_MS = 15_000;
const CANCELLED = "57014";

/** The nodes of a cluster that did not answer the coordinator, and until when that counts. */
let away: { groups: number[]; until: number } = { groups: [], until: 0 };

/** Nodes that do not answer the coordinator; none on one server. */
export async function nodesAway(): Promise<{ group: number; node: string }[]> {
  const cluster = await pool.query<{ is_cluster: boolean }>(
    sql`select to_regproc('citus_check_connection_to_node') is not null as is_cluster`,
  );
  if (cluster.rows[0]?.is_cluster !== true) return [];
  const found = await pool.query<{ group: number; node: string }>(
    sql`select groupid as group, nodename || ':' || nodeport as node from pg_dist_node
      where groupid <> 0 and isactive and not coalesce(citus_check_connection_to_node(nodename, nodeport), false) order by 2`,
  );
  return found.rows;
}

/** Whether a node was found away a moment ago: a statement on all of them would only wait for it. */
export const isNodeLeftOut = (): boolean => away.groups.length > 0 && clock.now() < away.until;

/** Whether a statement on all nodes failed for one that is away. It is left out of what is asked next. */
export async function isLostNode(error: unknown): Promise<boolean> {
  const isAway = isNodeAway(error);
  // A node that hangs refuses nothing: the statement runs into its time limit.
  if (!isAway && sqlState(error) !== CANCELLED) return false;
  const groups = (await nodesAway()).map(({ group }) => group);
  if (groups.length > 0) away = { groups, until: clock.now() + LEFT_OUT_MS };
  return isAway || groups.length > 0;
}

/** Of these tenants those whose node answered when it was last asked. */
export async function onNodesThatAnswer(tenantIds: string[]): Promise<string[]> {
  if (away.groups.length === 0) return tenantIds;
  const found = await pool.query<{ id: string }>(
    sql`select t.id from unnest(${tenantIds}::uuid[]) as t (id)
      join pg_dist_placement p on p.shardid = get_shard_id_for_distribution_column('public.booking', t.id)
      where p.groupid <> all(${away.groups}::int[]) order by t.id`,
  );
  return found.rows.map(({ id }) => id);
}

/** The next tenants after `after` whose nodes answer, in order of id; none only when there are none. */
export async function reachableTenantsAfter(after: string, limit: number): Promise<string[]> {
  for (let place = after; ;) {
    const page = await tenantsAfter(place, limit);
    const last = page.at(-1);
    if (last === undefined) return [];
    const reachable = await onNodesThatAnswer(page);
    if (reachable.length > 0) return reachable;
    place = last;
  }
}

/**
 * The rows of a scan over all tenants, `most` at most. While a node of a cluster is away, the tenants of the others are asked for, some at a
 * time: a lost node stops its own companies alone. `among` is a condition on the column tenant_id.
 */
export async function scanTenants<Row>(
  work: string,
  most: number,
  read: (among: Part) => Promise<Row[]>,
): Promise<Row[]> {
  if (!isNodeLeftOut())
    try {
      return await read(sql`true`);
    } catch (error) {
      if (!(await isLostNode(error))) throw error;
      log.error({ err: error, work }, "a node of the cluster is away: the others are asked alone");
    }
  const found: Row[] = [];
  for (let after = BEFORE_ALL; found.length < most;) {
    const tenants = await reachableTenantsAfter(after, PAGE);
    const last = tenants.at(-1);
    if (last === undefined) break;
    found.push(...(await read(sql`tenant_id = any(${tenants}::uuid[])`)));
    after = last;
  }
  return found.slice(0, most);
}
