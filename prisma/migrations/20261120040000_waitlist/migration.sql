-- Payments by their provider's session, and people who wait for a seat of a full slot.
CREATE TABLE "payment" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "booking_id" UUID NOT NULL,
    "provider" TEXT NOT NULL,
    "session_id" TEXT,
    "status" TEXT NOT NULL DEFAULT 'created',
    "amount" INTEGER NOT NULL,
    "currency" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "payment_pkey" PRIMARY KEY ("tenant_id","id")
);
CREATE UNIQUE INDEX "payment_provider_session_id_key" ON "payment"("provider", "session_id");
CREATE INDEX "payment_tenant_id_booking_id_idx" ON "payment"("tenant_id", "booking_id");
CREATE INDEX "payment_tenant_id_session_id_idx" ON "payment"("tenant_id", "session_id");
ALTER TABLE "payment" ADD CONSTRAINT "payment_tenant_id_booking_id_fkey" FOREIGN KEY ("tenant_id", "booking_id") REFERENCES "booking"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "waitlist_entry" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "slot_id" UUID NOT NULL,
    "resource_id" UUID NOT NULL,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "party_size" INTEGER NOT NULL,
    "email" TEXT NOT NULL,
    "customer" JSONB NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'waiting',
    "booking_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "waitlist_entry_pkey" PRIMARY KEY ("tenant_id","id")
);
CREATE INDEX "waitlist_entry_tenant_id_resource_id_starts_at_idx" ON "waitlist_entry"("tenant_id", "resource_id", "starts_at");
CREATE INDEX "waitlist_entry_tenant_id_created_at_id_idx" ON "waitlist_entry"("tenant_id", "created_at", "id");
CREATE INDEX "waitlist_entry_tenant_id_booking_id_idx" ON "waitlist_entry"("tenant_id", "booking_id");
ALTER TABLE "waitlist_entry" ADD CONSTRAINT "waitlist_entry_tenant_id_resource_id_fkey" FOREIGN KEY ("tenant_id", "resource_id") REFERENCES "resource"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's language cannot say
ALTER TABLE "waitlist_entry" ADD CONSTRAINT "waitlist_entry_status_check"
  CHECK (status IN ('waiting', 'offered', 'accepted', 'passed', 'left', 'ended'));
-- One person waits once for one slot.
CREATE UNIQUE INDEX "waitlist_entry_one_wait" ON "waitlist_entry" ("tenant_id", "slot_id", "email") WHERE status IN ('waiting', 'offered');
-- "offer": a freed seat held for someone who waited for it.
ALTER TABLE "booking" DROP CONSTRAINT "booking_pending_reason_check";
ALTER TABLE "booking" ADD CONSTRAINT "booking_pending_reason_check" CHECK (pending_reason IN ('payment', 'approval', 'verification', 'offer'));
CREATE INDEX "waitlist_entry_waiting" ON "waitlist_entry" ("starts_at") WHERE status = 'waiting';
