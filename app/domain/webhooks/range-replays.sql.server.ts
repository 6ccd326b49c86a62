import sql from "sql-template-tag";
import { pool } from "~/lib/db.server";
import { toRfc3339 } from "~/lib/time";
import type { StaffActor } from "../identity/actor";

/** The progress of a range replay. */
export interface RangeReplay {
  id: string;
  at: string;
  from: string;
  to: string;
  queued: number;
  succeeded: number;
  failed: number;
  cancelled: number;
  /** Waiting ones that were tried at least once and will be retried. */
  retrying: number;
  waiting: number;
}

const SHOWN = 5;

/**
 * The last range replays to a subscription, the newest first, as long as their deliveries are kept.
 * A replay is matched with its audit row by time: its deliveries were inserted in the same
 * transaction.
 */
export async function listRangeReplays(
  actor: StaffActor,
  subscriptionId: string,
): Promise<RangeReplay[]> {
  const found = await pool.query<Omit<RangeReplay, "at"> & { at: Date }>(
    sql`select r.id, r.at, r.diff->>'from' as "from", r.diff->>'to' as "to", (r.diff->>'queued')::int as queued, d.*
        from (select id, at, diff from audit_row where tenant_id = ${actor.tenant.id} and entity = 'webhook_subscription'
            and entity_id = ${subscriptionId} and action = 'webhook.range_replayed' and at > now() - interval '30 days'
            order by at desc, id desc limit ${SHOWN}) r
        cross join lateral (
          select count(*) filter (where status = 'succeeded')::int as succeeded, count(*) filter (where status = 'failed')::int as failed,
            count(*) filter (where status = 'cancelled')::int as cancelled,
            count(*) filter (where status = 'pending' and attempts > 0)::int as retrying,
            count(*) filter (where status = 'pending')::int as waiting
          from webhook_delivery where tenant_id = ${actor.tenant.id} and subscription_id = ${subscriptionId}
            and origin = 'replay' and created_at = r.at) d
        order by r.at desc, r.id desc`,
  );
  return found.rows.map((row) => ({ ...row, at: toRfc3339(row.at.getTime()) }));
}
