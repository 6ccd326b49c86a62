-- false: made by a test key. Figures leave it out, and all of it can be deleted in one step.
ALTER TABLE "booking" ADD COLUMN "livemode" BOOLEAN NOT NULL DEFAULT true;
ALTER TABLE "customer" ADD COLUMN "livemode" BOOLEAN NOT NULL DEFAULT true;
ALTER TABLE "event" ADD COLUMN "livemode" BOOLEAN NOT NULL DEFAULT true;
CREATE INDEX "booking_of_tests" ON "booking" ("tenant_id", "id") WHERE NOT "livemode";
CREATE INDEX "customer_of_tests" ON "customer" ("tenant_id", "id") WHERE NOT "livemode";
