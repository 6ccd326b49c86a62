import { widget } from "~/contract/widget";
import { readWidgetConfig } from "~/domain/widgets/read-widget-config.server";
import { api, on } from "~/http/api.server";

const route = api(on(widget.config, ({ actor, query }) => readWidgetConfig(actor, query.config_id)));
export const loader = route.loader;
export const action = route.action;
