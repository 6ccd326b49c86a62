import { z } from "zod";
import { Id, Instant } from "./common";

export const AttentionItem = z
  .object({
    kind: z
      .enum([
        "amount_mismatch",
        "refund_failed",
        "fee_unpaid",
        "payment_without_booking",
        "payments_not_connected",
        "not_payable",
        "payment_disputed",
        "balance_due",
        "balance_owed",
        "cash_owed",
        "payment_stuck",
        "approval_waiting",
        "webhook_failing",
        "mail_bounced",
        "account_closing",
        "over_capacity",
        "bookings_in_block",
        "outside_hours",
        "no_free_time",
        "calendar_quiet",
        "calendar_broken",
        "calendar_shrunk",
        "calendar_clash",
        "calendar_changed_outside",
      ])
      .describe("Type of item."),
    message: z.string().describe("What is wrong and what to do, in plain words."),
    booking_id: Id.nullable().describe("ID of the booking; null if it isn't about one."),
    payment_id: Id.nullable().describe("ID of the payment; null if it isn't about one."),
    schedule_id: Id.nullable().describe("ID of the schedule; null if it isn't about one."),
    subscription_id: Id.nullable().describe(
      "ID of the webhook subscription; null if it isn't about one.",
    ),
    message_id: Id.nullable().describe("ID of the message; null if it isn't about one."),
    connection_id: Id.nullable().describe(
      "ID of the connected calendar account; null if it isn't about one.",
    ),
    calendar_id: Id.nullable().describe(
      "ID of the connected calendar; null if it isn't about one.",
    ),
    block_id: Id.nullable().describe("ID of the block; null if it isn't about one."),
    at: Instant.nullable().describe(
      "When it started, or when the booking or slot it is about starts, in UTC; null for neither.",
    ),
    expires_at: Instant.nullable().describe(
      "Deadline for dealing with it, in UTC; null if there is none.",
    ),
  })
  .describe("Something that needs attention.");
export type AttentionItem = z.infer<typeof AttentionItem>;
