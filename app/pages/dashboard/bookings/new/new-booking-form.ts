import { z } from "zod";
import { DeskCustomer } from "~/contract/booking-inputs";
import { Id, LocalDate, LocalTime, text } from "~/contract/common";
import { ReturnTo } from "~/ui/booking/booking-forms";

/** A booking that is made at the desk: a free time by its button, or a time of its own. */
export const NewBookingForm = z.object({
  is_custom: z.boolean().default(false).describe("the button for a time that no slot offers"),
  ...DeskCustomer.pick({ name: true, email: true, phone: true }).shape,
  customer: Id.optional().describe("a guest who is known; what is typed of them is not used"),
  party_size: z.int().min(1).max(500).default(1),
  service: Id.optional().describe("the schedule whose questions were asked"),
  slot_id: Id.optional(),
  wait_slot_id: Id.optional(),
  custom_resource: Id.optional(),
  custom_day: LocalDate.optional(),
  custom_time: LocalTime.optional(),
  custom_minutes: z.int().min(5).max(1440).optional(),
  notes: text(4000).optional(),
  answer: z.record(z.string(), z.string()).optional(),
  silent: z.boolean().default(false).describe("a tick: nobody is mailed"),
  pending: z.boolean().default(false),
  override: z.boolean().default(false),
  key: z.string().min(1).max(100),
  to: ReturnTo,
});
export type NewBookingForm = z.output<typeof NewBookingForm>;
