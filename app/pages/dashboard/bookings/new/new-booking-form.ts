import { z } from "zod";
import { DeskCustomer } from "~/contract/booking-inputs";
import { IfTaken } from "~/contract/booking-series";
import { Id, Instant, LocalDate, LocalTime, text } from "~/contract/common";
import { ANYONE, SAME } from "~/contract/fields";
import { MAX_SERIES_DATES, MAX_VISIT_PARTS } from "~/contract/limits";
import { Quantities, ReturnTo } from "~/ui/booking/booking-forms";
import { ANY, CUSTOM, NOW, REPEAT_UNITS, REPEATS } from "~/ui/new-booking/desk-state";

const NextResource = z.union([Id, z.enum([ANYONE, SAME])]).optional();
const NextLength = z.int().min(5).max(1440).optional();

/** A booking made at the desk. */
export const NewBookingForm = z.object({
  ...DeskCustomer.pick({ name: true, email: true, phone: true }).shape,
  customer: Id.optional().describe("a guest who is known; what is typed of them is not used"),
  party_size: z.int().min(1).max(500).default(1),
  service: z.union([Id, z.literal(ANY)]).optional(),
  length: z
    .int()
    .min(5)
    .max(1440)
    .optional()
    .describe("one of the service's longer lengths, in minutes"),
  resource: Id.optional().describe("anyone, when absent"),
  time: z
    .union([Id, z.enum([NOW, CUSTOM]), Instant])
    .optional()
    .describe("a slot, at once, a time that no slot offers, or the start of several services"),
  expected_amount: z
    .int()
    .min(0)
    .optional()
    .describe("the price that was shown for the time, without add-ons"),
  addons: Quantities.describe("quantities of the service's add-ons, by their ID"),
  addons_2: Quantities,
  addons_3: Quantities,
  addons_4: Quantities,
  party: Quantities.describe("numbers of the service's kinds of people, by their ID"),
  party_2: Quantities,
  party_3: Quantities,
  party_4: Quantities,
  shown: z
    .record(z.string(), z.record(z.string(), z.string().regex(/^\d{1,9}$/)))
    .default({})
    .describe("the price that was shown for each add-on: shown.addons.racket"),
  repeat: z.enum(REPEATS).optional().describe("how often the time repeats; never, when absent"),
  repeat_interval: z.int().min(1).max(99).optional(),
  repeat_unit: z.enum(REPEAT_UNITS).optional(),
  repeat_count: z.int().min(2).max(MAX_SERIES_DATES).optional(),
  repeat_until: LocalDate.optional().describe("instead of a number of dates"),
  if_taken: IfTaken.optional(),
  services: z
    .int()
    .min(2)
    .max(MAX_VISIT_PARTS)
    .optional()
    .describe("how many services one after another; one, when absent"),
  service_2: Id.optional(),
  resource_2: NextResource,
  length_2: NextLength,
  service_3: Id.optional(),
  resource_3: NextResource,
  length_3: NextLength,
  service_4: Id.optional(),
  resource_4: NextResource,
  length_4: NextLength,
  wait_slot_id: Id.optional(),
  custom_resource: Id.optional(),
  custom_day: LocalDate.optional(),
  custom_time: LocalTime.optional(),
  custom_minutes: z.int().min(5).max(1440).optional(),
  notes: text(4000).optional(),
  answer: z.record(z.string(), z.string()).optional(),
  silent: z.boolean().default(false).describe("a tick: nobody is emailed"),
  text_reminders: z.boolean().default(false),
  pending: z.boolean().default(false),
  override: z.boolean().default(false),
  key: z.string().min(1).max(100),
  to: ReturnTo,
});
export type NewBookingForm = z.output<typeof NewBookingForm>;
