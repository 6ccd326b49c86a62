import sql, { type Sql as Part } from "sql-template-tag";
import type { Explanation, ExplainQuery } from "~/contract/slots";
import { notFound } from "~/lib/app-error";
import { pool, prisma } from "~/lib/db.server";
import { addDays, startOfDay } from "~/lib/time";
import { mayUseResource, type StaffActor } from "../identity/actor";
import { readSchedule } from "../hours/stored-schedule.server";
import { onResource, termsOn } from "../quotes/service-terms";
import { limitsOf, readLimits } from "../hours/read-limits.server";
import { hoursOf } from "../hours/stored-hours";
import { type DaySlot, explainDay } from "./explain-day";
import { lengthNotOffered } from "../seats/length-not-offered";
import { slotReason } from "../seats/slot-parts.sql";
import { readNeedNames } from "../seats/service-needs.sql.server";
import { isOutsideGap, slotsInLength } from "../seats/slots-in-length.sql";

const epochMs = (column: Part): Part => sql`(extract(epoch from ${column}) * 1000)::bigint`;

/**
 * Explains why a schedule has no time on a resource on a day. Throws not_found, validation_failed
 * (a length that is not offered).
 */
export async function explain(actor: StaffActor, query: ExplainQuery): Promise<Explanation> {
  const tenantId = actor.tenant.id;
  const known = await pool.query<{ active: boolean; now: Date }>(
    sql`select active, now() as now from resource where tenant_id = ${tenantId} and id = ${query.resource_id}`,
  );
  const resource = known.rows[0];
  if (resource === undefined || !mayUseResource(actor, query.resource_id))
    throw notFound("Resource", query.resource_id);
  const schedule = await readSchedule(tenantId, query.schedule_id);
  if (!schedule?.resource_ids.includes(query.resource_id))
    throw notFound("Schedule", query.schedule_id);
  const from = new Date(startOfDay(query.date, schedule.time_zone));
  // Hours over midnight run into the next date.
  const to = new Date(startOfDay(addDays(query.date, 2), schedule.time_zone));
  const own = onResource(schedule, query.resource_id);
  const { length_minutes = own.duration_minutes } = query;
  const { length_options } = termsOn(schedule, query.resource_id);
  if (
    length_minutes !== own.duration_minutes &&
    !length_options.some(({ minutes }) => minutes === length_minutes)
  )
    throw lengthNotOffered();
  // A manual slot may have another length; without a requested length, each keeps its own.
  const [slots, status] =
    query.length_minutes === undefined
      ? [sql`slot`, sql`s.status`]
      : [slotsInLength(tenantId, length_minutes), sql`s.set_status as status, s.fits`];
  const found = await pool.query<Omit<DaySlot, "starts_at"> & { starts_at: Date }>(
    sql`select s.starts_at, ${status}, s.origin, ${slotReason(tenantId, query.party_size, { tells_held: true })} as reason,
          (select json_build_object('id', b.id, 'starts_at', ${epochMs(sql`b.starts_at`)}, 'ends_at', ${epochMs(sql`b.ends_at`)}, 'reason', b.reason, 'source', b.source)
            from block b where b.tenant_id = ${tenantId} and b.resource_id = s.resource_id and b.ends_at > s.occupies_from
              and b.starts_at < s.occupies_to and ${isOutsideGap("b", "s")} order by b.starts_at limit 1) as block
        from ${slots} s left join schedule sc on sc.tenant_id = ${tenantId} and sc.id = s.schedule_id
        where s.tenant_id = ${tenantId} and s.resource_id = ${query.resource_id} and s.schedule_id = ${query.schedule_id}
          and s.starts_at >= ${from} and s.starts_at < ${to}
          and not exists (select from schedule_resource sr where sr.tenant_id = ${tenantId} and sr.schedule_id = ${query.schedule_id}
            and sr.resource_id = ${query.resource_id} and s.starts_at >= sr.pending_from and s.starts_at < sr.pending_until)`,
  );
  const limits = await readLimits(tenantId, [query.resource_id]);
  const day = { tenant_id: tenantId, date: new Date(query.date) };
  const closed = await prisma.closedDay.findUnique({
    where: { tenant_id_date: day },
    select: { name: true },
  });
  const { active, now } = resource;
  return explainDay({
    schedule: { ...own, ...hoursOf(own) },
    length_minutes,
    resource: { id: query.resource_id, active },
    needs: schedule.needs.length === 0 ? [] : await readNeedNames(tenantId, schedule.id),
    limits: limitsOf(limits, query.resource_id),
    closed_for: closed?.name ?? null,
    date: query.date,
    party_size: query.party_size,
    slots: found.rows.map((slot) => ({ ...slot, starts_at: slot.starts_at.getTime() })),
    now: now.getTime(),
  });
}
