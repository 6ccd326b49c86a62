import sql, { raw, type Sql as Part } from "sql-template-tag";
import { pool } from "~/lib/db.server";

/** How much waits that could run now, and for how long the oldest of it has (whole seconds; 0 when nothing waits). */
export interface QueueFigure {
  waiting: number;
  oldest_seconds: number;
}
export interface QueueFigures {
  /** Committed events that have not been passed on. */
  events: QueueFigure;
  /** Webhook deliveries that are due and not being delivered. */
  deliveries: QueueFigure;
  /** Jobs by name. */
  jobs: Record<string, QueueFigure>;
}

const AGE = (since: string): Part =>
  sql`coalesce(greatest(0, extract(epoch from now() - min(${raw(since)}))), 0)::int as oldest_seconds`;

/** The depth and age of everything that is done later, for metrics and alarms. */
export async function queueFigures(): Promise<QueueFigures> {
  const [events, deliveries, jobs] = await Promise.all([
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
  ]);
  const nothing = { waiting: 0, oldest_seconds: 0 };
  return {
    events: events.rows[0] ?? nothing,
    deliveries: deliveries.rows[0] ?? nothing,
    jobs: Object.fromEntries(jobs.rows.map(({ name, ...figure }) => [name, figure])),
  };
}
