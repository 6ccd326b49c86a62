-- Interchangeable resources, such as treatment rooms.
create table resource_group (
  tenant_id uuid not null references tenant (id) on delete cascade,
  id uuid not null,
  name text not null,
  version int not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, id)
);
create table resource_group_member (
  tenant_id uuid not null,
  group_id uuid not null,
  resource_id uuid not null,
  -- The order in which they are taken.
  position int not null,
  primary key (tenant_id, group_id, resource_id),
  foreign key (tenant_id, group_id) references resource_group (tenant_id, id) on delete cascade,
  foreign key (tenant_id, resource_id) references resource (tenant_id, id) on delete cascade
);
create index resource_group_member_of_resource on resource_group_member (tenant_id, resource_id);
-- What a booking of a schedule takes besides its own resource: seats of one resource, or of one of a group.
create table service_need (
  tenant_id uuid not null,
  schedule_id uuid not null,
  no int not null,
  resource_id uuid,
  group_id uuid,
  seats int not null default 1,
  minutes_before int not null default 0,
  minutes_after int not null default 0,
  shown boolean not null default false,
  primary key (tenant_id, schedule_id, no),
  foreign key (tenant_id, schedule_id) references schedule (tenant_id, id) on delete cascade,
  foreign key (tenant_id, resource_id) references resource (tenant_id, id),
  foreign key (tenant_id, group_id) references resource_group (tenant_id, id),
  constraint service_need_of_check check (num_nonnulls(resource_id, group_id) = 1),
  constraint service_need_range_check check (no between 1 and 4 and seats between 1 and 500
    and minutes_before between 0 and 480 and minutes_after between 0 and 480)
);
create index service_need_of_resource on service_need (tenant_id, resource_id) where (resource_id is not null);
create index service_need_of_group on service_need (tenant_id, group_id) where (group_id is not null);
-- Whether there are rows of service_need: statements over many slots skip them otherwise.
alter table schedule add column has_needs boolean not null default false;
-- The resources that a booking takes besides its own, as claimed last: [{no, resource_id, name, shown}].
alter table booking add column needs jsonb not null default '[]';
-- A claim for need `need_no` of a booking, whose own claims have booking_id. A hold's have hold_id, with need_no too.
alter table claim add column need_of uuid, add column need_no int;
alter table claim drop constraint claim_owner_check;
alter table claim add constraint claim_owner_check check (num_nonnulls(booking_id, hold_id, block_id, need_of) = 1) not valid;
alter table claim add constraint claim_tenant_id_need_of_fkey foreign key (tenant_id, need_of) references booking (tenant_id, id) on delete cascade not valid;
