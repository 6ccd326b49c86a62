-- Payments at a tenant's own account with a provider: the connection, the ledger of payments and refunds, and what finds them.

-- A tenant's account at a provider; one that is active per slot.
create table payment_connection (
  tenant_id uuid not null references tenant (id) on delete cascade,
  id uuid not null,
  slot text not null check (slot in ('payprovider', 'legacypay')),
  adapter text not null,
  organization_id text not null,
  organization_name text,
  profile_id text,
  livemode boolean not null,
  scopes text[] not null default '{}',
  status text not null default 'active' check (status in ('active', 'revoked')),
  can_take_payments boolean not null default false,
  created_at timestamptz(3) not null default current_timestamp,
  revoked_at timestamptz(3),
  constraint payment_connection_pkey primary key (tenant_id, id)
);
create unique index payment_connection_one_active on payment_connection (tenant_id, slot) where status = 'active';

-- Directory: whose account it is that a webhook speaks of. One account belongs to one tenant at a time.
create table provider_account (
  slot text not null,
  organization_id text not null,
  tenant_id uuid not null references tenant (id) on delete cascade,
  constraint provider_account_pkey primary key (slot, organization_id)
);
create index provider_account_tenant_id_idx on provider_account (tenant_id);

-- Directory: an owner's way to the provider and back. Used once, by the same person, for the same tenant and slot.
create table connect_state (
  state_hash bytea not null,
  tenant_id uuid not null references tenant (id) on delete cascade,
  user_id uuid not null,
  slot text not null,
  expires_at timestamptz(3) not null,
  constraint connect_state_pkey primary key (state_hash)
);
create index connect_state_tenant_id_idx on connect_state (tenant_id);
create index connect_state_expires_at_idx on connect_state (expires_at);

-- Whether visitors can pay: what requires a payment is offered online only then.
alter table tenant add column takes_payments boolean not null default false;

-- The ledger. A payment is written before the provider is asked, with the key under which the call may be repeated.
alter table payment
  add column connection_id uuid,
  add column organization_id text,
  add column livemode boolean,
  add column charge_ref text,
  add column fee_amount int not null default 0,
  add column idempotency_key uuid,
  add column description text not null default '',
  add column success_url text,
  add column cancel_url text,
  add column checkout_url text,
  add column receipt_url text,
  add column expires_at timestamptz(3),
  add column captured_at timestamptz(3),
  add column failure_code text,
  -- Came in beside another payment for the same booking: it goes back, and is not the booking's money.
  add column is_surplus boolean not null default false,
  -- Why a person has to look at it.
  add column attention text,
  -- When the provider was asked for the state that is written here.
  add column asked_at timestamptz(3),
  add column next_sync_at timestamptz(3),
  add column updated_at timestamptz(3) not null default current_timestamp,
  add constraint payment_status_check check (status in
    ('created', 'open', 'processing', 'paid', 'partially_refunded', 'refunded', 'failed', 'canceled', 'expired'));
update payment set captured_at = created_at where status in ('paid', 'partially_refunded', 'refunded');
create index payment_tenant_id_charge_ref_idx on payment (tenant_id, charge_ref);
create index payment_tenant_id_created_at_id_idx on payment (tenant_id, created_at, id);
create index payment_to_sync on payment (next_sync_at) where next_sync_at is not null;
create index payment_attention on payment (tenant_id, updated_at) where attention is not null;
-- A booking is paid in one checkout at a time.
create unique index payment_one_unfinished on payment (tenant_id, booking_id) where status in ('created', 'open', 'processing');

create table refund (
  tenant_id uuid not null,
  id uuid not null,
  payment_id uuid not null,
  booking_id uuid not null,
  provider_refund_id text,
  idempotency_key uuid not null,
  amount int not null check (amount > 0),
  currency text not null,
  refunds_fee boolean not null default false,
  status text not null default 'requested' check (status in ('requested', 'pending', 'succeeded', 'failed', 'canceled')),
  -- Who or what asked for it: a user, the cancellation policy, a late or second payment, the provider's own dashboard.
  reason text not null,
  -- The status the booking had before this refund made it refunded; where it goes back to when the refund fails.
  former_status text,
  failure_code text,
  created_at timestamptz(3) not null default current_timestamp,
  completed_at timestamptz(3),
  constraint refund_pkey primary key (tenant_id, id),
  constraint refund_tenant_id_payment_id_fkey foreign key (tenant_id, payment_id) references payment (tenant_id, id) on delete cascade,
  constraint refund_tenant_id_booking_id_fkey foreign key (tenant_id, booking_id) references booking (tenant_id, id) on delete cascade
);
create unique index refund_tenant_id_payment_id_provider_refund_id_key on refund (tenant_id, payment_id, provider_refund_id);
create index refund_tenant_id_booking_id_idx on refund (tenant_id, booking_id);
create index refund_tenant_id_created_at_id_idx on refund (tenant_id, created_at, id);

-- Money by hand that was handed back before refunds had rows of their own.
insert into refund (tenant_id, id, payment_id, booking_id, idempotency_key, amount, currency, status, reason, created_at, completed_at)
select tenant_id, gen_random_uuid(), id, booking_id, gen_random_uuid(), amount, currency, 'succeeded', 'offline', created_at, created_at
from payment where status = 'refunded' and amount > 0;

-- Webhooks that were carried out: the same one again changes nothing.
create table provider_event (
  tenant_id uuid not null references tenant (id) on delete cascade,
  slot text not null,
  event_id text not null,
  received_at timestamptz(3) not null default current_timestamp,
  constraint provider_event_pkey primary key (tenant_id, slot, event_id)
);
create index provider_event_tenant_id_received_at_idx on provider_event (tenant_id, received_at);
