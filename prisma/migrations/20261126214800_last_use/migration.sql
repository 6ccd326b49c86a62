-- When a key or a person was last active. Written once a minute by each, so it is kept apart from the tables that every node of a cluster has.
create table last_use (
  tenant_id uuid not null,
  id uuid not null,
  at timestamptz(3) not null,
  constraint last_use_pkey primary key (tenant_id, id)
);
