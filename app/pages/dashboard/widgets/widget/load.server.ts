import type { WidgetConfiguration } from "~/contract/widget-configs";
import { getBaseKey } from "~/domain/api-keys/api-keys.server";
import { hasRole, type UserActor } from "~/domain/identity/actor";
import { previewWidget } from "~/domain/widgets/read-widget-config.server";
import { getWidgetConfig } from "~/domain/widgets/widget-configs.server";
import { listWidgetChoices, listWidgetKeys } from "~/domain/widgets/widget-parts.server";
import { orNoPage } from "~/http/or-no-page.server";
import { env } from "~/lib/env.server";
import { widgetValues } from "../widget-form";
import type { SnippetsProps } from "./snippets";
import { widgetSnippets } from "./widget-snippets";

export type WidgetView = Awaited<ReturnType<typeof loadWidget>>;

/**
 * A widget's form and preview; for admins also its embed code with the chosen key. Throws a 404
 * response.
 */
export async function loadWidget(actor: UserActor, widgetId: string, keyId: string | null) {
  const config = await orNoPage(getWidgetConfig(actor, widgetId));
  const { id, name, is_default, version } = config;
  const may_edit = hasRole(actor, "admin");
  const [preview, choices, snippets] = await Promise.all([
    previewWidget(actor, id, config),
    listWidgetChoices(actor, config),
    may_edit ? snippetsFor(actor, config, keyId) : null,
  ]);
  return {
    id,
    name,
    is_default,
    version,
    may_edit,
    preview,
    choices,
    snippets,
    stored: widgetValues(config),
  };
}

/**
 * Embed code with the chosen key, otherwise the base key, otherwise the first that may show this
 * configuration.
 */
async function snippetsFor(
  actor: UserActor,
  { id, is_default }: WidgetConfiguration,
  keyId: string | null,
) {
  const base = await getBaseKey(actor);
  const keys = (await listWidgetKeys(actor)).filter((key) =>
    [id, null].includes(key.widget_config_id),
  );
  const chosen = keys.find((key) => key.id === keyId) ?? keys.find((key) => key.is_base) ?? keys[0];
  const booking_page = `${env.BASE_URL}/book/${actor.tenant.slug}`;
  const source = {
    origin: env.BASE_URL,
    booking_page,
    key: chosen?.id === base.id ? base.key : "your-key",
    config_id: is_default || chosen?.widget_config_id === id ? null : id,
  };
  return {
    booking_page,
    is_default,
    key_id: chosen?.id ?? "",
    snippets: widgetSnippets(source),
    keys: keys.map((key) => ({ id: key.id, label: `${key.name} (${key.prefix}…${key.last4})` })),
    is_text_unknown: chosen?.id !== base.id,
  } satisfies SnippetsProps;
}
