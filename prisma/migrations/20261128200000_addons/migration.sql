-- Extras that guests can add to a booking, and those of each booking as it was agreed.
alter table schedule add column addons jsonb not null default '[]';
alter table booking add column addons jsonb not null default '[]';
