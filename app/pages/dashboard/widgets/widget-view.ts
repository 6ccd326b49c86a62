import type { WidgetConfig } from "~/contract/widget";
import { t } from "~/i18n/text";
import type { FormValues } from "~/ui/services/service-forms";
import type { FormRefusal } from "~/ui/form/page-form";

interface WidgetChoice {
  id: string;
  name: string;
  active: boolean;
}

/** Services and resources a widget can offer in addition to its current ones. */
export interface WidgetChoices {
  schedules: WidgetChoice[];
  resources: WidgetChoice[];
}

/** Response of a widget's page when nothing was saved. */
export interface WidgetAnswer {
  result?: FormRefusal;
  preview?: WidgetConfig;
  /** The input, and the version someone else saved concurrently. */
  conflict?: { typed: FormValues; version: number };
}

export const widgetPath = (id: string): string => `/dashboard/widgets/${id}`;

/** Fields compared in a save conflict. */
export const conflictLabels = () => ({
  name: t("Name"),
  locale: t("Language"),
  "branding.accent": t("Accent colour"),
  "branding.theme": t("Theme"),
  "branding.density": t("Density"),
  "branding.radius": t("Corner radius"),
  verification: t("Verification"),
  payment: t("Payment"),
  policy_text: t("Custom policy"),
  terms_url: t("Terms URL"),
  success_url: t("Redirect URL"),
  allowed_origins: t("Allowed websites"),
  "steps.phone": t("Phone"),
  "steps.notes": t("Note"),
});
