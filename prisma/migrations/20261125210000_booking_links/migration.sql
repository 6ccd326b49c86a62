-- Links by which guests book a service: one that is listed nowhere, too. A booking names the one it was made by; how often one was used is how many do.
create table booking_link (
  tenant_id uuid not null,
  id uuid not null,
  schedule_id uuid not null,
  name text,
  max_uses int,
  expires_at timestamptz(3),
  customer jsonb,
  ended_at timestamptz(3),
  created_at timestamptz(3) not null default current_timestamp,
  primary key (tenant_id, id)
);
alter table booking_link add constraint booking_link_tenant_id_schedule_id_fkey
  foreign key (tenant_id, schedule_id) references schedule (tenant_id, id) on delete cascade;
create index booking_link_tenant_id_created_at_id_idx on booking_link (tenant_id, created_at, id);
create index booking_link_tenant_id_schedule_id_idx on booking_link (tenant_id, schedule_id);

alter table booking add column booking_link_id uuid;
create index booking_by_link on booking (tenant_id, booking_link_id) where booking_link_id is not null;
