-- Connected calendars: what is read from outside closes a resource's time, and bookings are written outside.

-- A person's account at a provider. `secret` is encrypted (adapters/calendars/port.ts, CalendarSecret).
create table calendar_connection (
  tenant_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  provider text not null,
  account text not null,
  secret bytea not null,
  scopes text[] not null default '{}',
  state text not null default 'ok',
  problem text,
  last_ok_at timestamptz(3),
  broken_at timestamptz(3),
  retry_at timestamptz(3),
  member_told_at timestamptz(3),
  owner_told_at timestamptz(3),
  created_at timestamptz(3) not null default current_timestamp,
  updated_at timestamptz(3) not null default current_timestamp,
  primary key (tenant_id, id),
  constraint calendar_connection_provider_check check (provider in ('google', 'microsoft', 'caldav', 'ical')),
  constraint calendar_connection_state_check check (state in ('ok', 'stale', 'reconnect_required', 'missing_scope', 'rate_limited', 'disconnecting'))
);
alter table calendar_connection add constraint calendar_connection_tenant_id_fkey foreign key (tenant_id) references tenant (id) on delete cascade;
create unique index calendar_connection_account_key on calendar_connection (tenant_id, user_id, provider, account);

-- A calendar of such an account that a resource checks, or that its bookings are written to.
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
  next_read_at timestamptz(3) not null default current_timestamp,
  last_read_at timestamptz(3),
  event_count int not null default 0,
  shrunk_at timestamptz(3),
  created_at timestamptz(3) not null default current_timestamp,
  updated_at timestamptz(3) not null default current_timestamp,
  primary key (tenant_id, id),
  constraint connected_calendar_mode_check check (mode in ('hard', 'advise')),
  constraint connected_calendar_writes_check check (can_write or not writes)
);
alter table connected_calendar add constraint connected_calendar_tenant_id_connection_id_fkey
  foreign key (tenant_id, connection_id) references calendar_connection (tenant_id, id) on delete cascade;
alter table connected_calendar add constraint connected_calendar_tenant_id_resource_id_fkey
  foreign key (tenant_id, resource_id) references resource (tenant_id, id) on delete cascade;
create unique index connected_calendar_external_key on connected_calendar (tenant_id, connection_id, external_id);
create unique index connected_calendar_writes_key on connected_calendar (tenant_id, resource_id) where writes;
create index connected_calendar_tenant_id_resource_id_idx on connected_calendar (tenant_id, resource_id);
create index connected_calendar_next_read_at_idx on connected_calendar (next_read_at);

-- A time at which an outside calendar says that its owner is busy. No title, unless the member asked for it; then encrypted.
create table busy (
  tenant_id uuid not null,
  calendar_id uuid not null,
  external_id text not null,
  instance text not null default '',
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  etag text,
  title bytea,
  round int not null default 0,
  fine_at timestamptz(3),
  primary key (tenant_id, calendar_id, external_id, instance),
  constraint busy_time_check check (starts_at < ends_at)
);
alter table busy add constraint busy_tenant_id_calendar_id_fkey
  foreign key (tenant_id, calendar_id) references connected_calendar (tenant_id, id) on delete cascade;
create index busy_tenant_id_calendar_id_ends_at_idx on busy (tenant_id, calendar_id, ends_at);

-- The busy times of all calendars that a resource checks, merged, are time off of its own kind: the database refuses bookings over them.
alter table block add column source text not null default 'staff';
alter table block add constraint block_source_check check (source in ('staff', 'calendar'));

-- Where a booking is written outside, and how far that is: what it should say (wanted_version) and what it says (done_version).
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
  attempts int not null default 0,
  next_at timestamptz(3) not null default current_timestamp,
  problem text,
  created_at timestamptz(3) not null default current_timestamp,
  updated_at timestamptz(3) not null default current_timestamp,
  primary key (tenant_id, booking_id, calendar_id),
  constraint calendar_push_outside_check check (outside in ('deleted', 'moved'))
);
alter table calendar_push add constraint calendar_push_tenant_id_calendar_id_fkey
  foreign key (tenant_id, calendar_id) references connected_calendar (tenant_id, id) on delete cascade;
alter table calendar_push add constraint calendar_push_tenant_id_booking_id_fkey
  foreign key (tenant_id, booking_id) references booking (tenant_id, id) on delete cascade;
create index calendar_push_external on calendar_push (tenant_id, calendar_id, external_id);
create index calendar_push_due on calendar_push (next_at) where done_version < wanted_version;
create index calendar_push_outside on calendar_push (tenant_id) where outside is not null;

-- One row for each channel that was ever opened for notices of a calendar; whose it is that a notice speaks of. Only a hash of its token is kept.
create table calendar_channel (
  id uuid not null primary key,
  tenant_id uuid not null,
  calendar_id uuid not null,
  provider text not null,
  external_id text,
  outside_resource text,
  token_hash bytea not null,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default current_timestamp,
  stopped_at timestamptz(3)
);
alter table calendar_channel add constraint calendar_channel_tenant_id_fkey foreign key (tenant_id) references tenant (id) on delete cascade;
create index calendar_channel_tenant_id_calendar_id_idx on calendar_channel (tenant_id, calendar_id);

-- A way to a calendar's provider and back carries its PKCE verifier (RFC 7636), and what it is for.
alter table connect_state add column code_verifier text;
alter table connect_state add column detail jsonb not null default '{}';
