import type { NewBooking } from "~/contract/booking-inputs";
import type { Booking } from "~/contract/bookings";
import type { Question } from "~/contract/schedules";
import { invalidField } from "~/lib/app-error";
import type { IdempotencyTicket } from "~/lib/idempotency.server";
import { wallTimeToInstant } from "~/lib/time";
import { createBooking } from "~/domain/bookings/create-booking.server";
import type { StaffActor } from "~/domain/identity/actor";
import type { NewBookingForm } from "./new-booking-form";

/** Books what the form of the desk says. Throws what createBooking throws. */
export function bookAtDesk(
  actor: StaffActor,
  form: NewBookingForm,
  questions: readonly Question[],
  ticket: IdempotencyTicket | null,
): Promise<Booking> {
  return createBooking(actor, wishOf(actor, form, questions), ticket);
}

function wishOf(actor: StaffActor, form: NewBookingForm, questions: readonly Question[]): NewBooking {
  const { name, email, phone, party_size, notes, silent, pending, override } = form;
  return {
    ...targetOf(actor, form),
    party_size,
    ...(form.customer !== undefined
      ? { customer_id: form.customer }
      : { customer: { name, email: email ?? null, phone: phone ?? null } }),
    notes: notes ?? null,
    answers: answersOf(form.answer ?? {}, questions),
    meta: {},
    override,
    notify: !silent,
    ...(pending && { status: "pending" }),
  };
}

function targetOf(actor: StaffActor, form: NewBookingForm): Pick<NewBooking, "slot_id" | "resource_id" | "starts_at"> {
  if (!form.is_custom) {
    if (form.slot_id === undefined) throw invalidField("slot_id", "Choose a time.", "required");
    return { slot_id: form.slot_id };
  }
  const { custom_resource, custom_day, custom_time, custom_minutes } = form;
  if (custom_day === undefined) throw invalidField("custom_day", "Choose a day.", "required");
  if (custom_time === undefined) throw invalidField("custom_time", "Choose a time.", "required");
  const starts_at = new Date(wallTimeToInstant(custom_day, custom_time, actor.tenant.time_zone));
  return {
    starts_at,
    ...(custom_resource !== undefined && { resource_id: custom_resource }),
    ...(custom_minutes !== undefined && { duration_minutes: custom_minutes }),
  };
}

/** Answers as the questions take them: a tick is true or false, anything else text. */
function answersOf(given: Record<string, string>, questions: readonly Question[]): NewBooking["answers"] {
  return questions.flatMap(({ id, type }): NewBooking["answers"] => {
    if (type === "checkbox") return [{ question_id: id, value: given[id] !== undefined }];
    const value = given[id]?.trim();
    return value ? [{ question_id: id, value }] : [];
  });
}
