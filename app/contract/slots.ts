import { z } from "zod";
import { Id, Instant, InstantInput, listOf, LocalDate, TimeZone } from "./common";
import { key, operation, session } from "./operation";

export const SlotReason = z.enum(["full", "held", "too_soon", "too_far", "closed", "daily_limit", "party_too_large"]);
export const AvailableSlot = z.object({
  id: Id,
  resource_id: Id,
  schedule_id: Id.nullable(),
  starts_at: Instant,
  ends_at: Instant,
  capacity: z.int(),
  remaining: z.int(),
  bookable: z.boolean(),
  reason: SlotReason.nullable(),
  price_amount: z.int().nullable(),
  currency: z.string().nullable(),
});
export type AvailableSlot = z.infer<typeof AvailableSlot>;
export const DayState = z.enum(["open", "full", "closed", "too_soon", "too_far"]);
export const Availability = z.object({
  time_zone: z.string(),
  from: z.string(),
  to: z.string(),
  next_available: Instant.nullable(),
  days: z.array(z.object({ date: z.string(), state: DayState, slots: z.array(AvailableSlot) })),
});
export type Availability = z.infer<typeof Availability>;

const DateOrInstant = z.union([LocalDate, InstantInput]);
export const AvailabilityQuery = z.object({
  resource_id: listOf(z.uuid()).optional(),
  schedule_id: Id.optional(),
  from: DateOrInstant.optional().describe("date or instant; now when absent"),
  to: DateOrInstant.optional().describe("date (inclusive) or instant (exclusive); 14 days when absent"),
  tz: TimeZone.optional().describe("the tenant's, when absent"),
  party_size: z.coerce.number().int().min(1).max(500).default(1),
  include: listOf(z.enum(["unavailable"])).optional(),
});
export type AvailabilityQuery = z.output<typeof AvailabilityQuery>;

export const GenerateSlots = z.strictObject({
  schedule_id: Id,
  resource_ids: z.array(Id).min(1).max(200).optional(),
  from: LocalDate,
  to: LocalDate.describe("the last day, inclusive; at most 92 days"),
  dry_run: z.boolean().default(false),
});
export type GenerateSlots = z.output<typeof GenerateSlots>;
export const GeneratedSlots = z.object({
  created: z.int(),
  kept: z.int(),
  removed: z.int(),
  skipped: z.array(z.object({ resource_id: Id, starts_at: Instant, reason: z.string() })),
});
export type GeneratedSlots = z.infer<typeof GeneratedSlots>;
export const EnsureSlots = z.strictObject({ schedule_id: Id.optional() });
export const DeleteSlots = z
  .strictObject({
    resource_id: Id.optional(),
    schedule_id: Id.optional(),
    from: LocalDate,
    to: LocalDate.describe("the last day, inclusive"),
    only_free: z.boolean().default(true),
  })
  .refine((body) => body.resource_id !== undefined || body.schedule_id !== undefined, {
    error: "Name a resource_id or a schedule_id.",
    path: ["resource_id"],
  });
export type DeleteSlots = z.output<typeof DeleteSlots>;
export const DeletedSlots = z.object({
  deleted: z.int(),
  kept_booked: z.array(z.object({ id: Id, resource_id: Id, starts_at: Instant })),
});

const availabilityErrors = ["outside_booking_window"] as const;
export const slots = {
  availability: operation({
    method: "GET",
    path: "/api/availability",
    caller: session("viewer"),
    summary: "Availability of the tenant's resources, at most 92 days",
    query: AvailabilityQuery,
    returns: Availability,
    errors: availabilityErrors,
  }),
  generate: operation({
    method: "POST",
    path: "/api/slots/generate",
    caller: session("staff"),
    summary: "Generate a schedule's slots for a range of days; the same call again changes nothing",
    body: GenerateSlots,
    returns: GeneratedSlots,
  }),
  ensure: operation({
    method: "POST",
    path: "/api/slots/ensure",
    caller: session("staff"),
    summary: "Fill the rolling horizon (max_advance_days) of one schedule or of all",
    body: EnsureSlots,
    returns: GeneratedSlots,
  }),
  remove: operation({
    method: "POST",
    path: "/api/slots/delete",
    caller: session("staff"),
    summary: "Delete slots in a range; a slot with a live booking is never removed",
    body: DeleteSlots,
    returns: DeletedSlots,
  }),
};

export const widgetAvailability = operation({
  method: "GET",
  path: "/api/widget/availability",
  caller: key("availability:read"),
  summary: "Availability for the widget, at most 31 days",
  query: AvailabilityQuery,
  returns: Availability,
  limit: "key_read",
});
