import type { WidgetConfig } from "~/contract/widget";
import type { FormValues } from "~/ui/services/service-forms";
import type { FormRefusal } from "~/ui/form/form-state";

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
export const CONFLICT_LABELS = {
  name: "Name",
  locale: "Language",
  "branding.accent": "Colour",
  "branding.theme": "Light or dark",
  "branding.density": "Room between things",
  "branding.radius": "Round corners",
  verification: "Proof of the address",
  payment: "Payment",
  policy_text: "Your own rules",
  terms_url: "Terms",
  success_url: "Page afterwards",
  allowed_origins: "Websites",
  "steps.phone": "Telephone",
  "steps.notes": "Note",
};
