import { z } from "zod";
import { Id, LocalDate, text, TimeZone } from "~/contract/common";
import { MOST_DAYS_AHEAD } from "~/contract/limits";
import { Question, type QuestionType, Questions, type Schedule, type SchedulePatch } from "~/contract/schedules";
import { t } from "~/i18n/text";
import { AppError, invalidField } from "~/lib/app-error";
import { ShownVersion } from "../form/shown-version";
import { readPrice, writePrice } from "../form/price";
import { midnightQuestion } from "./over-midnight";
import type { Hours } from "~/domain/hours/open-intervals";
import { readHours, rulesOfWeek, weekLines } from "./hours-text";
import { readOverrides, writeOverrides } from "./override-lines";

// What the forms of a service's pages send. Each page has the fields of one part; `patchOf…` makes the contract's patch of them.

/** What every form of a service carries besides its fields. */
const changeFields = {
  intent: z.enum(["preview", "save"]).default("save").describe("the button"),
  seen: ShownVersion,
  choice: z.record(z.string(), z.enum(["keep", "move", "cancel"])).default({}),
  target: z.record(z.string(), z.string().max(100)).default({}).describe("of `move`: resource and start"),
  notify: z.boolean().default(false).describe("a tick: mail the guests who are moved or cancelled"),
};
export const ServiceChangeForm = z.object(changeFields);
export type ServiceChangeForm = z.output<typeof ServiceChangeForm>;

const minutes = (max: number) => z.int().min(0).max(max);
const detailFields = {
  name: text(120, 1),
  duration_minutes: z.int().min(5).max(1440),
  price: z.string().max(20).default(""),
  resource_ids: z.array(Id).max(200).default([]),
};
export const ServiceDetailsForm = z.object({
  ...changeFields,
  ...detailFields,
  step_minutes: z.int().min(5).max(1440).optional(),
  buffer_before_minutes: minutes(480).default(0),
  buffer_after_minutes: minutes(480).default(0),
  max_party_size: z.int().min(1).max(500).optional(),
  requires_payment: z.boolean().default(false),
  requires_approval: z.boolean().default(false),
});
export type ServiceDetailsForm = z.output<typeof ServiceDetailsForm>;

const line = z.string().max(400).default("");
const week = { day_1: line, day_2: line, day_3: line, day_4: line, day_5: line, day_6: line, day_7: line };
const DAYS = ["day_1", "day_2", "day_3", "day_4", "day_5", "day_6", "day_7"] as const;
const hours = { ...week, over_midnight: z.boolean().default(false) };
export const HoursForm = z.object({
  ...changeFields,
  ...hours,
  overrides: z.string().max(20_000).default(""),
  time_zone: TimeZone,
});
export type HoursForm = z.output<typeof HoursForm>;

const UNITS = { minutes: 1, hours: 60, days: 1440 };
export const RulesForm = z.object({
  ...changeFields,
  notice: z.int().min(0).max(525_600),
  notice_unit: z.enum(["minutes", "hours", "days"]),
  max_advance_days: z.int().min(1).max(MOST_DAYS_AHEAD),
  max_per_day: z.int().min(1).max(10_000).optional(),
  valid_from: LocalDate.optional(),
  valid_to: LocalDate.optional(),
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

/** A service made from nothing: what it cannot do without. */
export const NewServiceForm = z.object({ ...detailFields, ...hours });
export type NewServiceForm = z.output<typeof NewServiceForm>;

/** The switch of the list. */
export const SwitchForm = z.object({ id: Id, active: z.enum(["true", "false"]), to: z.string().max(2000).optional() });
export type SwitchForm = z.output<typeof SwitchForm>;

export function priceOf(typed: string, currency: string): number | null {
  const price = readPrice(typed, currency);
  if (price === undefined) throw invalidField("price", t("Use a price such as 25 or 25.50."));
  return price;
}

/** `listed`: the resources that the form showed; a service keeps those that it did not. Throws validation_failed (price). */
export function patchOfDetails(
  form: ServiceDetailsForm,
  before: Schedule,
  currency: string,
  listed: string[],
): SchedulePatch {
  const { name, duration_minutes, step_minutes, buffer_before_minutes, buffer_after_minutes, max_party_size } = form;
  const price_amount = priceOf(form.price, before.currency ?? currency);
  return {
    ...{ name, duration_minutes, buffer_before_minutes, buffer_after_minutes, price_amount },
    step_minutes: step_minutes ?? null,
    max_party_size: max_party_size ?? null,
    requires_payment: form.requires_payment,
    requires_approval: form.requires_approval,
    resource_ids: [...form.resource_ids, ...before.resource_ids.filter((id) => !listed.includes(id))],
  };
}

/** Why these hours want a second look: some go over midnight, and nobody has said that they should. */
export function askMidnight(hours: readonly Hours[]): string | null {
  const asked = hours
    .filter(({ end }) => end !== "00:00")
    .map(({ start, end }) => midnightQuestion({ start, end, over_midnight: false }));
  return asked.find((question) => question !== null) ?? null;
}

/** The rules of a form's seven lines. Throws validation_failed at each line that cannot be read or that goes over midnight unasked. */
export function rulesOfForm(form: Pick<HoursForm, keyof typeof hours>): Schedule["rules"] {
  const read = DAYS.map((name) => ({ name, hours: readHours(form[name]) }));
  const issues = read.flatMap(({ name, hours: found }) => {
    if (found === null)
      return [{ path: name, code: "invalid", message: t("Use hours such as 09:00-12:30, 13:30-17:00.") }];
    const question = form.over_midnight ? null : askMidnight(found);
    return question === null ? [] : [{ path: name, code: "over_midnight", message: question }];
  });
  if (issues.length > 0) throw new AppError("validation_failed", "Some of the hours cannot be used.", { issues });
  return rulesOfWeek(read.map(({ hours: found }) => found ?? []));
}

export function patchOfHours(form: HoursForm): SchedulePatch {
  const rules = rulesOfForm(form);
  const { overrides, problem } = readOverrides(form.overrides);
  if (problem !== null) throw invalidField("overrides", problem);
  const { time_zone } = form;
  return { rules, time_zone, overrides: overrides as SchedulePatch["overrides"] }; // closed, or hours: readOverrides makes no other
}

export function patchOfRules(form: RulesForm): SchedulePatch {
  const min_notice_minutes = form.notice * UNITS[form.notice_unit];
  if (min_notice_minutes > 525_600) throw invalidField("notice", t("At most a year."), "too_big");
  const { max_advance_days, max_per_day = null, valid_from = null, valid_to = null } = form;
  return { min_notice_minutes, max_advance_days, max_per_day, valid_from, valid_to };
}

/** Questions without words, and those that are ticked to be removed, go. Throws validation_failed at the fields of a question. */
export function patchOfQuestions(form: Pick<QuestionsForm, "questions">, newId: () => string): SchedulePatch {
  const kept = form.questions
    .map((question, index) => ({ question, index }))
    .filter(({ question }) => isKept(question));
  const parsed = Questions.safeParse(
    kept.map(({ question: { id, label, type, required, sensitive, hint, options } }) => ({
      ...{ id: id ?? newId(), label, type, required, sensitive },
      ...(hint !== undefined && { hint }),
      ...(takesOptions(type) && { options: options.split("\n").flatMap((option) => option.trim() || []) }),
    })),
  );
  if (parsed.success) return { questions: parsed.data };
  const issues = parsed.error.issues.map(({ path: [at, field = "label"], message }) => ({
    path: typeof at === "number" ? `questions.${kept[at]?.index}.${String(field)}` : "questions",
    code: "invalid",
    message,
  }));
  throw new AppError("validation_failed", "Some of the questions cannot be used.", { issues });
}

const isKept = ({ label, remove }: { label: string; remove: boolean }) => !remove && label.trim() !== "";
const takesOptions = (type: z.output<typeof QuestionType>) => type === "select" || type === "multiselect";

/** A form's fields by name, as inputs show them: texts, numbers, ticks and lists. */
export type FormValues = Record<string, unknown>;

export function detailsValues(schedule: Schedule): FormValues {
  const optional = (value: number | null) => (value === null ? "" : String(value));
  return {
    name: schedule.name,
    duration_minutes: String(schedule.duration_minutes),
    price: writePrice(schedule.price_amount, schedule.currency),
    resource_ids: schedule.resource_ids,
    step_minutes: optional(schedule.step_minutes),
    buffer_before_minutes: String(schedule.buffer_before_minutes),
    buffer_after_minutes: String(schedule.buffer_after_minutes),
    max_party_size: optional(schedule.max_party_size),
    requires_payment: schedule.requires_payment,
    requires_approval: schedule.requires_approval,
  };
}

export function hoursValues({
  rules,
  overrides,
  time_zone,
}: Pick<Schedule, "rules" | "overrides" | "time_zone">): FormValues {
  const lines = weekLines(rules);
  return {
    ...Object.fromEntries(DAYS.map((name, index) => [name, lines[index] ?? ""])),
    over_midnight: rules.some(({ start, end }) => askMidnight([{ start, end }]) !== null),
    overrides: writeOverrides(overrides),
    time_zone,
  };
}

/** A notice in the largest unit that says it whole: 120 minutes are 2 hours. */
export function noticeOf(all: number): { notice: number; notice_unit: keyof typeof UNITS } {
  const unit = (["days", "hours", "minutes"] as const).find((each) => all >= UNITS[each] && all % UNITS[each] === 0);
  return { notice: all / UNITS[unit ?? "hours"], notice_unit: unit ?? "hours" };
}

export function rulesValues(schedule: Schedule): FormValues {
  const { notice, notice_unit } = noticeOf(schedule.min_notice_minutes);
  return {
    ...{ notice: String(notice), notice_unit },
    max_advance_days: String(schedule.max_advance_days),
    max_per_day: schedule.max_per_day === null ? "" : String(schedule.max_per_day),
    valid_from: schedule.valid_from ?? "",
    valid_to: schedule.valid_to ?? "",
  };
}

export const questionsValues = ({ questions }: Pick<Schedule, "questions">): FormValues => ({
  questions: questions.map((question) => ({ ...question, options: (question.options ?? []).join("\n") })),
});
