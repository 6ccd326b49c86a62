import { z } from "zod";
import {
  Booking,
  BookingFilter,
  BookingPatch,
  BookingWithHistory,
  CancellationPreview,
  NewBooking,
  PublicBooking,
  StatusChange,
} from "./bookings";
import { DeletedTests } from "./test-bookings";
import { Id, IdParams, listOf, pageOf, text } from "./common";
import { key, operation, session } from "./operation";

const bookingErrors = [
  "slot_unavailable",
  "outside_booking_window",
  "idempotency_mismatch",
  "idempotency_in_progress",
] as const;
export const bookings = {
  list: operation({
    method: "GET",
    path: "/api/bookings",
    caller: session("viewer"),
    summary: "List bookings",
    query: BookingFilter,
    returns: pageOf(Booking),
    errors: ["not_ready"],
  }),
  create: operation({
    method: "POST",
    path: "/api/bookings",
    caller: session("staff"),
    summary: "Create a booking",
    body: NewBooking,
    returns: Booking,
    status: 201,
    idempotent: true,
    errors: bookingErrors,
    versioned: true,
  }),
  get: operation({
    method: "GET",
    path: "/api/bookings/:id",
    caller: session("viewer"),
    summary: "Get a booking; include=history adds what happened to it",
    params: IdParams,
    query: z.object({ include: listOf(z.enum(["history"])).optional() }),
    returns: BookingWithHistory,
    versioned: true,
  }),
  deleteTests: operation({
    method: "DELETE",
    path: "/api/test-bookings",
    caller: session("admin"),
    summary:
      "Delete what test keys made: their bookings, whose times are free again, and customers without another one",
    returns: DeletedTests,
  }),
  previewCancellation: operation({
    method: "GET",
    path: "/api/bookings/:id/cancellation",
    caller: session("staff"),
    summary: "What cancelling now would refund, by the tenant's policy",
    params: IdParams,
    returns: CancellationPreview,
  }),
  bySession: operation({
    method: "GET",
    path: "/api/bookings/by-session",
    caller: key("bookings:read"),
    summary:
      "How a booking stands, by the checkout session it was paid in or by its own id; a payment under way is asked of the provider first. Only of the key's tenant",
    query: z
      .object({
        session_id: text(255, 1).optional().describe("of the address that the checkout led back to"),
        booking_id: Id.optional().describe("as the booking was answered; instead of session_id"),
      })
      .refine(({ session_id, booking_id }) => (session_id === undefined) !== (booking_id === undefined), {
        error: "Name a session_id, or a booking_id.",
        path: ["session_id"],
      }),
    returns: PublicBooking,
    limit: "key_read",
    errors: ["not_found"],
  }),
  update: operation({
    method: "PATCH",
    path: "/api/bookings/:id",
    caller: session("staff"),
    summary: "Edit a booking, or move it: the same id, its seats exchanged in one transaction",
    params: IdParams,
    body: BookingPatch,
    returns: Booking,
    errors: ["slot_unavailable", "outside_booking_window", "version_conflict", "invalid_transition", "hold_expired"],
    versioned: true,
  }),
  changeStatus: operation({
    method: "POST",
    path: "/api/bookings/:id/status",
    caller: session("staff"),
    summary: "Move a booking to another status",
    params: IdParams,
    body: StatusChange,
    returns: Booking,
    idempotent: true,
    errors: ["invalid_transition", "version_conflict", "slot_unavailable"],
    versioned: true,
  }),
};
