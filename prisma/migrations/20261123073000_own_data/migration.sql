-- What integrators write beside customers and schedules, as they do beside bookings and resources.
alter table customer add column meta jsonb not null default '{}';
alter table schedule add column meta jsonb not null default '{}';

-- Rows are found by a value of their meta. Each value is one entry with its key and its tenant in it (jsonb_path_ops keeps the whole path),
-- so that a word which every tenant uses is no longer list. Rows without meta, which are most, cost nothing.
create index booking_meta on booking using gin (jsonb_set('{}'::jsonb, array[tenant_id::text], meta) jsonb_path_ops)
  with (gin_pending_list_limit = 64) where meta <> '{}'::jsonb;
create index customer_meta on customer using gin (jsonb_set('{}'::jsonb, array[tenant_id::text], meta) jsonb_path_ops)
  with (gin_pending_list_limit = 64) where meta <> '{}'::jsonb;
