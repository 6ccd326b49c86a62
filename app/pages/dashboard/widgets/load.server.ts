import { WidgetConfigurationFilter } from "~/contract/widget-configs";
import { hasRole, type UserActor } from "~/domain/identity/actor";
import { listWidgetConfigs } from "~/domain/widgets/widget-configs.server";
import { listWidgetKeys } from "~/domain/widgets/widget-parts.server";
import { env } from "~/lib/env.server";

/** More than a company can have. */
const ALL = 100;

export type WidgetsView = Awaited<ReturnType<typeof loadWidgets>>;

/** The company's widgets, with the keys that use them by default. */
export async function loadWidgets(actor: UserActor) {
  const may_edit = hasRole(actor, "admin");
  const [configurations, keys] = await Promise.all([
    listWidgetConfigs(actor, WidgetConfigurationFilter.parse({ limit: ALL })),
    may_edit ? listWidgetKeys(actor) : [],
  ]);
  return {
    may_edit,
    booking_page: `${env.BASE_URL}/book/${actor.tenant.slug}`,
    widgets: configurations.data.map(({ id, name, is_default, texts, locale }) => ({
      id,
      name,
      is_default,
      title:
        texts[locale ?? "en"]?.title ??
        Object.values(texts).find((words) => words?.title)?.title ??
        null,
      keys: keys
        .filter(
          ({ widget_config_id }) =>
            widget_config_id === id || (is_default && widget_config_id === null),
        )
        .map((key) => key.name),
    })),
  };
}
