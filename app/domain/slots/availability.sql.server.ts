import sql, { empty, type Sql as Part } from "sql-template-tag";
import type { AvailabilityQuery } from "~/contract/slots";
import type { AppError } from "~/lib/app-error";
import { invalidField, notFound } from "~/lib/app-error";
import { clock } from "~/lib/clock";
import { sha256 } from "~/lib/crypto.server";
import { pool, prepared } from "~/lib/db.server";
import { addDays, daysBetween, localDateOf, startOfDay } from "~/lib/time";
import { type Actor, mayUseResource, resourceLimit } from "../identity/actor";
import { instant, slotJson, slotReason } from "./slot-parts.sql";

/** An answer that Postgres wrote, with the tag that says whether it would write the same again. */
export interface AvailabilityAnswer {
  etag: string;
  /** null when `etag` is the one the caller has: nothing was read. */
  json: string | null;
}

interface Range {
  time_zone: string;
  /** The local dates of the answer, and the instant at which each begins; one more bound than dates. */
  dates: string[];
  bounds: Date[];
  from: Date;
  to: Date;
}

const DEFAULT_DAYS = 14;
/** An answer holds for this long at most: notice and horizon move with the clock. */
const ETAG_SECONDS = 60;

/**
 * Free times of the tenant's resources, day by day, as JSON made in the database from the slots alone (slot.taken is kept by the
 * bookings). `maxDays` 31 for keys, 92 for sessions. `known` is the caller's ETag.
 * Throws not_found (unknown resource), validation_failed (a range that is empty, too long or not a range).
 */
export async function readAvailability(
  actor: Actor,
  query: AvailabilityQuery,
  maxDays: number,
  known: string | null,
): Promise<AvailabilityAnswer> {
  const range = toRange(query, query.tz ?? actor.tenant.time_zone, maxDays);
  const resources = await findResources(actor, query);
  const etag = tagOf(actor, query, range, resources);
  if (known === etag) return { etag, json: null };
  const ids = resources.map((resource) => resource.id);
  const result = await pool.query<{ json: string }>(
    prepared(availabilityStatement(actor.tenant.id, ids, query, range)),
  );
  return { etag, json: result.rows[0]!.json }; // an aggregate without group by is one row
}

function toRange(query: AvailabilityQuery, timeZone: string, maxDays: number): Range {
  const first = query.from ?? clock.date();
  const firstDate = typeof first === "string" ? first : localDateOf(first.getTime(), timeZone);
  const last = query.to ?? addDays(firstDate, DEFAULT_DAYS - 1);
  const lastDate = typeof last === "string" ? last : localDateOf(last.getTime() - 1, timeZone);
  const days = daysBetween(firstDate, lastDate) + 1;
  if (days < 1) throw invalidField("to", "The end is before the start.");
  if (days > maxDays) throw invalidField("to", `At most ${maxDays} days in one call.`, "too_big");
  const dates = Array.from({ length: days }, (_, index) => addDays(firstDate, index));
  const bounds = [...dates, addDays(lastDate, 1)].map((date) => new Date(startOfDay(date, timeZone)));
  return {
    time_zone: timeZone,
    dates,
    bounds,
    from: typeof first === "string" ? bounds[0]! : first, // at least one date
    to: typeof last === "string" ? bounds.at(-1)! : last,
  };
}

interface FoundResource {
  id: string;
  slots_version: string;
  schedules: string;
}

async function findResources(actor: Actor, query: AvailabilityQuery): Promise<FoundResource[]> {
  const asked = query.resource_id;
  const isStaff = actor.kind === "user" || actor.kind === "secret_key";
  const limit = isStaff ? resourceLimit(actor) : null;
  const found = await pool.query<FoundResource>(
    prepared(sql`
      select r.id, r.slots_version, (select coalesce(string_agg(s.updated_at::text, ',' order by s.id), '') from schedule_resource sr
          join schedule s on s.tenant_id = sr.tenant_id and s.id = sr.schedule_id
          where sr.tenant_id = r.tenant_id and sr.resource_id = r.id) as schedules
      from resource r where r.tenant_id = ${actor.tenant.id} and r.active
        and (${asked ?? null}::uuid[] is null or r.id = any(${asked ?? null}::uuid[]))
        and (${limit}::uuid[] is null or r.id = any(${limit}::uuid[]))
      order by r.id`),
  );
  if (asked !== undefined && !asked.every((id) => found.rows.some((row) => row.id === id) && mayUseResource(actor, id)))
    throw await missingResource(actor, asked);
  return found.rows;
}

/** An archived resource of one's own has no times; anything else is not there. */
async function missingResource(actor: Actor, asked: string[]): Promise<AppError> {
  const own = await pool.query<{ id: string }>(
    "select id from resource where tenant_id = $1 and id = any($2::uuid[])",
    [actor.tenant.id, asked],
  );
  const isArchived = own.rows.length === asked.length && asked.every((id) => mayUseResource(actor, id));
  return isArchived
    ? invalidField("resource_id", "This resource is not offered at the moment.", "inactive")
    : notFound();
}

function tagOf(actor: Actor, query: AvailabilityQuery, range: Range, resources: FoundResource[]): string {
  const parts = [
    actor.tenant.id,
    // As it was asked, not from when to when: without `from` that is another instant each time.
    JSON.stringify([query.schedule_id, query.party_size, query.include, range.time_zone, range.dates, query.from, query.to]),
    resources.map((resource) => `${resource.id}:${resource.slots_version}:${resource.schedules}`).join(),
    Math.floor(clock.now() / 1000 / ETAG_SECONDS),
  ];
  return `W/"${sha256(parts.join("\n")).toString("base64url").slice(0, 22)}"`;
}

function candidates(tenantId: string, resourceIds: string[], query: AvailabilityQuery, times: Part): Part {
  return sql`
    select s.*, ${slotReason(query.party_size, query.include?.includes("unavailable"))} as reason
    from slot s left join schedule sc on sc.tenant_id = s.tenant_id and sc.id = s.schedule_id
    where s.tenant_id = ${tenantId} and s.resource_id = any(${resourceIds}::uuid[]) and ${times}
      and (sc.id is null or sc.active) ${query.schedule_id === undefined ? empty : sql`and s.schedule_id = ${query.schedule_id}`}`;
}

function availabilityStatement(tenantId: string, resourceIds: string[], query: AvailabilityQuery, range: Range) {
  const { from, to, dates, bounds } = range;
  const isListed = query.include?.includes("unavailable") ? sql`true` : sql`s.reason is null`;
  return sql`
    with found as materialized (${candidates(tenantId, resourceIds, query, sql`s.starts_at >= ${from} and s.starts_at < ${to}`)}),
    marked as (
      select s.*, width_bucket(s.starts_at, ${bounds}::timestamptz[]) as day from found s),
    by_day as (
      select day, json_agg(${slotJson(sql`s`)} order by s.starts_at, s.resource_id, s.schedule_id) filter (where ${isListed}) as slots,
        bool_or(s.reason is null) as is_open, bool_or(s.reason in ('full', 'held', 'daily_limit', 'party_too_large')) as is_full,
        bool_or(s.reason = 'too_soon') as is_too_soon, bool_or(s.reason = 'too_far') as is_too_far
      from marked s group by day)
    select json_build_object('time_zone', ${range.time_zone}::text, 'from', ${dates[0]}::text, 'to', ${dates.at(-1)}::text,
      'next_available', ${instant(sql`coalesce(
        (select min(starts_at) from found where reason is null),
        (select s.starts_at from (${candidates(tenantId, resourceIds, query, sql`s.starts_at >= ${to} and s.starts_at > now()`)}
          order by s.starts_at) s where s.reason is null limit 1))`)},
      'days', (select json_agg(json_build_object('date', d.date, 'state',
          case when is_open then 'open' when is_full then 'full' when is_too_soon then 'too_soon' when is_too_far then 'too_far'
            else 'closed' end, 'slots', coalesce(by_day.slots, '[]'::json)) order by d.day)
        from unnest(${dates}::text[]) with ordinality as d (date, day) left join by_day on by_day.day = d.day))::text as json`;
}
