import { z } from "zod";
import { Id } from "~/contract/common";
import { ReturnTo } from "~/ui/booking/booking-forms";

export const SlotForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("status"), status: z.enum(["open", "closed"]), to: ReturnTo }),
  z.object({
    intent: z.literal("offer"),
    capacity: z
      .int()
      .min(1)
      .max(500)
      .optional()
      .describe("as many as the resource has, when absent"),
    price: z.string().max(20).optional(),
    to: ReturnTo,
  }),
  z.object({ intent: z.literal("leave"), entry_id: Id, to: ReturnTo }),
]);
export type SlotForm = z.output<typeof SlotForm>;
