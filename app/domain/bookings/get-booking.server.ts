import sql from "sql-template-tag";
import type { BookingWithHistory, CancellationPreview } from "~/contract/bookings";
import { notFound } from "~/lib/app-error";
import { pool } from "~/lib/db.server";
import { toRfc3339 } from "~/lib/time";
import { mayUseResource, seesContacts, seesSensitive, type StaffActor } from "../identity/actor";
import { readMoney } from "../accounting/booking-money.sql.server";
import { toBooking } from "./booking-row";
import { mayMove } from "./booking-status";
import { loadBooking } from "./load-booking.sql.server";
import { previewRefund } from "./refund-preview";

/** One booking as this caller may see it, with what happened to it when asked. Throws not_found. */
export async function getBooking(actor: StaffActor, id: string, withHistory = false): Promise<BookingWithHistory> {
  const { row } = await loadBooking(pool, actor.tenant.id, id, false);
  if (!mayUseResource(actor, row.resource_id)) throw notFound();
  const booking = toBooking(row, seesContacts(actor), seesSensitive(actor));
  return withHistory ? { ...booking, history: await readHistory(actor.tenant.id, id) } : booking;
}

type History = NonNullable<BookingWithHistory["history"]>;
interface HistoryRow extends Omit<History[number], "at" | "actor"> {
  at: Date;
  actor: { kind: string; id: string | null };
  actor_name: string | null;
}

/** Events and audit rows of one booking in the order of time, with the names of the people behind them. */
async function readHistory(tenantId: string, id: string): Promise<History> {
  const found = await pool.query<HistoryRow>(
    sql`select h.*, coalesce(u.name, k.name) as actor_name from (
          select created_at as at, 'event' as kind, type as name, sequence, actor, '{}'::jsonb as diff
          from event where tenant_id = ${tenantId} and booking_id = ${id}
          union all
          select at, 'audit', action, null, actor, diff from audit_row
          where tenant_id = ${tenantId} and entity = 'booking' and entity_id = ${id}) h
        left join tenant_user u on u.tenant_id = ${tenantId} and h.actor->>'kind' = 'user' and u.id = (h.actor->>'id')::uuid
        left join api_key k on k.tenant_id = ${tenantId} and h.actor->>'kind' like '%_key' and k.id = (h.actor->>'id')::uuid
        order by h.at, h.sequence nulls last limit 500`,
  );
  return found.rows.map(({ actor_name, at, actor, ...entry }) => ({
    ...entry,
    at: toRfc3339(at.getTime()),
    actor: { ...actor, name: actor_name },
  }));
}

/** What cancelling this booking now would give back of the money that was captured, by the tenant's policy. Throws not_found. */
export async function previewCancellation(actor: StaffActor, id: string): Promise<CancellationPreview> {
  const { row } = await loadBooking(pool, actor.tenant.id, id, false);
  if (!mayUseResource(actor, row.resource_id)) throw notFound();
  const clock = await pool.query<{ now: Date }>("select clock_timestamp() as now");
  const now = clock.rows[0]!.now.getTime(); // a select without a table has one row
  const money = await readMoney(pool, actor.tenant.id, id);
  const preview = previewRefund(actor.tenant.policy, row.starts_at.getTime(), money, now);
  return {
    allowed: mayMove(row.status, "cancelled", "staff", false),
    inside_window: preview.inside_window,
    window_ends_at: toRfc3339(preview.window_ends_at),
    refund_amount: preview.refund_amount,
    refund_pct: preview.refund_pct,
    currency: money.currency ?? row.currency,
  };
}
