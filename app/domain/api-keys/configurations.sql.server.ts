import sql, { type Sql as Part } from "sql-template-tag";
import { pool, prepared } from "~/lib/db.server";
import { LOOKS, type StoredSettings } from "../identity/widget-settings";

export interface ConfigurationRow {
  id: string;
  settings: StoredSettings;
}

/** The rules of a configuration `w`, without its appearance, as JSON (ConfigurationRow). */
export const CONFIGURATION_JSON: Part = sql`json_build_object('id', w.id, 'settings', w.settings - ${[...LOOKS]}::text[])`;

/** A widget's rules; null: the tenant has no such configuration. */
export async function findConfiguration(
  tenantId: string,
  id: string,
): Promise<ConfigurationRow | null> {
  const found = await pool.query<{ configuration: ConfigurationRow }>(
    prepared(
      sql`select ${CONFIGURATION_JSON} as configuration from widget_config w where w.tenant_id = ${tenantId} and w.id = ${id}`,
    ),
  );
  return found.rows[0]?.configuration ?? null;
}
