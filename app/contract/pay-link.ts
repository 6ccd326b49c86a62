import { z } from "zod";
import { ExpectedBalance } from "./fields";

export const NewPayLink = z
  .strictObject({
    send: z.boolean().default(false).describe("Whether to email the link to the guest."),
    expected_amount: ExpectedBalance,
  })
  .describe("Whether to email the payment link.");
export type NewPayLink = z.output<typeof NewPayLink>;
export const PayLink = z
  .object({
    url: z.string().describe("URL that opens the checkout while the booking can be paid."),
    sent_to: z
      .string()
      .nullable()
      .describe("Email address the link was sent to; null if it wasn't."),
  })
  .describe("A link where a guest pays for a booking.");
export type PayLink = z.infer<typeof PayLink>;
