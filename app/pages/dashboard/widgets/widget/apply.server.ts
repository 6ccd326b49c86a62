import { data } from "@remix-run/node";
import type { UserActor } from "~/domain/identity/actor";
import { previewWidget } from "~/domain/widgets/read-widget-config.server";
import {
  deleteWidgetConfig,
  duplicateWidgetConfig,
  getWidgetConfig,
  setDefaultWidgetConfig,
  updateWidgetConfig,
} from "~/domain/widgets/widget-configs.server";
import { redirectWith } from "~/http/flash.server";
import { t } from "~/i18n/text";
import { AppError } from "~/lib/app-error";
import { newId } from "~/lib/ids";
import { isolate } from "~/lib/isolate";
import type { WidgetForm } from "../widget-form";
import { settingsOfForm, widgetValues } from "../widget-form";
import { type WidgetAnswer, widgetPath } from "../widget-view";

/**
 * Executes a form of a widget's page; a preview request returns the preview. Throws the domain
 * functions' errors.
 */
export async function applyWidgetForm(actor: UserActor, id: string, form: WidgetForm) {
  switch (form.intent) {
    case "preview":
      return data<WidgetAnswer>({
        preview: await previewWidget(actor, id, settingsOfForm(form, questionId)),
      });
    case "save":
      return save(actor, id, form);
    case "duplicate": {
      const copy = await duplicateWidgetConfig(actor, id);
      return redirectWith(
        widgetPath(copy.id),
        t("Duplicated as {{name}}. Not linked to a key yet.", { name: isolate(copy.name) }),
      );
    }
    case "make_default":
      await setDefaultWidgetConfig(actor, id);
      return redirectWith(widgetPath(id), t("Now the default widget."));
    case "delete":
      await deleteWidgetConfig(actor, id);
      return redirectWith("/dashboard/widgets", t("Widget deleted."));
  }
}

const questionId = () => `q-${newId()}`;

async function save(actor: UserActor, id: string, form: Extract<WidgetForm, { intent: "save" }>) {
  const { name, version } = form;
  const settings = settingsOfForm(form, questionId);
  try {
    await updateWidgetConfig(actor, id, { name, version, ...settings });
    return redirectWith(widgetPath(id), t("Saved. Live on your websites within a minute."));
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "version_conflict") throw error;
    const now = await getWidgetConfig(actor, id);
    const conflict = { typed: widgetValues({ name, ...settings }), version: now.version };
    return data<WidgetAnswer>({ conflict }, { status: error.status });
  }
}
