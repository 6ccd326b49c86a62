-- A company that is being deleted takes no bookings and no payments; who asked for it, when, and how its guests' money is settled.
alter table tenant add column is_closing boolean not null default false;
alter table tenant add column closing jsonb;
