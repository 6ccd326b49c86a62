import type { Booking } from "~/contract/bookings";
import { allowedStatuses, type Mover } from "~/domain/bookings/booking-status";
import type { BookingForm } from "~/domain/desk/desk-forms";
import { formatMoney } from "~/lib/money";
import { type Calendar, describeBookings } from "../bookings/booking-lines";
import { bookingStatuses } from "../bookings/status-badge";

interface Done {
  before: Booking;
  after: Booking;
  refund: { amount: number; currency: string } | null;
}

/** What is said once a form of the booking page has done its work. */
export function doneWords(form: BookingForm, { before, after, refund }: Done, calendar: Calendar): string {
  const guest = after.customer.name;
  const back = refund === null ? "" : ` ${formatMoney(refund.amount, refund.currency, calendar.locale)}`;
  const mailed = (told: boolean) => (told ? ` ${guest} gets a mail.` : " Nobody was mailed.");
  if (form.intent === "refund") return `Refund of${back} to ${guest} is on its way.`;
  if (form.intent === "edit") return `Saved the booking of ${guest}.`;
  if (form.intent === "arrived") return form.arrived ? `${guest} has arrived.` : `${guest} has not arrived yet.`;
  if (form.intent === "cancel")
    return `Cancelled ${guest}.${back === "" ? "" : `${back} goes back.`}${mailed(form.notify)}`;
  if (form.intent === "move") {
    if (before.version === after.version) return `${guest} has this time already.`;
    const line = describeBookings([after], [], calendar)[0]!; // one in, one out
    return `Moved ${guest} to ${line.day}, ${line.time}, ${line.resource}.${mailed(form.notify)}`;
  }
  if (after.status === "paid") return `${guest} has paid at the desk.`;
  return `${guest}: ${bookingStatuses[after.status].label.toLowerCase()}.`;
}

/** The fields of the form that takes it back; null where there is no way back. */
export function undoFields(form: BookingForm, done: Done, mover: Mover): Record<string, string> | null {
  const { before, after } = done;
  if (before.version === after.version) return null;
  const version = String(after.version);
  if (form.intent === "status")
    return allowedStatuses(after.status, mover).includes(before.status) && before.status !== "paid"
      ? { intent: "status", status: before.status, version }
      : null;
  if (form.intent === "arrived") return { intent: "arrived", version, ...(!form.arrived && { arrived: "on" }) };
  if (form.intent === "edit") return isMoved(done) ? null : { ...editFields(before), version };
  if (form.intent !== "move") return null;
  const told: Record<string, string> = form.notify ? { notify: "on" } : {};
  if (before.slot_id !== null) return { intent: "move", slot_id: before.slot_id, version, ...told };
  const minutes = (Date.parse(before.ends_at) - Date.parse(before.starts_at)) / 60_000;
  const place = { resource_id: before.resource_id, starts_at: before.starts_at, duration_minutes: String(minutes) };
  return { intent: "move", ...place, version, ...told };
}

const isMoved = ({ before, after }: Done) => before.party_size !== after.party_size;

function editFields({ customer: { name, email, phone }, party_size, notes }: Booking): Record<string, string> {
  return {
    ...{ intent: "edit", name, party_size: String(party_size) },
    ...(email !== null && { email }),
    ...(phone !== null && { phone }),
    ...(notes !== null && { notes }),
  };
}
