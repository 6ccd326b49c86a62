import {
  Availability,
  AvailabilityQuery,
  DeleteSlots,
  DeletedSlots,
  EnsureSlots,
  ExplainQuery,
  Explanation,
  GenerateSlots,
  GeneratedSlots,
  NewSlot,
  SavedSlot,
  Slot,
  SlotJob,
  SlotPatch,
  StartedJob,
} from "./slots";
import { LinkToken } from "./booking-links";
import { IdParams } from "./common";
import { ConfigId } from "./fields";
import { key, operation, session } from "./operation";

const availabilityErrors = ["outside_booking_window"] as const;
export const slots = {
  availability: operation({
    method: "GET",
    path: "/api/availability",
    caller: session("viewer", { test_key: "settings" }),
    summary: "Get the availability of the tenant's resources, at most 92 days",
    query: AvailabilityQuery,
    returns: Availability,
    has_etag: true,
    errors: availabilityErrors,
  }),
  explain: operation({
    method: "GET",
    path: "/api/availability/explain",
    caller: session("viewer", { test_key: "settings" }),
    summary:
      "Explain why a day has no bookable times: the rules in order, with the times each removed",
    query: ExplainQuery,
    returns: Explanation,
    errors: ["not_found"],
  }),
  create: operation({
    method: "POST",
    path: "/api/slots",
    caller: session("staff"),
    summary: "Add a slot by hand",
    body: NewSlot,
    returns: Slot,
    status: 201,
    errors: ["already_exists", "not_found"],
  }),
  get: operation({
    method: "GET",
    path: "/api/slots/:id",
    caller: session("viewer", { test_key: "settings" }),
    summary: "Get a slot",
    params: IdParams,
    returns: Slot,
  }),
  update: operation({
    method: "PATCH",
    path: "/api/slots/:id",
    caller: session("staff"),
    summary:
      "Open or close a slot, or set its seats or price; null resets a field to the schedule's, and existing bookings stay",
    params: IdParams,
    body: SlotPatch,
    returns: SavedSlot,
  }),
  generate: operation({
    method: "POST",
    path: "/api/slots/generate",
    caller: session("staff"),
    summary: "Generate a schedule's slots for a range of days; repeating the call changes nothing",
    body: GenerateSlots,
    returns: GeneratedSlots,
    later: StartedJob,
    errors: ["in_use"],
  }),
  ensure: operation({
    method: "POST",
    path: "/api/slots/ensure",
    caller: session("staff"),
    summary: "Generate the slots of the next max_advance_days, for one schedule or all",
    body: EnsureSlots,
    returns: GeneratedSlots,
    later: StartedJob,
    errors: ["in_use"],
  }),
  job: operation({
    method: "GET",
    path: "/api/slots/jobs/:id",
    caller: session("viewer", { test_key: "settings" }),
    summary: "Get the progress of a slot job",
    params: IdParams,
    returns: SlotJob,
  }),
  remove: operation({
    method: "POST",
    path: "/api/slots/delete",
    caller: session("staff"),
    summary: "Delete slots in a range; slots with live bookings are kept",
    body: DeleteSlots,
    returns: DeletedSlots,
  }),
};

export const widgetAvailability = operation({
  method: "GET",
  path: "/api/widget/availability",
  caller: key("availability:read", { test_key: "settings" }),
  summary: "Get the availability for the widget, at most 31 days",
  query: AvailabilityQuery.extend({
    config_id: ConfigId,
    booking_link_token: LinkToken.optional(),
  }),
  returns: Availability,
  has_etag: true,
  limit: "key_read",
  errors: ["not_found", "booking_link_unavailable"],
});
