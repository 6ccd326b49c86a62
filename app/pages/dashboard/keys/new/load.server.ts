import { NewApiKey } from "~/contract/api-keys";
import { WidgetConfigurationFilter } from "~/contract/widget-configs";
import type { UserActor } from "~/domain/identity/actor";
import { listWidgetConfigs } from "~/domain/widgets/widget-configs.server";
import { calendarOf } from "~/http/page-calendar.server";
import { fieldLimits } from "~/ui/form/field-limits";

export type NewKeyView = Awaited<ReturnType<typeof loadNewKey>>;

/** Data for a new key's form; any `kind` other than "secret" means publishable. */
export async function loadNewKey(actor: UserActor, kind: string | null) {
  const configurations = await listWidgetConfigs(
    actor,
    WidgetConfigurationFilter.parse({ limit: 100 }),
  );
  return {
    is_secret: kind === "secret",
    /** The earliest expiry date. */
    today: calendarOf(actor).today,
    limits: fieldLimits(NewApiKey.options[0]),
    configurations: configurations.data.map(({ id, name }) => ({ id, name })),
  };
}
