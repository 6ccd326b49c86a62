import { z } from "zod";
import {
  Amount,
  Currency,
  DateOrInstant,
  Id,
  IdParams,
  Instant,
  InstantInput,
  listOf,
  LocalDate,
  TimeZone,
} from "./common";
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
/** `pending`: times of this day are still being made (a schedule was just saved); ask again. */
export const DayState = z.enum(["open", "full", "closed", "pending", "too_soon", "too_far"]);
export const Availability = z.object({
  time_zone: z.string(),
  from: z.string(),
  to: z.string(),
  next_available: Instant.nullable(),
  days: z.array(z.object({ date: z.string(), state: DayState, slots: z.array(AvailableSlot) })),
});
export type Availability = z.infer<typeof Availability>;

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
/** Work on many slots that goes on after its answer. */
export const SlotJob = z.object({
  id: Id,
  state: z.enum(["waiting", "running", "done", "failed"]).describe("how far the work is"),
  done: z.int().describe("slots that are settled"),
  total: z.int().describe("slots there are to settle"),
  result: z
    .object({ created: z.int(), kept: z.int(), removed: z.int() })
    .nullable()
    .describe("what came of it; null: it is not done"),
});
export type SlotJob = z.infer<typeof SlotJob>;
export const StartedJob = z.object({ job: SlotJob });
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

/** A time at which more seats are booked than there are; the guests keep theirs, and nothing is sold until fewer are taken. */
export const OverCapacity = z.object({
  starts_at: Instant,
  booked: z.int().describe("the most seats that are booked at once then"),
  capacity: z.int().describe("how many there are"),
});
export type OverCapacity = z.infer<typeof OverCapacity>;

/** One slot of one's own making: a time outside the schedules, or an extra one of a schedule. */
export const Slot = z.object({
  id: Id,
  resource_id: Id,
  schedule_id: Id.nullable(),
  starts_at: Instant,
  ends_at: Instant,
  capacity: z.int(),
  taken: z.int(),
  price_amount: z.int().nullable(),
  currency: z.string().nullable(),
  status: z.enum(["open", "closed"]),
  origin: z.enum(["generated", "manual"]).describe("manual: made by hand; an edit does not change it"),
  overrides: z
    .array(z.enum(["capacity", "price_amount", "status"]))
    .describe("what was set for this slot; everything else follows its resource and its schedule"),
});
export type Slot = z.infer<typeof Slot>;
/** The slot as it is after a change, or as it would be. */
export const SavedSlot = Slot.extend({ dry_run: z.boolean(), over_capacity: z.array(OverCapacity) });
export type SavedSlot = z.infer<typeof SavedSlot>;
const slotFields = {
  capacity: z.int().min(1).max(500).describe("at most the resource's"),
  price_amount: Amount.nullable().describe("0 is free; null: as the schedule says"),
  currency: Currency.nullable().describe("of price_amount; the tenant's, when absent"),
  status: z.enum(["open", "closed"]),
};
export const NewSlot = z.strictObject({
  resource_id: Id,
  schedule_id: Id.nullable().default(null),
  starts_at: InstantInput,
  duration_minutes: z.int().min(5).max(1440),
  capacity: slotFields.capacity.optional().describe("the resource's, when absent"),
  price_amount: slotFields.price_amount.default(null),
  currency: slotFields.currency.default(null),
});
export type NewSlot = z.output<typeof NewSlot>;
export const SlotPatch = z
  .strictObject({
    ...slotFields,
    capacity: slotFields.capacity.nullable().describe("at most the resource's; null: as many as it has"),
    status: slotFields.status.nullable().describe("null: open where the schedule has this time"),
    dry_run: z.boolean(),
  })
  .partial();
export type SlotPatch = z.output<typeof SlotPatch>;

/** "Why is there no time on this day?": the rules in the order they apply, each with the times it removed. */
export const Explanation = z.object({
  date: z.string(),
  time_zone: z.string(),
  schedule_id: Id,
  resource_id: Id,
  hours: z.array(z.object({ starts_at: Instant, ends_at: Instant, source: z.enum(["rule", "override"]) })),
  steps: z.array(
    z.object({
      rule: z.enum([
        "schedule_active",
        "resource_active",
        "valid_dates",
        "weekly_hours",
        "override",
        "duration",
        "not_generated",
        "past",
        "min_notice",
        "max_advance",
        "closed_by_hand",
        "time_off",
        "daily_limit",
        "held",
        "booked",
        "party_size",
      ]),
      removed: z.array(Instant).describe("the starts this rule took away"),
      left: z.int().describe("how many starts are left after it"),
      note: z.string(),
      block_ids: z.array(Id).optional().describe("of `time_off`: the blocks over these times"),
    }),
  ),
  bookable: z.array(Instant),
});
export type Explanation = z.infer<typeof Explanation>;
export const ExplainQuery = z.object({
  schedule_id: Id,
  resource_id: Id,
  date: LocalDate.describe("in the schedule's zone"),
  party_size: z.coerce.number().int().min(1).max(500).default(1),
});
export type ExplainQuery = z.output<typeof ExplainQuery>;

const availabilityErrors = ["outside_booking_window"] as const;
export const slots = {
  availability: operation({
    method: "GET",
    path: "/api/availability",
    caller: session("viewer"),
    summary: "Availability of the tenant's resources, at most 92 days",
    query: AvailabilityQuery,
    returns: Availability,
    has_etag: true,
    errors: availabilityErrors,
  }),
  explain: operation({
    method: "GET",
    path: "/api/availability/explain",
    caller: session("viewer"),
    summary: "Why there is no time on a day: the rules in order, each with what it removed",
    query: ExplainQuery,
    returns: Explanation,
    errors: ["not_found"],
  }),
  create: operation({
    method: "POST",
    path: "/api/slots",
    caller: session("staff"),
    summary: "Create a slot by hand",
    body: NewSlot,
    returns: Slot,
    status: 201,
    errors: ["already_exists", "not_found"],
  }),
  update: operation({
    method: "PATCH",
    path: "/api/slots/:id",
    caller: session("staff"),
    summary:
      "Close or open a slot, or set its seats or price; all else of it follows its schedule, null gives a field back, and bookings that it has stay",
    params: IdParams,
    body: SlotPatch,
    returns: SavedSlot,
  }),
  generate: operation({
    method: "POST",
    path: "/api/slots/generate",
    caller: session("staff"),
    summary: "Generate a schedule's slots for a range of days; the same call again changes nothing",
    body: GenerateSlots,
    returns: GeneratedSlots,
    later: StartedJob,
    errors: ["in_use"],
  }),
  ensure: operation({
    method: "POST",
    path: "/api/slots/ensure",
    caller: session("staff"),
    summary: "Fill the rolling horizon (max_advance_days) of one schedule or of all",
    body: EnsureSlots,
    returns: GeneratedSlots,
    later: StartedJob,
    errors: ["in_use"],
  }),
  job: operation({
    method: "GET",
    path: "/api/slots/jobs/:id",
    caller: session("viewer"),
    summary: "How far the making of many slots is",
    params: IdParams,
    returns: SlotJob,
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
  query: AvailabilityQuery.extend({
    config_id: Id.optional().describe(
      "only what this configuration offers; the key's own, or the default, when absent",
    ),
  }),
  returns: Availability,
  has_etag: true,
  limit: "key_read",
});
