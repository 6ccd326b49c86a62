-- Why a booking link cannot be used, or null: 'link_ended', 'link_expired', 'link_used_up'. Locks
-- the link until the end of the transaction, always after resource and customer, so that two
-- bookings with one use left are counted one after the other. An expired hold never became a
-- booking and is not a use; a cancelled booking is; test bookings are not. Lists compute the same
-- in booking-links.sql.server.ts.
create or replace function booking_link_refusal(p_tenant uuid, p_link uuid, p_schedule uuid) returns text language plpgsql volatile as $$
declare
  l booking_link;
begin
  select * into l from booking_link k where k.tenant_id = p_tenant and k.id = p_link and k.schedule_id = p_schedule for no key update;
  if not found or l.ended_at is not null then return 'link_ended'; end if;
  if l.expires_at <= clock_timestamp() then return 'link_expired'; end if;
  if l.max_uses <= (select count(*) from booking b
    where b.tenant_id = p_tenant and b.booking_link_id = p_link and b.livemode and b.status <> 'expired'
      and (b.status <> 'pending' or b.expires_at is null or b.expires_at > clock_timestamp()))
  then
    return 'link_used_up';
  end if;
  return null;
end $$;
