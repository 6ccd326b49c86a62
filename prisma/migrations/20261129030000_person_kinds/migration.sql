-- Kinds of people of a service, and the people of each booking as they were agreed.
alter table schedule add column person_kinds jsonb not null default '[]';
alter table booking add column party jsonb not null default '[]';
