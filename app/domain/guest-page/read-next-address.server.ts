import { findBaseKeyCaller } from "../api-keys/base-key-actor.server";
import type { CustomerActor } from "../identity/actor";
import { readWidgetConfig } from "../widgets/read-widget-config.server";

/**
 * Where to redirect a guest after booking on the company's page, by the company's configuration;
 * null: nowhere.
 */
export async function readNextAddress({
  tenant,
  request_id,
}: CustomerActor): Promise<string | null> {
  const caller = await findBaseKeyCaller(tenant.slug, request_id);
  return caller && (await readWidgetConfig(caller.actor, {})).success_url;
}
