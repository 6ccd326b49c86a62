import type { NewWidgetBooking } from "~/contract/booking-inputs";
import type { WidgetBookings } from "~/contract/bookings";
import type { ScheduleCourse } from "~/contract/course";
import type { ChosenParty } from "~/contract/fields";
import type { PersonKind } from "~/contract/service-fields";
import { createGuestCourse } from "~/domain/widgets/create-guest-course.server";
import { planGuestCourse } from "~/domain/widgets/read-guest-course.server";
import { toScheduleCourse } from "~/domain/courses/plan-course.server";
import type { PartyWish } from "~/domain/quotes/choose-party";
import { AppError, orNull } from "~/lib/app-error";
import type { IdempotencyTicket } from "~/lib/idempotency.server";
import { partyIn } from "./addon-choice";
import type { BookableService } from "./choice";
import { startsIn } from "./course-choice";
import type { Chosen, View } from "./view.server";

/** The course of a service as it can be booked now; null: it has none, or none for this visitor. */
export async function readPageCourse(
  { page, choice }: View,
  service: BookableService,
  form = new URLSearchParams(),
): Promise<ScheduleCourse | null> {
  if (service.course === undefined || choice.link !== null) return null;
  const { id: schedule_id, person_kinds } = service;
  const { party_size } = choice;
  const read = async (wish: PartyWish) => {
    const plan = await orNull(planGuestCourse(page.actor, { schedule_id, ...wish }));
    return plan && toScheduleCourse(plan);
  };
  const party = partyIn(form, person_kinds, party_size);
  if (party === undefined || seatsIn(party, person_kinds) === 0) return read({ party_size });
  try {
    return await read({ party });
  } catch (error) {
    // More of a kind than may come: booking it says so.
    if (!(error instanceof AppError) || error.code !== "validation_failed") throw error;
    return read({ party_size });
  }
}

const seatsIn = (party: ChosenParty, kinds: readonly PersonKind[]): number =>
  party.reduce(
    (sum, { kind, count }) =>
      sum + (kinds.some(({ id, takes_seat }) => id === kind && takes_seat) ? count : 0),
    0,
  );

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
