import type { NewWidgetBooking } from "~/contract/booking-inputs";
import { ANYONE } from "~/contract/fields";
import type { Issue } from "~/contract/errors";
import type { WidgetSeries } from "~/contract/widget";
import { joinWaitlist } from "~/domain/waitlist/waitlist.server";
import { formTicket } from "~/http/idempotency.server";
import { IdempotentReplay } from "~/lib/idempotency.server";
import { bookOnPage } from "./book-on-page.server";
import { readBookingForm } from "./booking-form";
import { addressOf, isForAnyone } from "./booking-page-choice";
import { addressAfterBooking } from "./next-address.server";
import { bookPageCourse } from "./course.server";
import { bookDates } from "./repeat.server";
import { createGuestVisit } from "~/domain/widgets/guest-visit.server";
import { isVisit, partsIn, writeAlso } from "./visit-parts";
import type { Chosen } from "./view.server";
import { readWaitingForm } from "./waiting-form";

/** A booking or a waiting list entry requested by a form. */
export interface Order {
  customer: NewWidgetBooking["customer"];
  /** Verification token, if any. */
  token: string | undefined;
  /** Executes the request; returns where the visitor continues and the booking to pay for. */
  place: (
    token: string | undefined,
    series: WidgetSeries | null,
  ) => Promise<{ Location: string; booking_id?: string }>;
}

type ReadOrder = { order: Order; issues: [] } | { order: null; issues: Issue[] };

/** Parses a booking, or returns its field errors. */
export function readBooking(view: Chosen, form: URLSearchParams): ReadOrder {
  const { page, choice, service, time, locale } = view;
  const resource_id = isForAnyone(choice, service)
    ? ANYONE
    : (choice.resource ?? choice.resources[0]!).id; // a service on offer has at least one resource
  const target = { schedule_id: service.id, resource_id, starts_at: time };
  const { questions, addons, person_kinds } = service;
  const { party_size, length } = choice;
  const { input, issues } = readBookingForm(form, {
    target,
    party_size,
    length,
    locale,
    questions,
    addons,
    person_kinds,
  });
  if (input === null) return { order: null, issues };
  const place: Order["place"] = async (verification_token, series) => {
    if (choice.course) {
      const ticket = ticketOf(view, form, "POST /book course");
      const wish = { ...input, verification_token };
      const { bookings, manage_url } = await once(() => bookPageCourse(view, form, wish, ticket));
      const first = { booking: bookings[0]!, manage_url, payment: null }; // never empty
      return { Location: addressAfterBooking(page.actor, first) };
    }
    if (isVisit(choice)) return placeVisit(view, form, { ...input, verification_token });
    if (series !== null) {
      const repeated = { input: { ...input, verification_token }, series };
      const ticket = ticketOf(view, form, "POST /book series");
      const { bookings, manage_url } = await once(() => bookDates(view, form, repeated, ticket));
      const first = { booking: bookings[0]!, manage_url, payment: null }; // never empty
      return { Location: addressAfterBooking(page.actor, first) };
    }
    const wish = {
      ...input,
      verification_token,
      ...(choice.link !== null && { booking_link_token: choice.link }),
    };
    const ticket = ticketOf(view, form, "POST /book");
    const booked = await once(() => bookOnPage(page.actor, choice, service, wish, ticket));
    const Location = addressAfterBooking(page.actor, booked);
    return booked.payment === null ? { Location } : { Location, booking_id: booked.booking.id };
  };
  return {
    order: { customer: input.customer, token: input.verification_token, place },
    issues: [],
  };
}

/** Books all services of the visit, or none. */
async function placeVisit(
  view: Chosen,
  form: URLSearchParams,
  input: NewWidgetBooking,
): Promise<{ Location: string }> {
  const { page, choice, service, time } = view;
  const { customer, notes, text_reminders, verification_token, website } = input;
  const { pay_later, terms_accepted, expected_amount } = input;
  const isCommon = (id: string) => page.config.questions.some((one) => one.id === id);
  const visit = {
    customer,
    notes,
    text_reminders,
    verification_token,
    website,
    pay_later,
    terms_accepted,
    expected_amount,
    starts_at: new Date(time),
    answers: input.answers.filter(({ question_id }) => isCommon(question_id)),
    parts: partsIn(form, choice, service, page.config),
  };
  const ticket = ticketOf(view, form, "POST /book visit");
  const { bookings, manage_url } = await once(() => createGuestVisit(page.actor, visit, ticket));
  const first = { booking: bookings[0]!, manage_url, payment: null }; // never empty
  return { Location: addressAfterBooking(page.actor, first) };
}

/** Parses a waiting list entry for a full slot. */
export function readWaiting(view: Chosen, form: URLSearchParams, slot_id: string): ReadOrder {
  const { page, choice, frame, locale } = view;
  const asks_phone = page.config.steps.phone === "required";
  const { party_size, length } = choice;
  const { input, issues } = readWaitingForm(form, {
    slot_id,
    party_size,
    length,
    locale,
    asks_phone,
  });
  if (input === null) return { order: null, issues };
  const place = async (verification_token: string | undefined) => {
    const ticket = ticketOf(view, form, "POST /book waiting");
    const joined = await once(() =>
      joinWaitlist(page.actor, { ...input, verification_token }, ticket),
    );
    return { Location: `${frame.canonical}${addressOf(choice, { place: joined.position })}` };
  };
  return {
    order: { customer: input.customer, token: input.verification_token, place },
    issues: [],
  };
}

/** Idempotency record of a form. */
const ticketOf = ({ page, time, choice }: Chosen, form: URLSearchParams, route: string) =>
  formTicket(page.actor, route, form.get("attempt") ?? "", [
    time,
    choice.party_size,
    choice.length,
    choice.also.map(writeAlso),
    [...form],
  ]);

/** Returns the stored response for a resubmitted form. */
export async function once<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    // stored by the same operation
    if (error instanceof IdempotentReplay) return JSON.parse(error.body) as T;
    throw error;
  }
}
