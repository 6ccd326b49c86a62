import sql from "sql-template-tag";
import { plural } from "~/i18n/text";
import { clock } from "~/lib/clock";
import { pool } from "~/lib/db.server";
import type { Reads } from "~/lib/one-trip.sql.server";
import { toRfc3339 } from "~/lib/time";
import type { Alert } from "../payments/attention.server";
import { isOpen, isSwitchedOn } from "../seats/slot-parts.sql";

const HOUR_MS = 3_600_000;
const WEEK_MS = 7 * 24 * HOUR_MS;
/** Shorter silences are a night, or chance. */
const SHORTEST_MS = 24 * HOUR_MS;
/** Beyond this, assume the business is closed. */
const LONGEST_MS = 4 * WEEK_MS;
/** The usual level: at least this many bookings in the same part of each of this many weeks. */
const LEAST = 3;
const WEEKS = 4;

/**
 * Whether no booking has come in for a period in which there usually are some, although times are
 * available. Compares the time since the last booking, a week at most, with the same days and hours
 * (in the company's zone) of the four previous weeks. Reads an index over those weeks, and at most
 * three bookings of each.
 */
export async function quietCalendar(
  { id: tenantId, time_zone }: { id: string; time_zone: string },
  now = clock.now(),
  reads: Reads = pool,
): Promise<Alert[]> {
  const last = await lastBooking(tenantId, now, reads);
  if (last === null || now - last < SHORTEST_MS || now - last > LONGEST_MS) return [];
  const from = Math.max(last, now - WEEK_MS);
  // The first of the weeks that ends before the silence began.
  const first = Math.ceil((now - last) / WEEK_MS);
  const { rows } = await reads.query<{ is_usual: boolean; has_times: boolean }>(
    sql`select (
          select bool_and(came.bookings = ${LEAST}) from generate_series(${first}::int, ${first + WEEKS - 1}::int) week
            cross join lateral (select (${new Date(from)}::timestamptz at time zone ${time_zone}::text - week * interval '7 days') at time zone ${time_zone}::text as began,
              (${new Date(now)}::timestamptz at time zone ${time_zone}::text - week * interval '7 days') at time zone ${time_zone}::text as ended) span
            cross join lateral (select count(*) as bookings from (
              select from booking b where b.tenant_id = ${tenantId} and b.created_at > span.began and b.created_at <= span.ended
                and b.source <> 'test' limit ${LEAST}) few) came) as is_usual,
        exists (select from resource r cross join lateral (
            -- In order, so that Postgres uses the index of the resource's times.
            select from slot s where s.tenant_id = ${tenantId} and s.resource_id = r.id and ${isOpen(sql`s`)}
              and ${isSwitchedOn(sql`s`, tenantId)} and s.taken < s.capacity
              and s.starts_at > ${new Date(now)} and s.starts_at < ${new Date(now)}::timestamptz + interval '14 days'
            order by s.starts_at limit 1) free
          where r.tenant_id = ${tenantId}) as has_times`,
  );
  if (!rows[0]?.is_usual || !rows[0].has_times) return [];
  return [{ kind: "calendar_quiet", message: silence(now - last), at: toRfc3339(last) }];
}

async function lastBooking(tenantId: string, now: number, reads: Reads): Promise<number | null> {
  const { rows } = await reads.query<{ created_at: Date }>(
    sql`select created_at from booking where tenant_id = ${tenantId} and created_at <= ${new Date(now)} and source <> 'test'
        order by created_at desc limit 1`,
  );
  return rows[0]?.created_at.getTime() ?? null;
}

function silence(ms: number): string {
  const hours = Math.floor(ms / HOUR_MS);
  return hours < 48
    ? plural(
        hours,
        "No bookings for {{count}} hour, when you usually get some. Check that your website still shows the calendar.",
        "No bookings for {{count}} hours, when you usually get some. Check that your website still shows the calendar.",
      )
    : plural(
        Math.floor(hours / 24),
        "No bookings for {{count}} day, when you usually get some. Check that your website still shows the calendar.",
        "No bookings for {{count}} days, when you usually get some. Check that your website still shows the calendar.",
      );
}
