import { z } from "zod";
import { BookingFilter } from "./booking-filter";
import {
  BookingPatch,
  CancelBooking,
  MoveBooking,
  NewBooking,
  StatusChange,
} from "./booking-inputs";
import { Cancellation, MovedBookings } from "./booking-series";
import { Booking, BookingWithHistory, CancellationPreview, PublicBooking } from "./bookings";
import { DeletedTests } from "./test-bookings";
import { Id, IdParams, listOf, pageOf, text } from "./common";
import { key, operation, session } from "./operation";

const bookingErrors = [
  "slot_unavailable",
  "outside_booking_window",
  "price_changed",
  "idempotency_mismatch",
  "idempotency_in_progress",
] as const;
export const bookings = {
  list: operation({
    method: "GET",
    path: "/api/bookings",
    caller: session("viewer", { test_key: "test_data" }),
    summary: "List bookings",
    query: BookingFilter,
    returns: pageOf(Booking),
    errors: ["not_ready"],
  }),
  create: operation({
    method: "POST",
    path: "/api/bookings",
    caller: session("staff", { test_key: "test_data" }),
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
    caller: session("viewer", { test_key: "test_data" }),
    summary: "Get a booking; include=history adds its history",
    params: IdParams,
    query: z.object({
      include: listOf(z.enum(["history"]))
        .optional()
        .describe("With `history`, adds the changes to the booking."),
    }),
    returns: BookingWithHistory,
    versioned: true,
  }),
  deleteTests: operation({
    method: "DELETE",
    path: "/api/test-bookings",
    caller: session("admin", { test_key: "test_data" }),
    summary:
      "Delete the bookings that test keys made, freeing their times, and customers with no other booking",
    returns: DeletedTests,
  }),
  previewCancellation: operation({
    method: "GET",
    path: "/api/bookings/:id/cancellation",
    caller: session("staff", { test_key: "test_data" }),
    summary: "Preview what cancelling now would refund under the tenant's policy",
    params: IdParams,
    returns: CancellationPreview,
  }),
  bySession: operation({
    method: "GET",
    path: "/api/bookings/by-session",
    caller: key("bookings:read", { test_key: "test_data" }),
    summary:
      "Look up a booking of the key's tenant by its checkout session or its ID; a payment in progress is checked with the provider first",
    query: z
      .object({
        session_id: text(255, 1)
          .optional()
          .describe(
            "ID of the checkout session, from the URL the checkout returned to; give this or `booking_id`.",
          ),
        booking_id: Id.optional().describe("ID of the booking; give this or `session_id`."),
      })
      .refine(
        ({ session_id, booking_id }) => (session_id === undefined) !== (booking_id === undefined),
        {
          error: "Name a session_id, or a booking_id.",
          path: ["session_id"],
        },
      ),
    returns: PublicBooking,
    limit: "key_read",
    errors: ["not_found"],
  }),
  update: operation({
    method: "PATCH",
    path: "/api/bookings/:id",
    caller: session("staff", { test_key: "test_data" }),
    summary: "Edit or reschedule a booking; it keeps its ID, and its seats move in one transaction",
    params: IdParams,
    body: BookingPatch,
    returns: Booking,
    errors: [
      "slot_unavailable",
      "outside_booking_window",
      "price_changed",
      "version_conflict",
      "invalid_transition",
      "hold_expired",
    ],
    versioned: true,
  }),
  changeStatus: operation({
    method: "POST",
    path: "/api/bookings/:id/status",
    caller: session("staff", { test_key: "test_data" }),
    summary: "Change the status of a booking",
    params: IdParams,
    body: StatusChange,
    returns: Booking,
    idempotent: true,
    errors: ["invalid_transition", "version_conflict", "slot_unavailable"],
    versioned: true,
  }),
  cancel: operation({
    method: "POST",
    path: "/api/bookings/:id/cancel",
    caller: session("staff", { test_key: "test_data" }),
    summary:
      "Cancel a booking, or several of its series or visit; dry_run lists them with their refunds",
    params: IdParams,
    body: CancelBooking,
    returns: Cancellation,
    idempotent: true,
  }),
  move: operation({
    method: "POST",
    path: "/api/bookings/:id/move",
    caller: session("staff", { test_key: "test_data" }),
    summary:
      "Move a booking, or several dates of its series by the same shift; dry_run lists each date with its state and price",
    params: IdParams,
    body: MoveBooking,
    returns: MovedBookings,
    idempotent: true,
    errors: [
      "slot_unavailable",
      "outside_booking_window",
      "price_changed",
      "version_conflict",
      "invalid_transition",
      "hold_expired",
    ],
  }),
};
