-- Why nobody can pay what a service asks for online (a code); null where they can. Kept by the service's saves, by what the provider
-- refuses, and by the regular look at the account.
ALTER TABLE "schedule" ADD COLUMN "unpayable" TEXT;

-- Why the account takes no payments although it is connected (a code), and when that was looked at last.
ALTER TABLE "payment_connection" ADD COLUMN "problem" TEXT;
ALTER TABLE "payment_connection" ADD COLUMN "checked_at" TIMESTAMPTZ(3);
CREATE INDEX "payment_connection_checked" ON "payment_connection" ("checked_at" NULLS FIRST) WHERE "status" = 'active';

-- A guest has asked their bank for the money back. The provider decides; the company may answer until `respond_by`.
CREATE TABLE "dispute" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "payment_id" UUID NOT NULL,
    "booking_id" UUID NOT NULL,
    "provider_dispute_id" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "amount" INTEGER NOT NULL,
    "currency" TEXT NOT NULL,
    "respond_by" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "closed_at" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "dispute_pkey" PRIMARY KEY ("tenant_id", "id")
);
CREATE UNIQUE INDEX "dispute_tenant_id_payment_id_provider_dispute_id_key" ON "dispute"("tenant_id", "payment_id", "provider_dispute_id");
CREATE INDEX "dispute_tenant_id_booking_id_idx" ON "dispute"("tenant_id", "booking_id");
CREATE INDEX "dispute_tenant_id_closed_at_idx" ON "dispute"("tenant_id", "closed_at");
ALTER TABLE "dispute" ADD CONSTRAINT "dispute_tenant_id_payment_id_fkey" FOREIGN KEY ("tenant_id", "payment_id") REFERENCES "payment"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
