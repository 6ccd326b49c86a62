import { type NewWidgetBooking as Booking, NewWidgetBooking } from "~/contract/booking-inputs";
import type { Question } from "~/contract/schedules";
import { issuesOf } from "~/contract/plain-words";
import type { Issue } from "~/contract/errors";

/** The name of a question's field in the form. */
export const fieldOf = (question: { id: string }) => `answer_${question.id}`;

/** The hidden field that says which text of an optional field was refused. */
export const refusedName = (name: string) => `refused_${name}`;

/** The form without the optional fields that were refused and are sent again as they were. */
export function withoutRefused(given: URLSearchParams, optional: string[]): URLSearchParams {
  const form = new URLSearchParams(given);
  for (const name of optional)
    if (form.get(name) === form.get(refusedName(name))) form.delete(name);
  return form;
}

/** What a form holds on its way through the steps: as it was typed, what is wrong with it, and the key that makes it count once. */
export interface Typed {
  value: (name: string) => string[];
  /** Words for a field that cannot be taken, by its name. */
  problems: Record<string, string>;
  attempt: string;
  verification_token: string | null;
}

/** What one form sent, as the booking it asks for, and what is wrong with its fields. */
export type ReadForm = { input: Booking; issues: [] } | { input: null; issues: Issue[] };

/** What the page's address already says about the booking. */
interface BookingContext {
  target: { schedule_id: string; resource_id: string; starts_at: string };
  party_size: number;
  /** A longer length than the usual one; null: that. */
  length: number | null;
  locale: string;
  questions: Question[];
}

/** The booking that a form asks for. An empty field is one that was left out. */
export function readBookingForm(
  form: URLSearchParams,
  { target, party_size, length, locale, questions }: BookingContext,
): ReadForm {
  const typed = (name: string) => form.get(name)?.trim() || undefined;
  const read = NewWidgetBooking.safeParse({
    ...target,
    party_size,
    ...(length !== null && { length_minutes: length }),
    customer: {
      name: typed("name") ?? "",
      email: typed("email") ?? "",
      phone: typed("phone"),
      locale,
    },
    notes: typed("notes"),
    answers: questions.flatMap((question) => {
      const value = answerTo(question, form);
      return value === undefined ? [] : [{ question_id: question.id, value }];
    }),
    verification_token: typed("verification_token"),
    ...(form.has("expected_amount") && { expected_amount: Number(form.get("expected_amount")) }),
    website: typed("website"),
    ...(form.has("terms") && { terms_accepted: true }),
    pay_later: form.has("pay_later"),
  });
  return read.success
    ? { input: read.data, issues: [] }
    : { input: null, issues: issuesOf(read.error) };
}

/** Answers to questions that are ticked. */
const TICKED = ["checkbox", "consent"];
/** Answers to questions of which several options may be chosen. */
const SEVERAL = ["multiselect"];

function answerTo(
  question: Question,
  form: URLSearchParams,
): string | boolean | string[] | undefined {
  const name = fieldOf(question);
  if (TICKED.includes(question.type)) return form.has(name) ? true : undefined;
  if (SEVERAL.includes(question.type)) return form.has(name) ? form.getAll(name) : undefined;
  const text = form.get(name)?.trim() || undefined;
  return question.type === "number" ? text?.replace(",", ".") : text;
}
