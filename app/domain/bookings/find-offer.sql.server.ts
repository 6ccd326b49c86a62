import sql, { type Sql as Part } from "sql-template-tag";
import { AppError, invalidField, notFound } from "~/lib/app-error";
import { pool, prepared } from "~/lib/db.server";
import type { Offer, OfferSchedule } from "./offer";

export interface OfferTarget {
  slot_id?: string | undefined;
  resource_id?: string | undefined;
  starts_at?: Date | undefined;
  schedule_id?: string | undefined;
}

export interface KnownCustomer {
  id: string;
  locale: string | null;
  time_zone: string | null;
}

interface OfferRow {
  slot: Omit<Offer, "resource" | "schedule"> | null;
  resource: Offer["resource"];
  schedule: (OfferSchedule & { active: boolean }) | null;
  customer: KnownCustomer | null;
}

/**
 * The offer behind a slot id, or behind a resource and a start, together with the customer of that e-mail when he is known: one trip.
 * Throws not_found (no such slot or resource), validation_failed (several schedules start then), slot_unavailable (archived, inactive).
 */
export async function findOffer(
  tenantId: string,
  target: OfferTarget,
  email: string | null,
): Promise<{ offer: Offer; customer: KnownCustomer | null }> {
  const result = await pool.query<OfferRow>(
    prepared(sql`
      select json_build_object('slot_id', s.id, 'starts_at', s.starts_at, 'ends_at', s.ends_at, 'occupies_from', s.occupies_from,
          'occupies_to', s.occupies_to, 'capacity', s.capacity, 'price_amount', s.price_amount, 'currency', s.currency) as slot,
        json_build_object('id', r.id, 'type', r.type, 'name', r.name, 'capacity', r.capacity, 'active', r.active) as resource,
        case when sc.id is not null then json_build_object('id', sc.id, 'name', sc.name, 'time_zone', sc.time_zone,
          'min_notice_minutes', sc.min_notice_minutes, 'max_advance_days', sc.max_advance_days, 'max_party_size', sc.max_party_size,
          'max_per_day', sc.max_per_day, 'requires_payment', sc.requires_payment, 'requires_approval', sc.requires_approval,
          'questions', sc.questions, 'active', sc.active) end as schedule,
        (select json_build_object('id', c.id, 'locale', c.locale, 'time_zone', c.time_zone)
          from customer c where c.tenant_id = ${tenantId} and c.email = ${email}) as customer
      from slot s
      join resource r on r.tenant_id = s.tenant_id and r.id = s.resource_id
      left join schedule sc on sc.tenant_id = s.tenant_id and sc.id = s.schedule_id
      where s.tenant_id = ${tenantId} and ${matches(target)} and r.active and (sc.id is null or sc.active)
      limit 2`),
  );
  const [row, second] = result.rows;
  if (row?.slot == null) throw target.slot_id === undefined ? await noSlotThen(tenantId, target) : notFound();
  if (second) throw invalidField("schedule_id", "Several schedules offer that start; name one.", "ambiguous");
  const { slot, resource, schedule, customer } = row;
  const offer: Offer = {
    ...slot,
    resource,
    schedule,
    starts_at: new Date(slot.starts_at),
    ends_at: new Date(slot.ends_at),
    occupies_from: new Date(slot.occupies_from),
    occupies_to: new Date(slot.occupies_to),
  };
  return { offer, customer };
}

function matches(target: OfferTarget): Part {
  if (target.slot_id !== undefined) return sql`s.id = ${target.slot_id}`;
  const start = sql`s.resource_id = ${target.resource_id} and s.starts_at = ${target.starts_at}`;
  return target.schedule_id === undefined ? start : sql`${start} and s.schedule_id = ${target.schedule_id}`;
}

/** A known resource without a slot then is a time that is not offered; an unknown resource is not there at all. */
async function noSlotThen(tenantId: string, target: OfferTarget): Promise<AppError> {
  const found = await pool.query("select 1 from resource where tenant_id = $1 and id = $2", [
    tenantId,
    target.resource_id,
  ]);
  if (found.rowCount === 0) return notFound();
  return new AppError("slot_unavailable", "That time is not offered.", { details: { reason: "closed" } });
}
