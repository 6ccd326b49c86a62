import type { LinkState } from "~/contract/booking-links";
import { AppError } from "~/lib/app-error";
import type { LinkRefusal } from "../place/place-booking.sql.server";

/** The error for a booking link that no longer accepts bookings. */
export function linkUnavailable(reason: Exclude<LinkState, "active">): AppError {
  const message = {
    used_up: "This link has been used as often as allowed. Ask for a new one.",
    expired: "This link has expired. Ask for a new one.",
    ended: "This link has been ended. Ask for a new one.",
  }[reason];
  return new AppError("booking_link_unavailable", message, { details: { reason } });
}

/** The same error, from the transaction's result. */
export const linkRefused = (refusal: LinkRefusal): AppError =>
  linkUnavailable(
    ({ link_used_up: "used_up", link_expired: "expired", link_ended: "ended" } as const)[refusal],
  );
