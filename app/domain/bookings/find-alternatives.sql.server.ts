import sql from "sql-template-tag";
import type { AvailableSlot } from "~/contract/slots";
import { AppError } from "~/lib/app-error";
import { pool, prepared } from "~/lib/db.server";
import { KeyedQueue, SharedWork } from "~/lib/keyed-queue";
import { isBookable, slotJson, slotReason } from "../seats/slot-parts.sql";

/** How many slots on either side are looked at. */
const MOST_LOOKED_AT = 200;

interface Refused {
  resource: { id: string };
  schedule: { id: string } | null;
  starts_at: Date;
}

/** A refusal must not cost more than a booking: of one resource one search runs at a time, for all who wait for the same answer. */
const searches = new KeyedQueue(1);
const shared = new SharedWork<AvailableSlot[]>();

/** The bookable slots of the same resource and schedule nearest to `requested` in time: at most three, in order of time. */
function findAlternatives(tenantId: string, requested: Refused, partySize: number): Promise<AvailableSlot[]> {
  const { resource, schedule, starts_at } = requested;
  const line = `${tenantId}/${resource.id}`;
  const question = `${line}/${schedule?.id}/${starts_at.getTime()}/${partySize}`;
  return shared.run(question, () => searches.run(line, () => search(tenantId, requested, partySize)));
}

/** A refusal of a time that is taken, with up to three other times; anything else as it is. */
export async function withAlternatives(
  error: unknown,
  tenantId: string,
  requested: Refused,
  partySize: number,
): Promise<unknown> {
  if (!(error instanceof AppError) || error.code !== "slot_unavailable" || error.extra.details?.alternatives)
    return error;
  const alternatives = await findAlternatives(tenantId, requested, partySize);
  return new AppError("slot_unavailable", error.message, { details: { ...error.extra.details, alternatives } });
}

async function search(tenantId: string, requested: Refused, partySize: number): Promise<AvailableSlot[]> {
  const near = (side: "before" | "after") => sql`(
    select x.* from (
      select s.*, ${slotReason(partySize)} as reason
      from slot s left join schedule sc on sc.tenant_id = s.tenant_id and sc.id = s.schedule_id
      where s.tenant_id = ${tenantId} and ${isBookable(sql`s`, tenantId)}
        and s.resource_id = ${requested.resource.id}
        and s.schedule_id is not distinct from ${requested.schedule?.id ?? null}::uuid
        and ${side === "before" ? sql`s.starts_at < ${requested.starts_at} and s.starts_at > now()` : sql`s.starts_at > ${requested.starts_at}`}
      order by s.starts_at ${side === "before" ? sql`desc` : sql`asc`} limit ${MOST_LOOKED_AT}) x
    where x.reason is null order by x.starts_at ${side === "before" ? sql`desc` : sql`asc`} limit 3)`;
  const result = await pool.query<{ slot: AvailableSlot }>(
    prepared(sql`
      select ${slotJson(sql`s`)} as slot from (
        select * from (${near("before")} union all ${near("after")}) near
        order by abs(extract(epoch from starts_at - ${requested.starts_at}::timestamptz)) limit 3) s
      order by s.starts_at`),
  );
  return result.rows.map((row) => row.slot);
}
