import { z } from "zod";
import { BookingPatch } from "~/contract/booking-inputs";
import { Id } from "~/contract/common";
import { MAX_NEEDS } from "~/contract/limits";

/**
 * A move proposed on the calendar; `schedule_id`: the service it changes to; `need_no`: the need that
 * `resource_id` serves from now on; `scope`: with the other services of its visit.
 */
export const MoveForm = BookingPatch.pick({
  slot_id: true,
  resource_id: true,
  starts_at: true,
  duration_minutes: true,
  override: true,
  expected_amount: true,
  notify: true,
  version: true,
}).extend({
  id: Id,
  schedule_id: z.union([Id, z.literal("none")]).optional(),
  need_no: z.int().min(1).max(MAX_NEEDS).optional(),
  scope: z.literal("all").optional(),
});
export type MoveForm = z.output<typeof MoveForm>;
