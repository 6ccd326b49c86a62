-- The tables of release 1.0.0. The database's functions are in app/domain/**/*.sql; `migrate` applies
-- them after the migrations.

-- Exclusion constraint of seats, indexes over a tenant and a JSON value, search by parts of words.
create extension if not exists btree_gist;
create extension if not exists btree_gin;
create extension if not exists pg_trgm;

create table tenant (
  id uuid not null,
  name text not null,
  slug text not null,
  email text,
  phone text,
  website text,
  address jsonb not null default '{}'::jsonb,
  logo_asset_id uuid,
  time_zone text not null,
  locale text not null default 'en',
  currency text not null,
  policy jsonb not null default '{}'::jsonb,
  is_demo boolean not null default false,
  created_at timestamptz(3) not null default current_timestamp,
  updated_at timestamptz(3) not null default current_timestamp,
  onboarding jsonb not null default '{}'::jsonb,
  takes_payments boolean not null default false,
  is_closing boolean not null default false,
  closing jsonb,
  constraint tenant_pkey primary key (id),
  constraint tenant_currency_check check (currency ~ '^[A-Z]{3}$')
);
create unique index tenant_slug_key on tenant (slug);

create table account (
  id uuid not null,
  email text not null,
  name text,
  created_at timestamptz(3) not null default current_timestamp,
  constraint account_pkey primary key (id)
);
create unique index account_email_key on account (email);

create table tenant_user (
  tenant_id uuid not null,
  id uuid not null,
  account_id uuid not null,
  role text not null,
  name text not null,
  resource_ids uuid[],
  created_at timestamptz(3) not null default current_timestamp,
  last_seen_at timestamptz(3),
  preferences jsonb not null default '{}'::jsonb,
  own_hours boolean not null default false,
  constraint tenant_user_pkey primary key (tenant_id, id),
  constraint tenant_user_role_check check (role in ('owner', 'admin', 'staff', 'viewer')),
  constraint tenant_user_account_id_fkey foreign key (account_id) references account(id) on delete cascade,
  constraint tenant_user_tenant_id_fkey foreign key (tenant_id) references tenant(id) on delete cascade
);
create index tenant_user_account_id_idx on tenant_user (account_id);
create unique index tenant_user_tenant_id_account_id_key on tenant_user (tenant_id, account_id);
create unique index tenant_user_one_owner on tenant_user (tenant_id) where (role = 'owner');

create table hours (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  time_zone text not null,
  rules jsonb not null,
  overrides jsonb not null default '[]'::jsonb,
  valid_from date,
  valid_to date,
  version int not null default 1,
  created_at timestamptz(3) not null default current_timestamp,
  updated_at timestamptz(3) not null default current_timestamp,
  constraint hours_pkey primary key (tenant_id, id),
  constraint hours_tenant_id_fkey foreign key (tenant_id) references tenant(id) on delete cascade
);
create index hours_tenant_id_name_id_idx on hours (tenant_id, name, id);

-- Free room on each page keeps the update of slots_version, which every booking makes, from touching
-- an index (HOT).
create table resource (
  tenant_id uuid not null,
  id uuid not null,
  type text not null,
  name text not null,
  description text,
  capacity int not null default 1,
  meta jsonb not null default '{}'::jsonb,
  active boolean not null default true,
  image_asset_id uuid,
  position int not null default 0,
  color text,
  slots_version bigint not null default 0,
  longest_minutes int not null default 0,
  created_at timestamptz(3) not null default current_timestamp,
  updated_at timestamptz(3) not null default current_timestamp,
  version int not null default 1,
  hours_id uuid,
  constraint resource_pkey primary key (tenant_id, id),
  constraint resource_capacity_check check (capacity >= 1 and capacity <= 500),
  constraint resource_tenant_id_fkey foreign key (tenant_id) references tenant(id) on delete cascade,
  constraint resource_tenant_id_hours_id_fkey foreign key (tenant_id, hours_id) references hours(tenant_id, id)
) with (fillfactor = 50);
create index resource_tenant_id_position_id_idx on resource (tenant_id, "position", id);
create index resource_tenant_id_hours_id_idx on resource (tenant_id, hours_id);

create table schedule (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  time_zone text not null,
  rules jsonb not null,
  overrides jsonb not null default '[]'::jsonb,
  valid_from date,
  valid_to date,
  duration_minutes int not null default 60,
  step_minutes int,
  buffer_before_minutes int not null default 0,
  buffer_after_minutes int not null default 0,
  min_notice_minutes int not null default 120,
  max_advance_days int not null default 90,
  price_amount int,
  currency text,
  requires_payment boolean not null default false,
  requires_approval boolean not null default false,
  max_party_size int,
  max_per_day int,
  questions jsonb not null default '[]'::jsonb,
  active boolean not null default true,
  created_at timestamptz(3) not null default current_timestamp,
  updated_at timestamptz(3) not null default current_timestamp,
  plan_version int not null default 0,
  unpayable text,
  version int not null default 1,
  meta jsonb not null default '{}'::jsonb,
  hours_id uuid,
  description text,
  image_asset_id uuid,
  category text,
  position int not null default 0,
  private boolean not null default false,
  location jsonb,
  length_options jsonb not null default '[]'::jsonb,
  peak_prices jsonb not null default '[]'::jsonb,
  assign text not null default 'least_loaded',
  max_upcoming_per_customer int,
  max_per_customer_week int,
  max_per_week int,
  max_per_month int,
  constraint schedule_pkey primary key (tenant_id, id),
  constraint schedule_duration_check check (duration_minutes >= 5 and duration_minutes <= 1440),
  constraint schedule_step_check check (step_minutes >= 5 and step_minutes <= 1440),
  constraint schedule_buffer_check check ((buffer_before_minutes >= 0 and buffer_before_minutes <= 480) and (buffer_after_minutes >= 0 and buffer_after_minutes <= 480)),
  constraint schedule_notice_check check (min_notice_minutes >= 0 and min_notice_minutes <= 525600),
  constraint schedule_advance_check check (max_advance_days >= 1 and max_advance_days <= 730),
  constraint schedule_price_check check (price_amount is null or ((price_amount >= 0 and price_amount <= 99999999) and currency is not null)),
  constraint schedule_tenant_id_fkey foreign key (tenant_id) references tenant(id) on delete cascade,
  constraint schedule_tenant_id_hours_id_fkey foreign key (tenant_id, hours_id) references hours(tenant_id, id)
);
create index schedule_tenant_id_created_at_id_idx on schedule (tenant_id, created_at, id);
create index schedule_tenant_id_hours_id_idx on schedule (tenant_id, hours_id);

create table slot (
  tenant_id uuid not null,
  id uuid not null,
  resource_id uuid not null,
  schedule_id uuid,
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  occupies_from timestamptz(3) not null,
  occupies_to timestamptz(3) not null,
  capacity int not null,
  taken int not null default 0,
  price_amount int,
  currency text,
  status text not null default 'open',
  origin text not null default 'generated',
  outside_hours boolean not null default false,
  blocked boolean not null default false,
  own_capacity int,
  own_currency text,
  own_price_amount int,
  follows_schedule boolean not null default false,
  open_until timestamptz(3),
  constraint slot_pkey primary key (tenant_id, id),
  constraint slot_time_check check (starts_at < ends_at and ((ends_at - starts_at) <= '1 day'::interval) and occupies_from <= starts_at and occupies_to >= ends_at and ((starts_at - occupies_from) <= '08:00:00'::interval) and ((occupies_to - ends_at) <= '08:00:00'::interval)),
  constraint slot_capacity_check check ((capacity >= 1 and capacity <= 500) and taken >= 0),
  constraint slot_status_check check (status in ('open', 'closed')),
  constraint slot_origin_check check (origin in ('generated', 'manual')),
  constraint slot_outside_hours_check check ((not outside_hours) or status = 'closed'),
  constraint slot_own_capacity_check check (own_capacity >= 1 and own_capacity <= 500),
  constraint slot_own_price_check check ((own_price_amount >= 0 and own_price_amount <= 99999999) and ((own_price_amount is null) = (own_currency is null))),
  constraint slot_tenant_id_schedule_id_fkey foreign key (tenant_id, schedule_id) references schedule(tenant_id, id) on delete cascade,
  constraint slot_tenant_id_resource_id_fkey foreign key (tenant_id, resource_id) references resource(tenant_id, id) on delete cascade
) with (fillfactor = 85);
create index slot_tenant_id_schedule_id_starts_at_idx on slot (tenant_id, schedule_id, starts_at);
-- A manual slot has no schedule; two of them at one time are still refused.
create unique index slot_tenant_id_resource_id_starts_at_schedule_id_key on slot (tenant_id, resource_id, starts_at, schedule_id) nulls not distinct;
create index slot_outside_hours on slot (tenant_id, starts_at) where outside_hours;
create index slot_by_price on slot (tenant_id, schedule_id, resource_id, price_amount, starts_at) where ((status = 'open') and (not blocked));
create index slot_own_price on slot (tenant_id, schedule_id, starts_at) where (own_price_amount is not null);

create table customer (
  tenant_id uuid not null,
  id uuid not null,
  email text,
  name text not null,
  phone text,
  locale text,
  time_zone text,
  created_at timestamptz(3) not null default current_timestamp,
  updated_at timestamptz(3) not null default current_timestamp,
  erased_at timestamptz(3),
  notes text,
  merged_into uuid,
  merged_at timestamptz(3),
  merged_fields text[] not null default '{}'::text[],
  version int not null default 1,
  livemode boolean not null default true,
  meta jsonb not null default '{}'::jsonb,
  constraint customer_pkey primary key (tenant_id, id),
  constraint customer_merged_check check (((merged_into is null) = (merged_at is null)) and merged_into <> id),
  constraint customer_tenant_id_fkey foreign key (tenant_id) references tenant(id) on delete cascade
);
create unique index customer_tenant_id_email_key on customer (tenant_id, email);
-- Found by text first and tenant second. Reads go through what waits for its place in the index, so
-- little may wait (64 kB is the minimum).
create index customer_search on customer using gin (lower(((((name || ' ') || coalesce(email, '')) || ' ') || coalesce(phone, ''))) gin_trgm_ops, tenant_id) with (gin_pending_list_limit='64');
create index customer_merged on customer (tenant_id, merged_into) where (merged_into is not null);
create index customer_phone_digits on customer (tenant_id, "right"(regexp_replace(phone, '\D', '', 'g'), 9)) where (phone is not null);
create index customer_lower_name on customer (tenant_id, lower(name));
create index customer_of_tests on customer (tenant_id, id) where (not livemode);
create index customer_meta on customer using gin (jsonb_set('{}'::jsonb, array[tenant_id::text], meta) jsonb_path_ops) with (gin_pending_list_limit='64') where (meta <> '{}'::jsonb);
create index customer_lower_email on customer (tenant_id, lower(email)) where (email is not null);

create table booking (
  tenant_id uuid not null,
  id uuid not null,
  reference text collate "C" not null,
  resource_id uuid not null,
  resource_name text not null,
  schedule_id uuid,
  slot_id uuid,
  status text not null,
  pending_reason text,
  expires_at timestamptz(3),
  payment_status text not null default 'none',
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  time_zone text not null,
  party_size int not null default 1,
  customer_id uuid not null,
  customer_name text not null,
  customer_email text,
  customer_phone text,
  price_amount int,
  currency text,
  notes text,
  answers jsonb not null default '[]'::jsonb,
  source text not null,
  widget_config_id uuid,
  meta jsonb not null default '{}'::jsonb,
  cancelled_by text,
  cancel_reason_code text,
  cancel_reason text,
  reschedule_count int not null default 0,
  version int not null default 1,
  event_count int not null default 0,
  created_at timestamptz(3) not null default current_timestamp,
  updated_at timestamptz(3) not null default current_timestamp,
  arrived_at timestamptz(3),
  merged_from uuid,
  written_off_amount int not null default 0,
  unsettled_since timestamptz(3),
  pays_later boolean not null default false,
  livemode boolean not null default true,
  assigned_because text,
  booking_link_id uuid,
  agreed_price_amount int,
  agreed_party_size int,
  refund_starts_at timestamptz(3),
  is_proven boolean,
  length_minutes int,
  held_refund_amount int,
  meeting_url text,
  meeting_calendar_id uuid,
  constraint booking_pkey primary key (tenant_id, id),
  constraint booking_status_check check (status in ('pending', 'confirmed', 'paid', 'completed', 'no_show', 'cancelled', 'refunded', 'expired')),
  constraint booking_payment_status_check check (payment_status in ('none', 'open', 'processing', 'paid', 'partially_refunded', 'refunded', 'failed')),
  constraint booking_cancelled_by_check check (cancelled_by in ('customer', 'staff', 'system')),
  constraint booking_time_check check (starts_at < ends_at and ((ends_at - starts_at) <= '1 day'::interval)),
  constraint booking_party_check check (party_size >= 1 and party_size <= 500),
  constraint booking_pending_reason_check check (pending_reason in ('payment', 'approval', 'verification', 'offer')),
  constraint booking_source_check check (source in ('dashboard', 'widget', 'api', 'test')),
  constraint booking_tenant_id_customer_id_fkey foreign key (tenant_id, customer_id) references customer(tenant_id, id) on delete restrict
);
create index booking_tenant_id_starts_at_id_idx on booking (tenant_id, starts_at, id);
create index booking_tenant_id_created_at_id_idx on booking (tenant_id, created_at, id);
create index booking_tenant_id_updated_at_id_idx on booking (tenant_id, updated_at, id);
create index booking_tenant_id_resource_id_starts_at_idx on booking (tenant_id, resource_id, starts_at);
create unique index booking_tenant_id_reference_key on booking (tenant_id, reference);
create index booking_tenant_id_customer_id_starts_at_idx on booking (tenant_id, customer_id, starts_at);
create index booking_expiring on booking (tenant_id, expires_at) where ((status = 'pending') and (expires_at is not null));
create index booking_tenant_id_schedule_id_starts_at_idx on booking (tenant_id, schedule_id, starts_at);
create index booking_tenant_id_slot_id_idx on booking (tenant_id, slot_id) where (slot_id is not null);
-- The booking made to try the set-up: one at a time.
create unique index booking_test on booking (tenant_id) where (source = 'test');
create index booking_unsettled on booking (tenant_id, unsettled_since) where (unsettled_since is not null);
create index booking_of_tests on booking (tenant_id, id) where (not livemode);
-- Each value is one entry with its key and its tenant in it, so that a word that every tenant uses is
-- no longer to search. Rows without meta, most of them, cost nothing.
create index booking_meta on booking using gin (jsonb_set('{}'::jsonb, array[tenant_id::text], meta) jsonb_path_ops) with (gin_pending_list_limit='64') where (meta <> '{}'::jsonb);
create index booking_by_link on booking (tenant_id, booking_link_id) where (booking_link_id is not null);
create index booking_unproven on booking (tenant_id, created_at) where (is_proven = false);
create index booking_off_slot on booking (tenant_id, starts_at) where ((slot_id is null) or (length_minutes is not null));

-- A visitor's seats while they fill in the booking form; its claims lapse with it.
create table hold (
  tenant_id uuid not null,
  id uuid not null,
  resource_id uuid not null,
  slot_id uuid not null,
  occupies_from timestamptz(3) not null,
  occupies_to timestamptz(3) not null,
  party_size int not null,
  api_key_id uuid not null,
  client_hash bytea not null,
  token_hash bytea not null,
  first_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  terms jsonb,
  constraint hold_pkey primary key (tenant_id, id),
  constraint hold_time_check check (occupies_from < occupies_to and first_at < expires_at),
  constraint hold_tenant_id_resource_id_fkey foreign key (tenant_id, resource_id) references resource(tenant_id, id) on delete cascade
);
create unique index hold_tenant_id_token_hash_key on hold (tenant_id, token_hash);
create index hold_tenant_id_expires_at_idx on hold (tenant_id, expires_at);

-- Time off of a resource.
create table block (
  tenant_id uuid not null,
  id uuid not null,
  resource_id uuid not null,
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  reason text,
  created_at timestamptz(3) not null default current_timestamp,
  updated_at timestamptz(3) not null default current_timestamp,
  source text not null default 'staff',
  constraint block_pkey primary key (tenant_id, id),
  constraint block_time_check check (starts_at < ends_at and ((ends_at - starts_at) <= '366 days'::interval)),
  constraint block_source_check check (source in ('staff', 'calendar')),
  constraint block_tenant_id_resource_id_fkey foreign key (tenant_id, resource_id) references resource(tenant_id, id) on delete cascade
);
create index block_tenant_id_resource_id_ends_at_idx on block (tenant_id, resource_id, ends_at);
create index block_tenant_id_starts_at_id_idx on block (tenant_id, starts_at, id);

create table claim (
  tenant_id uuid not null,
  booking_id uuid,
  lane int not null,
  resource_id uuid not null,
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  lapses_at timestamptz(3),
  hold_id uuid,
  block_id uuid,
  -- One lane (seat) of a resource belongs to one booking, hold or block at a time. resource_id and the
  -- range come first: a GiST index splits on its first columns, and one tenant's claims must not share
  -- a page. A block claims every lane from its own on; any other claim is for one lane.
  constraint claim_no_overlap exclude using gist (
    resource_id with =,
    tstzrange(starts_at, ends_at) with &&,
    int4range(lane, case when block_id is null then lane + 1 end) with &&,
    tenant_id with =
  ),
  constraint claim_lane_check check (lane >= 0),
  constraint claim_owner_check check (num_nonnulls(booking_id, hold_id, block_id) = 1),
  constraint claim_time_check check (starts_at < ends_at and ((ends_at - starts_at) <=
case
    when (block_id is null) then '2 days'::interval
    else '366 days'::interval
end)),
  constraint claim_tenant_id_booking_id_fkey foreign key (tenant_id, booking_id) references booking(tenant_id, id) on delete cascade,
  constraint claim_tenant_id_resource_id_fkey foreign key (tenant_id, resource_id) references resource(tenant_id, id) on delete cascade,
  constraint claim_tenant_id_hold_id_fkey foreign key (tenant_id, hold_id) references hold(tenant_id, id) on delete cascade,
  constraint claim_tenant_id_block_id_fkey foreign key (tenant_id, block_id) references block(tenant_id, id) on delete cascade
);
-- After claim_no_overlap: Postgres reports the violated constraint whose index is older.
alter table claim add constraint claim_pkey primary key (tenant_id, resource_id, starts_at, lane);
create index claim_lapsing on claim (lapses_at) where (lapses_at is not null);
create unique index claim_tenant_id_booking_id_lane_key on claim (tenant_id, booking_id, lane);
create index claim_of_hold on claim (tenant_id, hold_id) where (hold_id is not null);
create index claim_of_block on claim (tenant_id, block_id) where (block_id is not null);

create table event (
  tenant_id uuid not null,
  id uuid not null,
  type text not null,
  booking_id uuid,
  sequence int not null,
  body text not null,
  actor jsonb not null default '{}'::jsonb,
  created_at timestamptz(3) not null default current_timestamp,
  relayed_at timestamptz(3),
  position bigint,
  notify boolean not null default true,
  livemode boolean not null default true,
  traceparent text,
  constraint event_pkey primary key (tenant_id, id),
  constraint event_tenant_id_booking_id_fkey foreign key (tenant_id, booking_id) references booking(tenant_id, id) on delete cascade
);
create index event_tenant_id_created_at_id_idx on event (tenant_id, created_at, id);
create unique index event_tenant_id_booking_id_sequence_key on event (tenant_id, booking_id, sequence);
create unique index event_tenant_id_position_key on event (tenant_id, "position");
create index event_unrelayed on event (tenant_id, created_at, booking_id, sequence) where (relayed_at is null);

-- The ledger. A payment is written before the provider is asked, with the idempotency key of that call.
create table payment (
  tenant_id uuid not null,
  id uuid not null,
  booking_id uuid not null,
  provider text not null,
  session_id text,
  status text not null default 'created',
  amount int not null,
  currency text not null,
  created_at timestamptz(3) not null default current_timestamp,
  connection_id uuid,
  organization_id text,
  livemode boolean,
  charge_ref text,
  fee_amount int not null default 0,
  idempotency_key uuid,
  description text not null default '',
  success_url text,
  cancel_url text,
  checkout_url text,
  receipt_url text,
  expires_at timestamptz(3),
  captured_at timestamptz(3),
  failure_code text,
  is_surplus boolean not null default false,
  attention text,
  asked_at timestamptz(3),
  next_sync_at timestamptz(3),
  updated_at timestamptz(3) not null default current_timestamp,
  instant_only boolean not null default false,
  stuck_since timestamptz(3),
  constraint payment_pkey primary key (tenant_id, id),
  constraint payment_status_check check (status in ('created', 'open', 'processing', 'paid', 'partially_refunded', 'refunded', 'failed', 'canceled', 'expired')),
  constraint payment_tenant_id_booking_id_fkey foreign key (tenant_id, booking_id) references booking(tenant_id, id) on delete cascade
);
create index payment_tenant_id_booking_id_idx on payment (tenant_id, booking_id);
create index payment_tenant_id_session_id_idx on payment (tenant_id, session_id);
create unique index payment_tenant_id_provider_session_id_key on payment (tenant_id, provider, session_id);
create index payment_tenant_id_charge_ref_idx on payment (tenant_id, charge_ref);
create index payment_tenant_id_created_at_id_idx on payment (tenant_id, created_at, id);
create index payment_to_sync on payment (next_sync_at) where (next_sync_at is not null);
create index payment_attention on payment (tenant_id, updated_at) where (attention is not null);
-- A booking is paid in one checkout at a time.
create unique index payment_one_unfinished on payment (tenant_id, booking_id) where (status = any (array['created', 'open', 'processing']));
create index payment_captured on payment (tenant_id, captured_at) where (captured_at is not null);
create index payment_stuck on payment (tenant_id, stuck_since) where (stuck_since is not null);
create index payment_live_captured on payment (tenant_id) where (livemode and (captured_at is not null));

create table refund (
  tenant_id uuid not null,
  id uuid not null,
  payment_id uuid not null,
  booking_id uuid not null,
  provider_refund_id text,
  idempotency_key uuid not null,
  amount int not null,
  currency text not null,
  refunds_fee boolean not null default false,
  status text not null default 'requested',
  reason text not null,
  former_status text,
  failure_code text,
  created_at timestamptz(3) not null default current_timestamp,
  completed_at timestamptz(3),
  failed_at timestamptz(3),
  constraint refund_pkey primary key (tenant_id, id),
  constraint refund_amount_check check (amount > 0),
  constraint refund_status_check check (status in ('requested', 'pending', 'owed', 'succeeded', 'failed', 'canceled')),
  constraint refund_tenant_id_payment_id_fkey foreign key (tenant_id, payment_id) references payment(tenant_id, id) on delete cascade,
  constraint refund_tenant_id_booking_id_fkey foreign key (tenant_id, booking_id) references booking(tenant_id, id) on delete cascade
);
create unique index refund_tenant_id_payment_id_provider_refund_id_key on refund (tenant_id, payment_id, provider_refund_id);
create index refund_tenant_id_booking_id_idx on refund (tenant_id, booking_id);
create index refund_tenant_id_created_at_id_idx on refund (tenant_id, created_at, id);
create index refund_completed on refund (tenant_id, completed_at) where (completed_at is not null);
create index refund_owed on refund (tenant_id, created_at) where (status = 'owed');

create table widget_config (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  is_default boolean not null default false,
  settings jsonb not null default '{}'::jsonb,
  created_at timestamptz(3) not null default current_timestamp,
  updated_at timestamptz(3) not null default current_timestamp,
  version int not null default 1,
  constraint widget_config_pkey primary key (tenant_id, id),
  constraint widget_config_tenant_id_fkey foreign key (tenant_id) references tenant(id) on delete cascade
);
create unique index widget_config_one_default on widget_config (tenant_id) where is_default;

create table api_key (
  tenant_id uuid not null,
  id uuid not null,
  kind text not null,
  mode text not null,
  name text not null,
  key_hash bytea not null,
  prefix text not null,
  last4 text not null,
  scopes text[],
  allowed_origins text[],
  role text,
  is_base boolean not null default false,
  secret_ciphertext bytea,
  widget_config_id uuid,
  expires_at timestamptz(3),
  last_used_at timestamptz(3),
  created_at timestamptz(3) not null default current_timestamp,
  revoked_at timestamptz(3),
  previous_key_hash bytea,
  previous_key_expires_at timestamptz(3),
  created_by_user_id uuid,
  created_by_name text,
  created_by_removed_at timestamptz(3),
  previous_created_by_user_id uuid,
  constraint api_key_pkey primary key (tenant_id, id),
  constraint api_key_kind_check check (kind in ('publishable', 'secret')),
  constraint api_key_mode_check check (mode in ('live', 'test')),
  constraint api_key_role_check check (((kind = 'secret') = (role is not null)) and (role is null or role in ('viewer', 'staff', 'admin'))),
  constraint api_key_tenant_id_widget_config_id_fkey foreign key (tenant_id, widget_config_id) references widget_config(tenant_id, id) on delete restrict,
  constraint api_key_tenant_id_fkey foreign key (tenant_id) references tenant(id) on delete cascade
);
create unique index api_key_key_hash_key on api_key (key_hash);
create index api_key_tenant_id_widget_config_id_idx on api_key (tenant_id, widget_config_id);
create unique index api_key_one_base on api_key (tenant_id) where (is_base and (revoked_at is null));
create unique index api_key_previous_key_hash_key on api_key (previous_key_hash);

create table asset (
  tenant_id uuid not null,
  id uuid not null,
  media_type text not null,
  content bytea not null,
  width int not null,
  height int not null,
  bytes int not null,
  created_at timestamptz(3) not null default current_timestamp,
  constraint asset_pkey primary key (tenant_id, id),
  constraint asset_media_type_check check (media_type in ('image/png', 'image/jpeg', 'image/webp')),
  constraint asset_tenant_id_fkey foreign key (tenant_id) references tenant(id) on delete cascade
);
-- Images are compressed already.
alter table asset alter column content set storage external;

create table audit_row (
  tenant_id uuid not null,
  id uuid not null,
  actor jsonb not null,
  action text not null,
  entity text not null,
  entity_id text,
  diff jsonb not null default '{}'::jsonb,
  request_id text,
  at timestamptz(3) not null default current_timestamp,
  about uuid[],
  constraint audit_row_pkey primary key (tenant_id, id),
  constraint audit_row_tenant_id_fkey foreign key (tenant_id) references tenant(id) on delete cascade
);
create index audit_row_tenant_id_at_idx on audit_row (tenant_id, at);
create index audit_row_tenant_id_entity_entity_id_idx on audit_row (tenant_id, entity, entity_id);
create index audit_row_about_idx on audit_row using gin (about);
create index audit_row_without_ids on audit_row (tenant_id, id) where (about is null);

create table booking_link (
  tenant_id uuid not null,
  id uuid not null,
  schedule_id uuid not null,
  name text,
  max_uses int,
  expires_at timestamptz(3),
  customer jsonb,
  ended_at timestamptz(3),
  created_at timestamptz(3) not null default current_timestamp,
  constraint booking_link_pkey primary key (tenant_id, id),
  constraint booking_link_tenant_id_schedule_id_fkey foreign key (tenant_id, schedule_id) references schedule(tenant_id, id) on delete cascade
);
create index booking_link_tenant_id_created_at_id_idx on booking_link (tenant_id, created_at, id);
create index booking_link_tenant_id_schedule_id_idx on booking_link (tenant_id, schedule_id);

-- A person's account at a calendar provider.
create table calendar_connection (
  tenant_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  provider text not null,
  account text not null,
  secret bytea not null,
  scopes text[] not null default '{}'::text[],
  state text not null default 'ok',
  problem text,
  last_ok_at timestamptz(3),
  broken_at timestamptz(3),
  retry_at timestamptz(3),
  refreshing_until timestamptz(3),
  member_told_at timestamptz(3),
  owner_told_at timestamptz(3),
  deletes_events boolean not null default false,
  created_at timestamptz(3) not null default current_timestamp,
  updated_at timestamptz(3) not null default current_timestamp,
  refused_calls int not null default 0,
  refused_at timestamptz(3),
  constraint calendar_connection_pkey primary key (tenant_id, id),
  constraint calendar_connection_provider_check check (provider in ('google', 'microsoft', 'caldav', 'ical')),
  constraint calendar_connection_state_check check (state in ('ok', 'stale', 'reconnect_required', 'missing_scope', 'rate_limited', 'disconnecting')),
  constraint calendar_connection_tenant_id_fkey foreign key (tenant_id) references tenant(id) on delete cascade
);
create unique index calendar_connection_account_key on calendar_connection (tenant_id, user_id, provider, account);
create index calendar_connection_provider_account_idx on calendar_connection (provider, account);
create index calendar_connection_ending on calendar_connection (updated_at) where (state = 'disconnecting');
create index calendar_connection_broken on calendar_connection (broken_at) where (broken_at is not null);

-- A calendar that a resource checks, or that its bookings are written to.
create table connected_calendar (
  tenant_id uuid not null,
  id uuid not null,
  connection_id uuid not null,
  resource_id uuid not null,
  external_id text not null,
  name text not null,
  time_zone text,
  can_write boolean not null,
  checks boolean not null default true,
  mode text not null default 'hard',
  tentative_is_busy boolean not null default true,
  keeps_titles boolean not null default false,
  writes boolean not null default false,
  writes_guest boolean not null default false,
  cursor text,
  window_from timestamptz(3),
  window_to timestamptz(3),
  round int not null default 0,
  reading_until timestamptz(3),
  pushing_until timestamptz(3),
  channel_at timestamptz(3) default current_timestamp,
  next_read_at timestamptz(3) not null default current_timestamp,
  last_read_at timestamptz(3),
  problem text,
  event_count int not null default 0,
  shrunk_at timestamptz(3),
  created_at timestamptz(3) not null default current_timestamp,
  updated_at timestamptz(3) not null default current_timestamp,
  broken_at timestamptz(3),
  failures int not null default 0,
  unread jsonb,
  write_problem text,
  write_failures int not null default 0,
  changed_at timestamptz(3),
  member_told_at timestamptz(3),
  owner_told_at timestamptz(3),
  notices_problem text,
  constraint connected_calendar_pkey primary key (tenant_id, id),
  constraint connected_calendar_mode_check check (mode in ('hard', 'advise')),
  constraint connected_calendar_writes_check check (can_write or (not writes)),
  constraint connected_calendar_tenant_id_connection_id_fkey foreign key (tenant_id, connection_id) references calendar_connection(tenant_id, id) on delete cascade,
  constraint connected_calendar_tenant_id_resource_id_fkey foreign key (tenant_id, resource_id) references resource(tenant_id, id) on delete cascade
);
create unique index connected_calendar_external_key on connected_calendar (tenant_id, connection_id, external_id);
create unique index connected_calendar_writes_key on connected_calendar (tenant_id, resource_id) where writes;
create index connected_calendar_tenant_id_resource_id_idx on connected_calendar (tenant_id, resource_id);
create index connected_calendar_next_read_at_idx on connected_calendar (next_read_at);
create index connected_calendar_channel_at_idx on connected_calendar (channel_at);
create index connected_calendar_tenant_id_created_at_id_idx on connected_calendar (tenant_id, created_at, id);
create index connected_calendar_broken on connected_calendar (broken_at) where (broken_at is not null);

-- Busy times of an outside calendar. The title only if the member asked for it, then encrypted.
create table busy (
  tenant_id uuid not null,
  calendar_id uuid not null,
  external_id text not null,
  instance text not null default '',
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  etag text,
  title bytea,
  fine_at timestamptz(3),
  constraint busy_pkey primary key (tenant_id, calendar_id, external_id, instance),
  constraint busy_time_check check (starts_at < ends_at),
  constraint busy_tenant_id_calendar_id_fkey foreign key (tenant_id, calendar_id) references connected_calendar(tenant_id, id) on delete cascade
);
create index busy_tenant_id_calendar_id_ends_at_idx on busy (tenant_id, calendar_id, ends_at);
create index busy_time on busy using gist (calendar_id, tstzrange(starts_at, ends_at), tenant_id);

create table calendar_channel (
  id uuid not null,
  tenant_id uuid not null,
  connection_id uuid not null,
  calendar_id uuid not null,
  provider text not null,
  external_id text,
  outside_resource text,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default current_timestamp,
  stopped_at timestamptz(3),
  constraint calendar_channel_pkey primary key (id),
  constraint calendar_channel_tenant_id_fkey foreign key (tenant_id) references tenant(id) on delete cascade
);
create index calendar_channel_tenant_id_calendar_id_idx on calendar_channel (tenant_id, calendar_id);
create index calendar_channel_tenant_id_connection_id_idx on calendar_channel (tenant_id, connection_id);

-- A private calendar address. Only the SHA-256 of its secret is kept.
create table calendar_feed (
  tenant_id uuid not null,
  id uuid not null,
  token_hash bytea not null,
  resource_id uuid,
  user_id uuid,
  created_at timestamptz(3) not null default now(),
  rotated_at timestamptz(3) not null default now(),
  made_by_user_id uuid,
  constraint calendar_feed_pkey primary key (tenant_id, id),
  constraint calendar_feed_token_hash_key unique (token_hash),
  constraint calendar_feed_of_check check ((resource_id is null) <> (user_id is null)),
  constraint calendar_feed_tenant_id_fkey foreign key (tenant_id) references tenant(id) on delete cascade,
  constraint calendar_feed_tenant_id_user_id_fkey foreign key (tenant_id, user_id) references tenant_user(tenant_id, id) on delete cascade
);
create unique index calendar_feed_tenant_id_resource_id_key on calendar_feed (tenant_id, resource_id);
create unique index calendar_feed_tenant_id_user_id_key on calendar_feed (tenant_id, user_id);

create table calendar_left (
  tenant_id uuid not null,
  booking_id uuid not null,
  calendar_hash text not null,
  external_id text,
  etag text,
  asked_at timestamptz(3),
  written_starts_at timestamptz(3),
  written_ends_at timestamptz(3),
  outside text,
  outside_starts_at timestamptz(3),
  outside_ends_at timestamptz(3),
  goes_at timestamptz(3) not null,
  constraint calendar_left_pkey primary key (tenant_id, booking_id, calendar_hash),
  constraint calendar_left_tenant_id_booking_id_fkey foreign key (tenant_id, booking_id) references booking(tenant_id, id) on delete cascade
);
create index calendar_left_calendar on calendar_left (tenant_id, calendar_hash);
create index calendar_left_tenant_id_goes_at_idx on calendar_left (tenant_id, goes_at);

-- A booking's event in an outside calendar: its wanted version and the one that was written.
create table calendar_push (
  tenant_id uuid not null,
  booking_id uuid not null,
  calendar_id uuid not null,
  wanted_version int not null default 1,
  done_version int not null default 0,
  external_id text,
  etag text,
  written_starts_at timestamptz(3),
  written_ends_at timestamptz(3),
  outside text,
  outside_starts_at timestamptz(3),
  outside_ends_at timestamptz(3),
  asked_at timestamptz(3),
  attempts int not null default 0,
  next_at timestamptz(3) not null default current_timestamp,
  problem text,
  created_at timestamptz(3) not null default current_timestamp,
  updated_at timestamptz(3) not null default current_timestamp,
  constraint calendar_push_pkey primary key (tenant_id, booking_id, calendar_id),
  constraint calendar_push_outside_check check (outside in ('deleted', 'moved', 'kept')),
  constraint calendar_push_tenant_id_calendar_id_fkey foreign key (tenant_id, calendar_id) references connected_calendar(tenant_id, id) on delete cascade,
  constraint calendar_push_tenant_id_booking_id_fkey foreign key (tenant_id, booking_id) references booking(tenant_id, id) on delete cascade
);
create index calendar_push_external on calendar_push (tenant_id, external_id);
create index calendar_push_calendar on calendar_push (tenant_id, calendar_id, next_at);
create index calendar_push_due on calendar_push (next_at) where (done_version < wanted_version);
create index calendar_push_outside on calendar_push (tenant_id) where (outside is not null);

create table closed_day (
  tenant_id uuid not null,
  date date not null,
  name text not null,
  created_at timestamptz(3) not null default current_timestamp,
  constraint closed_day_pkey primary key (tenant_id, date),
  constraint closed_day_tenant_id_fkey foreign key (tenant_id) references tenant(id) on delete cascade
);

-- An owner's way to a provider and back; used once.
create table connect_state (
  state_hash bytea not null,
  tenant_id uuid not null,
  user_id uuid not null,
  slot text not null,
  expires_at timestamptz(3) not null,
  return_to text not null default 'dashboard',
  code_verifier text,
  detail jsonb not null default '{}'::jsonb,
  constraint connect_state_pkey primary key (state_hash),
  constraint connect_state_return_to_check check (return_to in ('dashboard', 'onboarding')),
  constraint connect_state_tenant_id_fkey foreign key (tenant_id) references tenant(id) on delete cascade
);
create index connect_state_tenant_id_idx on connect_state (tenant_id);
create index connect_state_expires_at_idx on connect_state (expires_at);

-- Another name of a customer: from a booking made by somebody else, or from before a correction.
create table customer_alias (
  tenant_id uuid not null,
  customer_id uuid not null,
  name text not null,
  email text not null,
  phone text not null default '',
  constraint customer_alias_pkey primary key (tenant_id, customer_id, name, email, phone),
  constraint customer_alias_tenant_id_customer_id_fkey foreign key (tenant_id, customer_id) references customer(tenant_id, id) on delete cascade
);
create index customer_alias_search on customer_alias using gin (lower(((((name || ' ') || email) || ' ') || phone)) gin_trgm_ops, tenant_id) with (gin_pending_list_limit='64');

-- A customer's erasure, which goes on after the request.
create table customer_erasure (
  tenant_id uuid not null,
  customer_id uuid not null,
  person jsonb not null,
  stage text not null default '',
  place text not null default '',
  asked_at timestamptz(3) not null default current_timestamp,
  updated_at timestamptz(3) not null default current_timestamp,
  ended_at timestamptz(3),
  constraint customer_erasure_pkey primary key (tenant_id, customer_id),
  constraint customer_erasure_tenant_id_customer_id_fkey foreign key (tenant_id, customer_id) references customer(tenant_id, id) on delete cascade
);
create index customer_erasure_under_way on customer_erasure (updated_at) where (ended_at is null);
create index customer_erasure_tenant_id_ended_at_idx on customer_erasure (tenant_id, ended_at);

-- A dispute (chargeback). The company may respond until respond_by.
create table dispute (
  tenant_id uuid not null,
  id uuid not null,
  payment_id uuid not null,
  booking_id uuid not null,
  provider_dispute_id text not null,
  status text not null,
  reason text not null,
  amount int not null,
  currency text not null,
  respond_by timestamptz(3),
  created_at timestamptz(3) not null,
  closed_at timestamptz(3),
  updated_at timestamptz(3) not null default current_timestamp,
  constraint dispute_pkey primary key (tenant_id, id),
  constraint dispute_tenant_id_payment_id_fkey foreign key (tenant_id, payment_id) references payment(tenant_id, id) on delete cascade
);
create unique index dispute_tenant_id_payment_id_provider_dispute_id_key on dispute (tenant_id, payment_id, provider_dispute_id);
create index dispute_tenant_id_booking_id_idx on dispute (tenant_id, booking_id);
create index dispute_tenant_id_closed_at_idx on dispute (tenant_id, closed_at);

create table email_preference (
  tenant_id uuid not null,
  event text not null,
  recipient text not null,
  enabled boolean not null,
  constraint email_preference_pkey primary key (tenant_id, event, recipient),
  constraint email_preference_tenant_id_fkey foreign key (tenant_id) references tenant(id) on delete cascade
);

-- Addresses that refuse mail (RFC 3463 class 5) or complained: no mail is sent to them.
create table email_suppression (
  tenant_id uuid not null,
  address text not null,
  reason text not null,
  created_at timestamptz(3) not null default now(),
  constraint email_suppression_pkey primary key (tenant_id, address),
  constraint email_suppression_tenant_id_fkey foreign key (tenant_id) references tenant(id) on delete cascade
);

create table email_template (
  tenant_id uuid not null,
  id uuid not null,
  key text not null,
  locale text not null,
  subject text not null,
  body text not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version int not null default 1,
  constraint email_template_pkey primary key (tenant_id, id),
  constraint email_template_tenant_id_fkey foreign key (tenant_id) references tenant(id) on delete cascade
);
create unique index email_template_tenant_id_key_locale_key on email_template (tenant_id, key, locale);

create table idempotency_key (
  tenant_id uuid not null,
  route text not null,
  key text not null,
  fingerprint bytea not null,
  status int,
  body text,
  created_at timestamptz(3) not null default current_timestamp,
  constraint idempotency_key_pkey primary key (tenant_id, route, key)
);
create index idempotency_key_tenant_id_created_at_idx on idempotency_key (tenant_id, created_at);

create table identity (
  issuer text not null,
  subject text not null,
  account_id uuid not null,
  created_at timestamptz(3) not null default current_timestamp,
  last_used_at timestamptz(3) not null default current_timestamp,
  constraint identity_pkey primary key (issuer, subject),
  constraint identity_account_id_fkey foreign key (account_id) references account(id) on delete cascade
);
create index identity_account_id_idx on identity (account_id);

create table invitation (
  tenant_id uuid not null,
  id uuid not null,
  email text not null,
  role text not null,
  name text,
  resource_ids uuid[],
  token_hash bytea not null,
  created_at timestamptz(3) not null default current_timestamp,
  expires_at timestamptz(3) not null,
  own_hours boolean not null default false,
  constraint invitation_pkey primary key (tenant_id, id),
  constraint invitation_role_check check (role in ('admin', 'staff', 'viewer')),
  constraint invitation_tenant_id_fkey foreign key (tenant_id) references tenant(id) on delete cascade
);
create unique index invitation_token_hash_key on invitation (token_hash);
create unique index invitation_tenant_id_email_key on invitation (tenant_id, email);

create table last_use (
  tenant_id uuid not null,
  id uuid not null,
  at timestamptz(3) not null,
  constraint last_use_pkey primary key (tenant_id, id)
);

-- Mails per tenant and UTC day: in all ('' as the recipient) and per hashed recipient.
create table mail_usage (
  tenant_id uuid not null,
  day date not null,
  recipient_hash bytea not null,
  sent int not null,
  constraint mail_usage_pkey primary key (tenant_id, day, recipient_hash),
  constraint mail_usage_tenant_id_fkey foreign key (tenant_id) references tenant(id) on delete cascade
);
create index mail_usage_day_idx on mail_usage (day);

create table manage_link_use (
  tenant_id uuid not null,
  booking_id uuid not null,
  window_starts_at timestamptz(3) not null,
  uses int not null,
  constraint manage_link_use_pkey primary key (tenant_id, booking_id),
  constraint manage_link_use_tenant_id_booking_id_fkey foreign key (tenant_id, booking_id) references booking(tenant_id, id) on delete cascade
);
create index manage_link_use_tenant_id_window_starts_at_idx on manage_link_use (tenant_id, window_starts_at);

-- One message to one address. html and text are kept 30 days; sealed holds codes and invitations until
-- they are sent. event_id is no reference: events are deleted earlier.
create table message (
  tenant_id uuid not null,
  id uuid not null,
  kind text not null,
  channel text not null,
  audience text not null,
  recipient text not null,
  locale text not null,
  subject text not null default '',
  html text,
  text text,
  attachments jsonb not null default '[]'::jsonb,
  sealed bytea,
  status text not null default 'queued',
  attempts int not null default 0,
  leased_until timestamptz(3),
  provider_id text,
  error_code text,
  booking_id uuid,
  event_id uuid,
  context jsonb not null default '{}'::jsonb,
  created_at timestamptz(3) not null default now(),
  sent_at timestamptz(3),
  updated_at timestamptz(3) not null default now(),
  constraint message_pkey primary key (tenant_id, id),
  constraint message_channel_check check (channel in ('email', 'sms')),
  constraint message_audience_check check (audience in ('customer', 'staff', 'owner')),
  constraint message_status_check check (status in ('queued', 'held', 'sent', 'failed', 'bounced', 'suppressed')),
  constraint message_tenant_id_fkey foreign key (tenant_id) references tenant(id) on delete cascade,
  constraint message_tenant_id_booking_id_fkey foreign key (tenant_id, booking_id) references booking(tenant_id, id) on delete cascade
);
-- An event may be relayed twice; its messages are made once.
create unique index message_once on message (tenant_id, event_id, kind, channel, recipient) where (event_id is not null);
create index message_tenant_id_created_at_id_idx on message (tenant_id, created_at, id);
create index message_tenant_id_booking_id_idx on message (tenant_id, booking_id);
create index message_tenant_id_provider_id_idx on message (tenant_id, provider_id) where (provider_id is not null);
create index message_with_body on message (tenant_id, created_at) where ((html is not null) or (text is not null) or (sealed is not null));
create index message_resent_of on message (tenant_id, ((context ->> 'resent_of'))) where (context ? 'resent_of');
create index message_waiting on message (tenant_id) where (status = 'queued');
create index message_bounced on message (tenant_id, updated_at) where (status = 'bounced');

create table offered_time (
  tenant_id uuid not null,
  resource_id uuid not null,
  day date not null,
  seats int not null,
  open tstzmultirange not null,
  constraint offered_time_pkey primary key (tenant_id, resource_id, day, seats),
  constraint offered_time_tenant_id_resource_id_fkey foreign key (tenant_id, resource_id) references resource(tenant_id, id) on delete cascade
);

create table payment_connection (
  tenant_id uuid not null,
  id uuid not null,
  slot text not null,
  adapter text not null,
  organization_id text not null,
  organization_name text,
  profile_id text,
  livemode boolean not null,
  scopes text[] not null default '{}'::text[],
  status text not null default 'active',
  can_take_payments boolean not null default false,
  created_at timestamptz(3) not null default current_timestamp,
  revoked_at timestamptz(3),
  problem text,
  checked_at timestamptz(3),
  constraint payment_connection_pkey primary key (tenant_id, id),
  constraint payment_connection_slot_check check (slot in ('payprovider', 'legacypay')),
  constraint payment_connection_status_check check (status in ('active', 'revoked')),
  constraint payment_connection_tenant_id_fkey foreign key (tenant_id) references tenant(id) on delete cascade
);
create unique index payment_connection_one_active on payment_connection (tenant_id, slot) where (status = 'active');
create index payment_connection_checked on payment_connection (checked_at nulls first) where (status = 'active');

-- Tenant of a provider's account, for webhooks. An account belongs to one tenant at a time.
create table provider_account (
  slot text not null,
  organization_id text not null,
  tenant_id uuid not null,
  constraint provider_account_pkey primary key (slot, organization_id),
  constraint provider_account_tenant_id_fkey foreign key (tenant_id) references tenant(id) on delete cascade
);
create index provider_account_tenant_id_idx on provider_account (tenant_id);

-- Webhooks of providers that were carried out.
create table provider_event (
  tenant_id uuid not null,
  slot text not null,
  event_id text not null,
  received_at timestamptz(3) not null default current_timestamp,
  constraint provider_event_pkey primary key (tenant_id, slot, event_id),
  constraint provider_event_tenant_id_fkey foreign key (tenant_id) references tenant(id) on delete cascade
);
create index provider_event_tenant_id_received_at_idx on provider_event (tenant_id, received_at);

-- Tenant of a provider's session, for webhooks that name nothing else.
create table provider_session (
  provider text not null,
  session_id text not null,
  tenant_id uuid not null,
  booking_id uuid not null,
  created_at timestamptz(3) not null default current_timestamp,
  constraint provider_session_pkey primary key (provider, session_id),
  constraint provider_session_tenant_id_fkey foreign key (tenant_id) references tenant(id) on delete cascade
);
create index provider_session_tenant_id_booking_id_idx on provider_session (tenant_id, booking_id);
create index provider_session_created_at_idx on provider_session (created_at);

-- Counts of rare and strict limits, for all processes (the table of rate-limiter-flexible).
create table rate_limit (
  key character varying(255) not null,
  points int not null default 0,
  expire bigint,
  constraint rate_limit_pkey primary key (key)
);
create index rate_limit_expire_idx on rate_limit (expire);

create table reminder (
  tenant_id uuid not null,
  booking_id uuid not null,
  minutes_before int not null,
  starts_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  constraint reminder_pkey primary key (tenant_id, booking_id, minutes_before, starts_at),
  constraint reminder_tenant_id_booking_id_fkey foreign key (tenant_id, booking_id) references booking(tenant_id, id) on delete cascade
);
create index reminder_tenant_id_starts_at_idx on reminder (tenant_id, starts_at);

-- Minutes offered and booked per resource and UTC day, for assigning a booking for anyone.
create table resource_day (
  tenant_id uuid not null,
  resource_id uuid not null,
  day date not null,
  booked_minutes int not null default 0,
  offered_minutes int not null default 0,
  constraint resource_day_pkey primary key (tenant_id, resource_id, day),
  constraint resource_day_tenant_id_resource_id_fkey foreign key (tenant_id, resource_id) references resource(tenant_id, id) on delete cascade
);

create table schedule_resource (
  tenant_id uuid not null,
  schedule_id uuid not null,
  resource_id uuid not null,
  pending_from timestamptz(3),
  pending_until timestamptz(3),
  terms jsonb not null default '{}'::jsonb,
  constraint schedule_resource_pkey primary key (tenant_id, schedule_id, resource_id),
  constraint schedule_resource_pending_check check (((pending_from is null) = (pending_until is null)) and pending_from < pending_until),
  constraint schedule_resource_tenant_id_resource_id_fkey foreign key (tenant_id, resource_id) references resource(tenant_id, id) on delete cascade,
  constraint schedule_resource_tenant_id_schedule_id_fkey foreign key (tenant_id, schedule_id) references schedule(tenant_id, id) on delete cascade
);
create index schedule_resource_tenant_id_resource_id_idx on schedule_resource (tenant_id, resource_id);
create index schedule_resource_pending on schedule_resource (tenant_id, schedule_id) where (pending_from is not null);

create table session (
  token_hash bytea not null,
  id uuid not null,
  account_id uuid not null,
  tenant_id uuid,
  created_at timestamptz(3) not null default current_timestamp,
  last_seen_at timestamptz(3) not null default current_timestamp,
  idle_expires_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  ip text,
  user_agent text,
  constraint session_pkey primary key (token_hash),
  constraint session_account_id_fkey foreign key (account_id) references account(id) on delete cascade,
  constraint session_tenant_id_fkey foreign key (tenant_id) references tenant(id) on delete cascade
);
create unique index session_id_key on session (id);
create index session_account_id_idx on session (account_id);
create index session_tenant_id_idx on session (tenant_id);

-- Changes to many slots that go on after the request: one at a time for each tenant.
create table slot_job (
  tenant_id uuid not null,
  id uuid not null,
  state text not null default 'waiting',
  done int not null default 0,
  total int not null,
  task jsonb not null,
  result jsonb,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint slot_job_pkey primary key (tenant_id, id),
  constraint slot_job_state_check check (state in ('waiting', 'running', 'done', 'failed')),
  constraint slot_job_tenant_id_fkey foreign key (tenant_id) references tenant(id) on delete cascade
);
create unique index slot_job_at_work on slot_job (tenant_id) where (state = any (array['waiting', 'running']));

create table sms_usage (
  tenant_id uuid not null,
  month date not null,
  sent int not null,
  constraint sms_usage_pkey primary key (tenant_id, month),
  constraint sms_usage_tenant_id_fkey foreign key (tenant_id) references tenant(id) on delete cascade
);

create table spent_sign_in (
  state_hash bytea not null,
  expires_at timestamptz(3) not null,
  constraint spent_sign_in_pkey primary key (state_hash)
);
create index spent_sign_in_expires_at_idx on spent_sign_in (expires_at);

-- Function files (app/domain/**/*.sql) as this database has them: `migrate` applies those that changed.
create table sql_function_file (
  path text not null,
  sha256 text not null,
  applied_at timestamptz(3) not null default current_timestamp,
  constraint sql_function_file_pkey primary key (path)
);

create table verification_code (
  id uuid not null,
  purpose text not null,
  channel text not null,
  destination text not null,
  tenant_id uuid,
  api_key_id uuid,
  code_hmac bytea not null,
  attempts int not null default 0,
  created_at timestamptz(3) not null default current_timestamp,
  expires_at timestamptz(3) not null,
  consumed_at timestamptz(3),
  device_id uuid,
  constraint verification_code_pkey primary key (id)
);
create index verification_code_purpose_destination_created_at_idx on verification_code (purpose, destination, created_at);
create index verification_code_expires_at_idx on verification_code (expires_at);

create table verification_token (
  token_hash bytea not null,
  tenant_id uuid not null,
  api_key_id uuid not null,
  channel text not null,
  destination text not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  consumed_at timestamptz(3),
  constraint verification_token_pkey primary key (token_hash),
  constraint verification_token_tenant_id_api_key_id_fkey foreign key (tenant_id, api_key_id) references api_key(tenant_id, id) on delete cascade
);
create index verification_token_expires_at_idx on verification_token (expires_at);
create index verification_token_tenant_id_api_key_id_idx on verification_token (tenant_id, api_key_id);

-- Guests' requests for a full time.
create table waitlist_entry (
  tenant_id uuid not null,
  id uuid not null,
  slot_id uuid not null,
  resource_id uuid not null,
  starts_at timestamptz(3) not null,
  party_size int not null,
  email text not null,
  customer jsonb not null,
  status text not null default 'waiting',
  booking_id uuid,
  created_at timestamptz(3) not null default current_timestamp,
  length_minutes int,
  constraint waitlist_entry_pkey primary key (tenant_id, id),
  constraint waitlist_entry_status_check check (status in ('waiting', 'offered', 'accepted', 'passed', 'left', 'ended')),
  constraint waitlist_entry_tenant_id_resource_id_fkey foreign key (tenant_id, resource_id) references resource(tenant_id, id) on delete cascade
);
create index waitlist_entry_tenant_id_resource_id_starts_at_idx on waitlist_entry (tenant_id, resource_id, starts_at);
create index waitlist_entry_tenant_id_created_at_id_idx on waitlist_entry (tenant_id, created_at, id);
create index waitlist_entry_tenant_id_booking_id_idx on waitlist_entry (tenant_id, booking_id);
-- A guest waits once for a slot.
create unique index waitlist_entry_one_wait on waitlist_entry (tenant_id, slot_id, email) where (status = any (array['waiting', 'offered']));
create index waitlist_entry_waiting on waitlist_entry (tenant_id, starts_at) where (status = 'waiting');
create index waitlist_entry_tenant_id_starts_at_idx on waitlist_entry (tenant_id, starts_at);

create table webhook_subscription (
  tenant_id uuid not null,
  id uuid not null,
  url text not null,
  events text[],
  description text,
  secret_ciphertext bytea not null,
  previous_secret_ciphertext bytea,
  previous_secret_expires_at timestamptz(3),
  disabled_at timestamptz(3),
  disabled_reason text,
  failing_since timestamptz(3),
  failure_count int not null default 0,
  created_at timestamptz(3) not null default current_timestamp,
  changes boolean not null default false,
  constraint webhook_subscription_pkey primary key (tenant_id, id),
  constraint webhook_subscription_tenant_id_fkey foreign key (tenant_id) references tenant(id) on delete cascade
);

create table webhook_delivery (
  tenant_id uuid not null,
  id uuid not null,
  event_id uuid not null,
  subscription_id uuid not null,
  status text not null default 'pending',
  attempts int not null default 0,
  next_attempt_at timestamptz(3) default current_timestamp,
  lease_id uuid,
  leased_until timestamptz(3),
  created_at timestamptz(3) not null default current_timestamp,
  completed_at timestamptz(3),
  origin text not null default 'event',
  constraint webhook_delivery_pkey primary key (tenant_id, id),
  constraint webhook_delivery_status_check check (status in ('pending', 'succeeded', 'failed', 'cancelled')),
  constraint webhook_delivery_origin_check check (origin in ('event', 'replay', 'test')),
  constraint webhook_delivery_tenant_id_event_id_fkey foreign key (tenant_id, event_id) references event(tenant_id, id) on delete cascade,
  constraint webhook_delivery_tenant_id_subscription_id_fkey foreign key (tenant_id, subscription_id) references webhook_subscription(tenant_id, id) on delete cascade
);
create index webhook_delivery_tenant_id_subscription_id_created_at_idx on webhook_delivery (tenant_id, subscription_id, created_at);
create index webhook_delivery_tenant_id_event_id_idx on webhook_delivery (tenant_id, event_id);
create index webhook_delivery_tenant_id_created_at_id_idx on webhook_delivery (tenant_id, created_at, id);
create index webhook_delivery_due on webhook_delivery (tenant_id, subscription_id, next_attempt_at) where (status = 'pending');
create index webhook_delivery_leased on webhook_delivery (tenant_id, subscription_id) where (lease_id is not null);
-- An event is delivered to a subscription once by itself; a second delivery is a replay.
create unique index webhook_delivery_once on webhook_delivery (tenant_id, event_id, subscription_id) where (origin = 'event');
create index webhook_delivery_due_by_tenant on webhook_delivery (tenant_id, next_attempt_at) where (status = 'pending');

create table webhook_attempt (
  tenant_id uuid not null,
  id uuid not null,
  delivery_id uuid not null,
  attempt int not null,
  started_at timestamptz(3) not null,
  latency_ms int not null,
  response_code int,
  response_body text,
  error text,
  request_url text not null default '',
  request_headers jsonb not null default '{}'::jsonb,
  constraint webhook_attempt_pkey primary key (tenant_id, id),
  constraint webhook_attempt_tenant_id_delivery_id_fkey foreign key (tenant_id, delivery_id) references webhook_delivery(tenant_id, id) on delete cascade
);
create index webhook_attempt_tenant_id_delivery_id_idx on webhook_attempt (tenant_id, delivery_id);

-- A tenant belongs to a resource: without knowing that, the planner estimates too few claims of a
-- resource and reads all of them by claim_no_overlap.
create statistics claim_owner (dependencies) on tenant_id, resource_id from claim;

-- The job queue (pg-boss 10, schema version 24) as its getConstructionPlans() prints it. It is created
-- here so that the web process can queue before a worker has run; the worker refuses another version.

    CREATE SCHEMA IF NOT EXISTS pgboss
  ;

    CREATE TYPE pgboss.job_state AS ENUM (
      'created',
      'retry',
      'active',
      'completed',
      'cancelled',
      'failed'
    )
  ;

    CREATE TABLE pgboss.version (
      version int primary key,
      maintained_on timestamp with time zone,
      cron_on timestamp with time zone,
      monitored_on timestamp with time zone
    )
  ;

    CREATE TABLE pgboss.queue (
      name text,
      policy text,
      retry_limit int,
      retry_delay int,
      retry_backoff bool,
      expire_seconds int,
      retention_minutes int,
      dead_letter text REFERENCES pgboss.queue (name),
      partition_name text,
      created_on timestamp with time zone not null default now(),
      updated_on timestamp with time zone not null default now(),
      PRIMARY KEY (name)
    )
  ;

    CREATE TABLE pgboss.schedule (
      name text REFERENCES pgboss.queue ON DELETE CASCADE,
      cron text not null,
      timezone text,
      data jsonb,
      options jsonb,
      created_on timestamp with time zone not null default now(),
      updated_on timestamp with time zone not null default now(),
      PRIMARY KEY (name)
    )
  ;

    CREATE TABLE pgboss.subscription (
      event text not null,
      name text not null REFERENCES pgboss.queue ON DELETE CASCADE,
      created_on timestamp with time zone not null default now(),
      updated_on timestamp with time zone not null default now(),
      PRIMARY KEY(event, name)
    )
  ;

    CREATE TABLE pgboss.job (
      id uuid not null default gen_random_uuid(),
      name text not null,
      priority integer not null default(0),
      data jsonb,
      state pgboss.job_state not null default('created'),
      retry_limit integer not null default(2),
      retry_count integer not null default(0),
      retry_delay integer not null default(0),
      retry_backoff boolean not null default false,
      start_after timestamp with time zone not null default now(),
      started_on timestamp with time zone,
      singleton_key text,
      singleton_on timestamp without time zone,
      expire_in interval not null default interval '15 minutes',
      created_on timestamp with time zone not null default now(),
      completed_on timestamp with time zone,
      keep_until timestamp with time zone NOT NULL default now() + interval '14 days',
      output jsonb,
      dead_letter text,
      policy text
    ) PARTITION BY LIST (name)
  ;
ALTER TABLE pgboss.job ADD PRIMARY KEY (name, id);
CREATE TABLE pgboss.archive (LIKE pgboss.job);
ALTER TABLE pgboss.archive ADD PRIMARY KEY (name, id);
ALTER TABLE pgboss.archive ADD archived_on timestamptz NOT NULL DEFAULT now();
CREATE INDEX archive_i1 ON pgboss.archive(archived_on);

    CREATE FUNCTION pgboss.create_queue(queue_name text, options json)
    RETURNS VOID AS
    $$
    DECLARE
      table_name varchar := 'j' || encode(sha224(queue_name::bytea), 'hex');
      queue_created_on timestamptz;
    BEGIN

      WITH q as (
      INSERT INTO pgboss.queue (
        name,
        policy,
        retry_limit,
        retry_delay,
        retry_backoff,
        expire_seconds,
        retention_minutes,
        dead_letter,
        partition_name
      )
      VALUES (
        queue_name,
        options->>'policy',
        (options->>'retryLimit')::int,
        (options->>'retryDelay')::int,
        (options->>'retryBackoff')::bool,
        (options->>'expireInSeconds')::int,
        (options->>'retentionMinutes')::int,
        options->>'deadLetter',
        table_name
      )
      ON CONFLICT DO NOTHING
      RETURNING created_on
      )
      SELECT created_on into queue_created_on from q;

      IF queue_created_on IS NULL THEN
        RETURN;
      END IF;

      EXECUTE format('CREATE TABLE pgboss.%I (LIKE pgboss.job INCLUDING DEFAULTS)', table_name);

      EXECUTE format('ALTER TABLE pgboss.%1$I ADD PRIMARY KEY (name, id)', table_name);
      EXECUTE format('ALTER TABLE pgboss.%1$I ADD CONSTRAINT q_fkey FOREIGN KEY (name) REFERENCES pgboss.queue (name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED', table_name);
      EXECUTE format('ALTER TABLE pgboss.%1$I ADD CONSTRAINT dlq_fkey FOREIGN KEY (dead_letter) REFERENCES pgboss.queue (name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED', table_name);
      EXECUTE format('CREATE UNIQUE INDEX %1$s_i1 ON pgboss.%1$I (name, COALESCE(singleton_key, '''')) WHERE state = ''created'' AND policy = ''short''', table_name);
      EXECUTE format('CREATE UNIQUE INDEX %1$s_i2 ON pgboss.%1$I (name, COALESCE(singleton_key, '''')) WHERE state = ''active'' AND policy = ''singleton''', table_name);
      EXECUTE format('CREATE UNIQUE INDEX %1$s_i3 ON pgboss.%1$I (name, state, COALESCE(singleton_key, '''')) WHERE state <= ''active'' AND policy = ''stately''', table_name);
      EXECUTE format('CREATE UNIQUE INDEX %1$s_i4 ON pgboss.%1$I (name, singleton_on, COALESCE(singleton_key, '''')) WHERE state <> ''cancelled'' AND singleton_on IS NOT NULL', table_name);
      EXECUTE format('CREATE INDEX %1$s_i5 ON pgboss.%1$I (name, start_after) INCLUDE (priority, created_on, id) WHERE state < ''active''', table_name);

      EXECUTE format('ALTER TABLE pgboss.%I ADD CONSTRAINT cjc CHECK (name=%L)', table_name, queue_name);
      EXECUTE format('ALTER TABLE pgboss.job ATTACH PARTITION pgboss.%I FOR VALUES IN (%L)', table_name, queue_name);
    END;
    $$
    LANGUAGE plpgsql;
  ;

    CREATE FUNCTION pgboss.delete_queue(queue_name text)
    RETURNS VOID AS
    $$
    DECLARE
      table_name varchar;
    BEGIN
      WITH deleted as (
        DELETE FROM pgboss.queue
        WHERE name = queue_name
        RETURNING partition_name
      )
      SELECT partition_name from deleted INTO table_name;

      EXECUTE format('DROP TABLE IF EXISTS pgboss.%I', table_name);
    END;
    $$
    LANGUAGE plpgsql;
  ;
INSERT INTO pgboss.version(version) VALUES ('24');
