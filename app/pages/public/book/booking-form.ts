import { type NewWidgetBooking as Booking, NewWidgetBooking } from "~/contract/booking-inputs";
import type { Question } from "~/contract/schedules";
import { issuesOf } from "~/contract/plain-words";
import type { Issue } from "~/contract/errors";

export const fieldOf = (question: { id: string }) => `answer_${question.id}`;

/** Name of the hidden field with the rejected text of an optional field. */
export const refusedName = (name: string) => `refused_${name}`;

/** Drops optional fields that were rejected and are resubmitted unchanged. */
export function withoutRefused(given: URLSearchParams, optional: string[]): URLSearchParams {
  const form = new URLSearchParams(given);
  for (const name of optional)
    if (form.get(name) === form.get(refusedName(name))) form.delete(name);
  return form;
}

/** Form state across the steps: input, errors and idempotency key. */
export interface Typed {
  /** Entered values by field name. */
  values: Record<string, string[]>;
  /** Error messages by field name. */
  problems: Record<string, string>;
  attempt: string;
  verification_token: string | null;
}

/** The booking requested by a form, and its field errors. */
export type ReadForm = { input: Booking; issues: [] } | { input: null; issues: Issue[] };

/** The part of the booking that is in the URL. */
interface BookingContext {
  target: { schedule_id: string; resource_id: string; starts_at: string };
  party_size: number;
  /** A longer length than the default; null for the default. */
  length: number | null;
  locale: string;
  questions: Question[];
}

/** Parses the form into a booking. Empty fields are omitted. */
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

/** Question types answered with a checkbox. */
const TICKED = ["checkbox", "consent"];
/** Question types with several answers. */
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
