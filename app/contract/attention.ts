import { z } from "zod";
import { Id, Instant } from "./common";

/** What a person has to look at. */
export const AttentionItem = z.object({
  kind: z.enum([
    ...(["amount_mismatch", "refund_failed", "payment_without_booking", "payments_not_connected"] as const),
    ...(["not_payable", "payment_disputed", "balance_due", "balance_owed"] as const),
    ...(["approval_waiting", "webhook_failing", "mail_bounced", "account_closing"] as const),
    ...(["over_capacity", "outside_hours", "no_free_time", "calendar_quiet"] as const),
  ]),
  message: z.string().describe("what is wrong and what to do, in plain words"),
  booking_id: Id.nullable(),
  payment_id: Id.nullable(),
  schedule_id: Id.nullable(),
  subscription_id: Id.nullable(),
  message_id: Id.nullable(),
  at: Instant.nullable().describe("since when, or when what it is about begins; null: always so"),
  expires_at: Instant.nullable().describe("until when it can be dealt with"),
});
export type AttentionItem = z.infer<typeof AttentionItem>;
