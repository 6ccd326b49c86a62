import { z } from "zod";
import { DateOrInstant, Id, IdParams, Instant, pageOf, PageQuery } from "./common";
import { BookingId, CreatedAt, CurrencyCode, PaymentId, TaxRate } from "./fields";
import { operation, session } from "./operation";
import { Address } from "./tenant";

const ReceiptTax = z
  .object({
    name: z.string().describe("Name of the tax, e.g. VAT."),
    rate_bps: TaxRate,
    amount: z.int().describe("Tax in `amount` of the receipt, in minor units of `currency`."),
  })
  .describe("The tax that the amount includes.");

const ReceiptLine = z
  .object({
    kind: z
      .enum(["service", "person", "addon", "adjustment", "late_cancellation", "no_show"])
      .describe("What the line is for."),
    label: z.string().describe("Name of the service, kind of people or add-on."),
    quantity: z.int().describe("How many."),
    amount: z.int().describe("Amount for all of `quantity`, in minor units."),
  })
  .describe("What was booked or charged when the receipt was issued.");

export const Receipt = z
  .object({
    id: Id.describe("ID of the receipt."),
    number: z
      .string()
      .describe("Year and number without gaps, e.g. 2027-00042, in the tenant's time zone."),
    booking_id: BookingId,
    booking_reference: z.string().describe("Reference of the booking."),
    payment_id: PaymentId,
    purpose: z
      .enum(["booking", "late_cancellation", "no_show"])
      .describe("What was paid: the price of the booking, or a fee."),
    amount: z
      .int()
      .describe("Amount received, in minor units of `currency`; below zero if it was returned."),
    currency: CurrencyCode,
    tax: ReceiptTax.nullable().describe("The tax in the amount; null for none."),
    method: z
      .string()
      .nullable()
      .describe("How the guest paid, as in the payment; null if unknown."),
    received_at: Instant.describe("When the payment was received, in UTC."),
    guest_name: z.string().describe("Name of the guest."),
    company: z
      .object({
        name: z.string().describe("Name of the tenant."),
        address: Address,
        tax_number: z.string().nullable().describe("Its tax number; null for none."),
      })
      .describe("The tenant when the receipt was issued."),
    lines: z
      .array(ReceiptLine)
      .describe("What was booked or charged; the payment may be a part of it."),
    created_at: CreatedAt,
  })
  .describe("A numbered receipt of money received or returned; it never changes.");
export type Receipt = z.infer<typeof Receipt>;

export const ReceiptFilter = PageQuery.extend({
  booking_id: Id.optional().describe("Only receipts of this booking."),
  from: DateOrInstant.optional().describe("Only receipts issued at or after this date or time."),
  to: DateOrInstant.optional().describe(
    "Only receipts issued before this time, or before the end of this date.",
  ),
});
export type ReceiptFilter = z.output<typeof ReceiptFilter>;

export const receipts = {
  list: operation({
    method: "GET",
    path: "/api/receipts",
    caller: session("admin"),
    summary: "List receipts of money received and returned, newest first",
    query: ReceiptFilter,
    returns: pageOf(Receipt),
  }),
  get: operation({
    method: "GET",
    path: "/api/receipts/:id",
    caller: session("admin"),
    summary: "Get a receipt",
    params: IdParams,
    returns: Receipt,
  }),
};
