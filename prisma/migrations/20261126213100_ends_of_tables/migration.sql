-- By which the nightly deletion finds old rows (lib/retention.sql.ts). None of these tables is written by a booking.
CREATE INDEX "reminder_tenant_id_starts_at_idx" ON "reminder" ("tenant_id", "starts_at");
CREATE INDEX "manage_link_use_tenant_id_window_starts_at_idx" ON "manage_link_use" ("tenant_id", "window_starts_at");
CREATE INDEX "customer_erasure_tenant_id_ended_at_idx" ON "customer_erasure" ("tenant_id", "ended_at");
CREATE INDEX "waitlist_entry_tenant_id_starts_at_idx" ON "waitlist_entry" ("tenant_id", "starts_at");
CREATE INDEX "provider_session_created_at_idx" ON "provider_session" ("created_at");
CREATE INDEX "calendar_left_tenant_id_goes_at_idx" ON "calendar_left" ("tenant_id", "goes_at");
