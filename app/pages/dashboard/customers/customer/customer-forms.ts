import { z } from "zod";
import { DeskCustomer } from "~/contract/booking-inputs";
import { Id, text } from "~/contract/common";
import { CustomerField } from "~/contract/customers";
import { ReturnTo } from "~/ui/booking/booking-forms";
import { ShownVersion } from "~/ui/form/shown-version";

export const CustomerForm = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("edit"),
    ...DeskCustomer.pick({ name: true, email: true, phone: true }).shape,
    notes: text(4000).optional(),
    seen: ShownVersion,
  }),
  z.object({
    intent: z.literal("merge"),
    from_id: Id,
    pick: z
      .partialRecord(CustomerField, z.enum(["here", "there"]))
      .default({})
      .describe("whose detail is kept"),
  }),
  z.object({ intent: z.literal("unmerge"), from_id: Id, to: ReturnTo }),
  z.object({ intent: z.literal("erase"), typed_name: z.string().max(200).default("") }),
]);
export type CustomerForm = z.output<typeof CustomerForm>;
