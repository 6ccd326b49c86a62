-- What a service says beside its hours and terms: what guests read, longer lengths, prices by day and time, what each resource has of its own, who
-- gets a booking for anyone, and how many bookings there may be. Each service goes on as it is: nothing is set.
alter table schedule
  add column description text,
  add column image_asset_id uuid,
  add column category text,
  add column position int not null default 0,
  add column private boolean not null default false,
  add column location jsonb,
  add column length_options jsonb not null default '[]',
  add column peak_prices jsonb not null default '[]',
  add column assign text not null default 'least_loaded',
  add column max_upcoming_per_customer int,
  add column max_per_customer_week int,
  add column max_per_week int,
  add column max_per_month int;
alter table schedule_resource add column terms jsonb not null default '{}';
