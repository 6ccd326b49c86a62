import sql, { type Sql as Part } from "sql-template-tag";
import { pool, type Sql } from "~/lib/db.server";
import type { ChangedLink, PlannedHours } from "./changed-times";
import type { HoursFields } from "./hours-fields";
import { type OwnTerms, ownTerms } from "../hours/schedule-row";

/** A condition on `schedule s`. */
export type Concerned = Part;

/** Selects the services that a change of hours can affect. */
export const concerned = {
  /** All of them, for a closed day of the company. */
  all: sql`true` as Concerned,
  /** Services that use these hours, or are offered by a resource that does. */
  byHours: (tenantId: string, hoursId: string): Concerned =>
    sql`(s.hours_id = ${hoursId} or s.id in (select sr.schedule_id from schedule_resource sr
          join resource r on r.tenant_id = ${tenantId} and r.id = sr.resource_id
          where sr.tenant_id = ${tenantId} and r.hours_id = ${hoursId}))`,
  byResource: (tenantId: string, resourceId: string): Concerned =>
    sql`s.id in (select schedule_id from schedule_resource where tenant_id = ${tenantId} and resource_id = ${resourceId})`,
};

/** The ids of services in order, with their plan versions. */
export async function readConcerned(
  db: Sql,
  tenantId: string,
  which: Concerned,
): Promise<{ id: string; plan_version: number }[]> {
  const found = await db.query<{ id: string; plan_version: number }>(
    sql`select s.id, s.plan_version from schedule s where s.tenant_id = ${tenantId} and ${which} order by s.id`,
  );
  return found.rows;
}

/** The fields of a service needed to plan a change of open time. */
export interface PlannedService {
  schedule: PlannedHours;
  plan_version: number;
}

/** Services ordered by id; `own_hours` null: they use `hours_id`. */
export async function readForPlan(
  tenantId: string,
  ids: readonly string[],
): Promise<
  (Omit<PlannedHours, keyof HoursFields> & {
    plan_version: number;
    own_hours: HoursFields | null;
  })[]
> {
  const found = await pool.query<
    Omit<PlannedHours, keyof HoursFields | "resource_terms"> & {
      plan_version: number;
      own_hours: HoursFields | null;
      terms: { resource_id: string; own: OwnTerms }[];
    }
  >(
    sql`select s.id, s.hours_id, s.plan_version, s.duration_minutes, s.step_minutes, s.buffer_before_minutes, s.buffer_after_minutes, s.processing,
          s.max_advance_days, s.price_amount, s.length_options,
          case when s.hours_id is null then json_build_object('time_zone', s.time_zone, 'rules', s.rules, 'overrides', s.overrides,
            'valid_from', s.valid_from, 'valid_to', s.valid_to) end as own_hours,
          (select coalesce(json_agg(sr.resource_id order by sr.resource_id), '[]') from schedule_resource sr
            where sr.tenant_id = ${tenantId} and sr.schedule_id = s.id) as resource_ids,
          (select coalesce(json_agg(json_build_object('resource_id', sr.resource_id, 'own', sr.terms) order by sr.resource_id), '[]')
            from schedule_resource sr where sr.tenant_id = ${tenantId} and sr.schedule_id = s.id and sr.terms <> '{}') as terms
        from schedule s where s.tenant_id = ${tenantId} and s.id = any(${[...ids]}::uuid[]) order by s.id`,
  );
  return found.rows.map(({ terms, ...row }) => ({
    ...row,
    resource_terms: terms.flatMap(({ resource_id, own }) => ownTerms(resource_id, own)),
  }));
}

/** Copies shared hours to the services that use them. */
export async function copyHours(
  db: Sql,
  tenantId: string,
  ids: string[],
  hours: HoursFields,
): Promise<void> {
  await db.query(
    sql`update schedule set time_zone = ${hours.time_zone}, rules = ${JSON.stringify(hours.rules)}::jsonb,
          overrides = ${JSON.stringify(hours.overrides)}::jsonb, valid_from = ${hours.valid_from}::date, valid_to = ${hours.valid_to}::date,
          version = version + 1, updated_at = now()
        where tenant_id = ${tenantId} and id = any(${ids}::uuid[])`,
  );
}

/** Blocks booking of these times until they are made again, and invalidates plans in progress. */
export async function setLinksPending(
  db: Sql,
  tenantId: string,
  links: readonly ChangedLink[],
): Promise<void> {
  const schedules = links.map((link) => link.schedule_id);
  await db.query(
    sql`update schedule set plan_version = plan_version + 1 where tenant_id = ${tenantId} and id = any(${schedules}::uuid[])`,
  );
  await setPending(db, tenantId, links);
}

/**
 * Blocks booking of these times until they are made again; the schedules already have new plan
 * versions.
 */
export async function setPending(
  db: Sql,
  tenantId: string,
  links: readonly ChangedLink[],
): Promise<void> {
  const [schedules, resources] = [
    links.map((link) => link.schedule_id),
    links.map((link) => link.resource_id),
  ];
  const instants = (part: "from" | "to") => links.map((link) => new Date(link[part]).toISOString());
  await db.query(
    sql`update schedule_resource sr set pending_from = least(sr.pending_from, w.first), pending_until = greatest(sr.pending_until, w.last)
        from unnest(${schedules}::uuid[], ${resources}::uuid[], ${instants("from")}::timestamptz[], ${instants("to")}::timestamptz[])
          as w (schedule_id, resource_id, first, last)
        where sr.tenant_id = ${tenantId} and sr.schedule_id = w.schedule_id and sr.resource_id = w.resource_id`,
  );
}
