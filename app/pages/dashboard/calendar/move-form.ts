import { z } from "zod";
import { BookingPatch } from "~/contract/booking-inputs";
import { Id } from "~/contract/common";

/** A move proposed on the calendar; `schedule_id`: the service it changes to. */
export const MoveForm = BookingPatch.pick({
  slot_id: true,
  resource_id: true,
  starts_at: true,
  duration_minutes: true,
  override: true,
  expected_amount: true,
  notify: true,
  version: true,
}).extend({ id: Id, schedule_id: z.union([Id, z.literal("none")]).optional() });
export type MoveForm = z.output<typeof MoveForm>;
