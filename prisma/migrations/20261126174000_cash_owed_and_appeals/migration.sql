-- Cash that is to be handed back: `owed` until a person confirms that the guest has it.
ALTER TABLE "refund" DROP CONSTRAINT "refund_status_check";
ALTER TABLE "refund" ADD CONSTRAINT "refund_status_check" CHECK (status in ('requested', 'pending', 'owed', 'succeeded', 'failed', 'canceled'));
-- The few refunds that Attention lists and that the deletion of a company waits for.
CREATE INDEX "refund_owed" ON "refund" ("tenant_id", "created_at") WHERE status = 'owed';
-- The start that the refund tier counts from, where the guest moved the booking away from it inside a lower tier.
ALTER TABLE "booking" ADD COLUMN "refund_starts_at" TIMESTAMPTZ(3);
-- Since when what the provider says of a payment cannot be written.
ALTER TABLE "payment" ADD COLUMN "stuck_since" TIMESTAMPTZ(3);
CREATE INDEX "payment_stuck" ON "payment" ("tenant_id", "stuck_since") WHERE "stuck_since" IS NOT NULL;
