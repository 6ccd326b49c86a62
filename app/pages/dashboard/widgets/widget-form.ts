import { z } from "zod";
import { AllowedOrigin } from "~/contract/api-keys";
import { Color, Id, text } from "~/contract/common";
import {
  type WidgetConfiguration,
  WidgetConfigurationPatch,
  WidgetLocale,
  type WidgetSettings,
  WidgetSteps,
  WidgetTexts,
} from "~/contract/widget-configs";
import {
  type FormValues,
  patchOfQuestions,
  QuestionsForm,
  questionsValues,
} from "~/ui/services/service-forms";

// Forms of a widget's page. Empty fields are omitted.

const patch = WidgetConfigurationPatch.shape;
const name = text(120, 1);
const chosen = z.array(Id).max(200).default([]);
const texts = WidgetTexts.optional();
const { theme, density, radius } = patch.branding.unwrap().shape;

const fields = {
  version: z.int().min(1).describe("of the configuration that the form was filled from"),
  name,
  branding: z.object({
    own_accent: z.boolean().default(false),
    accent: Color,
    theme: theme.unwrap(),
    density: density.unwrap(),
    radius: radius.unwrap(),
    show_logo: z.boolean().default(false),
  }),
  locale: WidgetLocale.optional(),
  texts: z
    .object({ en: texts, nl: texts, de: texts, fr: texts, es: texts, ar: texts } satisfies Record<
      WidgetLocale,
      unknown
    >)
    .default({}),
  schedules: z.enum(["all", "chosen"]),
  schedule_ids: chosen,
  resources: z.enum(["all", "chosen"]),
  resource_ids: chosen,
  questions: QuestionsForm.shape.questions,
  verification: patch.verification.unwrap(),
  payment: patch.payment.unwrap(),
  policy_text: patch.policy_text.unwrap().default(null),
  terms_url: patch.terms_url.unwrap().default(null),
  success_url: patch.success_url.unwrap().default(null),
  allowed_origins: z
    .string()
    .max(6000)
    .default("")
    .transform((typed) => typed.split(/[\s,]+/).filter(Boolean))
    .pipe(z.array(AllowedOrigin).max(20)),
  steps: z.object({
    phone: WidgetSteps.shape.phone,
    notes: WidgetSteps.shape.notes,
    choose_resource: z.boolean().default(false),
    waitlist: z.boolean().default(false),
    add_service: z.boolean().default(false),
  }),
};

export const WidgetForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("save"), ...fields }),
  z.object({ intent: z.literal("preview"), ...fields }),
  z.object({ intent: z.literal("duplicate") }),
  z.object({ intent: z.literal("make_default") }),
  z.object({ intent: z.literal("delete") }),
]);
export type WidgetForm = z.output<typeof WidgetForm>;
type Filled = Extract<WidgetForm, { name: string }>;

export const NewWidgetForm = z.object({ name });

/** Initial value of the colour field if no colour is set. */
const FIRST_ACCENT = "#2563eb";

/** Maps the form to settings. Throws validation_failed with a question's fields. */
export function settingsOfForm(form: Filled, newId: () => string): WidgetSettings {
  const { own_accent, accent, ...branding } = form.branding;
  const {
    locale = null,
    verification,
    payment,
    policy_text,
    terms_url,
    success_url,
    allowed_origins,
    steps,
  } = form;
  const filled = Object.entries(form.texts).filter(
    ([, words]) => words !== undefined && Object.keys(words).length > 0,
  );
  return {
    locale,
    verification,
    payment,
    policy_text,
    terms_url,
    success_url,
    allowed_origins,
    steps,
    branding: { ...branding, accent: own_accent ? accent : null },
    texts: Object.fromEntries(filled),
    schedule_ids: form.schedules === "all" ? null : form.schedule_ids,
    resource_ids: form.resources === "all" ? null : form.resource_ids,
    questions: patchOfQuestions({ questions: form.questions }, newId).questions ?? [],
  };
}

/** Form fields of a configuration by name; an unchecked box is an empty text. */
export function widgetValues(
  config: WidgetSettings & Pick<WidgetConfiguration, "name">,
): FormValues {
  const { branding, steps, schedule_ids, resource_ids } = config;
  const { name, locale, texts, verification, payment, policy_text, terms_url, success_url } =
    config;
  return {
    name,
    locale,
    texts,
    verification,
    payment,
    policy_text,
    terms_url,
    success_url,
    branding: {
      ...branding,
      own_accent: branding.accent === null ? "" : "on",
      accent: branding.accent ?? FIRST_ACCENT,
      show_logo: branding.show_logo ? "on" : "",
    },
    schedules: schedule_ids === null ? "all" : "chosen",
    resources: resource_ids === null ? "all" : "chosen",
    schedule_ids: schedule_ids ?? [],
    resource_ids: resource_ids ?? [],
    ...questionsValues(config),
    allowed_origins: config.allowed_origins.join("\n"),
    steps: {
      ...steps,
      choose_resource: steps.choose_resource ? "on" : "",
      waitlist: steps.waitlist ? "on" : "",
      add_service: steps.add_service ? "on" : "",
    },
  };
}
