import { z } from "zod";
import { CustomerInput } from "./booking-inputs";
import { Id, IdParams, Instant, listOf, pageOf, PageQuery } from "./common";
import { ChosenLength, ConfigId, CreatedAt, PartySize, ResourceId, SlotId } from "./fields";
import { key, operation, session } from "./operation";

export const WaitlistStatus = z
  .enum(["waiting", "offered", "accepted", "passed", "left", "ended"])
  .describe(
    "Status of the entry: `passed` means the offer expired, `left` that the guest was removed, `ended` that the time has started.",
  );
export const WaitlistEntry = z
  .object({
    id: Id.describe("ID of the waiting list entry."),
    slot_id: SlotId,
    resource_id: ResourceId,
    starts_at: Instant.describe("Start of the slot, in UTC."),
    party_size: z.int().describe("Number of seats wanted."),
    length_minutes: z
      .int()
      .nullable()
      .describe("Longer length wanted, in minutes; null for the slot's own."),
    customer: z
      .object({
        name: z.string().describe("Full name of the guest."),
        email: z.string().describe("Email address of the guest, masked for viewers."),
        phone: z.string().nullable().describe("Phone number of the guest; null if unknown."),
      })
      .describe("The waiting guest."),
    status: WaitlistStatus,
    booking_id: Id.nullable().describe(
      "ID of the pending booking that holds the offered seat; null if none is offered.",
    ),
    created_at: CreatedAt,
  })
  .describe("A guest waiting for a seat at a full time.");
export type WaitlistEntry = z.infer<typeof WaitlistEntry>;
export const NewWaitlistEntry = z
  .strictObject({
    slot_id: SlotId,
    party_size: PartySize,
    length_minutes: ChosenLength,
    customer: CustomerInput.describe("The guest who waits."),
  })
  .describe("A guest to put on the waiting list.");
export type NewWaitlistEntry = z.output<typeof NewWaitlistEntry>;
export const NewWidgetWaitlistEntry = NewWaitlistEntry.extend({
  config_id: ConfigId,
  verification_token: z
    .string()
    .max(200)
    .optional()
    .describe(
      "Token from confirming the guest's code; required if the configuration asks for verification.",
    ),
}).describe("A visitor's request to join the waiting list.");
export type NewWidgetWaitlistEntry = z.output<typeof NewWidgetWaitlistEntry>;
export const WaitlistFilter = PageQuery.extend({
  slot_id: Id.optional().describe("Only guests waiting for this slot."),
  resource_id: Id.optional().describe("Only guests waiting for this resource."),
  status: listOf(WaitlistStatus)
    .optional()
    .describe("Only entries with these statuses, separated by commas."),
});
export type WaitlistFilter = z.output<typeof WaitlistFilter>;
export const JoinedWaitlist = z
  .object({
    id: Id.describe("ID of the waiting list entry."),
    status: WaitlistStatus,
    position: z.int().describe("Place in line, 1 for next."),
  })
  .describe("A place on the waiting list.");
export type JoinedWaitlist = z.infer<typeof JoinedWaitlist>;

export const waitlist = {
  list: operation({
    method: "GET",
    path: "/api/waitlist",
    caller: session("viewer"),
    summary: "List the guests waiting for full times, in the order they joined",
    query: WaitlistFilter,
    returns: pageOf(WaitlistEntry),
  }),
  add: operation({
    method: "POST",
    path: "/api/waitlist",
    caller: session("staff"),
    summary: "Add a guest to the waiting list of a full time",
    body: NewWaitlistEntry,
    returns: JoinedWaitlist,
    status: 201,
    errors: ["already_exists", "not_found"],
  }),
  get: operation({
    method: "GET",
    path: "/api/waitlist/:id",
    caller: session("viewer"),
    summary: "Get an entry of the waiting list",
    params: IdParams,
    returns: WaitlistEntry,
  }),
  remove: operation({
    method: "DELETE",
    path: "/api/waitlist/:id",
    caller: session("staff"),
    summary: "Remove a guest from the waiting list",
    params: IdParams,
    status: 204,
  }),
  join: operation({
    method: "POST",
    path: "/api/widget/waitlist",
    caller: key("bookings:write"),
    summary:
      "Join the waiting list of a full time; a freed seat is held as a private offer, first come, first served",
    body: NewWidgetWaitlistEntry,
    returns: JoinedWaitlist,
    status: 201,
    location: "/api/waitlist/:id",
    idempotent: true,
    limit: "widget_booking",
    errors: ["already_exists", "not_found"],
  }),
};
