-- How much mail a tenant has sent on a day (UTC): in all ('' as the recipient), and to each recipient, of whom only a hash is kept.
CREATE TABLE "mail_usage" (
    "tenant_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "recipient_hash" BYTEA NOT NULL,
    "sent" INTEGER NOT NULL,

    CONSTRAINT "mail_usage_pkey" PRIMARY KEY ("tenant_id","day","recipient_hash")
);
ALTER TABLE "mail_usage" ADD CONSTRAINT "mail_usage_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
CREATE INDEX "mail_usage_day_idx" ON "mail_usage"("day");

-- A message over its tenant's or its recipient's quota waits for the next day.
ALTER TABLE "message" DROP CONSTRAINT "message_status_check";
ALTER TABLE "message" ADD CONSTRAINT "message_status_check"
  CHECK ("status" IN ('queued', 'held', 'sent', 'failed', 'bounced', 'suppressed'));
CREATE INDEX "message_resent_of" ON "message" ("tenant_id", ("context" ->> 'resent_of')) WHERE "context" ? 'resent_of';

-- The browser that asked for a sign-in code, when the address has signed in with it before.
ALTER TABLE "verification_code" ADD COLUMN "device_id" UUID;

-- A resource's calendar address ends with the rights of whoever made it (or gave it its newest secret).
ALTER TABLE "calendar_feed" ADD COLUMN "made_by_user_id" UUID;
UPDATE "calendar_feed" f SET "made_by_user_id" = (
  SELECT (a."actor" ->> 'id')::uuid FROM "audit_row" a
  WHERE a."tenant_id" = f."tenant_id" AND a."entity" = 'calendar_feed' AND a."entity_id" = f."id"::text
    AND a."action" IN ('calendar_feed.created', 'calendar_feed.rotated') AND a."actor" ->> 'kind' = 'user'
  ORDER BY a."at" DESC LIMIT 1);
