import sql, { empty, join, type Sql as Part } from "sql-template-tag";
import { Id, type PageOf } from "~/contract/common";
import type { DeliveryFilter, WebhookDelivery } from "~/contract/webhooks";
import { invalidField, notFound } from "~/lib/app-error";
import { readCursor, toPage, writeCursor } from "~/lib/cursor.server";
import { pool, type Sql } from "~/lib/db.server";
import { instantRange, toRfc3339 } from "~/lib/time";
import type { StaffActor } from "../identity/actor";

const SORT = "-created_at";
/** The limit up to which `include=total` counts rows. */
const COUNT_LIMIT = 10_000;

interface DeliveryRow extends Omit<
  WebhookDelivery,
  "next_attempt_at" | "created_at" | "completed_at"
> {
  next_attempt_at: Date | null;
  created_at: Date;
  completed_at: Date | null;
}

const columnsOf = (
  tenantId: string,
): Part => sql`d.id, d.subscription_id, d.event_id, e.type, d.origin, d.status, d.attempts, d.next_attempt_at, d.created_at,
  d.completed_at, e.body as request_body, coalesce((
    select json_agg(json_build_object('attempt', a.attempt, 'request_url', a.request_url, 'request_headers', a.request_headers,
      'started_at', a.started_at, 'latency_ms', a.latency_ms, 'response_code', a.response_code, 'response_body', a.response_body,
      'error', a.error) order by a.attempt)
    from webhook_attempt a where a.tenant_id = ${tenantId} and a.delivery_id = d.id), '[]') as attempt_log`;
const fromOf = (tenantId: string): Part =>
  sql`webhook_delivery d join event e on e.tenant_id = ${tenantId} and e.id = d.event_id`;

/**
 * The deliveries of the last 30 days, the newest first, each with its request and every attempt.
 */
export async function listDeliveries(
  actor: StaffActor,
  filter: DeliveryFilter,
): Promise<PageOf<WebhookDelivery>> {
  const where = conditions(actor, filter);
  const place = filter.cursor === undefined ? empty : afterCursor(filter.cursor);
  const found = await pool.query<DeliveryRow>(
    sql`select ${columnsOf(actor.tenant.id)} from ${fromOf(actor.tenant.id)} where ${where} ${place} order by d.created_at desc, d.id desc limit ${filter.limit + 1}`,
  );
  const total = filter.include?.includes("total")
    ? await countDeliveries(actor.tenant.id, where)
    : undefined;
  const page = toPage(
    found.rows,
    filter.limit,
    (row) => writeCursor(SORT, [row.created_at.toISOString(), row.id]),
    total,
  );
  return { ...page, data: page.data.map(toDelivery) };
}

/** Throws not_found. */
export async function getDelivery(actor: StaffActor, id: string): Promise<WebhookDelivery> {
  return findDelivery(pool, actor.tenant.id, id);
}

/** Throws not_found. */
export async function findDelivery(
  db: Sql,
  tenantId: string,
  id: string,
): Promise<WebhookDelivery> {
  const found = await db.query<DeliveryRow>(
    sql`select ${columnsOf(tenantId)} from ${fromOf(tenantId)} where d.tenant_id = ${tenantId} and d.id = ${id}`,
  );
  if (found.rows[0] === undefined) throw notFound("Webhook delivery", id);
  return toDelivery(found.rows[0]);
}

function conditions(actor: StaffActor, filter: DeliveryFilter): Part {
  const { from, to } = instantRange({ from: filter.from, to: filter.to }, actor.tenant.time_zone);
  const parts = [
    sql`d.tenant_id = ${actor.tenant.id} and d.created_at > now() - interval '30 days'`,
    filter.subscription_id && sql`d.subscription_id = ${filter.subscription_id}`,
    filter.status && sql`d.status = any(${filter.status}::text[])`,
    filter.type && sql`e.type = any(${filter.type}::text[])`,
    filter.origin && sql`d.origin = any(${filter.origin}::text[])`,
    filter.booking_id && sql`e.booking_id = ${filter.booking_id}`,
    from && sql`d.created_at >= ${from}`,
    to && sql`d.created_at < ${to}`,
  ];
  return join(
    parts.filter((part): part is Part => Boolean(part)),
    " and ",
  );
}

function afterCursor(cursor: string): Part {
  const [at = "", id = ""] = readCursor(SORT, cursor, 2);
  // Cursors come from the caller and may be forged in a valid format.
  if (Number.isNaN(Date.parse(at)) || !Id.safeParse(id).success)
    throw invalidField("cursor", "Start again without a cursor.");
  return sql`and (d.created_at, d.id) < (${at}::timestamptz, ${id}::uuid)`;
}

async function countDeliveries(tenantId: string, where: Part): Promise<number> {
  const counted = await pool.query<{ count: number }>(
    sql`select count(*)::int as count from (select 1 from ${fromOf(tenantId)} where ${where} limit ${COUNT_LIMIT}) counted`,
  );
  return counted.rows[0]?.count ?? 0;
}

function toDelivery(row: DeliveryRow): WebhookDelivery {
  const wire = (instant: Date | null) => instant && toRfc3339(instant.getTime());
  return {
    ...row,
    next_attempt_at: wire(row.next_attempt_at),
    created_at: toRfc3339(row.created_at.getTime()),
    completed_at: wire(row.completed_at),
    attempt_log: row.attempt_log.map((attempt) => ({
      ...attempt,
      started_at: toRfc3339(Date.parse(attempt.started_at)),
    })),
  };
}
