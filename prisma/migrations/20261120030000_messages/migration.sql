-- Messages to guests and staff: what was sent to whom, templates, preferences, verification of a guest, reminders, calendar addresses.

-- Whether the guest hears of this change: `notify: false` on the call that made it.
alter table event add column notify boolean not null default true;

-- One message to one address. `html` and `text` are kept 30 days, to be sent again; `sealed` holds what must not lie in the open
-- (a code, an invitation) until it has been sent. event_id refers to no row: events are kept for a shorter time.
create table message (
  tenant_id uuid not null references tenant on delete cascade,
  id uuid not null,
  kind text not null,
  channel text not null,
  audience text not null,
  recipient text not null,
  locale text not null,
  subject text not null default '',
  html text,
  text text,
  attachments jsonb not null default '[]',
  sealed bytea,
  status text not null default 'queued',
  attempts integer not null default 0,
  leased_until timestamptz(3),
  provider_id text,
  error_code text,
  booking_id uuid,
  event_id uuid,
  context jsonb not null default '{}',
  created_at timestamptz(3) not null default now(),
  sent_at timestamptz(3),
  updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, booking_id) references booking (tenant_id, id) on delete cascade,
  constraint message_channel_check check (channel in ('email', 'sms')),
  constraint message_audience_check check (audience in ('customer', 'staff', 'owner')),
  constraint message_status_check check (status in ('queued', 'sent', 'failed', 'bounced', 'suppressed'))
);
-- A job knows a message by its id alone.
create unique index message_id_key on message (id);
-- The relay may see an event twice, its messages are made once.
create unique index message_once on message (tenant_id, event_id, kind, channel, recipient) where event_id is not null;
create index message_tenant_id_created_at_id_idx on message (tenant_id, created_at, id);
create index message_tenant_id_booking_id_idx on message (tenant_id, booking_id);
create index message_tenant_id_provider_id_idx on message (tenant_id, provider_id) where provider_id is not null;
create index message_with_body on message (tenant_id, created_at) where html is not null or text is not null or sealed is not null;

create table email_template (
  tenant_id uuid not null references tenant on delete cascade,
  id uuid not null,
  key text not null,
  locale text not null,
  subject text not null,
  body text not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, id)
);
create unique index email_template_tenant_id_key_locale_key on email_template (tenant_id, key, locale);

-- Only what a tenant has switched away from the default.
create table email_preference (
  tenant_id uuid not null references tenant on delete cascade,
  event text not null,
  recipient text not null,
  enabled boolean not null,
  primary key (tenant_id, event, recipient)
);

-- Addresses that do not take mail (RFC 3463 class 5, complaints): nothing is sent there any more.
create table email_suppression (
  tenant_id uuid not null references tenant on delete cascade,
  address text not null,
  reason text not null,
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, address)
);

-- One reminder for each offset of a booking's start: a moved booking has another start, and is reminded of that.
create table reminder (
  tenant_id uuid not null,
  booking_id uuid not null,
  minutes_before integer not null,
  starts_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, booking_id, minutes_before, starts_at),
  foreign key (tenant_id, booking_id) references booking (tenant_id, id) on delete cascade
);

-- Proof that a guest reads mail or SMS at an address: single use, for the key that asked.
create table verification_token (
  token_hash bytea primary key,
  tenant_id uuid not null,
  api_key_id uuid not null,
  channel text not null,
  destination text not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  consumed_at timestamptz(3),
  foreign key (tenant_id, api_key_id) references api_key (tenant_id, id) on delete cascade
);
create index verification_token_expires_at_idx on verification_token (expires_at);
create index verification_token_tenant_id_api_key_id_idx on verification_token (tenant_id, api_key_id);

-- How many SMS a tenant has sent in a month (its first day, UTC).
create table sms_usage (
  tenant_id uuid not null references tenant on delete cascade,
  month date not null,
  sent integer not null,
  primary key (tenant_id, month)
);

-- A private calendar address: of one resource, or of one user. Only the SHA-256 of its secret is kept.
create table calendar_feed (
  tenant_id uuid not null references tenant on delete cascade,
  id uuid not null,
  token_hash bytea not null unique,
  resource_id uuid,
  user_id uuid,
  created_at timestamptz(3) not null default now(),
  rotated_at timestamptz(3) not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, resource_id) references resource (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references tenant_user (tenant_id, id) on delete cascade,
  constraint calendar_feed_of_check check ((resource_id is null) <> (user_id is null))
);
create unique index calendar_feed_tenant_id_resource_id_key on calendar_feed (tenant_id, resource_id);
create unique index calendar_feed_tenant_id_user_id_key on calendar_feed (tenant_id, user_id);

-- How often a guest's private link was used to change something, counted for all processes together.
create table manage_link_use (
  tenant_id uuid not null,
  booking_id uuid not null,
  window_starts_at timestamptz(3) not null,
  uses integer not null,
  primary key (tenant_id, booking_id),
  foreign key (tenant_id, booking_id) references booking (tenant_id, id) on delete cascade
);
