import { z } from "zod";
import { CardOnFile } from "./card-on-file";
import {
  Amount,
  areUnique,
  Currency,
  Flag,
  Id,
  IdParams,
  Meta,
  MetaFilter,
  pageOf,
  PageQuery,
  SeenVersion,
  text,
  Version,
} from "./common";
import { Course } from "./course";
import {
  CreatedAt,
  StoredMeta,
  PriceCurrency,
  ScheduleId,
  TaxRate,
  UpdatedAt,
  WasDryRun,
} from "./fields";
import { hoursFields, HoursId, storedHoursFields, OutsideBookings } from "./hours";
import { MAX_DAYS_AHEAD, MAX_GUEST_DATES, MAX_QUESTION_BYTES_OF_ONE } from "./limits";
import { operation, session } from "./operation";
import { storedServiceFields, newServiceFields, serviceFields } from "./service-fields";

/**
 * Types of questions. `checkbox` is yes or no; `consent` is a yes that can be required, stored with
 * its wording. Answers: boolean for `checkbox` and `consent`, a list of options for `multiselect`,
 * text for others: `number` as `12.5`, `date` as `2027-01-31`, `phone` with its country, `url` a
 * web address.
 */
export const QuestionType = z
  .enum([
    "text",
    "textarea",
    "select",
    "multiselect",
    "checkbox",
    "number",
    "date",
    "phone",
    "url",
    "consent",
  ])
  .describe("Type of a question, which decides the form of its answer.");
export const Question = z
  .strictObject({
    id: z
      .string()
      .regex(/^[a-z0-9_-]{1,40}$/, {
        error: "Use at most 40 small letters, digits, underscores and dashes.",
      })
      .describe(
        "ID of the question, chosen by you: lower-case letters, digits, underscores and dashes.",
      ),
    label: text(200, 1).describe("Question as guests read it."),
    type: QuestionType,
    required: z.boolean().default(false).describe("Whether guests must answer."),
    hint: text(300).optional().describe("Help text below the field."),
    options: z
      .array(text(120, 1))
      .max(50)
      .optional()
      .describe("Choices of a select or multiselect question."),
    sensitive: z
      .boolean()
      .default(false)
      .describe("Whether only admins see the answer; it is left out of events and CSV."),
  })
  .describe("A question for guests when they book.");
export type Question = z.output<typeof Question>;
/** Validation of new questions; existing ones are returned unchanged. */
export const Questions = z
  .array(
    Question.refine(
      ({ type, options = [] }) => !["select", "multiselect"].includes(type) || options.length > 0,
      {
        path: ["options"],
        error: "A choice needs at least one option.",
      },
    ),
  )
  .max(20)
  .refine((questions) => areUnique(questions.map(({ id }) => id)), {
    error: "Give each question an id of its own.",
  })
  .refine(
    (questions) =>
      new TextEncoder().encode(JSON.stringify(questions)).length <= MAX_QUESTION_BYTES_OF_ONE,
    {
      error:
        "These questions are more than 64 kB together. Make some shorter, or give them fewer options.",
    },
  )
  .describe("Questions in the order they are asked, at most 20, each with a unique ID.");

export const Deposit = z
  .union(
    [
      z.strictObject({
        percent: z
          .int()
          .min(1)
          .max(99)
          .describe("Share of the whole booking's price, 1 to 99, rounded half up."),
      }),
      z.strictObject({
        amount: Amount.min(1).describe(
          "Amount in minor units of the currency, once per booking; at most the price is asked.",
        ),
      }),
    ],
    { error: "Give a percent of 1 to 99 or an amount of at least 1." },
  )
  .describe("A deposit: a `percent` of the price, or an `amount`.");
export type Deposit = z.output<typeof Deposit>;

const fields = {
  name: text(120, 1).describe("Name of the schedule, as guests see it."),
  resource_ids: z
    .array(Id)
    .min(1)
    .max(200)
    .transform((ids) => [...new Set(ids)])
    .describe("IDs of the resources that offer this schedule."),
  hours_id: HoursId.nullable().describe(
    "ID of the shared hours that these are taken from; null if the schedule has its own. Naming others than it has makes them its own.",
  ),
  ...hoursFields,
  duration_minutes: z.int().min(5).max(1440).describe("Length of a booking in minutes, 5 to 1440."),
  step_minutes: z
    .int()
    .min(5)
    .max(1440)
    .nullable()
    .describe(
      "Minutes between start times, 5 to 1440; null for back to back: the duration plus both buffers.",
    ),
  buffer_before_minutes: z
    .int()
    .min(0)
    .max(480)
    .describe("Minutes kept free before each booking, 0 to 480."),
  buffer_after_minutes: z
    .int()
    .min(0)
    .max(480)
    .describe("Minutes kept free after each booking, 0 to 480."),
  min_notice_minutes: z
    .int()
    .min(0)
    .max(525_600)
    .describe("Minimum notice for guests: minutes before the start, at most 525,600 (a year)."),
  max_advance_days: z
    .int()
    .min(1)
    .max(MAX_DAYS_AHEAD)
    .describe("How far ahead guests can book, in days."),
  price_amount: Amount.nullable().describe(
    "Price per seat in minor units of the currency, e.g. 1250 for EUR 12.50; null for no price.",
  ),
  currency: Currency.nullable().describe(
    "ISO 4217 code of the currency of the price, e.g. EUR; null without a price.",
  ),
  requires_payment: z.boolean().describe("Whether guests pay before their booking is confirmed."),
  deposit: Deposit.nullable().describe(
    "The part of the price that guests pay before their booking is confirmed, with `requires_payment`; the rest stays due. null: all of it. Saving `requires_payment` false without a deposit removes it.",
  ),
  card_on_file: CardOnFile.nullable().describe(
    "The fees for late cancellation and no-shows for which guests keep a card before their booking is confirmed, instead of a payment or with one; null for no card.",
  ),
  tax_rate_bps: TaxRate.nullable().describe(
    "Tax rate that its prices include, in basis points, for a tenant with a tax; null for the tenant's.",
  ),
  requires_approval: z.boolean().describe("Whether staff approve each booking."),
  text_reminders: z
    .enum(["company", "on", "off"])
    .describe("Whether guests can ask for reminders by SMS or WhatsApp; `company`: as its policy."),
  max_party_size: z
    .int()
    .min(1)
    .max(500)
    .nullable()
    .describe("Maximum number of seats per booking, 1 to 500; null for the resource's capacity."),
  max_per_day: z
    .int()
    .min(1)
    .max(10_000)
    .nullable()
    .describe("Maximum number of bookings per resource and local day; null for no limit."),
  max_repeat_dates: z
    .int()
    .min(2)
    .max(MAX_GUEST_DATES)
    .nullable()
    .describe(
      "Most dates, 2 to 12, that guests can book together by repeating a booking weekly; null if they can't. Ignored where guests pay online before each booking is confirmed.",
    ),
  course: Course.nullable().describe(
    "The dates that guests book together as a course; null for none.",
  ),
  questions: Questions,
  ...serviceFields,
  meta: Meta,
  active: z.boolean().describe("Whether the schedule can be booked."),
};

export const Schedule = z
  .object({
    id: ScheduleId,
    ...fields,
    resource_ids: z.array(Id).describe("IDs of the resources that offer this schedule."),
    currency: PriceCurrency,
    questions: z.array(Question).describe("Questions for guests when they book."),
    meta: StoredMeta,
    ...storedServiceFields,
    ...storedHoursFields,
    pending_until_filled: z
      .boolean()
      .optional()
      .describe(
        "Whether slots of the new hours are still being generated; such days have the state `pending`.",
      ),
    version: Version,
    created_at: CreatedAt,
    updated_at: UpdatedAt,
  })
  .describe("When resources can be booked, for how long and at what price.");
export type Schedule = z.output<typeof Schedule>;

export const NewSchedule = z
  .strictObject({
    ...fields,
    hours_id: fields.hours_id.default(null),
    time_zone: fields.time_zone
      .optional()
      .describe("IANA time zone of the hours, e.g. Europe/Amsterdam; the tenant's if omitted."),
    rules: fields.rules.optional().describe("Weekly opening hours; required without hours_id."),
    overrides: fields.overrides.default([]),
    valid_from: fields.valid_from.default(null),
    valid_to: fields.valid_to.default(null),
    duration_minutes: fields.duration_minutes.default(60),
    step_minutes: fields.step_minutes.default(null),
    buffer_before_minutes: fields.buffer_before_minutes.default(0),
    buffer_after_minutes: fields.buffer_after_minutes.default(0),
    min_notice_minutes: fields.min_notice_minutes.default(120),
    max_advance_days: fields.max_advance_days.default(90),
    price_amount: fields.price_amount.default(null),
    currency: fields.currency
      .default(null)
      .describe("ISO 4217 code of the price's currency, e.g. EUR; the tenant's if omitted."),
    requires_payment: fields.requires_payment.default(false),
    deposit: fields.deposit.default(null),
    card_on_file: fields.card_on_file.default(null),
    tax_rate_bps: fields.tax_rate_bps.default(null),
    requires_approval: fields.requires_approval.default(false),
    text_reminders: fields.text_reminders.default("company"),
    max_party_size: fields.max_party_size.default(null),
    max_per_day: fields.max_per_day.default(null),
    max_repeat_dates: fields.max_repeat_dates.default(null),
    course: fields.course.default(null),
    questions: fields.questions.default([]),
    ...newServiceFields,
    meta: fields.meta.default({}),
    active: fields.active.default(true),
  })
  .describe("A schedule to create.");
export type NewSchedule = z.output<typeof NewSchedule>;
export const SchedulePatch = z
  .strictObject({
    ...fields,
    dry_run: z
      .boolean()
      .describe(
        "Whether to save nothing and only return the bookings that would fall outside the new hours.",
      ),
    version: SeenVersion,
  })
  .partial()
  .describe("Fields of a schedule to change.");
export type SchedulePatch = z.output<typeof SchedulePatch>;
export const SavedSchedule = Schedule.extend({
  dry_run: WasDryRun,
  outside_bookings: OutsideBookings,
}).describe("A schedule as saved, with the future bookings that no longer fit it.");
export type SavedSchedule = z.infer<typeof SavedSchedule>;
export const ScheduleFilter = PageQuery.extend({
  resource_id: Id.optional().describe("Only schedules of this resource."),
  active: Flag.optional().describe("Only schedules that can (true) or can't (false) be booked."),
  search: text(100).optional().describe("Part of a schedule's name."),
  meta: MetaFilter.optional(),
});
export type ScheduleFilter = z.output<typeof ScheduleFilter>;

export const schedules = {
  list: operation({
    method: "GET",
    path: "/api/schedules",
    caller: session("viewer", { test_key: "settings" }),
    summary: "List schedules",
    query: ScheduleFilter,
    returns: pageOf(Schedule),
  }),
  create: operation({
    method: "POST",
    path: "/api/schedules",
    caller: session("staff"),
    summary: "Create a schedule and generate its slots",
    body: NewSchedule,
    returns: Schedule,
    status: 201,
    versioned: true,
  }),
  get: operation({
    method: "GET",
    path: "/api/schedules/:id",
    caller: session("viewer", { test_key: "settings" }),
    summary: "Get a schedule",
    params: IdParams,
    returns: Schedule,
    versioned: true,
  }),
  update: operation({
    method: "PATCH",
    path: "/api/schedules/:id",
    caller: session("staff"),
    summary: "Update a schedule; its free future slots are regenerated, booked ones stay",
    params: IdParams,
    body: SchedulePatch,
    returns: SavedSchedule,
    versioned: true,
    errors: ["version_conflict"],
  }),
  remove: operation({
    method: "DELETE",
    path: "/api/schedules/:id",
    caller: session("staff"),
    summary:
      "Delete a schedule and its free slots; fails with in_use while it has future live bookings",
    params: IdParams,
    status: 204,
    errors: ["in_use"],
  }),
};
