import sql, { type Sql as Part } from "sql-template-tag";
import type { Question } from "~/contract/schedules";
import type { WidgetSettings } from "~/contract/widget-configs";
import type { WidgetConfig } from "~/contract/widget";
import { notFound } from "~/lib/app-error";
import { pool, prepared } from "~/lib/db.server";
import { checkCallingOrigin } from "../api-keys/calling-origin.server";
import type { ConfigurationRow } from "../api-keys/configurations.sql.server";
import { questionsFor } from "../bookings/answers";
import type { KeyActor, StaffActor, Tenant } from "../identity/actor";
import { refundTiers } from "../identity/refund-tiers";
import { readRules, readSettings } from "../identity/widget-settings";
import { isPaymentTest } from "../payments/test-mode.server";
import { assetUrl } from "../uploads/asset-url.server";
import { fitConfig } from "./fit-config";

/** What a widget shows, and its caller with the configuration it is shown by. */
export interface ShownWidget {
  config: WidgetConfig;
  actor: KeyActor;
}

type ResourceRow = Omit<WidgetConfig["resources"][number], "image_url"> & { image_asset_id: string | null };
interface Row {
  configuration: ConfigurationRow | null;
  logo_asset_id: string | null;
  resources: ResourceRow[];
  /** Without questions where those of all schedules are too many for one answer. */
  schedules: (Omit<WidgetConfig["schedules"][number], "questions"> & { questions: Question[] | null })[];
}

/** How many resources, and how many schedules, one widget offers at most. */
const MOST_OFFERED = 200;
/** The questions of all schedules come along up to this size; beyond it those of the chosen schedule alone. */
const MOST_BYTES_OF_ALL_QUESTIONS = 100_000;

/** What the widget shows, see readShownWidget. */
export async function readWidgetConfig(actor: KeyActor, chosen: Chosen): Promise<WidgetConfig> {
  return (await readShownWidget(actor, chosen)).config;
}

/** What the caller names: a configuration, and the schedule that the visitor has chosen. */
interface Chosen {
  config_id?: string | undefined;
  schedule_id?: string | undefined;
}

/**
 * What the widget shows, in one trip: by the configuration the key is bound to and no other, else the named one, else the default, else
 * plain defaults. Throws not_found, origin_not_allowed.
 */
export async function readShownWidget(caller: KeyActor, chosen: Chosen): Promise<ShownWidget> {
  const { tenant, widget_config_id, configuration } = caller;
  const { config_id: configId, schedule_id = null } = chosen;
  if (widget_config_id !== null && configId !== undefined && configId !== widget_config_id) throw notFound();
  const id = configId ?? configuration.id;
  const stored = sql`select w.id, w.settings from widget_config w where w.tenant_id = ${tenant.id} and w.id = ${id}`;
  const found = await pool.query<Row>(prepared(statement(tenant, stored, schedule_id)));
  const row = found.rows[0]!; // a select without a table has one row
  if (row.configuration === null && id !== null) throw notFound();
  const settings = row.configuration?.settings ?? {};
  checkCallingOrigin([readSettings(settings).allowed_origins], caller.origin);
  return {
    config: fitConfig(shown(tenant, id, row), schedule_id),
    actor: { ...caller, configuration: readRules(id, settings) },
  };
}

/** What a widget would show by settings that are not saved: for the editor of the configuration. */
export async function previewWidget(
  { tenant }: StaffActor,
  id: string,
  settings: WidgetSettings,
): Promise<WidgetConfig> {
  const draft = sql`select ${id}::uuid as id, ${JSON.stringify(settings)}::jsonb as settings`;
  const found = await pool.query<Row>(prepared(statement(tenant, draft)));
  return shown(tenant, id, found.rows[0]!); // a select without a table has one row
}

/** What a page shows by the company's default configuration, or by plain defaults. */
export async function previewDefaultWidget({ tenant }: StaffActor): Promise<WidgetConfig> {
  const chosen = sql`select w.id, w.settings from widget_config w where w.tenant_id = ${tenant.id} and w.is_default`;
  const row = (await pool.query<Row>(prepared(statement(tenant, chosen)))).rows[0]!; // a select without a table has one row
  return shown(tenant, row.configuration?.id ?? null, row);
}

function shown(tenant: Tenant, id: string | null, row: Row): WidgetConfig {
  const stored = row.configuration?.settings ?? {};
  const { branding, locale, texts, steps, questions, verification, payment, ...settings } = readSettings(stored);
  const { policy, name, slug, time_zone, currency } = tenant;
  const urlOf = (assetId: string | null) => (assetId === null ? null : assetUrl(tenant.id, assetId));
  return {
    config: { id },
    tenant: { name, slug, logo_url: urlOf(row.logo_asset_id), time_zone, locale: tenant.locale, currency },
    ...{ branding, locale, texts, steps },
    resources: row.resources.map(({ image_asset_id, ...resource }) => ({
      ...resource,
      image_url: urlOf(image_asset_id),
    })),
    schedules: row.schedules.map((schedule) => ({
      ...schedule,
      questions: notAsked(questions, schedule.questions ?? []),
      ...(schedule.questions === null && { questions_follow: true as const }),
    })),
    ...{ questions, verification, payment },
    sandbox: tenant.takes_payments && isPaymentTest(),
    policy: {
      cancel_window_minutes: policy.cancel_window_minutes,
      reschedule_window_minutes: policy.reschedule_window_minutes,
      refund_tiers: refundTiers(policy),
      hold_minutes: policy.hold_minutes,
    },
    policy_text: settings.policy_text,
    terms_url: settings.terms_url,
    success_url: settings.success_url,
  };
}

/** A schedule's questions that come after the configuration's. */
const notAsked = (ofWidget: Question[], ofSchedule: Question[]): Question[] =>
  questionsFor(ofWidget, ofSchedule).slice(ofWidget.length);

/** Whether a list of ids in the settings names this one; one that is not there names all. */
const names = (field: string, id: Part): Part =>
  sql`(coalesce(jsonb_typeof(c.settings -> ${field}), 'null') = 'null' or c.settings -> ${field} ? ${id}::text)`;

/** `chosen`: selects id and settings of the configuration. `schedule_id`: the one whose questions come in any case. */
function statement({ id: tenantId, takes_payments }: Tenant, chosen: Part, schedule_id: string | null = null): Part {
  return sql`
    with chosen as (${chosen}),
    links as materialized (
      select sr.schedule_id, sr.resource_id
      from schedule sc
      join schedule_resource sr on sr.tenant_id = sc.tenant_id and sr.schedule_id = sc.id
      join resource r on r.tenant_id = sr.tenant_id and r.id = sr.resource_id and r.active
      left join chosen c on true
      where sc.tenant_id = ${tenantId} and sc.active and ${names("schedule_ids", sql`sc.id`)} and ${names("resource_ids", sql`r.id`)}
        and ((${takes_payments}::boolean and c.settings ->> 'payment' is distinct from 'off' and sc.unpayable is null)
          or not (sc.requires_payment and coalesce(sc.price_amount, 0) > 0)))
    select (select json_build_object('id', c.id, 'settings', c.settings) from chosen c) as configuration,
      (select t.logo_asset_id from tenant t where t.id = ${tenantId}) as logo_asset_id,
      coalesce((select json_agg(json_build_object('id', r.id, 'type', r.type, 'name', r.name, 'description', r.description,
          'capacity', r.capacity, 'color', r.color, 'image_asset_id', r.image_asset_id) order by r.position, r.id)
        from (select * from resource r where r.tenant_id = ${tenantId} and r.id in (select l.resource_id from links l)
          order by r.position, r.id limit ${MOST_OFFERED}) r), '[]') as resources,
      coalesce((select json_agg(json_build_object('id', sc.id, 'name', sc.name,
          'resource_ids', (select json_agg(l.resource_id order by l.resource_id) from links l where l.schedule_id = sc.id),
          'duration_minutes', sc.duration_minutes, 'time_zone', sc.time_zone, 'price_amount', sc.price_amount, 'currency', sc.currency,
          'max_party_size', sc.max_party_size, 'requires_payment', sc.requires_payment, 'requires_approval', sc.requires_approval,
          'min_notice_minutes', sc.min_notice_minutes, 'max_advance_days', sc.max_advance_days,
          'questions', case when sc.bytes <= ${MOST_BYTES_OF_ALL_QUESTIONS}::int or sc.questions = '[]' or sc.id = ${schedule_id}::uuid
            then sc.questions end)
          order by sc.created_at, sc.id)
        from (select offered.*, sum(octet_length(offered.questions::text)) over () as bytes
          from (select * from schedule sc where sc.tenant_id = ${tenantId} and sc.id in (select l.schedule_id from links l)
            order by sc.created_at, sc.id limit ${MOST_OFFERED}) offered) sc), '[]') as schedules`;
}
