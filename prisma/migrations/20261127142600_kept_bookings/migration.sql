-- When staff decided that a booking stays at a time that has been closed since.
alter table booking add column kept_at timestamptz(3);
