-- What a person decided not to collect (above zero) or to keep (below zero) of a booking's balance, minor units.
ALTER TABLE "booking" ADD COLUMN "written_off_amount" INTEGER NOT NULL DEFAULT 0;
-- Since when its price and the money that came in for it differ; null: they do not.
ALTER TABLE "booking" ADD COLUMN "unsettled_since" TIMESTAMPTZ(3);
-- The guest chose to pay at the company: an approval asks for no payment.
ALTER TABLE "booking" ADD COLUMN "pays_later" BOOLEAN NOT NULL DEFAULT false;
-- What Attention looks through: few of a company's bookings.
CREATE INDEX "booking_unsettled" ON "booking" ("tenant_id", "unsettled_since") WHERE "unsettled_since" IS NOT NULL;
-- A checkout that takes no payment method that needs days; kept so that a repeated call asks for the same.
ALTER TABLE "payment" ADD COLUMN "instant_only" BOOLEAN NOT NULL DEFAULT false;
