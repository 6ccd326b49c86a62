-- Today lists what waits for a decision; without it Postgres reads every booking ahead.
create index booking_pending on booking (tenant_id, starts_at, id) where (status = 'pending');
