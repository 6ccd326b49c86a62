import { z } from "zod";
import { Amount, Id, Instant } from "./common";
import { CurrencyCode } from "./fields";

// Cards on file and the fees that guests agree to when they keep one.

export const FeeKind = z
  .enum(["late_cancellation", "no_show"])
  .describe("What the fee is for: cancelling late, or not coming.");
export type FeeKind = z.infer<typeof FeeKind>;

const FeeTerms = z
  .union(
    [
      z.strictObject({
        percent: z
          .int()
          .min(1)
          .max(100)
          .describe("Share of the whole booking's price, 1 to 100, rounded half up."),
      }),
      z.strictObject({
        amount: Amount.min(1).describe(
          "Amount in minor units of the currency, once per booking; without a price, in the tenant's currency.",
        ),
      }),
    ],
    { error: "Give a percent of 1 to 100 or an amount of at least 1." },
  )
  .describe("A fee: a `percent` of the price, or an `amount`.");
export type FeeTerms = z.output<typeof FeeTerms>;

export const CardOnFile = z
  .strictObject({
    late_cancellation: FeeTerms.nullable()
      .default(null)
      .describe("Fee for cancelling later than `window_minutes` before the start; null for none."),
    no_show: FeeTerms.nullable().default(null).describe("Fee for not coming; null for none."),
    window_minutes: z
      .int()
      .min(15)
      .max(525_600)
      .default(1440)
      .describe(
        "Minutes before the start from which a cancellation is late, 15 to 525,600 (a year).",
      ),
  })
  .refine(({ late_cancellation, no_show }) => late_cancellation !== null || no_show !== null, {
    error: "Give at least one fee.",
    path: ["no_show"],
  })
  .describe("The fees for which guests keep a card when they book.");
export type CardOnFile = z.output<typeof CardOnFile>;

const FeeAmount = z
  .int()
  .nullable()
  .describe("Amount of the fee that was agreed to, in minor units; null for none.");
const terms = {
  text: z.string().describe("The text that the guest agrees to, in their language."),
  late_cancellation_amount: FeeAmount,
  no_show_amount: FeeAmount,
  currency: CurrencyCode,
  window_minutes: z.int().describe("Minutes before the start from which a cancellation is late."),
};
export const CardTerms = z
  .object(terms)
  .describe("What a guest agrees to by keeping a card for this booking.");
export type CardTerms = z.infer<typeof CardTerms>;
export const AgreedCardTerms = z
  .object({ ...terms, agreed_at: Instant.describe("When the guest agreed, in UTC.") })
  .describe("What the guest agreed to by keeping a card; no fee is ever higher.");

/** The amounts that a guest was shown. */
export const ExpectedFees = z
  .strictObject({
    late_cancellation_amount: z
      .int()
      .min(0)
      .nullable()
      .describe("Fee for cancelling late that the guest was shown, in minor units; null for none."),
    no_show_amount: z
      .int()
      .min(0)
      .nullable()
      .describe("Fee for not coming that the guest was shown, in minor units; null for none."),
  })
  .describe(
    "The fees that the guest has agreed to, as `card_terms` of the widget has them. Required if the schedule has `card_on_file`; others are refused with 409 `price_changed`, whose `details` have the `card_terms`.",
  );
export type ExpectedFees = z.output<typeof ExpectedFees>;

export const KeptCard = z
  .object({
    brand: z.string().describe("Brand of the card in the provider's terms, e.g. visa."),
    last4: z.string().describe("Last four digits of the card."),
  })
  .describe("The card on file, which is stored at the payment provider.");

export const BookingFee = z
  .object({
    kind: FeeKind,
    status: z
      .enum(["offered", "scheduled", "charging", "unpaid", "paid", "stopped"])
      .describe(
        "Status of the fee. `offered`: someone decides whether to charge it; `scheduled`: charged at `charge_at` unless someone stops it; `charging`: sent to the card; `unpaid`: the card was refused, and the guest has a payment link; `stopped`: not charged.",
      ),
    amount: z.int().describe("Amount of the fee in minor units, never more than agreed."),
    currency: CurrencyCode,
    charge_at: Instant.nullable().describe(
      "When a scheduled fee is charged, in UTC; null for others.",
    ),
    payment_id: Id.nullable().describe("ID of its latest payment; null before it is charged."),
    refunded_amount: z.int().describe("Amount refunded, in minor units."),
    failure_code: z
      .string()
      .nullable()
      .describe("Payment provider's code for why the card was refused; null if it wasn't."),
  })
  .describe("A fee of a booking.");
export type BookingFee = z.infer<typeof BookingFee>;

export const FeeDecision = z
  .strictObject({
    kind: FeeKind,
    decision: z
      .enum(["charge", "stop"])
      .default("charge")
      .describe(
        "What to do. `charge`: charges the card; `stop`: charges nothing, also not by rule.",
      ),
    amount: Amount.min(1)
      .optional()
      .describe("Amount to charge in minor units, at most what was agreed; all of it if omitted."),
  })
  .refine(({ decision, amount }) => decision === "charge" || amount === undefined, {
    error: "An amount is only for a fee that is charged.",
    path: ["amount"],
  })
  .describe("Whether to charge a fee of a booking.");
export type FeeDecision = z.output<typeof FeeDecision>;
