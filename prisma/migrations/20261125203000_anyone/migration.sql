-- Bookings for anyone: how much of each day (UTC) a resource offers and how much of that is booked, and why a booking went to whom it did.
create table resource_day (
  tenant_id uuid not null,
  resource_id uuid not null,
  day date not null,
  booked_minutes int not null default 0,
  offered_minutes int not null default 0,
  primary key (tenant_id, resource_id, day),
  foreign key (tenant_id, resource_id) references resource (tenant_id, id) on delete cascade
);

alter table booking add column assigned_because text;

-- As recount_days (domain/seats/resource-day.sql) counts them, from what there is already.
insert into resource_day (tenant_id, resource_id, day, booked_minutes)
select tenant_id, resource_id, (starts_at at time zone 'UTC')::date, (sum(extract(epoch from ends_at - starts_at)) / 60)::int
from claim where booking_id is not null group by 1, 2, 3;

insert into resource_day (tenant_id, resource_id, day, offered_minutes)
select tenant_id, resource_id, day, (sum(extract(epoch from greatest(occupies_to - greatest(occupies_from, reached), interval '0'))) / 60)::int
from (
  select s.tenant_id, s.resource_id, (s.occupies_from at time zone 'UTC')::date as day, s.occupies_from, s.occupies_to,
    coalesce(max(s.occupies_to) over (partition by s.tenant_id, s.resource_id, (s.occupies_from at time zone 'UTC')::date
      order by s.occupies_from, s.occupies_to rows between unbounded preceding and 1 preceding), '-infinity') as reached
  from slot s
  where s.status = 'open' and not s.blocked and (s.schedule_id is null or exists (
    select from schedule sc join schedule_resource sr on sr.tenant_id = sc.tenant_id and sr.schedule_id = sc.id
    where sc.tenant_id = s.tenant_id and sc.id = s.schedule_id and sc.active and sr.resource_id = s.resource_id))) o
group by 1, 2, 3
on conflict (tenant_id, resource_id, day) do update set offered_minutes = excluded.offered_minutes;
