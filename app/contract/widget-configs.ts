import { z } from "zod";
import { AllowedOrigin } from "./api-keys";
import {
  Color,
  Flag,
  Id,
  IdParams,
  pageOf,
  PageQuery,
  SeenVersion,
  text,
  Version,
  webAddress,
} from "./common";
import { CreatedAt, UpdatedAt } from "./fields";
import { operation, session } from "./operation";
import { Questions } from "./schedules";

/**
 * Languages of the widget, the booking page and guest pages: equal to app/i18n/locales.ts, which
 * the contract can't import. A test there compares them.
 */
export const WidgetLocale = z
  .enum(["en", "nl", "de", "fr", "es", "ar"])
  .describe("A language of the widget.");
export type WidgetLocale = z.infer<typeof WidgetLocale>;

export const WidgetTexts = z
  .strictObject({
    title: text(120, 1).describe("Heading of the first step, instead of the tenant's name."),
    intro: text(500, 1).describe("Text below the title."),
    details_heading: text(120, 1).describe("Heading of the details step."),
    submit: text(60, 1).describe("Label of the button that books."),
    done_heading: text(120, 1).describe("Heading of the last step."),
    done_text: text(1000, 1).describe("Text below the heading of the last step."),
    closed: text(300, 1).describe("Text shown when nothing can be booked."),
  })
  .partial()
  .describe("The tenant's own texts in one language; the widget's default for each one left out.");
export type WidgetTexts = z.output<typeof WidgetTexts>;

const WebAddress = webAddress("Use a web address.");

/** An optional field of the details step; name and email address are always required. */
const FieldUse = z.enum(["off", "optional", "required"]);

export const WidgetBranding = z
  .strictObject({
    accent: Color.nullable().describe(
      "Color of buttons and selections as #rrggbb; null for the default.",
    ),
    theme: z
      .enum(["auto", "light", "dark"])
      .describe("Color scheme; `auto` follows the page around the widget."),
    density: z.enum(["comfortable", "compact"]).describe("Spacing between elements."),
    radius: z.int().min(0).max(32).describe("Corner radius in CSS pixels, 0 to 32."),
    show_logo: z.boolean().describe("Whether to show the tenant's logo."),
  })
  .describe("Look of the widget.");

export const WidgetSteps = z
  .strictObject({
    phone: FieldUse.describe("Whether to ask for a phone number."),
    notes: FieldUse.describe("Whether to ask for notes."),
    choose_resource: z
      .boolean()
      .describe("Whether visitors choose the resource; if not, they get any free one."),
    waitlist: z.boolean().describe("Whether full times offer the waiting list."),
    add_service: z.boolean().describe("Whether visitors may book several services in one visit."),
  })
  .describe("What the booking steps ask and show.");

const fields = {
  name: text(120, 1).describe(
    "Name of the configuration, for staff only; visitors see `texts.title`.",
  ),
  branding: WidgetBranding,
  locale: WidgetLocale.nullable().describe(
    "Language of the widget; null for the page's or the visitor's.",
  ),
  texts: z.partialRecord(WidgetLocale, WidgetTexts).describe("Own texts, by language."),
  resource_ids: z
    .array(Id)
    .max(200)
    .nullable()
    .describe("IDs of the resources offered; null for all active ones."),
  schedule_ids: z
    .array(Id)
    .max(200)
    .nullable()
    .describe("IDs of the schedules offered; null for all active ones."),
  questions: Questions.describe("Questions asked for every booking, before the schedule's own."),
  verification: z
    .enum(["off", "email", "sms", "either"])
    .describe("How guests verify their email or phone number before booking."),
  payment: z
    .enum(["off", "optional", "required"])
    .describe(
      "Online payment: `required` as the schedule says, `optional` to allow paying on site, `off` for none.",
    ),
  policy_text: text(2000)
    .nullable()
    .describe("Text beside the cancellation policy, at most 2,000 characters; null for none."),
  terms_url: WebAddress.nullable().describe(
    "URL of the terms that visitors accept before booking; null for none.",
  ),
  success_url: WebAddress.nullable().describe(
    "URL where visitors continue after the last step; null for none.",
  ),
  allowed_origins: z
    .array(AllowedOrigin)
    .max(20)
    .describe(
      "Websites that may show the widget, besides the key's own list; the key's alone if empty.",
    ),
  steps: WidgetSteps,
};

export const WidgetConfiguration = z
  .object({
    id: Id.describe("ID of the configuration."),
    ...fields,
    allowed_origins: z
      .array(z.string())
      .describe(
        "Websites that may show the widget, besides the key's own list; the key's alone if empty.",
      ),
    is_default: z.boolean().describe("Whether it is the tenant's default configuration."),
    version: Version,
    created_at: CreatedAt,
    updated_at: UpdatedAt,
  })
  .describe("How a widget looks, what it offers and what it asks.");
export type WidgetConfiguration = z.infer<typeof WidgetConfiguration>;

/** The stored part of a configuration, without its name. */
export type WidgetSettings = Omit<
  WidgetConfiguration,
  "id" | "name" | "is_default" | "version" | "created_at" | "updated_at"
>;

export const NewWidgetConfiguration = z
  .strictObject({
    ...fields,
    branding: WidgetBranding.partial()
      .default({})
      .describe("Look of the widget; defaults for fields left out."),
    locale: fields.locale.default(null),
    texts: fields.texts.default({}),
    resource_ids: fields.resource_ids.default(null),
    schedule_ids: fields.schedule_ids.default(null),
    questions: fields.questions.default([]),
    verification: fields.verification.default("off"),
    payment: fields.payment.default("required"),
    policy_text: fields.policy_text.default(null),
    terms_url: fields.terms_url.default(null),
    success_url: fields.success_url.default(null),
    allowed_origins: fields.allowed_origins.default([]),
    steps: WidgetSteps.partial()
      .default({})
      .describe("What the booking steps ask and show; defaults for fields left out."),
  })
  .describe("A widget configuration to create.");
export type NewWidgetConfiguration = z.output<typeof NewWidgetConfiguration>;

export const WidgetConfigurationPatch = z
  .strictObject({
    ...fields,
    branding: WidgetBranding.partial().describe(
      "Look of the widget; fields left out stay unchanged.",
    ),
    steps: WidgetSteps.partial().describe(
      "What the booking steps ask and show; fields left out stay unchanged.",
    ),
    version: SeenVersion,
  })
  .partial()
  .describe("Fields of a widget configuration to change.");
export type WidgetConfigurationPatch = z.output<typeof WidgetConfigurationPatch>;

export const WidgetConfigurationFilter = PageQuery.extend({
  is_default: Flag.optional().describe(
    "Only the default configuration (true) or all others (false).",
  ),
});
export type WidgetConfigurationFilter = z.output<typeof WidgetConfigurationFilter>;

export const widgetConfigs = {
  list: operation({
    method: "GET",
    path: "/api/widget-configs",
    caller: session("viewer", { test_key: "settings" }),
    summary: "List widget configurations",
    query: WidgetConfigurationFilter,
    returns: pageOf(WidgetConfiguration),
  }),
  create: operation({
    method: "POST",
    path: "/api/widget-configs",
    caller: session("admin"),
    summary: "Create a widget configuration; the first one becomes the default",
    body: NewWidgetConfiguration,
    returns: WidgetConfiguration,
    status: 201,
    errors: ["already_exists"],
    versioned: true,
  }),
  get: operation({
    method: "GET",
    path: "/api/widget-configs/:id",
    caller: session("viewer", { test_key: "settings" }),
    summary: "Get a widget configuration",
    params: IdParams,
    returns: WidgetConfiguration,
    versioned: true,
  }),
  update: operation({
    method: "PATCH",
    path: "/api/widget-configs/:id",
    caller: session("admin"),
    summary: "Update a widget configuration; widgets show it within a minute",
    params: IdParams,
    body: WidgetConfigurationPatch,
    returns: WidgetConfiguration,
    errors: ["version_conflict"],
    versioned: true,
  }),
  remove: operation({
    method: "DELETE",
    path: "/api/widget-configs/:id",
    caller: session("admin"),
    summary:
      "Delete a widget configuration; fails with in_use for the default and if it is linked to a key",
    params: IdParams,
    status: 204,
    errors: ["in_use"],
  }),
  setDefault: operation({
    method: "POST",
    path: "/api/widget-configs/:id/set-default",
    caller: session("admin"),
    summary: "Make a configuration the default, for keys not linked to one",
    params: IdParams,
    returns: WidgetConfiguration,
  }),
  duplicate: operation({
    method: "POST",
    path: "/api/widget-configs/:id/duplicate",
    caller: session("admin"),
    summary: "Duplicate a widget configuration",
    params: IdParams,
    returns: WidgetConfiguration,
    status: 201,
    location: "/api/widget-configs/:id",
    errors: ["already_exists"],
  }),
};
