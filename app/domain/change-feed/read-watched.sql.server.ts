import sql from "sql-template-tag";
import { isLostNode, isNodeLeftOut, onNodesThatAnswer } from "~/lib/cluster-nodes.sql.server";
import { pool } from "~/lib/db.server";

/** A tenant's version counters: both rise with every change. Text, since they are bigint. */
export interface Watched {
  tenant_id: string;
  /** The position of its newest relayed event. */
  position: string;
  /** The version of seats and times across its resources. */
  seats: string;
}

/** The counters of some tenants; when a node of a cluster is down, those on the other nodes. */
export async function readWatched(tenantIds: readonly string[]): Promise<Watched[]> {
  if (!isNodeLeftOut())
    try {
      return await readTogether(tenantIds);
    } catch (error) {
      if (!(await isLostNode(error))) throw error;
    }
  return readTogether(await onNodesThatAnswer([...tenantIds]));
}

/** One statement: positions through one index entry each, resources for all tenants together. */
async function readTogether(tenantIds: readonly string[]): Promise<Watched[]> {
  const found = await pool.query<Watched>(
    sql`select t.id as tenant_id,
          (select coalesce(max(e.position), 0) from event e where e.tenant_id = t.id)::text as position,
          coalesce(r.seats, 0)::text as seats
        from unnest(${tenantIds}::uuid[]) as t(id)
        left join (select tenant_id, sum(slots_version) as seats from resource where tenant_id = any(${tenantIds}::uuid[])
          group by tenant_id) r on r.tenant_id = t.id`,
  );
  return found.rows;
}

/** Most ids in one change; beyond that clients only learn that much changed. */
const MAX_IDS = 100;

export async function readChanged(tenantId: string, after: string, to: string) {
  const found = await pool.query<{ id: string; resource_id: string }>(
    sql`select distinct b.id, b.resource_id from event e
        join booking b on b.tenant_id = ${tenantId} and b.id = e.booking_id
        where e.tenant_id = ${tenantId} and e.position > ${after}::bigint and e.position <= ${to}::bigint limit ${MAX_IDS}`,
  );
  return found.rows;
}
