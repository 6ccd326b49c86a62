-- The longer length than its slot's that a booking was made in; null: its slot's own, or a custom time.
alter table booking add column length_minutes int;
update booking b set length_minutes = extract(epoch from b.ends_at - b.starts_at) / 60
  from slot s where s.tenant_id = b.tenant_id and s.id = b.slot_id and b.starts_at > now() and b.ends_at > s.ends_at;

-- Bookings whose time is not that of a slot: GET /api/attention compares them with the hours.
create index booking_off_slot on booking (tenant_id, starts_at) where slot_id is null or length_minutes is not null;
