import { notFound } from "~/lib/app-error";
import type { KeyActor } from "../identity/actor";
import { readRules, type WidgetRules } from "../identity/widget-settings";
import { checkCallingOrigin } from "./calling-origin.server";
import { type ConfigurationRow, findConfiguration } from "./configurations.sql.server";

export const toRules = (row: ConfigurationRow | null): WidgetRules =>
  readRules(row?.id ?? null, row === null ? {} : row.settings);

/**
 * The caller with the configuration for this call: the one their key is bound to, else the one
 * named in the call, else the default, which was read with the key. Throws not_found,
 * origin_not_allowed.
 */
export async function chooseConfiguration(
  actor: KeyActor,
  named: string | undefined,
): Promise<KeyActor> {
  const isKnown = named === undefined || named === actor.configuration.id;
  if (!isKnown && actor.widget_config_id !== null) throw notFound("Widget configuration", named);
  const configuration = isKnown
    ? actor.configuration
    : await readConfiguration(actor.tenant.id, named);
  checkCallingOrigin([configuration.allowed_origins], actor.origin);
  return { ...actor, configuration };
}

async function readConfiguration(tenantId: string, id: string): Promise<WidgetRules> {
  const row = await findConfiguration(tenantId, id);
  if (row === null) throw notFound("Widget configuration", id);
  return toRules(row);
}
