import sql, { type Sql as Part } from "sql-template-tag";
import { notFound } from "~/lib/app-error";
import { pool, prepared } from "~/lib/db.server";
import type { KeyActor } from "../identity/actor";
import { LOOKS, readRules, type StoredSettings, type WidgetRules } from "../identity/widget-settings";
import { checkCallingOrigin } from "./calling-origin.server";

export interface ConfigurationRow {
  id: string;
  settings: StoredSettings;
}

/** A configuration `w` with its rules alone, as JSON (ConfigurationRow). */
export const CONFIGURATION_JSON: Part = sql`json_build_object('id', w.id, 'settings', w.settings - ${[...LOOKS]}::text[])`;

export const toRules = (row: ConfigurationRow | null): WidgetRules =>
  readRules(row?.id ?? null, row === null ? {} : row.settings);

/**
 * The caller with the configuration that holds for this call: the one their key is bound to and no other, else the one it names, else the
 * default, which came with the key. Throws not_found, origin_not_allowed.
 */
export async function chooseConfiguration(actor: KeyActor, named: string | undefined): Promise<KeyActor> {
  const isKnown = named === undefined || named === actor.configuration.id;
  if (!isKnown && actor.widget_config_id !== null) throw notFound();
  const configuration = isKnown ? actor.configuration : await findConfiguration(actor.tenant.id, named);
  checkCallingOrigin([configuration.allowed_origins], actor.origin);
  return { ...actor, configuration };
}

async function findConfiguration(tenantId: string, id: string): Promise<WidgetRules> {
  const found = await pool.query<{ configuration: ConfigurationRow }>(
    prepared(
      sql`select ${CONFIGURATION_JSON} as configuration from widget_config w where w.tenant_id = ${tenantId} and w.id = ${id}`,
    ),
  );
  const row = found.rows[0];
  if (row === undefined) throw notFound();
  return toRules(row.configuration);
}
