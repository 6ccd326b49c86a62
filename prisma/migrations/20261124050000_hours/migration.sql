-- Hours that several services and resources have in common, and the days on which the whole company is closed. A service keeps the hours that its
-- times are made from in its own columns, also where it takes them from here: versions before this one read them there.
create table hours (
  tenant_id uuid not null references tenant (id) on delete cascade,
  id uuid not null,
  name text not null,
  time_zone text not null,
  rules jsonb not null,
  overrides jsonb not null default '[]',
  valid_from date,
  valid_to date,
  version int not null default 1,
  created_at timestamptz(3) not null default current_timestamp,
  updated_at timestamptz(3) not null default current_timestamp,
  primary key (tenant_id, id)
);
create index hours_tenant_id_name_id_idx on hours (tenant_id, name, id);

create table closed_day (
  tenant_id uuid not null references tenant (id) on delete cascade,
  date date not null,
  name text not null,
  created_at timestamptz(3) not null default current_timestamp,
  primary key (tenant_id, date)
);

alter table schedule add column hours_id uuid;
alter table resource add column hours_id uuid;
create index schedule_tenant_id_hours_id_idx on schedule (tenant_id, hours_id);
create index resource_tenant_id_hours_id_idx on resource (tenant_id, hours_id);
alter table schedule add constraint schedule_tenant_id_hours_id_fkey foreign key (tenant_id, hours_id) references hours (tenant_id, id);
alter table resource add constraint resource_tenant_id_hours_id_fkey foreign key (tenant_id, hours_id) references hours (tenant_id, id);

-- Whether a member who is limited to some resources may change the hours of those.
alter table tenant_user add column own_hours boolean not null default false;
alter table invitation add column own_hours boolean not null default false;
