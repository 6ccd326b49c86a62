import { z } from "zod";
import {
  Email,
  Id,
  IdParams,
  Instant,
  InstantInput,
  pageOf,
  PageQuery,
  Name,
  Phone,
  text,
} from "./common";
import { CreatedAt, ScheduleId } from "./fields";
import { MAX_LINK_USES } from "./limits";
import { operation, session } from "./operation";

// Links by which guests book one schedule, listed or private.

export const LinkState = z
  .enum(["active", "used_up", "expired", "ended"])
  .describe(
    "Whether guests can book by it: `active`; or `used_up`, `expired`, or `ended` by staff.",
  );
export type LinkState = z.infer<typeof LinkState>;

const name = text(120, 1).nullable().describe("Name of the link, for staff; null for none.");
const max_uses = z
  .int()
  .min(1)
  .max(MAX_LINK_USES)
  .nullable()
  .describe("Maximum number of bookings; null for no limit.");
const prefill = {
  name: Name.nullable().describe("Full name of the guest; null for none."),
  email: Email.nullable().describe("Email address of the guest; null for none."),
  phone: Phone.nullable().describe(
    "Phone number of the guest with its country code; null for none.",
  ),
};
/** Prefilled values; the guest may change them. */
export const LinkCustomer = z
  .object({
    name: z.string().nullable().describe("Full name of the guest; null for none."),
    email: z.string().nullable().describe("Email address of the guest; null for none."),
    phone: z
      .string()
      .nullable()
      .describe("Phone number of the guest with its country code; null for none."),
  })
  .describe("What the form is filled in with; guests can change it.");
export type LinkCustomer = z.infer<typeof LinkCustomer>;

export const BookingLink = z
  .object({
    id: Id.describe("ID of the booking link."),
    schedule_id: ScheduleId,
    name: z.string().nullable().describe("Name of the link, for staff; null for none."),
    url: z
      .string()
      .describe("URL of the booking page that the link opens; everyone who has it can book."),
    token: z
      .string()
      .describe(
        "Token for `booking_link_token` in calls of the widget, and for its attribute `booking-link`.",
      ),
    max_uses: z.int().nullable().describe("Maximum number of bookings; null for no limit."),
    uses: z
      .int()
      .describe(
        "Number of bookings made by it; cancelled ones count, those whose hold expired don't.",
      ),
    expires_at: Instant.nullable().describe("When it expires, in UTC; null for never."),
    customer: LinkCustomer.nullable().describe(
      "What the form is filled in with; null for nothing.",
    ),
    state: LinkState,
    created_at: CreatedAt,
  })
  .describe("A link by which guests book one schedule, also a private one.");
export type BookingLink = z.infer<typeof BookingLink>;

export const NewBookingLink = z
  .strictObject({
    schedule_id: ScheduleId,
    name: name.default(null),
    max_uses: max_uses.default(null),
    expires_at: InstantInput.nullable()
      .default(null)
      .describe("When it expires, RFC 3339 with any offset, in the future; null for never."),
    customer: z
      .strictObject({
        name: prefill.name.default(null),
        email: prefill.email.default(null),
        phone: prefill.phone.default(null),
      })
      .nullable()
      .default(null)
      .describe(
        "What the form is filled in with; null for nothing. Everyone who has the link can read it.",
      ),
  })
  .describe("A booking link to create.");
export type NewBookingLink = z.output<typeof NewBookingLink>;

export const BookingLinkFilter = PageQuery.extend({
  schedule_id: Id.optional().describe("Only links of this schedule."),
});
export type BookingLinkFilter = z.output<typeof BookingLinkFilter>;

/** Sent by a visitor who came through a link. */
export const LinkToken = z
  .string()
  .max(200)
  .describe("Token of a booking link, which opens its schedule, also a private one.");

export const bookingLinks = {
  list: operation({
    method: "GET",
    path: "/api/booking-links",
    caller: session("staff"),
    summary: "List booking links, newest first",
    query: BookingLinkFilter,
    returns: pageOf(BookingLink),
  }),
  create: operation({
    method: "POST",
    path: "/api/booking-links",
    caller: session("staff"),
    summary: "Create a link by which guests book one schedule, also a private one",
    body: NewBookingLink,
    returns: BookingLink,
    status: 201,
    errors: ["not_found"],
  }),
  get: operation({
    method: "GET",
    path: "/api/booking-links/:id",
    caller: session("staff"),
    summary: "Get a booking link",
    params: IdParams,
    returns: BookingLink,
  }),
  remove: operation({
    method: "DELETE",
    path: "/api/booking-links/:id",
    caller: session("staff"),
    summary: "End a booking link; its bookings stay, and it stays in the list",
    params: IdParams,
    status: 204,
  }),
};
