import type { NewWidgetBooking } from "~/contract/booking-inputs";
import type { WidgetBookings } from "~/contract/bookings";
import type { ScheduleCourse } from "~/contract/course";
import { createGuestCourse } from "~/domain/widgets/create-guest-course.server";
import { planGuestCourse } from "~/domain/widgets/read-guest-course.server";
import { toScheduleCourse } from "~/domain/courses/plan-course.server";
import { orNull } from "~/lib/app-error";
import type { IdempotencyTicket } from "~/lib/idempotency.server";
import type { BookableService } from "./booking-page-choice";
import { startsIn } from "./course-choice";
import type { Chosen, View } from "./view.server";

/** The course of a service as it can be booked now; null: it has none, or none for this visitor. */
export async function readPageCourse(
  { page, choice }: View,
  service: BookableService,
): Promise<ScheduleCourse | null> {
  if (service.course === undefined || choice.link !== null) return null;
  const wish = { schedule_id: service.id, party_size: choice.party_size };
  const plan = await orNull(planGuestCourse(page.actor, wish));
  return plan && toScheduleCourse(plan);
}

/** Books the dates that the form showed. Throws like createGuestCourse. */
export function bookPageCourse(
  { page, service }: Chosen,
  form: URLSearchParams,
  input: NewWidgetBooking,
  ticket: IdempotencyTicket,
): Promise<WidgetBookings> {
  const {
    expected_deposit_amount: _deposit,
    length_minutes: _length,
    addons: _addons,
    resource_id: _resource,
    starts_at: _start,
    slot_id: _slot,
    booking_link_token: _link,
    card_terms: _card,
    hold_token: _hold,
    return_url: _return,
    ...wish
  } = input;
  const starts = startsIn(form);
  return createGuestCourse(page.actor, { ...wish, schedule_id: service.id, starts }, ticket);
}
