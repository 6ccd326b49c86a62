import { widgetConfigs } from "~/contract/widget-configs";
import {
  createWidgetConfig,
  deleteWidgetConfig,
  duplicateWidgetConfig,
  getWidgetConfig,
  listWidgetConfigs,
  setDefaultWidgetConfig,
  updateWidgetConfig,
} from "~/domain/widgets/widget-configs.server";
import { bind } from "~/http/api.server";

export default bind(widgetConfigs, {
  list: ({ actor, query }) => listWidgetConfigs(actor, query),
  create: ({ actor, body }) => createWidgetConfig(actor, body),
  get: ({ actor, params }) => getWidgetConfig(actor, params.id),
  update: ({ actor, params, body }) => updateWidgetConfig(actor, params.id, body),
  remove: ({ actor, params }) => deleteWidgetConfig(actor, params.id),
  setDefault: ({ actor, params }) => setDefaultWidgetConfig(actor, params.id),
  duplicate: ({ actor, params }) => duplicateWidgetConfig(actor, params.id),
});
