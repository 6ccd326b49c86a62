import sql, { raw, type Sql as Part } from "sql-template-tag";
import { HELD_TURN } from "~/domain/email/mail-turn.sql.server";
import { SHOWN_COMPANIES } from "~/lib/company-figures";
import { pool } from "~/lib/db.server";

/** Amount of due work, and the age of its oldest item (whole seconds; 0 if empty). */
interface QueueFigure {
  waiting: number;
  oldest_seconds: number;
}
export interface QueueFigures {
  /** Committed events that have not been relayed. */
  events: QueueFigure;
  /** Webhook deliveries that are due and not in flight. */
  deliveries: QueueFigure;
  /** Jobs by name. */
  jobs: Record<string, QueueFigure>;
  /** Emails and SMS overdue by five minutes, and those postponed to another day. */
  messages: { late: number; held: number };
  /** The companies with most waiting jobs and deliveries. */
  companies: { tenant_id: string; waiting: number }[];
}

/** Maximum rows scanned to find those companies. */
const MAX_COUNTED = 50_000;

const AGE = (since: string): Part =>
  sql`coalesce(greatest(0, extract(epoch from now() - min(${raw(since)}))), 0)::int as oldest_seconds`;

/** Depth and age of all queues, for metrics and alerts. */
export async function queueFigures(): Promise<QueueFigures> {
  const [events, deliveries, jobs, messages, companies] = await Promise.all([
    pool.query<QueueFigure>(
      sql`select count(*)::int as waiting, ${AGE("created_at")} from event where relayed_at is null`,
    ),
    pool.query<QueueFigure>(
      sql`select count(*)::int as waiting, ${AGE("next_attempt_at")} from webhook_delivery
        where status = 'pending' and next_attempt_at <= now() and (leased_until is null or leased_until <= now())`,
    ),
    pool.query<QueueFigure & { name: string }>(
      sql`select q.name, count(j.id)::int as waiting, ${AGE("j.start_after")} from pgboss.queue q
        left join pgboss.job j on j.name = q.name and j.state < 'active' and j.start_after <= now()
        where q.name !~ '^__' group by q.name order by q.name`,
    ),
    pool.query<QueueFigures["messages"]>(
      sql`select count(*) filter (where start_after <= now() - interval '5 minutes')::int as late,
          count(*) filter (where priority = ${HELD_TURN} and start_after > now())::int as held
        from pgboss.job where name = 'message.send' and state < 'active'`,
    ),
    companiesWaiting(),
  ]);
  const emptyFigure = { waiting: 0, oldest_seconds: 0 };
  return {
    events: events.rows[0] ?? emptyFigure,
    deliveries: deliveries.rows[0] ?? emptyFigure,
    jobs: Object.fromEntries(jobs.rows.map(({ name, ...figure }) => [name, figure])),
    messages: messages.rows[0]!,
    companies,
  };
}

/** Jobs and deliveries are counted separately: in a cluster they are on different nodes. */
async function companiesWaiting(): Promise<QueueFigures["companies"]> {
  const [jobs, deliveries] = await Promise.all([
    pool.query<QueueFigures["companies"][number]>(
      sql`select tenant_id, count(*)::int as waiting from (
          select data ->> 'tenant_id' as tenant_id from pgboss.job
          where state < 'active' and start_after <= now() and data ->> 'tenant_id' is not null limit ${MAX_COUNTED}) due
        group by tenant_id order by waiting desc limit ${SHOWN_COMPANIES}`,
    ),
    pool.query<QueueFigures["companies"][number]>(
      sql`select tenant_id, count(*)::int as waiting from (
          select tenant_id from webhook_delivery
          where status = 'pending' and next_attempt_at <= now() and (leased_until is null or leased_until <= now()) limit ${MAX_COUNTED}) due
        group by tenant_id order by waiting desc limit ${SHOWN_COMPANIES}`,
    ),
  ]);
  const sums = new Map<string, number>();
  for (const { tenant_id, waiting } of [...jobs.rows, ...deliveries.rows])
    sums.set(tenant_id, (sums.get(tenant_id) ?? 0) + waiting);
  return [...sums]
    .map(([tenant_id, waiting]) => ({ tenant_id, waiting }))
    .sort((a, b) => b.waiting - a.waiting)
    .slice(0, SHOWN_COMPANIES);
}
