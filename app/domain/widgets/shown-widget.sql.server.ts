import sql, { type Sql as Part } from "sql-template-tag";
import type { Course } from "~/contract/course";
import type { Question } from "~/contract/schedules";
import type { Addon, PersonKind } from "~/contract/service-fields";
import type { WidgetConfig } from "~/contract/widget";
import type { WidgetSettings } from "~/contract/widget-configs";
import { pool, prepared } from "~/lib/db.server";
import type { ConfigurationRow } from "../api-keys/configurations.sql.server";
import { type StoredPeakPrice, toPeakPrices } from "../hours/stored-peak-prices";
import type { Tenant } from "../identity/actor";
import type { PricedSchedule } from "./offer-prices";

type ResourceRow = Omit<WidgetConfig["resources"][number], "image_url"> & {
  image_asset_id: string | null;
};
type Shown = WidgetConfig["schedules"][number];
/**
 * A stored schedule. If all questions, add-ons and kinds of people together are too large for one answer, its own
 * are null, and likewise its description is cut.
 */
interface ScheduleRow
  extends
    Omit<
      Shown,
      | "addons"
      | "person_kinds"
      | "questions"
      | "image_url"
      | "anyone"
      | "price_from"
      | "base_price_from"
      | "length_options"
      | "resource_terms"
      | "description_follows"
      | "repeat_dates"
      | "combines"
      | "course"
    >,
    PricedSchedule {
  slots_version: string;
  text_choice: "company" | "on" | "off";
  max_repeat_dates: number | null;
  course: Course | null;
  addons: Addon[] | null;
  person_kinds: PersonKind[] | null;
  questions: Question[] | null;
  image_asset_id: string | null;
  is_cut: boolean;
}
/** The stored data that a widget shows by a configuration. */
export interface ShownRow {
  configuration: ConfigurationRow | null;
  logo_asset_id: string | null;
  contact: {
    phone: string | null;
    email: string | null;
    address: Readonly<Record<string, string | null>>;
  };
  resources: ResourceRow[];
  schedules: ScheduleRow[];
}
interface StoredRow extends Omit<ShownRow, "schedules"> {
  schedules: (Omit<ScheduleRow, "peak_prices"> & { peak_prices: StoredPeakPrice[] })[];
}

/** The resources, and the schedules, that one widget offers at most. */
const MAX_OFFERED = 200;
/**
 * The questions, add-ons and kinds of people of all schedules are included up to this size; beyond it only those of
 * the chosen one.
 */
const MAX_BYTES_OF_ALL_QUESTIONS = 100_000;
/** The same for descriptions: beyond it, each is cut to what fits into a list. */
const MAX_BYTES_OF_ALL_DESCRIPTIONS = 100_000;
const CHARACTERS_OF_A_CUT = 160;

/**
 * By a configuration, none if the tenant has no such; always with the questions of this schedule.
 */
export function readByConfig(
  tenant: Tenant,
  id: string | null,
  scheduleId: string | null,
  link: OfLink | null,
): Promise<ShownRow> {
  return read(
    tenant,
    sql`select w.id, w.settings from widget_config w where w.tenant_id = ${tenant.id} and w.id = ${id}`,
    scheduleId,
    link,
  );
}

/**
 * A booking link shows only its schedule, also a private one; null: it no longer shows anything.
 */
export interface OfLink {
  schedule_id: string | null;
}

/** The version of everything a configuration depends on: cheap compared with reading it. */
export interface ShownVersion {
  /**
   * Changes with everything but slots. The terms of a schedule's resources are saved with the
   * schedule and raise its version.
   */
  version: string;
  /** Changes with every slot. */
  slots_version: string;
  /** Some future slot was priced by hand: prices may change with every slot. */
  has_own_prices: boolean;
}

export async function readShownVersion(tenantId: string, id: string | null): Promise<ShownVersion> {
  const found = await pool.query<ShownVersion>(
    prepared(sql`
      select concat_ws('/', (select concat_ws(',', w.id, w.version, w.updated_at) from widget_config w where w.tenant_id = ${tenantId} and w.id = ${id}),
        (select concat_ws('/', t.logo_asset_id, t.phone, t.email, t.address) from tenant t where t.id = ${tenantId}),
        (select concat_ws(',', count(*), sum(hashtextextended(concat_ws('/', sc.id, sc.version, sc.updated_at, sc.active, sc.private, sc.position,
          sc.image_asset_id, sc.unpayable), 0))) from schedule sc where sc.tenant_id = ${tenantId}), r.version) as version, r.slots_version,
        exists (select from slot s where s.tenant_id = ${tenantId} and s.own_price_amount is not null and s.starts_at > now()) as has_own_prices
      from (select concat_ws(',', count(*), sum(hashtextextended(concat_ws('/', r.id, r.version, r.active, r.position, r.image_asset_id), 0))) as version,
        coalesce(sum(r.slots_version), 0)::text as slots_version from resource r where r.tenant_id = ${tenantId}) r`),
  );
  return found.rows[0]!; // an aggregate is one row
}

/** By unsaved settings. */
export function readByDraft(
  tenant: Tenant,
  id: string,
  settings: WidgetSettings,
): Promise<ShownRow> {
  return read(
    tenant,
    sql`select ${id}::uuid as id, ${JSON.stringify(settings)}::jsonb as settings`,
  );
}

/** By the default configuration, if there is one. */
export function readByDefault(tenant: Tenant): Promise<ShownRow> {
  return read(
    tenant,
    sql`select w.id, w.settings from widget_config w where w.tenant_id = ${tenant.id} and w.is_default`,
  );
}

async function read(
  tenant: Tenant,
  chosen: Part,
  scheduleId: string | null = null,
  link: OfLink | null = null,
): Promise<ShownRow> {
  const found = await pool.query<StoredRow>(prepared(statement(tenant, chosen, scheduleId, link)));
  const row = found.rows[0]!; // a select without a table has one row
  return {
    ...row,
    schedules: row.schedules.map((schedule) => ({
      ...schedule,
      peak_prices: toPeakPrices(schedule.peak_prices),
    })),
  };
}

/** Whether a list of ids in the settings includes this one; a missing list includes all. */
const names = (field: string, id: Part): Part =>
  sql`(coalesce(jsonb_typeof(c.settings -> ${field}), 'null') = 'null' or c.settings -> ${field} ? ${id}::text)`;

/**
 * The shown schedules in list order: by category in the order of its first one, then by position
 * and creation. With the total bytes of questions and of descriptions.
 */
const inOrder = (schedules: Part): Part => sql`
  select shown.*, sum(octet_length(shown.questions::text) + octet_length(shown.addons::text) + octet_length(shown.person_kinds::text)) over () as question_bytes,
    sum(octet_length(shown.description)) over () as description_bytes
  from (select placed.*, min(placed.place) over (partition by placed.category) as category_place
    from (select sc.*, row_number() over (order by sc.position, sc.created_at, sc.id) as place from (${schedules}) sc) placed
    order by category_place, placed.place limit ${MAX_OFFERED}) shown`;

/**
 * `chosen`: selects id and settings of the configuration. `schedule_id`: always included with its
 * questions and description.
 */
function statement(
  { id: tenantId, takes_payments }: Tenant,
  chosen: Part,
  schedule_id: string | null,
  link: OfLink | null,
): Part {
  const isListed =
    link === null
      ? sql`not sc.private and ${names("schedule_ids", sql`sc.id`)}`
      : sql`sc.id = ${link.schedule_id}::uuid`;
  const givers = (schedule: Part) => sql`
    schedule_resource sr join resource r on r.tenant_id = ${tenantId} and r.id = sr.resource_id and r.active
      left join chosen c on true
    where sr.tenant_id = ${tenantId} and sr.schedule_id = ${schedule} and ${names("resource_ids", sql`r.id`)}`;
  // A schedule's first resource is enough to list it ("offset 0"); all resources are read only for
  // listed ones.
  const offered = sql`
    select sc.*, exists (select from slot s where s.tenant_id = ${tenantId} and s.schedule_id = sc.id
        and s.own_price_amount is not null and s.starts_at > now()) as has_own_prices
    from schedule sc left join chosen c on true
    where sc.tenant_id = ${tenantId} and sc.active and ${isListed}
      and ((${takes_payments}::boolean and c.settings ->> 'payment' is distinct from 'off' and sc.unpayable is null)
        or not (sc.requires_payment and coalesce(sc.price_amount, 0) > 0 or sc.card_on_file is not null))
      and exists (select from ${givers(sql`sc.id`)} offset 0)`;
  return sql`
    with chosen as materialized (${chosen}),
    listed as materialized (${inOrder(offered)}),
    links as materialized (
      select sc.id as schedule_id, l.resource_id, l.terms, l.slots_version
      from listed sc cross join lateral (select sr.resource_id, sr.terms, r.slots_version from ${givers(sql`sc.id`)}) l),
    given as materialized (
      select l.schedule_id, sum(l.slots_version) as slots_version, json_agg(l.resource_id order by l.resource_id) as resource_ids,
        json_agg(l.terms || jsonb_build_object('resource_id', l.resource_id) order by l.resource_id) filter (where l.terms <> '{}') as resource_terms
      from links l group by l.schedule_id)
    select (select json_build_object('id', c.id, 'settings', c.settings) from chosen c) as configuration,
      (select t.logo_asset_id from tenant t where t.id = ${tenantId}) as logo_asset_id,
      (select json_build_object('phone', t.phone, 'email', t.email, 'address', t.address) from tenant t where t.id = ${tenantId}) as contact,
      coalesce((select json_agg(json_build_object('id', r.id, 'type', r.type, 'name', r.name, 'description', r.description,
          'capacity', r.capacity, 'color', r.color, 'image_asset_id', r.image_asset_id) order by r.position, r.id)
        from (select * from resource r where r.tenant_id = ${tenantId} and r.id in (select l.resource_id from links l)
          order by r.position, r.id limit ${MAX_OFFERED}) r), '[]') as resources,
      coalesce((select json_agg(json_build_object('id', sc.id, 'name', sc.name,
          'description', case when ${comesWhole(sql`sc.description_bytes`, MAX_BYTES_OF_ALL_DESCRIPTIONS, schedule_id)} then sc.description
            else left(sc.description, ${CHARACTERS_OF_A_CUT}::int) end,
          'is_cut', not ${comesWhole(sql`sc.description_bytes`, MAX_BYTES_OF_ALL_DESCRIPTIONS, schedule_id)}
            and length(sc.description) > ${CHARACTERS_OF_A_CUT}::int,
          'image_asset_id', sc.image_asset_id, 'category', sc.category, 'location', sc.location,
          'resource_ids', given.resource_ids, 'resource_terms', given.resource_terms,
          'slots_version', concat_ws('/', given.slots_version, extract(epoch from sc.updated_at)),
          'duration_minutes', sc.duration_minutes, 'time_zone', sc.time_zone, 'price_amount', sc.price_amount, 'currency', sc.currency,
          'length_options', sc.length_options, 'peak_prices', sc.peak_prices,
          'has_own_prices', sc.has_own_prices,
          'max_party_size', sc.max_party_size, 'max_repeat_dates', sc.max_repeat_dates, 'course', sc.course, 'requires_payment', sc.requires_payment, 'deposit', sc.deposit, 'card_on_file', sc.card_on_file, 'requires_approval', sc.requires_approval, 'text_choice', sc.text_reminders,
          'min_notice_minutes', sc.min_notice_minutes, 'max_advance_days', sc.max_advance_days,
          'addons', case when ${comesWhole(sql`sc.question_bytes`, MAX_BYTES_OF_ALL_QUESTIONS, schedule_id)} or sc.addons = '[]' then sc.addons end,
          'person_kinds', case when ${comesWhole(sql`sc.question_bytes`, MAX_BYTES_OF_ALL_QUESTIONS, schedule_id)} or sc.person_kinds = '[]' then sc.person_kinds end,
          'questions', case when ${comesWhole(sql`sc.question_bytes`, MAX_BYTES_OF_ALL_QUESTIONS, schedule_id)} or sc.questions = '[]'
            then sc.questions end)
          order by sc.category_place, sc.place)
        from listed sc join given on given.schedule_id = sc.id), '[]') as schedules`;
}

/**
 * Whether a schedule includes all of its questions or its description: the total is small enough,
 * or it is the chosen one.
 */
const comesWhole = (expression: Part, most: number, scheduleId: string | null): Part =>
  sql`(coalesce(${expression}, 0) <= ${most}::int or sc.id is not distinct from ${scheduleId}::uuid)`;
