import { z } from "zod";
import { AllowedOrigin } from "./api-keys";
import {
  Color,
  Flag,
  Id,
  IdParams,
  Instant,
  pageOf,
  PageQuery,
  SeenVersion,
  text,
  Version,
  webAddress,
} from "./common";
import { operation, session } from "./operation";
import { Questions } from "./schedules";

/** The languages the widget, the booking page and the guest's page speak. */
export const WidgetLocale = z.enum(["en", "nl", "de", "fr", "es", "ar"]);
export type WidgetLocale = z.infer<typeof WidgetLocale>;

/** What a company may say in words of its own, in each language; what it leaves out is said in the widget's words. */
export const WidgetTexts = z
  .strictObject({
    title: text(120, 1).describe("the heading of the first step, instead of the company's name"),
    intro: text(500, 1).describe("below the title"),
    details_heading: text(120, 1),
    submit: text(60, 1).describe("the button that books"),
    done_heading: text(120, 1),
    done_text: text(1000, 1).describe("below the heading of the last step"),
    closed: text(300, 1).describe("where nothing can be booked"),
  })
  .partial();
export type WidgetTexts = z.output<typeof WidgetTexts>;

const WebAddress = webAddress("Use a web address.");

/** A field of the details step beside name and e-mail address, which are always asked. */
const FieldUse = z.enum(["off", "optional", "required"]);

export const WidgetBranding = z.strictObject({
  accent: Color.nullable().describe("of buttons and of what is chosen; null: the widget's own"),
  theme: z.enum(["auto", "light", "dark"]).describe("auto follows the page around the widget"),
  density: z.enum(["comfortable", "compact"]),
  radius: z.int().min(0).max(32).describe("roundness of corners, CSS pixels"),
  show_logo: z.boolean(),
});

/** What the flow asks and shows beside what cannot be left out. */
export const WidgetSteps = z.strictObject({
  phone: FieldUse,
  notes: FieldUse,
  choose_resource: z.boolean().describe("false: the visitor takes any free resource and is not asked"),
  waitlist: z.boolean().describe("whether a full time offers the waiting list"),
});

const fields = {
  name: text(120, 1).describe("for the company alone; visitors see texts.title"),
  branding: WidgetBranding,
  locale: WidgetLocale.nullable().describe("null: the page's or the visitor's language"),
  texts: z.partialRecord(WidgetLocale, WidgetTexts),
  resource_ids: z.array(Id).max(200).nullable().describe("which are offered; null: all that are active"),
  schedule_ids: z.array(Id).max(200).nullable().describe("which are offered; null: all that are active"),
  questions: Questions.describe("asked for every booking, before the schedule's own"),
  verification: z.enum(["off", "email", "sms", "either"]),
  payment: z
    .enum(["off", "optional", "required"])
    .describe(
      "required: a schedule's own rule; optional: visitors may pay at the company instead; off: nobody pays online",
    ),
  policy_text: text(2000).nullable().describe("shown beside the cancellation rules"),
  terms_url: WebAddress.nullable().describe("visitors agree to it before they book"),
  success_url: WebAddress.nullable().describe("where a visitor goes on from the last step"),
  allowed_origins: z.array(AllowedOrigin).max(20).describe("besides the key's; empty: as the key says"),
  steps: WidgetSteps,
};

export const WidgetConfiguration = z.object({
  id: Id,
  ...fields,
  allowed_origins: z.array(z.string()),
  is_default: z.boolean(),
  version: Version,
  created_at: Instant,
  updated_at: Instant,
});
export type WidgetConfiguration = z.infer<typeof WidgetConfiguration>;

/** What is kept of a configuration beside its name. */
export type WidgetSettings = Omit<
  WidgetConfiguration,
  "id" | "name" | "is_default" | "version" | "created_at" | "updated_at"
>;

export const NewWidgetConfiguration = z.strictObject({
  ...fields,
  branding: WidgetBranding.partial().default({}),
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
  steps: WidgetSteps.partial().default({}),
});
export type NewWidgetConfiguration = z.output<typeof NewWidgetConfiguration>;

export const WidgetConfigurationPatch = z
  .strictObject({
    ...fields,
    branding: WidgetBranding.partial(),
    steps: WidgetSteps.partial(),
    version: SeenVersion,
  })
  .partial();
export type WidgetConfigurationPatch = z.output<typeof WidgetConfigurationPatch>;

export const WidgetConfigurationFilter = PageQuery.extend({ is_default: Flag.optional() });
export type WidgetConfigurationFilter = z.output<typeof WidgetConfigurationFilter>;

export const widgetConfigs = {
  list: operation({
    method: "GET",
    path: "/api/widget-configs",
    caller: session("viewer"),
    summary: "List widget configurations",
    query: WidgetConfigurationFilter,
    returns: pageOf(WidgetConfiguration),
  }),
  create: operation({
    method: "POST",
    path: "/api/widget-configs",
    caller: session("admin"),
    summary: "Create a widget configuration; the first one is the default",
    body: NewWidgetConfiguration,
    returns: WidgetConfiguration,
    status: 201,
    errors: ["already_exists"],
    versioned: true,
  }),
  get: operation({
    method: "GET",
    path: "/api/widget-configs/:id",
    caller: session("viewer"),
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
    summary: "Delete a widget configuration; refused with in_use for the default and where a key is bound to it",
    params: IdParams,
    status: 204,
    errors: ["in_use"],
  }),
  setDefault: operation({
    method: "POST",
    path: "/api/widget-configs/:id/set-default",
    caller: session("admin"),
    summary: "Make this configuration the default: what a key takes that is bound to none",
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
    errors: ["already_exists"],
  }),
};
