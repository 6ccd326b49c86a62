import { z } from "zod";
import { Id, LocalDate, text } from "~/contract/common";
import { MAX_DAYS_AHEAD, MAX_GUEST_DATES } from "~/contract/limits";
import {
  Question,
  type QuestionType,
  Questions,
  type Schedule,
  type SchedulePatch,
} from "~/contract/schedules";
import { t } from "~/i18n/text";
import { invalidField, invalidFields } from "~/lib/app-error";
import { ShownVersion } from "../form/shown-version";
import { readPrice } from "../form/price";
import { PlaceForm } from "../order/place-form";
import { openFields, openHoursOf, openValues } from "../hours/hours-form";

// Forms of a service's pages. Each page edits one part; `patchOf…` turns its fields into a patch of
// the contract.

/** Fields that every service form includes. */
export const changeFields = {
  intent: z.enum(["preview", "save"]).default("save").describe("the button"),
  seen: ShownVersion,
  choice: z.record(z.string(), z.enum(["keep", "move", "cancel"])).default({}),
  target: z
    .record(z.string(), z.string().max(100))
    .default({})
    .describe("of `move`: resource and start"),
  notify: z.boolean().default(false).describe("a tick: mail the guests who are moved or cancelled"),
};
export const ServiceChangeForm = z.object(changeFields);
export type ServiceChangeForm = z.output<typeof ServiceChangeForm>;

export const HoursForm = z.object({
  ...changeFields,
  hours_id: Id.optional().describe("shared hours; the fields below count without"),
  ...openFields,
});
export type HoursForm = z.output<typeof HoursForm>;

/** Limits of a service; empty for none. */
const LIMITS = [
  "max_party_size",
  "max_per_day",
  "max_per_week",
  "max_per_month",
  "max_upcoming_per_customer",
  "max_per_week_per_customer",
  "max_repeat_dates",
] as const;
const UNITS = { minutes: 1, hours: 60, days: 1440 };
export const RulesForm = z.object({
  ...changeFields,
  notice: z.int().min(0).max(525_600),
  notice_unit: z.enum(["minutes", "hours", "days"]),
  max_advance_days: z.int().min(1).max(MAX_DAYS_AHEAD),
  max_party_size: z.int().min(1).max(500).optional(),
  max_per_day: z.int().min(1).max(10_000).optional(),
  max_per_week: z.int().min(1).max(100_000).optional(),
  max_per_month: z.int().min(1).max(100_000).optional(),
  max_upcoming_per_customer: z.int().min(1).max(1000).optional(),
  max_per_week_per_customer: z.int().min(1).max(1000).optional(),
  max_repeat_dates: z.int().min(2).max(MAX_GUEST_DATES).optional(),
  valid_from: LocalDate.optional(),
  valid_to: LocalDate.optional(),
  text_reminders: z.enum(["company", "on", "off"]).default("company"),
});
export type RulesForm = z.output<typeof RulesForm>;

export const QuestionsForm = z.object({
  ...changeFields,
  questions: z
    .array(
      z.object({
        ...Question.pick({ type: true, required: true, sensitive: true, hint: true }).shape,
        id: z.string().max(40).optional(),
        label: z.string().max(200).default(""),
        options: z.string().max(7000).default("").describe("a line each"),
        remove: z.boolean().default(false),
      }),
    )
    .max(21)
    .default([]),
});
export type QuestionsForm = z.output<typeof QuestionsForm>;

/** A new service's required fields. */
export const NewServiceForm = z.object({
  name: text(120, 1),
  duration_minutes: z.int().min(5).max(1440),
  price: z.string().max(20).default(""),
  resource_ids: z.array(Id).max(200).default([]),
});
export type NewServiceForm = z.output<typeof NewServiceForm>;

/** Active switch of the list. */
export const SwitchForm = z.object({
  id: Id,
  active: z.enum(["true", "false"]),
  to: z.string().max(2000).optional(),
});
export type SwitchForm = z.output<typeof SwitchForm>;

/** Submissions of a list row. */
export const ServiceListForm = z.union([PlaceForm, SwitchForm]);
export type ServiceListForm = z.output<typeof ServiceListForm>;

export function priceOf(typed: string, currency: string): number | null {
  const price = readPrice(typed, currency);
  if (price === undefined) throw invalidField("price", t("Use a price such as 25 or 25.50."));
  return price;
}

/** Shared hours, or the service's own. Throws like openHoursOf. */
export const patchOfHours = ({ hours_id, ...form }: HoursForm): SchedulePatch =>
  hours_id === undefined ? { hours_id: null, ...openHoursOf(form) } : { hours_id };

/** The validity period belongs to the hours, so it is omitted for shared hours. */
export function patchOfRules(
  form: RulesForm,
  { hours_id }: Pick<Schedule, "hours_id">,
): SchedulePatch {
  const min_notice_minutes = form.notice * UNITS[form.notice_unit];
  if (min_notice_minutes > 525_600) throw invalidField("notice", t("At most a year."), "too_big");
  const { max_advance_days, valid_from = null, valid_to = null } = form;
  const dates = hours_id === null ? { valid_from, valid_to } : {};
  const limits = Object.fromEntries(LIMITS.map((name) => [name, form[name] ?? null]));
  const { text_reminders } = form;
  return { min_notice_minutes, max_advance_days, text_reminders, ...limits, ...dates };
}

/**
 * Drops empty questions and those marked for removal. Throws validation_failed at invalid fields.
 */
export function patchOfQuestions(
  form: Pick<QuestionsForm, "questions">,
  newId: () => string,
): SchedulePatch {
  const filled = form.questions
    .map((question, index) => ({ question, index }))
    .filter(({ question }) => isFilled(question));
  const parsed = Questions.safeParse(
    filled.map(({ question: { id, label, type, required, sensitive, hint, options } }) => ({
      id: id ?? newId(),
      label,
      type,
      required,
      sensitive,
      ...(hint !== undefined && { hint }),
      ...(takesOptions(type) && {
        options: options.split("\n").flatMap((option) => option.trim() || []),
      }),
    })),
  );
  if (parsed.success) return { questions: parsed.data };
  const issues = parsed.error.issues.map(({ path: [at, field = "label"], message }) => ({
    path: typeof at === "number" ? `questions.${filled[at]?.index}.${String(field)}` : "questions",
    code: "invalid",
    message,
  }));
  throw invalidFields(issues);
}

const isFilled = ({ label, remove }: { label: string; remove: boolean }) =>
  !remove && label.trim() !== "";
const takesOptions = (type: z.output<typeof QuestionType>) =>
  type === "select" || type === "multiselect";

/** Form fields by name, as inputs display them. */
export type FormValues = Record<string, unknown>;

export const hoursValues = (schedule: Schedule): FormValues => ({
  hours_id: schedule.hours_id ?? "",
  ...openValues(schedule),
});

/** Converts a notice to the largest whole unit: 120 minutes → 2 hours. */
export function noticeOf(all: number): { notice: number; notice_unit: keyof typeof UNITS } {
  const unit = (["days", "hours", "minutes"] as const).find(
    (each) => all >= UNITS[each] && all % UNITS[each] === 0,
  );
  return { notice: all / UNITS[unit ?? "hours"], notice_unit: unit ?? "hours" };
}

export function rulesValues(schedule: Schedule): FormValues {
  const { notice, notice_unit } = noticeOf(schedule.min_notice_minutes);
  return {
    notice: String(notice),
    notice_unit,
    max_advance_days: String(schedule.max_advance_days),
    ...Object.fromEntries(LIMITS.map((name) => [name, String(schedule[name] ?? "")])),
    valid_from: schedule.valid_from ?? "",
    valid_to: schedule.valid_to ?? "",
    text_reminders: schedule.text_reminders,
  };
}

export const questionsValues = ({ questions }: Pick<Schedule, "questions">): FormValues => ({
  questions: questions.map((question) => ({
    ...question,
    options: (question.options ?? []).join("\n"),
  })),
});
