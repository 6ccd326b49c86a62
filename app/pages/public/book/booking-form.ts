import { type NewWidgetBooking as Booking, NewWidgetBooking } from "~/contract/booking-inputs";
import type { Question } from "~/contract/schedules";
import type { Addon, PersonKind } from "~/contract/service-fields";
import { issuesOf } from "~/contract/plain-words";
import type { Issue } from "~/contract/errors";
import { addonsIn, partyIn } from "./addon-choice";
import { answersIn, refusedName, type TypedFields } from "~/ui/guest-page/question-form";

/** Drops optional fields that were rejected and are resubmitted unchanged. */
export function withoutRefused(given: URLSearchParams, optional: string[]): URLSearchParams {
  const form = new URLSearchParams(given);
  for (const name of optional)
    if (form.get(name) === form.get(refusedName(name))) form.delete(name);
  return form;
}

/** Form state across the steps: input, errors and idempotency key. */
export interface Typed extends TypedFields {
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
  addons: Addon[];
  person_kinds: PersonKind[];
}

/** The fees whose terms were shown next to the tick; an empty field is none. */
function feesIn(form: URLSearchParams) {
  const amount = (name: string) => (form.get(name) ? Number(form.get(name)) : null);
  return {
    late_cancellation_amount: amount("late_cancellation_amount"),
    no_show_amount: amount("no_show_amount"),
  };
}

/** Parses the form into a booking. Empty fields are omitted. */
export function readBookingForm(
  form: URLSearchParams,
  { target, party_size, length, locale, questions, addons, person_kinds }: BookingContext,
): ReadForm {
  const typed = (name: string) => form.get(name)?.trim() || undefined;
  const party = partyIn(form, person_kinds, party_size);
  const read = NewWidgetBooking.safeParse({
    ...target,
    ...(party === undefined ? { party_size } : { party }),
    ...(length !== null && { length_minutes: length }),
    customer: {
      name: typed("name") ?? "",
      email: typed("email") ?? "",
      phone: typed("phone"),
      locale,
    },
    notes: typed("notes"),
    text_reminders: form.has("text_reminders"),
    addons: addonsIn(form, addons),
    answers: answersIn(form, questions),
    verification_token: typed("verification_token"),
    ...(form.has("expected_amount") && { expected_amount: Number(form.get("expected_amount")) }),
    // A guest who pays at the company agrees to no deposit.
    ...(form.has("expected_deposit_amount") && {
      expected_deposit_amount: form.has("pay_later")
        ? 0
        : Number(form.get("expected_deposit_amount")),
    }),
    website: typed("website"),
    ...(form.has("terms") && { terms_accepted: true }),
    ...(form.has("card_terms") && { card_terms: feesIn(form) }),
    pay_later: form.has("pay_later"),
  });
  return read.success
    ? { input: read.data, issues: [] }
    : { input: null, issues: issuesOf(read.error) };
}
