import type { BookingCalendar } from "~/contract/calendars";
import { t } from "~/i18n/text";
import { toRfc3339 } from "~/lib/time";
import { getBooking } from "../bookings/read/get-booking.server";
import type { StaffActor } from "../identity/actor";
import { type BookingCalendarRow, findBookingCalendars } from "./booking-calendars.sql.server";
import type { ConnectionState } from "./connections.sql.server";
import { problemOf } from "./problem-words";

const instant = (at: Date | null): string | null => at && toRfc3339(at.getTime());

/** The external calendars of a booking, with the state of its event. Throws not_found. */
export async function listBookingCalendars(
  actor: StaffActor,
  bookingId: string,
): Promise<BookingCalendar[]> {
  await getBooking(actor, bookingId);
  const rows = await findBookingCalendars(actor.tenant.id, bookingId);
  return rows.filter(isOfInterest).map(toBookingCalendar);
}

/** A booking that has ended and was removed from the calendar is of no interest. */
const isOfInterest = ({ is_live, is_done }: BookingCalendarRow): boolean => is_live || !is_done;

function toBookingCalendar(row: BookingCalendarRow): BookingCalendar {
  const { calendar_id, user_name, provider, outside_starts_at, outside_ends_at } = row;
  const state = stateOf(row);
  const isOpen = state === "waiting" || state === "failing";
  return {
    calendar_id,
    user_name,
    provider,
    state,
    problem: state === "failing" ? problemWords(row) : null,
    next_at: isOpen ? instant(row.next_at) : null,
    outside_starts_at: instant(outside_starts_at),
    outside_ends_at: instant(outside_ends_at),
  };
}

function stateOf(row: BookingCalendarRow): BookingCalendar["state"] {
  if (row.outside === "deleted") return "deleted_outside";
  if (row.outside === "moved") return "moved_outside";
  if (row.is_done) return "written";
  return row.problem === null || row.attempts === 0 ? "waiting" : "failing";
}

function problemWords({ connection_state, problem }: BookingCalendarRow): string {
  const known = problemOf(connection_state as ConnectionState, problem); // enforced by a check on the column
  return known ?? t("The calendar provider doesn’t take it. It is tried again.");
}
