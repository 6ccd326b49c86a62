import { widgetConfigs } from "~/contract/widget-configs";
import { createWidgetConfig, listWidgetConfigs } from "~/domain/widgets/widget-configs.server";
import { api, on } from "~/http/api.server";

const route = api(
  on(widgetConfigs.list, ({ actor, query }) => listWidgetConfigs(actor, query)),
  on(widgetConfigs.create, ({ actor, body }) => createWidgetConfig(actor, body)),
);
export const loader = route.loader;
export const action = route.action;
