-- Each connected calendar has a state of its own: since when reads of it fail and how often in a row, what a read had to leave out, and
-- whether writing is refused. `changed_at`: when a busy time of it changed last; it is read more often for a while.
alter table connected_calendar add column broken_at timestamptz(3);
alter table connected_calendar add column failures int not null default 0;
alter table connected_calendar add column unread jsonb;
alter table connected_calendar add column write_problem text;
alter table connected_calendar add column write_failures int not null default 0;
alter table connected_calendar add column changed_at timestamptz(3);
alter table connected_calendar add column member_told_at timestamptz(3);
alter table connected_calendar add column owner_told_at timestamptz(3);
create index connected_calendar_broken on connected_calendar (broken_at) where broken_at is not null;

-- Calls in a row that an account refused: one alone condemns no account.
alter table calendar_connection add column refused_calls int not null default 0;
alter table calendar_connection add column refused_at timestamptz(3);

-- Bookings whose event stayed in a calendar that was let go, as it was written there: a calendar that is connected again is reconciled by them.
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
  primary key (tenant_id, booking_id, calendar_hash)
);
alter table calendar_left add constraint calendar_left_tenant_id_booking_id_fkey
  foreign key (tenant_id, booking_id) references booking (tenant_id, id) on delete cascade;
create index calendar_left_calendar on calendar_left (tenant_id, calendar_hash);
