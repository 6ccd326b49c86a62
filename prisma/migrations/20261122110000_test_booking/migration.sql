-- A booking that somebody of the company makes to try the set-up: source 'test'. Nobody is told of it, there is one at a time, and it can be removed.
alter table booking drop constraint booking_source_check;
alter table booking add constraint booking_source_check check (source in ('dashboard', 'widget', 'api', 'test')) not valid;
alter table booking validate constraint booking_source_check;
create unique index booking_test on booking (tenant_id) where source = 'test';
