import sql from "sql-template-tag";
import type { AvailableSlot } from "~/contract/slots";
import { pool, prepared } from "~/lib/db.server";
import { slotJson, slotReason } from "../seats/slot-parts.sql";

/** The bookable slots of the same resource and schedule nearest to `offer` in time: at most three, in order of time. */
export async function findAlternatives(
  tenantId: string,
  offer: { resource: { id: string }; schedule: { id: string } | null; starts_at: Date },
  partySize: number,
): Promise<AvailableSlot[]> {
  const near = (side: "before" | "after") => sql`(
    select x.* from (
      select s.*, ${slotReason(partySize)} as reason
      from slot s left join schedule sc on sc.tenant_id = s.tenant_id and sc.id = s.schedule_id
      where is_offered(${tenantId}::uuid, ${offer.resource.id}::uuid, ${offer.schedule?.id ?? null}::uuid, s.starts_at)
        and s.tenant_id = ${tenantId} and s.resource_id = ${offer.resource.id}
        and s.schedule_id is not distinct from ${offer.schedule?.id ?? null}::uuid
        and ${side === "before" ? sql`s.starts_at < ${offer.starts_at} and s.starts_at > now()` : sql`s.starts_at > ${offer.starts_at}`}
      order by s.starts_at ${side === "before" ? sql`desc` : sql`asc`} limit 500) x
    where x.reason is null order by x.starts_at ${side === "before" ? sql`desc` : sql`asc`} limit 3)`;
  const result = await pool.query<{ slot: AvailableSlot }>(
    prepared(sql`
      select ${slotJson(sql`s`)} as slot from (
        select * from (${near("before")} union all ${near("after")}) near
        order by abs(extract(epoch from starts_at - ${offer.starts_at}::timestamptz)) limit 3) s
      order by s.starts_at`),
  );
  return result.rows.map((row) => row.slot);
}
