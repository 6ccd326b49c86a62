-- Why a booking link opens its schedule for no more bookings, or null: 'link_ended', 'link_expired', 'link_used_up'. The link's row is locked until the
-- transaction ends, so that of two bookings with one use left the second counts the first: always after resource and customer. A booking whose
-- hold has run out never came to be, and is no use; a cancelled one is; a test booking uses none. What lists show is the same, by booking-links.sql.server.ts.
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
