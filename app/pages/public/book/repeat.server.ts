import type { NewWidgetBooking } from "~/contract/booking-inputs";
import type { WidgetBookings } from "~/contract/bookings";
import type { WidgetSeries } from "~/contract/widget";
import { ANYONE } from "~/contract/fields";
import { createGuestSeries } from "~/domain/widgets/create-guest-series.server";
import { previewGuestSeries } from "~/domain/widgets/plan-guest-series.server";
import type { IdempotencyTicket } from "~/lib/idempotency.server";
import { addonsIn, partyIn } from "./addon-choice";
import { isForAnyone } from "./booking-page-choice";
import { mostDates, type Repeat, repeatIn, takenOf } from "./repeat-choice";
import { type Chosen, count } from "./view.server";

/** The dates of the repetition in a form; null for none. Throws rate_limited, validation_failed. */
export async function readDates(view: Chosen, form: URLSearchParams): Promise<WidgetSeries | null> {
  const { page, choice, service } = view;
  const repeat = repeatIn(form, mostDates(choice, service));
  if (repeat === null) return null;
  await count(view, "widget_preview");
  const party = partyIn(form, service.person_kinds, choice.party_size);
  return previewGuestSeries(page.actor, {
    ...targetOf(view, repeat),
    ...(party === undefined ? { party_size: choice.party_size } : { party }),
    addons: addonsIn(form, service.addons),
  });
}

/** Books the dates that the form showed as free. */
export function bookDates(
  view: Chosen,
  form: URLSearchParams,
  { input, series }: { input: NewWidgetBooking; series: WidgetSeries },
  ticket: IdempotencyTicket,
): Promise<WidgetBookings> {
  const { page, choice, service } = view;
  const repeat = repeatIn(form, mostDates(choice, service))!; // the series is its dates
  const { expected_deposit_amount: _, ...wish } = input;
  return createGuestSeries(
    page.actor,
    { ...wish, ...targetOf(view, repeat), leave_out: takenOf(series) },
    ticket,
  );
}

function targetOf({ choice, service, time }: Chosen, repeat: Repeat) {
  const one = choice.resource ?? choice.resources[0]!; // a service on offer has at least one
  return {
    schedule_id: service.id,
    resource_id: isForAnyone(choice, service) ? ANYONE : one.id,
    starts_at: new Date(time),
    ...(choice.length !== null && { length_minutes: choice.length }),
    repeat,
  };
}
