import type { WidgetConfig } from "~/contract/widget";
import { t } from "~/i18n/text";
import type { FormValues } from "~/ui/services/service-forms";
import type { FormRefusal } from "~/ui/form/page-form";

interface WidgetChoice {
  id: string;
  name: string;
  active: boolean;
}

/** What a widget can offer, beside what it offers already. */
export interface WidgetChoices {
  schedules: WidgetChoice[];
  resources: WidgetChoice[];
}

/** What a widget's page is answered where nothing was saved. */
export interface WidgetAnswer {
  result?: FormRefusal;
  preview?: WidgetConfig;
  /** What was typed, as the fields show it, and the version that somebody else has saved meanwhile. */
  conflict?: { typed: FormValues; version: number };
}

export const widgetPath = (id: string): string => `/dashboard/widgets/${id}`;

/** The fields whose values are compared where two people have changed one configuration. */
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
