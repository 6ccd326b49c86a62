import sql, { join, raw, type Sql as Part } from "sql-template-tag";
import type { Schedule } from "~/contract/schedules";
import { bulkPool, type Sql } from "~/lib/db.server";
import { toStoredLocation } from "../hours/stored-location";
import { toStoredPeakPrices } from "../hours/stored-peak-prices";
import type { Unpayable } from "../payments/payable.server";
import type { Span } from "./changed-span";

/** The editable fields of a schedule that are columns; its resources are separate rows. */
const FIELDS = [
  "name",
  "hours_id",
  "time_zone",
  "rules",
  "overrides",
  "valid_from",
  "valid_to",
  "duration_minutes",
  "step_minutes",
  "buffer_before_minutes",
  "buffer_after_minutes",
  "min_notice_minutes",
  "max_advance_days",
  "price_amount",
  "currency",
  "requires_payment",
  "deposit",
  "card_on_file",
  "tax_rate_bps",
  "requires_approval",
  "text_reminders",
  "max_party_size",
  "max_per_day",
  "max_repeat_dates",
  "course",
  "questions",
  "meta",
  "active",
  "description",
  "image_asset_id",
  "category",
  "position",
  "private",
  "location",
  "length_options",
  "peak_prices",
  "addons",
  "person_kinds",
  "processing",
  "assign",
  "max_upcoming_per_customer",
  "max_per_week_per_customer",
  "max_per_week",
  "max_per_month",
] as const;
type Field = (typeof FIELDS)[number];
/** Its needs are rows of their own too (setNeeds). */
export type ScheduleFields = Pick<Schedule, Field | "needs">;

const columnOf = (field: Field) =>
  raw(field === "max_per_week_per_customer" ? "max_per_customer_week" : field);

function storedValue(fields: ScheduleFields, field: Field) {
  if (field === "location") return fields.location && toStoredLocation(fields.location);
  if (field === "peak_prices") return toStoredPeakPrices(fields.peak_prices);
  return fields[field];
}

/** A value as its column stores it: lists and objects are JSON. */
const valueOf = (fields: ScheduleFields, field: Field): Part => {
  const value = storedValue(fields, field);
  return sql`${typeof value === "object" && value !== null ? JSON.stringify(value) : value}`;
};

/** Values set by the database when a schedule is written. */
export interface WrittenSchedule {
  version: number;
  plan_version: number;
  created_at: Date;
  updated_at: Date;
}
const WRITTEN = raw("version, plan_version, created_at, updated_at");

/** null, with nothing written: the tenant already has one with this id. */
export async function insertSchedule(
  db: Sql,
  tenantId: string,
  id: string,
  fields: ScheduleFields,
): Promise<WrittenSchedule | null> {
  const made = await db.query<WrittenSchedule>(
    sql`insert into schedule (tenant_id, id, has_needs, ${join(FIELDS.map(columnOf))})
        values (${tenantId}, ${id}, ${fields.needs.length > 0}, ${join(FIELDS.map((field) => valueOf(fields, field)))})
        on conflict (tenant_id, id) do nothing returning ${WRITTEN}`,
  );
  return made.rows[0] ?? null;
}

/** Compare-and-swap on the version `from`; null if it has changed or was deleted. */
export async function overwriteSchedule(
  db: Sql,
  tenantId: string,
  from: Pick<Schedule, "id" | "version">,
  fields: ScheduleFields,
  unpayable: Unpayable | "as before" | null,
): Promise<WrittenSchedule | null> {
  const written = await db.query<WrittenSchedule>(
    sql`update schedule set ${join(FIELDS.map((field) => sql`${columnOf(field)} = ${valueOf(fields, field)}`))},
          has_needs = ${fields.needs.length > 0}, unpayable = ${unpayable === "as before" ? sql`unpayable` : sql`${unpayable}`}, plan_version = plan_version + 1, version = version + 1, updated_at = now()
        where tenant_id = ${tenantId} and id = ${from.id} and version = ${from.version} returning ${WRITTEN}`,
  );
  return written.rows[0] ?? null;
}

/**
 * Locks these resources, so that no booking in flight uses the old hours. Returns those that exist:
 * they cannot be deleted until the transaction ends.
 */
export async function lockForNewHours(
  db: Sql,
  tenantId: string,
  resourceIds: string[],
): Promise<Set<string>> {
  const locked = await db.query<{ id: string }>(
    sql`update resource set slots_version = slots_version + 1 where tenant_id = ${tenantId} and id in (
          select id from resource where tenant_id = ${tenantId} and id = any(${resourceIds}::uuid[]) order by id for no key update)
        returning id`,
  );
  return new Set(locked.rows.map(({ id }) => id));
}

/**
 * Replaces a schedule's resources and their terms; an added resource's times are pending over the
 * whole horizon.
 */
export async function setResources(
  db: Sql,
  tenantId: string,
  id: string,
  resourceIds: string[],
  terms: Schedule["resource_terms"],
  { from, to }: Span,
): Promise<void> {
  const own = new Map(
    terms.map(
      ({ resource_id, duration_minutes, price_amount, length_options, weight, priority }) => [
        resource_id,
        JSON.stringify({ duration_minutes, price_amount, length_options, weight, priority }),
      ],
    ),
  );
  await db.query(
    sql`delete from schedule_resource
        where tenant_id = ${tenantId} and schedule_id = ${id} and resource_id <> all(${resourceIds}::uuid[])`,
  );
  await db.query(
    sql`insert into schedule_resource (tenant_id, schedule_id, resource_id, pending_from, pending_until, terms)
        select ${tenantId}::uuid, ${id}::uuid, r.id, ${new Date(from)}::timestamptz, ${new Date(to)}::timestamptz, r.terms
        from unnest(${resourceIds}::uuid[], ${resourceIds.map((each) => own.get(each) ?? "{}")}::jsonb[]) as r (id, terms)
        on conflict (tenant_id, schedule_id, resource_id) do update set terms = excluded.terms`,
  );
}

/**
 * Updates the price of a schedule's future slots, including the free seats of booked ones, in short
 * steps so that bookings do not wait.
 */
export async function priceSlots(tenantId: string, id: string): Promise<void> {
  // Slots with their own price are skipped. Prices are computed once (materialized): otherwise
  // Postgres may recompute them for each slot compared, when a company's slots are new.
  const step = sql`
    with w as materialized (
      select d.id, d.price_amount, case when d.price_amount is not null then d.currency end as currency from (
        select o.id, p.currency, o.price_amount as price_now, o.currency as currency_now,
          price_at(base_price(p.price_amount, sr.terms), p.peak_prices, p.time_zone, o.starts_at) as price_amount
        from slot o join schedule p on p.tenant_id = ${tenantId} and p.id = ${id}
          left join schedule_resource sr on sr.tenant_id = ${tenantId} and sr.schedule_id = ${id} and sr.resource_id = o.resource_id
        where o.tenant_id = ${tenantId} and o.schedule_id = ${id} and o.starts_at > now()
          and o.own_price_amount is null and (o.origin = 'generated' or o.follows_schedule)) d
      where (d.price_now, d.currency_now) is distinct from (d.price_amount, case when d.price_amount is not null then d.currency end)
      limit 1000)
    update slot s set price_amount = w.price_amount, currency = w.currency from w
    where s.tenant_id = ${tenantId} and s.id = w.id and s.own_price_amount is null`;
  for (let changed = 1; changed > 0;) changed = (await bulkPool.query(step)).rowCount ?? 0;
  await bulkPool.query(sql`update resource set slots_version = slots_version + 1 where tenant_id = ${tenantId} and id in (
    select resource_id from schedule_resource where tenant_id = ${tenantId} and schedule_id = ${id})`);
}
