-- What the dashboard needs: who has arrived, and the bookings of a service or of one time.

alter table booking add column arrived_at timestamptz(3);
create index booking_tenant_id_schedule_id_starts_at_idx on booking (tenant_id, schedule_id, starts_at);
create index booking_tenant_id_slot_id_idx on booking (tenant_id, slot_id) where slot_id is not null;
