import sql, { empty, type Sql as Part } from "sql-template-tag";
import type { AvailableSlot } from "~/contract/slots";
import { AppError } from "~/lib/app-error";
import { pool, prepared, type Sql } from "~/lib/db.server";
import { FairLimiter } from "~/lib/fair-limiter";
import { SharedWork } from "~/lib/shared-work";
import { slotUnavailable } from "../../seats/claim-seats.sql.server";
import { isBookable, slotJson, slotReason } from "../../seats/slot-parts.sql";
import { priceInLength, slotsInLength } from "../../seats/slots-in-length.sql";
import { type NearTime, UnofferedTime } from "./unoffered-time";

/** How many slots are examined on either side. */
const MAX_LOOKED_AT = 200;

/** A time on a resource. */
interface RefusedSlot {
  resource: { id: string };
  schedule: { id: string } | null;
  starts_at: Date;
  length_minutes?: number | null;
  /** Minutes that its add-ons take besides. */
  extra_minutes?: number | undefined;
}
/** A time of anyone of a schedule, restricted to the resources `among` (null: all). */
interface RefusedAnyone {
  schedule_id: string;
  among: string[] | null;
  starts_at: Date;
  length_minutes?: number | null | undefined;
  extra_minutes?: number | undefined;
}
type Refused = RefusedSlot | RefusedAnyone;
/** The times to suggest: from one instant up to another. */
interface Span {
  from: Date;
  to: Date;
}

/**
 * A refusal must not cost more than a booking: one search at a time per resource, shared by all
 * callers with the same question.
 */
const searches = new FairLimiter({ of_one: 1 });
const shared = new SharedWork<AvailableSlot[]>();

/**
 * The bookable slots of the same resource, schedule and length nearest to `requested`: at most
 * three, in chronological order. For anyone, one per start; at the same start a more expensive
 * person may be free.
 */
function findAlternatives(
  tenantId: string,
  requested: Refused,
  partySize: number,
): Promise<AvailableSlot[]> {
  const line = `${tenantId}/${"resource" in requested ? requested.resource.id : requested.schedule_id}`;
  const whose = "resource" in requested ? requested.schedule?.id : requested.among?.join();
  const question = `${line}/${whose}/${requested.starts_at.getTime()}/${partySize}/${requested.length_minutes}/${requested.extra_minutes}`;
  return shared.run(question, () =>
    searches.run(line, () => search(pool, tenantId, requested, partySize)),
  );
}

/**
 * Adds up to three other times to a refusal of a taken time; other errors are returned unchanged.
 */
export async function withAlternatives(
  error: unknown,
  tenantId: string,
  requested: Refused,
  partySize: number,
): Promise<unknown> {
  if (
    !(error instanceof AppError) ||
    error.code !== "slot_unavailable" ||
    error.extra.details?.alternatives
  )
    return error;
  const alternatives = await findAlternatives(tenantId, requested, partySize);
  return new AppError("slot_unavailable", error.message, {
    details: { ...error.extra.details, alternatives },
  });
}

/**
 * Adds nearby times to a refusal of a time that isn't offered, if the call says which time and
 * `mayShow` allows it; other errors are returned unchanged.
 */
export async function withTimesNear(
  refusal: unknown,
  tenantId: string,
  mayShow: (near: NearTime) => boolean,
  wish: { length_minutes?: number | undefined; party_size: number },
): Promise<unknown> {
  if (!(refusal instanceof UnofferedTime) || refusal.near === null || !mayShow(refusal.near))
    return refusal;
  const near = { ...refusal.near, length_minutes: wish.length_minutes ?? null };
  return withAlternatives(slotUnavailable("closed"), tenantId, near, wish.party_size);
}

/** findAlternatives within a span, as `db` sees it. */
export const alternativesIn = (
  db: Sql,
  tenantId: string,
  requested: Refused,
  partySize: number,
  span: Span,
): Promise<AvailableSlot[]> => search(db, tenantId, requested, partySize, span);

async function search(
  db: Sql,
  tenantId: string,
  requested: Refused,
  partySize: number,
  span?: Span,
): Promise<AvailableSlot[]> {
  const isInSpan = span ? sql`and s.starts_at >= ${span.from} and s.starts_at < ${span.to}` : empty;
  const found = slotsOf(tenantId, requested);
  const isSlot = "resource" in requested;
  const later = isSlot
    ? sql`s.starts_at > ${requested.starts_at}`
    : sql`s.starts_at >= ${requested.starts_at}`;
  const near = (side: "before" | "after") => sql`(
    select ${isSlot ? empty : sql`distinct on (x.starts_at)`} x.* from (
      select ${found.columns}, ${slotReason(tenantId, partySize)} as reason
      from ${found.from}
      where s.tenant_id = ${tenantId} and ${isBookable(sql`s`, tenantId)}
        and ${isOfTheSame(requested)} and ${found.isOffered} ${isInSpan}
        and ${side === "before" ? sql`s.starts_at < ${requested.starts_at} and s.starts_at > now()` : later}
      order by s.starts_at ${side === "before" ? sql`desc` : sql`asc`} limit ${MAX_LOOKED_AT}) x
    where x.reason is null
    order by x.starts_at ${side === "before" ? sql`desc` : sql`asc`} ${isSlot ? empty : sql`, coalesce(x.price_amount, 0), x.id`} limit 3)`;
  const result = await db.query<{ slot: AvailableSlot }>(
    prepared(sql`
      select ${slotJson(sql`s`)} as slot from (
        select * from (${near("before")} union all ${near("after")}) near
        order by abs(extract(epoch from starts_at - ${requested.starts_at}::timestamptz)) limit 3) s
      order by s.starts_at`),
  );
  return result.rows.map((row) => row.slot);
}

function isOfTheSame(requested: Refused): Part {
  if ("resource" in requested)
    return sql`s.resource_id = ${requested.resource.id} and s.schedule_id is not distinct from ${requested.schedule?.id ?? null}::uuid`;
  const { schedule_id, among } = requested;
  return sql`s.schedule_id = ${schedule_id} ${among === null ? empty : sql`and s.resource_id = any(${among}::uuid[])`}`;
}

/** The slots to examine, in the requested length and with its price. */
function slotsOf(
  tenantId: string,
  { length_minutes, extra_minutes: extra = 0 }: Refused,
): Record<"from" | "columns" | "isOffered", Part> {
  const schedules = sql`left join schedule sc on sc.tenant_id = ${tenantId} and sc.id = s.schedule_id`;
  const from = (minutes?: number) => slotsInLength(tenantId, minutes, undefined, undefined, extra);
  if (length_minutes == null) {
    const slots = extra === 0 ? sql`slot` : from();
    return { from: sql`${slots} s ${schedules}`, columns: sql`s.*`, isOffered: sql`true` };
  }
  const longer = sql`longer_length(sc.duration_minutes, sc.length_options, sr.terms, ${length_minutes}::int)`;
  const { price_amount, currency } = priceInLength(longer);
  return {
    from: sql`${from(length_minutes)} s ${schedules}
      left join schedule_resource sr on sr.tenant_id = ${tenantId} and sr.schedule_id = s.schedule_id and sr.resource_id = s.resource_id`,
    columns: sql`s.id, s.resource_id, s.schedule_id, s.starts_at, s.ends_at, s.capacity, s.taken, ${price_amount} as price_amount, ${currency} as currency`,
    isOffered: sql`(s.is_own or ${longer} is not null)`,
  };
}
