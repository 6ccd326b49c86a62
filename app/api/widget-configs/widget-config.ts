import { widgetConfigs } from "~/contract/widget-configs";
import {
  deleteWidgetConfig,
  getWidgetConfig,
  updateWidgetConfig,
} from "~/domain/widgets/widget-configs.server";
import { api, on } from "~/http/api.server";

const route = api(
  on(widgetConfigs.get, ({ actor, params }) => getWidgetConfig(actor, params.id)),
  on(widgetConfigs.update, ({ actor, params, body }) => updateWidgetConfig(actor, params.id, body)),
  on(widgetConfigs.remove, ({ actor, params }) => deleteWidgetConfig(actor, params.id)),
);
export const loader = route.loader;
export const action = route.action;
