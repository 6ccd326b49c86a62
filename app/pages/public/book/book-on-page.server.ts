import type { NewWidgetBooking } from "~/contract/booking-inputs";
import type { WidgetBooking } from "~/contract/bookings";
import type { IdempotencyTicket } from "~/lib/idempotency.server";
import type { KeyActor } from "~/domain/identity/actor";
import { createWidgetBooking } from "~/domain/widgets/create-widget-booking.server";
import { isForAnyone } from "./booking-page-choice";
import type { Choice, BookableService } from "./choice";
import { findChosenSlot } from "./booking-page-times.server";

/**
 * Books the time in the URL with any free resource of the service. Idempotent: a resubmitted form
 * gets the first response. Throws like createWidgetBooking.
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
  // If none is free, continue anyway: the rejection offers other times.
  return createWidgetBooking(
    actor,
    // For any resource, the slot records the displayed price, so a more expensive resource is never
    // booked.
    slot === null
      ? input
      : { ...input, slot_id: slot.id, ...(!forAnyone && { resource_id: slot.resource_id }) },
    ticket,
  );
}
