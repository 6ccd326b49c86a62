-- The first shape of every record. What follows the tables, under "What Prisma's language cannot say", is the heart of it:
-- the constraint that makes an overbooking impossible, the checks, and the partial and trigram indexes.

create extension if not exists btree_gist;
create extension if not exists btree_gin;
create extension if not exists pg_trgm;

-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateTable
CREATE TABLE "tenant" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "email" TEXT,
    "phone" TEXT,
    "website" TEXT,
    "address" JSONB NOT NULL DEFAULT '{}',
    "logo_asset_id" UUID,
    "time_zone" TEXT NOT NULL,
    "locale" TEXT NOT NULL DEFAULT 'en',
    "currency" TEXT NOT NULL,
    "policy" JSONB NOT NULL DEFAULT '{}',
    "is_demo" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tenant_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "account" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "account_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tenant_user" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "role" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "resource_ids" UUID[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tenant_user_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "session" (
    "token_hash" BYTEA NOT NULL,
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "tenant_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "idle_expires_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "ip" TEXT,
    "user_agent" TEXT,

    CONSTRAINT "session_pkey" PRIMARY KEY ("token_hash")
);

-- CreateTable
CREATE TABLE "verification_code" (
    "id" UUID NOT NULL,
    "purpose" TEXT NOT NULL,
    "channel" TEXT NOT NULL,
    "destination" TEXT NOT NULL,
    "tenant_id" UUID,
    "api_key_id" UUID,
    "code_hmac" BYTEA NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "consumed_at" TIMESTAMPTZ(3),

    CONSTRAINT "verification_code_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_key" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "key_hash" BYTEA NOT NULL,
    "prefix" TEXT NOT NULL,
    "last4" TEXT NOT NULL,
    "scopes" TEXT[],
    "allowed_origins" TEXT[],
    "role" TEXT,
    "is_base" BOOLEAN NOT NULL DEFAULT false,
    "secret_ciphertext" BYTEA,
    "widget_config_id" UUID,
    "expires_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_key_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "widget_config" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "is_default" BOOLEAN NOT NULL DEFAULT false,
    "settings" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "widget_config_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "resource" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "capacity" INTEGER NOT NULL DEFAULT 1,
    "meta" JSONB NOT NULL DEFAULT '{}',
    "active" BOOLEAN NOT NULL DEFAULT true,
    "image_asset_id" UUID,
    "position" INTEGER NOT NULL DEFAULT 0,
    "color" TEXT,
    "slots_version" BIGINT NOT NULL DEFAULT 0,
    "longest_minutes" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "resource_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "schedule" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "time_zone" TEXT NOT NULL,
    "rules" JSONB NOT NULL,
    "overrides" JSONB NOT NULL DEFAULT '[]',
    "valid_from" DATE,
    "valid_to" DATE,
    "duration_minutes" INTEGER NOT NULL DEFAULT 60,
    "step_minutes" INTEGER,
    "buffer_before_minutes" INTEGER NOT NULL DEFAULT 0,
    "buffer_after_minutes" INTEGER NOT NULL DEFAULT 0,
    "min_notice_minutes" INTEGER NOT NULL DEFAULT 120,
    "max_advance_days" INTEGER NOT NULL DEFAULT 90,
    "price_amount" INTEGER,
    "currency" TEXT,
    "requires_payment" BOOLEAN NOT NULL DEFAULT false,
    "requires_approval" BOOLEAN NOT NULL DEFAULT false,
    "max_party_size" INTEGER,
    "max_per_day" INTEGER,
    "questions" JSONB NOT NULL DEFAULT '[]',
    "active" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "schedule_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "schedule_resource" (
    "tenant_id" UUID NOT NULL,
    "schedule_id" UUID NOT NULL,
    "resource_id" UUID NOT NULL,

    CONSTRAINT "schedule_resource_pkey" PRIMARY KEY ("tenant_id","schedule_id","resource_id")
);

-- CreateTable
CREATE TABLE "slot" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "resource_id" UUID NOT NULL,
    "schedule_id" UUID,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "occupies_from" TIMESTAMPTZ(3) NOT NULL,
    "occupies_to" TIMESTAMPTZ(3) NOT NULL,
    "capacity" INTEGER NOT NULL,
    "taken" INTEGER NOT NULL DEFAULT 0,
    "price_amount" INTEGER,
    "currency" TEXT,
    "status" TEXT NOT NULL DEFAULT 'open',
    "origin" TEXT NOT NULL DEFAULT 'generated',

    CONSTRAINT "slot_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "customer" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "phone" TEXT,
    "locale" TEXT,
    "time_zone" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "customer_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "booking" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "reference" TEXT NOT NULL,
    "resource_id" UUID NOT NULL,
    "resource_name" TEXT NOT NULL,
    "schedule_id" UUID,
    "slot_id" UUID,
    "status" TEXT NOT NULL,
    "pending_reason" TEXT,
    "expires_at" TIMESTAMPTZ(3),
    "payment_status" TEXT NOT NULL DEFAULT 'none',
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "time_zone" TEXT NOT NULL,
    "party_size" INTEGER NOT NULL DEFAULT 1,
    "customer_id" UUID NOT NULL,
    "customer_name" TEXT NOT NULL,
    "customer_email" TEXT NOT NULL,
    "customer_phone" TEXT,
    "price_amount" INTEGER,
    "currency" TEXT,
    "notes" TEXT,
    "answers" JSONB NOT NULL DEFAULT '[]',
    "source" TEXT NOT NULL,
    "widget_config_id" UUID,
    "meta" JSONB NOT NULL DEFAULT '{}',
    "cancelled_by" TEXT,
    "cancel_reason_code" TEXT,
    "cancel_reason" TEXT,
    "reschedule_count" INTEGER NOT NULL DEFAULT 0,
    "version" INTEGER NOT NULL DEFAULT 1,
    "event_count" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "booking_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "claim" (
    "tenant_id" UUID NOT NULL,
    "booking_id" UUID NOT NULL,
    "lane" INTEGER NOT NULL,
    "resource_id" UUID NOT NULL,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "lapses_at" TIMESTAMPTZ(3),

    CONSTRAINT "claim_pkey" PRIMARY KEY ("tenant_id","booking_id","lane")
);

-- CreateTable
CREATE TABLE "event" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "booking_id" UUID NOT NULL,
    "sequence" INTEGER NOT NULL,
    "body" TEXT NOT NULL,
    "actor" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "relayed_at" TIMESTAMPTZ(3),

    CONSTRAINT "event_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "webhook_subscription" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "events" TEXT[],
    "description" TEXT,
    "secret_ciphertext" BYTEA NOT NULL,
    "previous_secret_ciphertext" BYTEA,
    "previous_secret_expires_at" TIMESTAMPTZ(3),
    "disabled_at" TIMESTAMPTZ(3),
    "disabled_reason" TEXT,
    "failing_since" TIMESTAMPTZ(3),
    "failure_count" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_subscription_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "webhook_delivery" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "event_id" UUID NOT NULL,
    "subscription_id" UUID NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP,
    "lease_id" UUID,
    "leased_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "completed_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_delivery_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "webhook_attempt" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "delivery_id" UUID NOT NULL,
    "attempt" INTEGER NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "latency_ms" INTEGER NOT NULL,
    "response_code" INTEGER,
    "response_body" TEXT,
    "error" TEXT,

    CONSTRAINT "webhook_attempt_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "idempotency_key" (
    "tenant_id" UUID NOT NULL,
    "route" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "fingerprint" BYTEA NOT NULL,
    "status" INTEGER,
    "body" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_key_pkey" PRIMARY KEY ("tenant_id","route","key")
);

-- CreateTable
CREATE TABLE "audit_row" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "actor" JSONB NOT NULL,
    "action" TEXT NOT NULL,
    "entity" TEXT NOT NULL,
    "entity_id" TEXT,
    "diff" JSONB NOT NULL DEFAULT '{}',
    "request_id" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audit_row_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "tenant_slug_key" ON "tenant"("slug");

-- CreateIndex
CREATE UNIQUE INDEX "account_email_key" ON "account"("email");

-- CreateIndex
CREATE INDEX "tenant_user_account_id_idx" ON "tenant_user"("account_id");

-- CreateIndex
CREATE UNIQUE INDEX "tenant_user_tenant_id_account_id_key" ON "tenant_user"("tenant_id", "account_id");

-- CreateIndex
CREATE UNIQUE INDEX "session_id_key" ON "session"("id");

-- CreateIndex
CREATE INDEX "session_account_id_idx" ON "session"("account_id");

-- CreateIndex
CREATE INDEX "session_tenant_id_idx" ON "session"("tenant_id");

-- CreateIndex
CREATE INDEX "verification_code_purpose_destination_created_at_idx" ON "verification_code"("purpose", "destination", "created_at");

-- CreateIndex
CREATE INDEX "verification_code_expires_at_idx" ON "verification_code"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "api_key_key_hash_key" ON "api_key"("key_hash");

-- CreateIndex
CREATE INDEX "api_key_tenant_id_widget_config_id_idx" ON "api_key"("tenant_id", "widget_config_id");

-- CreateIndex
CREATE INDEX "resource_tenant_id_position_id_idx" ON "resource"("tenant_id", "position", "id");

-- CreateIndex
CREATE INDEX "schedule_tenant_id_created_at_id_idx" ON "schedule"("tenant_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "schedule_resource_tenant_id_resource_id_idx" ON "schedule_resource"("tenant_id", "resource_id");

-- CreateIndex
CREATE INDEX "slot_tenant_id_schedule_id_starts_at_idx" ON "slot"("tenant_id", "schedule_id", "starts_at");

-- CreateIndex
CREATE UNIQUE INDEX "slot_tenant_id_resource_id_starts_at_schedule_id_key" ON "slot"("tenant_id", "resource_id", "starts_at", "schedule_id");

-- CreateIndex
CREATE UNIQUE INDEX "customer_tenant_id_email_key" ON "customer"("tenant_id", "email");

-- CreateIndex
CREATE INDEX "booking_tenant_id_starts_at_id_idx" ON "booking"("tenant_id", "starts_at", "id");

-- CreateIndex
CREATE INDEX "booking_tenant_id_created_at_id_idx" ON "booking"("tenant_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "booking_tenant_id_updated_at_id_idx" ON "booking"("tenant_id", "updated_at", "id");

-- CreateIndex
CREATE INDEX "booking_tenant_id_resource_id_starts_at_idx" ON "booking"("tenant_id", "resource_id", "starts_at");

-- CreateIndex
CREATE INDEX "booking_tenant_id_customer_id_idx" ON "booking"("tenant_id", "customer_id");

-- CreateIndex
CREATE UNIQUE INDEX "booking_tenant_id_reference_key" ON "booking"("tenant_id", "reference");

-- CreateIndex
CREATE INDEX "claim_tenant_id_resource_id_starts_at_idx" ON "claim"("tenant_id", "resource_id", "starts_at");

-- CreateIndex
CREATE INDEX "event_tenant_id_created_at_id_idx" ON "event"("tenant_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "event_tenant_id_booking_id_sequence_key" ON "event"("tenant_id", "booking_id", "sequence");

-- CreateIndex
CREATE INDEX "webhook_delivery_tenant_id_subscription_id_created_at_idx" ON "webhook_delivery"("tenant_id", "subscription_id", "created_at");

-- CreateIndex
CREATE INDEX "webhook_delivery_tenant_id_event_id_idx" ON "webhook_delivery"("tenant_id", "event_id");

-- CreateIndex
CREATE INDEX "webhook_attempt_tenant_id_delivery_id_idx" ON "webhook_attempt"("tenant_id", "delivery_id");

-- CreateIndex
CREATE INDEX "idempotency_key_created_at_idx" ON "idempotency_key"("created_at");

-- CreateIndex
CREATE INDEX "audit_row_tenant_id_at_idx" ON "audit_row"("tenant_id", "at");

-- CreateIndex
CREATE INDEX "audit_row_tenant_id_entity_entity_id_idx" ON "audit_row"("tenant_id", "entity", "entity_id");

-- AddForeignKey
ALTER TABLE "tenant_user" ADD CONSTRAINT "tenant_user_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tenant_user" ADD CONSTRAINT "tenant_user_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "session" ADD CONSTRAINT "session_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "session" ADD CONSTRAINT "session_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_tenant_id_widget_config_id_fkey" FOREIGN KEY ("tenant_id", "widget_config_id") REFERENCES "widget_config"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "widget_config" ADD CONSTRAINT "widget_config_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "resource" ADD CONSTRAINT "resource_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "schedule" ADD CONSTRAINT "schedule_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "schedule_resource" ADD CONSTRAINT "schedule_resource_tenant_id_schedule_id_fkey" FOREIGN KEY ("tenant_id", "schedule_id") REFERENCES "schedule"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "schedule_resource" ADD CONSTRAINT "schedule_resource_tenant_id_resource_id_fkey" FOREIGN KEY ("tenant_id", "resource_id") REFERENCES "resource"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "slot" ADD CONSTRAINT "slot_tenant_id_resource_id_fkey" FOREIGN KEY ("tenant_id", "resource_id") REFERENCES "resource"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "slot" ADD CONSTRAINT "slot_tenant_id_schedule_id_fkey" FOREIGN KEY ("tenant_id", "schedule_id") REFERENCES "schedule"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "customer" ADD CONSTRAINT "customer_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "booking" ADD CONSTRAINT "booking_tenant_id_customer_id_fkey" FOREIGN KEY ("tenant_id", "customer_id") REFERENCES "customer"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "claim" ADD CONSTRAINT "claim_tenant_id_booking_id_fkey" FOREIGN KEY ("tenant_id", "booking_id") REFERENCES "booking"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "claim" ADD CONSTRAINT "claim_tenant_id_resource_id_fkey" FOREIGN KEY ("tenant_id", "resource_id") REFERENCES "resource"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "event" ADD CONSTRAINT "event_tenant_id_booking_id_fkey" FOREIGN KEY ("tenant_id", "booking_id") REFERENCES "booking"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_subscription" ADD CONSTRAINT "webhook_subscription_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_tenant_id_event_id_fkey" FOREIGN KEY ("tenant_id", "event_id") REFERENCES "event"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_tenant_id_subscription_id_fkey" FOREIGN KEY ("tenant_id", "subscription_id") REFERENCES "webhook_subscription"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_attempt" ADD CONSTRAINT "webhook_attempt_tenant_id_delivery_id_fkey" FOREIGN KEY ("tenant_id", "delivery_id") REFERENCES "webhook_delivery"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "audit_row" ADD CONSTRAINT "audit_row_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- What Prisma's language cannot say ------------------------------------------------------------------------------------------

-- One seat (a lane of a resource) is held by one booking at a time. resource_id and the range stand first: a GiST index splits on
-- its first columns, and one tenant's claims must not all share a page.
alter table claim add constraint claim_no_overlap
  exclude using gist (resource_id with =, tstzrange(starts_at, ends_at) with &&, lane with =, tenant_id with =);
alter table claim add constraint claim_lane_check check (lane >= 0);
alter table claim add constraint claim_time_check check (starts_at < ends_at and ends_at - starts_at <= interval '2 days');
create index claim_lapsing on claim (lapses_at) where lapses_at is not null;

alter table tenant add constraint tenant_currency_check check (currency ~ '^[A-Z]{3}$');
alter table tenant_user add constraint tenant_user_role_check check (role in ('owner', 'admin', 'staff', 'viewer'));
create unique index tenant_user_one_owner on tenant_user (tenant_id) where role = 'owner';

alter table api_key add constraint api_key_kind_check check (kind in ('publishable', 'secret'));
alter table api_key add constraint api_key_mode_check check (mode in ('live', 'test'));
alter table api_key add constraint api_key_role_check
  check ((kind = 'secret') = (role is not null) and (role is null or role in ('viewer', 'staff', 'admin')));
create unique index api_key_one_base on api_key (tenant_id) where is_base and revoked_at is null;
create unique index widget_config_one_default on widget_config (tenant_id) where is_default;

alter table resource add constraint resource_capacity_check check (capacity between 1 and 500);
-- Each booking counts slots_version up: room on the page keeps that update from touching an index (HOT).
alter table resource set (fillfactor = 50);

alter table schedule add constraint schedule_duration_check check (duration_minutes between 5 and 1440);
alter table schedule add constraint schedule_step_check check (step_minutes between 5 and 1440);
alter table schedule add constraint schedule_buffer_check
  check (buffer_before_minutes between 0 and 480 and buffer_after_minutes between 0 and 480);
alter table schedule add constraint schedule_notice_check check (min_notice_minutes between 0 and 525600);
alter table schedule add constraint schedule_advance_check check (max_advance_days between 1 and 730);
alter table schedule add constraint schedule_price_check check (price_amount between 0 and 99999999 and (price_amount is null) = (currency is null));

alter table slot add constraint slot_time_check
  check (starts_at < ends_at and ends_at - starts_at <= interval '1 day' and occupies_from <= starts_at and occupies_to >= ends_at
    and starts_at - occupies_from <= interval '8 hours' and occupies_to - ends_at <= interval '8 hours');
alter table slot add constraint slot_capacity_check check (capacity between 1 and 500 and taken >= 0);
alter table slot add constraint slot_status_check check (status in ('open', 'closed'));
alter table slot add constraint slot_origin_check check (origin in ('generated', 'manual'));
-- A manual slot has no schedule; two of them at one time are still one slot too many.
drop index slot_tenant_id_resource_id_starts_at_schedule_id_key;
create unique index slot_tenant_id_resource_id_starts_at_schedule_id_key
  on slot (tenant_id, resource_id, starts_at, schedule_id) nulls not distinct;
alter table slot set (fillfactor = 85);

alter table booking add constraint booking_status_check
  check (status in ('pending', 'confirmed', 'paid', 'completed', 'no_show', 'cancelled', 'refunded', 'expired'));
alter table booking add constraint booking_pending_reason_check check (pending_reason in ('payment', 'approval', 'verification'));
alter table booking add constraint booking_payment_status_check
  check (payment_status in ('none', 'open', 'processing', 'paid', 'partially_refunded', 'refunded', 'failed'));
alter table booking add constraint booking_source_check check (source in ('dashboard', 'widget', 'api'));
alter table booking add constraint booking_cancelled_by_check check (cancelled_by in ('customer', 'staff', 'system'));
alter table booking add constraint booking_time_check check (starts_at < ends_at and ends_at - starts_at <= interval '1 day');
alter table booking add constraint booking_party_check check (party_size between 1 and 500);
create index booking_expiring on booking (expires_at) where status = 'pending' and expires_at is not null;
create index booking_search on booking using gin (tenant_id,
  (lower(reference || ' ' || customer_name || ' ' || customer_email || ' ' || coalesce(customer_phone, ''))) gin_trgm_ops);

create index event_unrelayed on event (created_at) where relayed_at is null;
alter table webhook_delivery add constraint webhook_delivery_status_check
  check (status in ('pending', 'succeeded', 'failed', 'cancelled'));
create index webhook_delivery_due on webhook_delivery (next_attempt_at) where status = 'pending';
