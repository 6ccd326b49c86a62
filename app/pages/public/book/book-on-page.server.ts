import type { NewWidgetBooking } from "~/contract/booking-inputs";
import type { WidgetBooking } from "~/contract/bookings";
import type { IdempotencyTicket } from "~/lib/idempotency.server";
import type { KeyActor } from "~/domain/identity/actor";
import { createWidgetBooking } from "~/domain/widgets/create-widget-booking.server";
import { type Choice, type BookableService, isForAnyone } from "./booking-page-choice";
import { findChosenSlot } from "./booking-page-times.server";

/**
 * Books the time in a page's address, with whichever of the service's resources is free. The same form sent twice books once: the
 * second gets the first's answer. Throws what createWidgetBooking throws.
 */
export async function bookOnPage(
  actor: KeyActor,
  choice: Choice,
  service: BookableService,
  input: NewWidgetBooking,
  ticket: IdempotencyTicket,
): Promise<WidgetBooking> {
  const forAnyone = isForAnyone(choice, service);
  const slot = await findChosenSlot(actor, choice, service);
  // Without a free one the request goes ahead: its refusal names other times.
  return createWidgetBooking(
    actor,
    // With anyone the slot says what was shown: nobody who costs more is booked.
    slot === null
      ? input
      : { ...input, slot_id: slot.id, ...(!forAnyone && { resource_id: slot.resource_id }) },
    ticket,
  );
}
