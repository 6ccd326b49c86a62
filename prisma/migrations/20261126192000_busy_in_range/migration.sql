-- The busy times of a calendar within a range: events after it are not looked at.
create index busy_time on busy using gist (calendar_id, tstzrange(starts_at, ends_at), tenant_id);

-- A page of a company's connected calendars.
create index connected_calendar_tenant_id_created_at_id_idx on connected_calendar (tenant_id, created_at, id);

-- Whether another customer has the same address, however it was typed.
create index customer_lower_email on customer (tenant_id, lower(email)) where email is not null;
