import { z } from "zod";
import {
  Amount,
  Currency,
  DateOrInstant,
  Id,
  Instant,
  InstantInput,
  listOf,
  LocalDate,
  TimeZone,
} from "./common";
import {
  ANYONE,
  ChosenLengthQuery,
  ExtraMinutesQuery,
  PartySizeQuery,
  PriceCurrency,
  ResourceId,
  ResourcesOrAny,
  ScheduleId,
  SeatPrice,
  SlotId,
  WasDryRun,
} from "./fields";

export const SlotReason = z
  .enum([
    "full",
    "held",
    "need_taken",
    "too_soon",
    "too_far",
    "closed",
    "daily_limit",
    "weekly_limit",
    "monthly_limit",
    "party_too_large",
  ])
  .describe("Why a time can't be booked.");
const timeOfSlot = {
  id: SlotId,
  resource_id: ResourceId,
  schedule_id: Id.nullable().describe("ID of the schedule; null for a slot outside all schedules."),
  starts_at: Instant.describe("Start of the slot, RFC 3339 in UTC, e.g. 2026-11-20T09:00:00Z."),
  ends_at: Instant.describe("End of the slot, RFC 3339 in UTC, e.g. 2026-11-20T10:00:00Z."),
};
export const AvailableSlot = z
  .object({
    ...timeOfSlot,
    capacity: z.int().describe("Number of seats in total."),
    remaining: z.int().describe("Number of seats left."),
    bookable: z.boolean().describe("Whether the time can be booked now."),
    reason: SlotReason.nullable().describe("Why the time can't be booked; null if it can."),
    price_amount: SeatPrice,
    currency: PriceCurrency,
  })
  .describe(
    "A time with its remaining seats. Of any resource (`resource_id` any): one that has the lowest price of those that are free; whom a booking goes to is decided when it is made.",
  );
export type AvailableSlot = z.infer<typeof AvailableSlot>;
export const DayState = z
  .enum(["open", "full", "closed", "pending", "too_soon", "too_far"])
  .describe(
    "Whether the day has bookable times; `pending` if its times are still being generated, so ask again.",
  );
export const Availability = z
  .object({
    time_zone: z.string().describe("IANA time zone of the dates, e.g. Europe/Amsterdam."),
    from: z.string().describe("First day of the range, YYYY-MM-DD."),
    to: z.string().describe("Last day of the range, YYYY-MM-DD."),
    next_available: Instant.nullable().describe(
      "First bookable start from `from` on, in UTC; null if there is none.",
    ),
    days: z
      .array(
        z.object({
          date: z.string().describe("Date of the day, YYYY-MM-DD."),
          state: DayState,
          slots: z.array(AvailableSlot).describe("Times of the day, by start."),
        }),
      )
      .describe("Days of the range, in order."),
  })
  .describe("Bookable times in a range of days.");
export type Availability = z.infer<typeof Availability>;

export const AvailabilityQuery = z
  .object({
    resource_id: ResourcesOrAny,
    schedule_id: Id.optional().describe("Only times of this schedule."),
    from: DateOrInstant.optional().describe(
      "Start of the range, a date or an instant; now if omitted.",
    ),
    to: DateOrInstant.optional().describe(
      "End of the range, a date (inclusive) or an instant (exclusive); 14 days after the start if omitted.",
    ),
    tz: TimeZone.optional().describe("IANA time zone of the dates; the tenant's if omitted."),
    party_size: PartySizeQuery,
    length_minutes: ChosenLengthQuery,
    extra_minutes: ExtraMinutesQuery,
    include: listOf(z.enum(["unavailable"]))
      .optional()
      .describe("With `unavailable`, adds times that can't be booked, each with the reason."),
  })
  .refine(({ resource_id }) => !resource_id?.includes(ANYONE) || resource_id.length === 1, {
    error: `Send ${ANYONE} alone, or the IDs of resources.`,
    path: ["resource_id"],
  })
  .refine(
    ({ resource_id, schedule_id }) => !resource_id?.includes(ANYONE) || schedule_id !== undefined,
    {
      error: `With resource_id ${ANYONE}, name a schedule.`,
      path: ["schedule_id"],
    },
  );
export type AvailabilityQuery = z.output<typeof AvailabilityQuery>;

export const GenerateSlots = z
  .strictObject({
    schedule_id: ScheduleId,
    resource_ids: z
      .array(Id)
      .min(1)
      .max(200)
      .optional()
      .describe("IDs of the resources; all of the schedule if omitted."),
    from: LocalDate.describe("First day, YYYY-MM-DD in the schedule's time zone."),
    to: LocalDate.describe("Last day, inclusive, at most 92 days after the first."),
    dry_run: z
      .boolean()
      .default(false)
      .describe("Whether to only count the slots, without saving."),
  })
  .describe("Slots to generate.");
export type GenerateSlots = z.output<typeof GenerateSlots>;
export const GeneratedSlots = z
  .object({
    created: z.int().describe("Number of slots created."),
    kept: z.int().describe("Number of slots that existed already."),
    removed: z.int().describe("Number of slots deleted."),
    skipped: z
      .array(
        z.object({
          resource_id: ResourceId,
          starts_at: Instant.describe("Start of the skipped time, in UTC."),
          reason: z.string().describe("Why the time was skipped."),
        }),
      )
      .describe("Times not created."),
  })
  .describe("Result of generating slots.");
export type GeneratedSlots = z.infer<typeof GeneratedSlots>;
export const SlotJob = z
  .object({
    id: Id.describe("ID of the job."),
    state: z.enum(["waiting", "running", "done", "failed"]).describe("State of the job."),
    done: z.int().describe("Number of slots processed."),
    total: z.int().describe("Number of slots to process."),
    result: z
      .object({
        created: z.int().describe("Number of slots created."),
        kept: z.int().describe("Number of slots that existed already."),
        removed: z.int().describe("Number of slots deleted."),
      })
      .nullable()
      .describe("Result of the job; null until it is done."),
  })
  .describe("Generation of slots that continues in the background.");
export type SlotJob = z.infer<typeof SlotJob>;
export const StartedJob = z
  .object({ job: SlotJob.describe("The job; poll it by its ID.") })
  .describe("A job started because one request can't process that many slots.");
export const EnsureSlots = z
  .strictObject({
    schedule_id: Id.optional().describe("ID of the schedule; all schedules if omitted."),
  })
  .describe("Schedule to generate slots for; all schedules if omitted.");
export const DeleteSlots = z
  .strictObject({
    resource_id: Id.optional().describe("Only slots of this resource."),
    schedule_id: Id.optional().describe("Only slots of this schedule."),
    from: LocalDate.describe("First day, YYYY-MM-DD."),
    to: LocalDate.describe("Last day, inclusive, YYYY-MM-DD."),
    only_free: z.boolean().default(true).describe("Whether to keep slots that have bookings."),
  })
  .refine((body) => body.resource_id !== undefined || body.schedule_id !== undefined, {
    error: "Name a resource_id or a schedule_id.",
    path: ["resource_id"],
  })
  .describe("Slots to delete.");
export type DeleteSlots = z.output<typeof DeleteSlots>;
export const DeletedSlots = z
  .object({
    deleted: z.int().describe("Number of slots deleted."),
    kept_booked: z
      .array(
        z.object({
          id: SlotId,
          resource_id: ResourceId,
          starts_at: Instant.describe("Start of the slot, in UTC."),
        }),
      )
      .describe("Slots kept because they are booked."),
  })
  .describe("Result of deleting slots.");

/** Guests keep their seats; nothing is sold until fewer are taken. */
export const OverCapacity = z
  .object({
    starts_at: Instant.describe("Start of that time, in UTC."),
    booked: z.int().describe("Highest number of seats booked at once."),
    capacity: z.int().describe("Number of seats the resource has."),
  })
  .describe("A time at which more seats are booked than the resource has.");
export type OverCapacity = z.infer<typeof OverCapacity>;

export const Slot = z
  .object({
    ...timeOfSlot,
    capacity: z.int().describe("Number of seats."),
    taken: z.int().describe("Number of seats booked or held."),
    price_amount: SeatPrice,
    currency: PriceCurrency,
    status: z.enum(["open", "closed"]).describe("Whether the slot is open for booking or closed."),
    origin: z
      .enum(["generated", "manual"])
      .describe(
        "Whether the slot was generated from a schedule or added by hand; edits don't change it.",
      ),
    overrides: z
      .array(z.enum(["capacity", "price_amount", "status"]))
      .describe("Fields set on this slot itself; all others follow its resource and schedule."),
  })
  .describe("A time of a resource.");
export type Slot = z.infer<typeof Slot>;
export const SavedSlot = Slot.extend({
  dry_run: WasDryRun,
  over_capacity: z
    .array(OverCapacity)
    .describe("Times of the slot at which more is booked than it has seats."),
}).describe("A slot as saved, with the times at which it is overbooked.");
export type SavedSlot = z.infer<typeof SavedSlot>;
const slotFields = {
  capacity: z.int().min(1).max(500).describe("Number of seats, at most the resource's."),
  price_amount: Amount.nullable().describe(
    "Price per seat in minor units, 0 for free; null for the schedule's price.",
  ),
  currency: Currency.nullable().describe(
    "ISO 4217 code of the price's currency; the tenant's if omitted.",
  ),
  status: z.enum(["open", "closed"]).describe("Whether the slot is open for booking or closed."),
};
export const NewSlot = z
  .strictObject({
    resource_id: ResourceId,
    schedule_id: Id.nullable()
      .default(null)
      .describe("ID of the schedule it belongs to; null for none."),
    starts_at: InstantInput.describe(
      "Start of the slot, RFC 3339 with any offset, e.g. 2026-11-20T09:00:00Z.",
    ),
    duration_minutes: z
      .int()
      .min(5)
      .max(1440)
      .describe("Length of the slot in minutes, 5 to 1440."),
    capacity: slotFields.capacity
      .optional()
      .describe("Number of seats, at most the resource's; the resource's if omitted."),
    price_amount: slotFields.price_amount.default(null),
    currency: slotFields.currency.default(null),
  })
  .describe("A slot to add by hand.");
export type NewSlot = z.output<typeof NewSlot>;
export const SlotPatch = z
  .strictObject({
    ...slotFields,
    capacity: slotFields.capacity
      .nullable()
      .describe("Number of seats, at most the resource's; null to follow the resource."),
    status: slotFields.status
      .nullable()
      .describe("Whether the slot is open or closed; null to follow the schedule."),
    dry_run: z.boolean().describe("Whether to return the result without saving it."),
  })
  .partial()
  .describe("Fields of a slot to change.");
export type SlotPatch = z.output<typeof SlotPatch>;

export const Explanation = z
  .object({
    date: z.string().describe("Date explained, YYYY-MM-DD in the schedule's time zone."),
    time_zone: z.string().describe("IANA time zone of the schedule, e.g. Europe/Amsterdam."),
    schedule_id: ScheduleId,
    resource_id: ResourceId,
    hours: z
      .array(
        z.object({
          starts_at: Instant.describe("Start of the hours, in UTC."),
          ends_at: Instant.describe("End of the hours, in UTC."),
          source: z
            .enum(["rule", "override"])
            .describe("Whether the hours come from the weekly rules or a date override."),
        }),
      )
      .describe("Opening hours of the day."),
    steps: z
      .array(
        z.object({
          rule: z
            .enum([
              "schedule_active",
              "resource_active",
              "valid_dates",
              "weekly_hours",
              "override",
              "closed_day",
              "resource_hours",
              "duration",
              "not_generated",
              "past",
              "too_soon",
              "too_far",
              "closed_by_hand",
              "time_off",
              "daily_limit",
              "weekly_limit",
              "monthly_limit",
              "held",
              "full",
              "need_taken",
              "party_too_large",
            ])
            .describe("Name of the rule; where availability gives a reason, the same word."),
          removed: z.array(Instant).describe("Starts that this rule removed, in UTC."),
          left: z.int().describe("Number of starts left after this rule."),
          note: z.string().describe("What the rule did, in words."),
          block_ids: z
            .array(Id)
            .optional()
            .describe("IDs of the blocks in the way; with the rule `time_off`."),
        }),
      )
      .describe("Rules in the order they apply."),
    bookable: z.array(Instant).describe("Starts that can be booked, in UTC."),
  })
  .describe("Why a day has the times it has.");
export type Explanation = z.infer<typeof Explanation>;
export const ExplainQuery = z.object({
  schedule_id: ScheduleId,
  resource_id: ResourceId,
  date: LocalDate.describe("Date to explain, YYYY-MM-DD in the schedule's time zone."),
  party_size: PartySizeQuery,
  length_minutes: ChosenLengthQuery,
});
export type ExplainQuery = z.output<typeof ExplainQuery>;
