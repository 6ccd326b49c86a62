import sql from "sql-template-tag";
import type { WebhookDelivery } from "~/contract/webhooks";
import { pool } from "~/lib/db.server";
import { toRfc3339 } from "~/lib/time";
import type { StaffActor } from "../identity/actor";

export interface LastDelivery {
  subscription_id: string;
  id: string;
  status: WebhookDelivery["status"];
  created_at: string;
}

/** The newest delivery of each of the tenant's subscriptions, if any. */
export async function readLastDeliveries(actor: StaffActor): Promise<LastDelivery[]> {
  const found = await pool.query<Omit<LastDelivery, "created_at"> & { created_at: Date }>(
    sql`select s.id as subscription_id, d.id, d.status, d.created_at
        from webhook_subscription s cross join lateral (
          select d.id, d.status, d.created_at from webhook_delivery d
          where d.tenant_id = ${actor.tenant.id} and d.subscription_id = s.id order by d.created_at desc, d.id desc limit 1) d
        where s.tenant_id = ${actor.tenant.id}`,
  );
  return found.rows.map((row) => ({ ...row, created_at: toRfc3339(row.created_at.getTime()) }));
}
