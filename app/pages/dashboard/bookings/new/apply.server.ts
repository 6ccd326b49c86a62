import { data } from "@remix-run/node";
import type { Booking } from "~/contract/bookings";
import type { AvailableSlot } from "~/contract/slots";
import { guestMailOf } from "~/domain/email/guest-mail.server";
import type { UserActor } from "~/domain/identity/actor";
import { scheduleNames } from "~/domain/schedules/schedule-names.sql.server";
import { joinWaitlist } from "~/domain/waitlist/waitlist.server";
import { dashboardPath, redirectWith } from "~/http/flash.server";
import { formTicket, onceForForm } from "~/http/form-ticket.server";
import { calendarOf } from "~/http/page-calendar.server";
import { AppError, invalidField } from "~/lib/app-error";
import { isolate } from "~/lib/isolate";
import { describeBookings } from "~/ui/booking/booking-lines";
import type { BookingRefusal } from "~/ui/booking/booking-view";
import { NEW_BOOKING as PATH } from "~/ui/layout/navigation";
import { guestMailWords } from "../guest-mail-words";
import { otherTimes } from "../other-times.server";
import { bookAtDesk } from "./book-at-desk.server";
import type { NewBookingForm } from "./new-booking-form";

/** Books or puts on the waiting list; a time that was taken meanwhile is refused with others. Throws what createBooking and joinWaitlist throw. */
export async function applyNewBookingForm(actor: UserActor, form: NewBookingForm) {
  if (form.wait_slot_id !== undefined) return wait(actor, form, form.wait_slot_id);
  const { key, to, ...content } = form;
  const [service] = await scheduleNames(actor.tenant.id, [form.service ?? null]);
  try {
    const ticket = formTicket(actor, PATH, key, content);
    const booking = await onceForForm(() => bookAtDesk(actor, form, service?.questions ?? [], ticket));
    const line = describeBookings([booking], [], calendarOf(actor))[0]!; // one in, one out
    const guest = isolate(line.customer.name);
    const mail = await guestMailOf(actor.tenant.id, booking.id);
    const said = `Booked ${guest}: ${line.day}, ${line.time}, ${isolate(line.resource)}.`;
    const path = `/dashboard/bookings/${booking.id}`;
    const words = mail === null ? said : `${said} ${guestMailWords(mail, guest)}`;
    return redirectWith(dashboardPath(to, path), words, { action: path, fields: undoBooking(booking, form) });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "slot_unavailable") throw error;
    const slots = (error.extra.details?.alternatives ?? []) as AvailableSlot[]; // as findAlternatives gave them
    const refusal: BookingRefusal = {
      result: { status: "error", error: { "": [error.message] } },
      alternatives: await otherTimes(actor, slots),
    };
    return data(refusal, { status: error.status });
  }
}

/** The form that undoes a booking just made; a guest who was mailed about it is mailed about that too. */
function undoBooking({ version }: Booking, { silent }: NewBookingForm): Record<string, string> {
  const told: Record<string, string> = silent ? {} : { notify: "on" };
  return { intent: "cancel", refund: "none", version: String(version), ...told };
}

async function wait(actor: UserActor, form: NewBookingForm, slot_id: string): Promise<Response> {
  const { party_size, name, email, phone, to } = form;
  if (!email)
    throw invalidField(
      "email",
      "A guest on the waiting list needs an e-mail address: the offer is sent there.",
      "required",
    );
  const customer = { name, email, phone: phone ?? null };
  const { position } = await joinWaitlist(actor, { slot_id, party_size, customer });
  return redirectWith(
    dashboardPath(to, `/dashboard/slots/${slot_id}`),
    `${isolate(name)} is number ${position} on the waiting list.`,
  );
}
