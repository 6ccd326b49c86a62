-- The hours that past slots offered, kept after the slots are deleted: statistics go back two years.
CREATE TABLE "offered_time" (
    "tenant_id" UUID NOT NULL,
    "resource_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "seats" INTEGER NOT NULL,
    "open" tstzmultirange NOT NULL,

    CONSTRAINT "offered_time_pkey" PRIMARY KEY ("tenant_id","resource_id","day","seats")
);
ALTER TABLE "offered_time" ADD CONSTRAINT "offered_time_tenant_id_resource_id_fkey"
  FOREIGN KEY ("tenant_id", "resource_id") REFERENCES "resource"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- By which the nightly deletion finds old rows (lib/retention.sql.ts). None of these tables is written by a booking.
CREATE INDEX "reminder_tenant_id_starts_at_idx" ON "reminder" ("tenant_id", "starts_at");
CREATE INDEX "manage_link_use_tenant_id_window_starts_at_idx" ON "manage_link_use" ("tenant_id", "window_starts_at");
CREATE INDEX "customer_erasure_tenant_id_ended_at_idx" ON "customer_erasure" ("tenant_id", "ended_at");
CREATE INDEX "waitlist_entry_tenant_id_starts_at_idx" ON "waitlist_entry" ("tenant_id", "starts_at");
CREATE INDEX "provider_session_created_at_idx" ON "provider_session" ("created_at");
