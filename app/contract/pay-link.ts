import { z } from "zod";

export const NewPayLink = z.strictObject({
  send: z.boolean().default(false).describe("true: the guest gets it by mail too"),
});
export type NewPayLink = z.output<typeof NewPayLink>;
export const PayLink = z.object({
  url: z.string().describe("where the guest pays, as long as the booking can be paid: it opens the checkout"),
  sent_to: z.string().nullable().describe("the address it was mailed to; null: it was not"),
});
export type PayLink = z.infer<typeof PayLink>;
