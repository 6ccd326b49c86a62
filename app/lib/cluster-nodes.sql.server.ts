import sql, { type Sql as Part } from "sql-template-tag";
import { clock } from "./clock";
import { pool, sqlState } from "./db.server";
import { isNodeAway } from "./database-away";
import { tenantsAfter } from "./in-steps.sql.server";
import { log } from "./log.server";

/** Sorts before every tenant id. */
export const BEFORE_ALL = "00000000-0000-0000-0000-000000000000";
const PAGE = 200;
/** How long unreachable nodes are skipped before they are tried again. */
const LEFT_OUT_MS = 15_000;
const CANCELLED = "57014";

/** Cluster nodes that the coordinator could not reach, and when to try them again. */
let away: { groups: number[]; until: number } = { groups: [], until: 0 };

/** Nodes that don't answer the coordinator; empty on a single server. */
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

/**
 * Whether an unreachable node is being skipped. A statement on all nodes would only wait for it.
 */
export const isNodeLeftOut = (): boolean => away.groups.length > 0 && clock.now() < away.until;

/**
 * Whether a statement on all nodes failed because one is unreachable. If so, the node is skipped
 * from now on.
 */
export async function isLostNode(error: unknown): Promise<boolean> {
  const isAway = isNodeAway(error);
  // A hanging node doesn't refuse connections; the statement runs into its timeout.
  if (!isAway && sqlState(error) !== CANCELLED) return false;
  const groups = (await nodesAway()).map(({ group }) => group);
  if (groups.length > 0) away = { groups, until: clock.now() + LEFT_OUT_MS };
  return isAway || groups.length > 0;
}

/** Keeps only tenants whose node is reachable. */
export async function onNodesThatAnswer(tenantIds: string[]): Promise<string[]> {
  if (away.groups.length === 0) return tenantIds;
  const found = await pool.query<{ id: string }>(
    sql`select t.id from unnest(${tenantIds}::uuid[]) as t (id)
      join pg_dist_placement p on p.shardid = get_shard_id_for_distribution_column('public.booking', t.id)
      where p.groupid <> all(${away.groups}::int[]) order by t.id`,
  );
  return found.rows.map(({ id }) => id);
}

/** The next tenants after `after` by id, on reachable nodes. Empty only when there are no more. */
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
 * Scans all tenants and returns at most `most` rows. While a cluster node is down, it queries the
 * tenants of the other nodes in groups, so that a lost node affects only its own tenants. `among`
 * is a condition on the column tenant_id.
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
      log.error({ err: error, work }, "a cluster node is unreachable: querying only the others");
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
