import { z } from "zod";
import { DeskCustomer } from "~/contract/booking-inputs";
import { text } from "~/contract/common";

export const NewCustomerForm = z.object({
  /** New each time the form is rendered. */
  key: z.string().min(1).max(100),
  ...DeskCustomer.pick({ name: true, email: true, phone: true }).shape,
  notes: text(4000).optional(),
  /** Adds the customer although another one has the phone number. */
  separate: z.literal("on").optional(),
});
export type NewCustomerForm = z.output<typeof NewCustomerForm>;
