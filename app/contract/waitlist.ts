import { z } from "zod";
import { CustomerInput } from "./bookings";
import { Id, IdParams, Instant, listOf, pageOf, PageQuery } from "./common";
import { key, operation, session } from "./operation";

/** "passed": the offer ran out; "left": taken off the list; "ended": the time has begun. */
export const WaitlistStatus = z.enum(["waiting", "offered", "accepted", "passed", "left", "ended"]);
/** A guest who waits for a full time. */
export const WaitlistEntry = z.object({
  id: Id,
  slot_id: Id,
  resource_id: Id,
  starts_at: Instant,
  party_size: z.int(),
  customer: z.object({
    name: z.string(),
    email: z.string().describe("masked for viewers"),
    phone: z.string().nullable(),
  }),
  status: WaitlistStatus,
  booking_id: Id.nullable().describe("the pending booking that holds the offered seat"),
  created_at: Instant,
});
export type WaitlistEntry = z.infer<typeof WaitlistEntry>;
export const NewWaitlistEntry = z.strictObject({
  slot_id: Id,
  party_size: z.int().min(1).max(500).default(1),
  customer: CustomerInput,
});
export type NewWaitlistEntry = z.output<typeof NewWaitlistEntry>;
export const NewWidgetWaitlistEntry = NewWaitlistEntry.extend({
  config_id: Id.optional().describe("the configuration shown; the key's own, or the default, when absent"),
  verification_token: z.string().max(200).optional().describe("where the widget asks for it, as for a booking"),
});
export type NewWidgetWaitlistEntry = z.output<typeof NewWidgetWaitlistEntry>;
export const WaitlistFilter = PageQuery.extend({
  slot_id: Id.optional(),
  resource_id: Id.optional(),
  status: listOf(WaitlistStatus).optional(),
});
export type WaitlistFilter = z.output<typeof WaitlistFilter>;
export const JoinedWaitlist = z.object({ id: Id, status: WaitlistStatus, position: z.int().describe("1 is next") });
export type JoinedWaitlist = z.infer<typeof JoinedWaitlist>;

export const waitlist = {
  list: operation({
    method: "GET",
    path: "/api/waitlist",
    caller: session("viewer"),
    summary: "List who waits for full times, in the order they came",
    query: WaitlistFilter,
    returns: pageOf(WaitlistEntry),
  }),
  add: operation({
    method: "POST",
    path: "/api/waitlist",
    caller: session("staff"),
    summary: "Put a guest on the waiting list of a full time",
    body: NewWaitlistEntry,
    returns: JoinedWaitlist,
    status: 201,
    errors: ["already_exists", "not_found"],
  }),
  remove: operation({
    method: "DELETE",
    path: "/api/waitlist/:id",
    caller: session("staff"),
    summary: "Take a guest off the waiting list",
    params: IdParams,
    status: 204,
  }),
  join: operation({
    method: "POST",
    path: "/api/widget/waitlist",
    caller: key("bookings:write"),
    summary: "Wait for a full time: a freed seat is held as a private offer, first come first served",
    body: NewWidgetWaitlistEntry,
    returns: JoinedWaitlist,
    status: 201,
    idempotent: true,
    limit: "widget_booking",
    errors: ["already_exists", "not_found"],
  }),
};
