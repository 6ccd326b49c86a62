import { z } from "zod";
import {
  Amount,
  areUnique,
  Currency,
  Flag,
  Id,
  IdParams,
  Instant,
  Json,
  LocalDate,
  LocalTime,
  Meta,
  MetaFilter,
  pageOf,
  PageQuery,
  SeenVersion,
  text,
  TimeZone,
  Version,
} from "./common";
import { MOST_DAYS_AHEAD, MOST_QUESTION_BYTES_OF_ONE } from "./limits";
import { operation, session } from "./operation";

const Interval = z.strictObject({ start: LocalTime, end: LocalTime.describe("at or before start: on the next day") });
export const Rule = z.strictObject({
  days: z
    .array(z.int().min(1).max(7))
    .min(1)
    .max(7)
    .transform((days) => [...new Set(days)].sort())
    .describe("ISO weekdays, Monday is 1"),
  start: LocalTime,
  end: LocalTime.describe("at or before start: on the next day"),
});
export const Override = z.union(
  [
    z.strictObject({ date: LocalDate, closed: z.literal(true) }),
    z.strictObject({ date: LocalDate, intervals: z.array(Interval).min(1).max(20) }),
  ],
  { error: "Give a date with closed: true, or a date with its intervals (start and end)." },
);
/**
 * What a question asks for. `checkbox` is a yes or no; `consent` is a yes that must be given where it is required, with the words it was
 * given to kept beside the answer. Answers: `checkbox` and `consent` a boolean, `multiselect` a list of options, the others text: `number`
 * as in `12.5`, `date` as in `2027-01-31`, `phone` with its country, `url` a web address.
 */
export const QuestionType = z.enum([
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
]);
export const Question = z.strictObject({
  id: z
    .string()
    .regex(/^[a-z0-9_-]{1,40}$/, { error: "Use at most 40 small letters, digits, underscores and dashes." }),
  label: text(200, 1),
  type: QuestionType,
  required: z.boolean().default(false),
  hint: text(300).optional().describe("help below the field"),
  options: z.array(text(120, 1)).max(50).optional().describe("of select and multiselect"),
  sensitive: z.boolean().default(false).describe("the answer is shown to admins alone and left out of events and CSV"),
});
export type Question = z.output<typeof Question>;
/** The rules of new questions; those kept from before are shown as they are. */
export const Questions = z
  .array(
    Question.refine(({ type, options = [] }) => !["select", "multiselect"].includes(type) || options.length > 0, {
      path: ["options"],
      error: "A choice needs at least one option.",
    }),
  )
  .max(20)
  .refine((questions) => areUnique(questions.map(({ id }) => id)), { error: "Give each question an id of its own." })
  .refine((questions) => new TextEncoder().encode(JSON.stringify(questions)).length <= MOST_QUESTION_BYTES_OF_ONE, {
    error: "These questions are more than 64 kB together. Make some shorter, or give them fewer options.",
  });

const fields = {
  name: text(120, 1),
  resource_ids: z
    .array(Id)
    .min(1)
    .max(200)
    .transform((ids) => [...new Set(ids)]),
  time_zone: TimeZone,
  rules: z.array(Rule).max(50),
  overrides: z.array(Override).max(400),
  valid_from: LocalDate.nullable(),
  valid_to: LocalDate.nullable().describe("the last day, inclusive"),
  duration_minutes: z.int().min(5).max(1440),
  step_minutes: z.int().min(5).max(1440).nullable().describe("null: duration plus both buffers"),
  buffer_before_minutes: z.int().min(0).max(480),
  buffer_after_minutes: z.int().min(0).max(480),
  min_notice_minutes: z.int().min(0).max(525_600),
  max_advance_days: z.int().min(1).max(MOST_DAYS_AHEAD),
  price_amount: Amount.nullable(),
  currency: Currency.nullable(),
  requires_payment: z.boolean(),
  requires_approval: z.boolean(),
  max_party_size: z.int().min(1).max(500).nullable(),
  max_per_day: z
    .int()
    .min(1)
    .max(10_000)
    .nullable()
    .describe("bookings of this schedule on one resource and local day"),
  questions: Questions,
  meta: Meta,
  active: z.boolean(),
};

export const Schedule = z.object({
  id: Id,
  ...fields,
  resource_ids: z.array(Id),
  currency: z.string().nullable(),
  questions: z.array(Question),
  meta: z.record(z.string(), Json),
  rules: z.array(z.object({ days: z.array(z.int()), start: z.string(), end: z.string() })),
  overrides: z.array(
    z.object({
      date: z.string(),
      closed: z.literal(true).optional(),
      intervals: z.array(z.object({ start: z.string(), end: z.string() })).optional(),
    }),
  ),
  pending_until_filled: z
    .boolean()
    .optional()
    .describe("true while times of the new hours are still being made: such days say state `pending`"),
  version: Version,
  created_at: Instant,
  updated_at: Instant,
});
export type Schedule = z.output<typeof Schedule>;

export const NewSchedule = z.strictObject({
  ...fields,
  time_zone: TimeZone.optional().describe("the tenant's, when absent"),
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
  currency: fields.currency.default(null).describe("the tenant's, when there is a price and this is absent"),
  requires_payment: fields.requires_payment.default(false),
  requires_approval: fields.requires_approval.default(false),
  max_party_size: fields.max_party_size.default(null),
  max_per_day: fields.max_per_day.default(null),
  questions: fields.questions.default([]),
  meta: fields.meta.default({}),
  active: fields.active.default(true),
});
export type NewSchedule = z.output<typeof NewSchedule>;
export const SchedulePatch = z
  .strictObject({
    ...fields,
    dry_run: z.boolean().describe("save nothing; say which bookings would be outside the new hours"),
    version: SeenVersion,
  })
  .partial();
export type SchedulePatch = z.output<typeof SchedulePatch>;
/** A saved (or, after a dry run, merely imagined) schedule with the future bookings that its hours do not hold. */
export const SavedSchedule = Schedule.extend({
  dry_run: z.boolean(),
  outside_bookings: z.array(
    z.object({
      id: Id,
      reference: z.string(),
      resource_id: Id,
      starts_at: Instant,
      ends_at: Instant,
      customer_name: z.string(),
    }),
  ),
});
export type SavedSchedule = z.infer<typeof SavedSchedule>;
export const ScheduleFilter = PageQuery.extend({
  resource_id: Id.optional(),
  active: Flag.optional(),
  search: text(100).optional(),
  meta: MetaFilter.optional(),
});
export type ScheduleFilter = z.output<typeof ScheduleFilter>;

export const schedules = {
  list: operation({
    method: "GET",
    path: "/api/schedules",
    caller: session("viewer"),
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
    caller: session("viewer"),
    summary: "Get a schedule",
    params: IdParams,
    returns: Schedule,
    versioned: true,
  }),
  update: operation({
    method: "PATCH",
    path: "/api/schedules/:id",
    caller: session("staff"),
    summary: "Update a schedule; its future free slots are generated again, booked ones stay",
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
    summary: "Delete a schedule and its free slots; refused with in_use while future live bookings exist",
    params: IdParams,
    status: 204,
    errors: ["in_use"],
  }),
};
