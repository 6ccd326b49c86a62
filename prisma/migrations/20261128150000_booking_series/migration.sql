-- Bookings made together by a recurrence rule. The plan is written first, so that a worker can finish what a killed request began.
-- `request`: the booking without its time; cleared when the series is done, because it names the guest.
create table booking_series (
  tenant_id uuid not null references tenant (id) on delete cascade,
  id uuid not null,
  rrule text not null,
  time_zone text not null,
  if_taken text not null,
  -- null: any resource of the schedule.
  resource_id uuid,
  schedule_id uuid,
  request jsonb,
  state text not null,
  created_by jsonb not null,
  livemode boolean not null default true,
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, id),
  constraint booking_series_if_taken_check check (if_taken in ('all', 'skip', 'nearest')),
  constraint booking_series_state_check check (state in ('running', 'done'))
);
-- `booking_id` is fixed with the plan, so that a repeated attempt finds its booking.
create table booking_series_date (
  tenant_id uuid not null,
  series_id uuid not null,
  no int not null,
  starts_at timestamptz(3) not null,
  state text not null,
  reason text,
  booking_id uuid not null,
  primary key (tenant_id, series_id, no),
  foreign key (tenant_id, series_id) references booking_series (tenant_id, id) on delete cascade,
  constraint booking_series_date_state_check check (state in ('planned', 'booked', 'skipped'))
);
-- `series_no` of `series_of` dates.
alter table booking add column series_id uuid, add column series_no int, add column series_of int;
