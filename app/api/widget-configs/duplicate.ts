import { widgetConfigs } from "~/contract/widget-configs";
import { duplicateWidgetConfig } from "~/domain/widgets/widget-configs.server";
import { api, on } from "~/http/api.server";

const route = api(
  on(widgetConfigs.duplicate, ({ actor, params }) => duplicateWidgetConfig(actor, params.id)),
);
export const loader = route.loader;
export const action = route.action;
