import { widgetConfigs } from "~/contract/widget-configs";
import { setDefaultWidgetConfig } from "~/domain/widgets/widget-configs.server";
import { api, on } from "~/http/api.server";

const route = api(
  on(widgetConfigs.setDefault, ({ actor, params }) => setDefaultWidgetConfig(actor, params.id)),
);
export const loader = route.loader;
export const action = route.action;
