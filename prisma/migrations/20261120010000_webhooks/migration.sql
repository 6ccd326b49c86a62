-- An event's place in the feed is given by the relay, which runs one at a time: a reader that asks for what comes after the last one
-- it has seen misses nothing, however the transactions that wrote the events were interleaved.
create sequence event_position;
alter table event add column position bigint;
create unique index event_position_key on event (position);
create index event_tenant_id_position_idx on event (tenant_id, position);
-- A test event belongs to no booking: it is made for one subscription and stands in no feed.
alter table event alter column booking_id drop not null;

alter table webhook_delivery add column origin text not null default 'event';
alter table webhook_delivery add constraint webhook_delivery_origin_check check (origin in ('event', 'replay', 'test'));
-- An event goes to a subscription once by itself; a second time is a replay.
create unique index webhook_delivery_once on webhook_delivery (event_id, subscription_id) where origin = 'event';
create index webhook_delivery_tenant_id_created_at_id_idx on webhook_delivery (tenant_id, created_at, id);
-- What is due is looked for one subscription after another, so that no backlog hides another's deliveries.
drop index webhook_delivery_due;
create index webhook_delivery_due on webhook_delivery (tenant_id, subscription_id, next_attempt_at) where status = 'pending';
create index webhook_delivery_leased on webhook_delivery (tenant_id, subscription_id) where lease_id is not null;

alter table webhook_attempt add column request_url text not null default '';
alter table webhook_attempt add column request_headers jsonb not null default '{}';
