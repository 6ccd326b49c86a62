-- How many live bookings a schedule has on a resource on the local day (in `p_zone`) of `p_at`: what a limit of bookings a day counts.
create or replace function bookings_of_day(p_tenant uuid, p_resource uuid, p_schedule uuid, p_at timestamptz, p_zone text, p_except uuid default null)
returns bigint language plpgsql stable parallel safe as $$
declare
  day timestamp := date_trunc('day', p_at at time zone p_zone);
begin
  return (select count(*) from booking b
    where b.tenant_id = p_tenant and b.resource_id = p_resource and b.schedule_id = p_schedule and is_live(b.status)
      and b.starts_at >= day at time zone p_zone and b.starts_at < (day + interval '1 day') at time zone p_zone
      and b.id is distinct from p_except);
end $$;
