-- People: who was asked to join, when a user was last there, keys that change with a day's overlap, customers that can be erased.

create table invitation (
  tenant_id uuid not null,
  id uuid not null,
  email text not null,
  role text not null,
  name text,
  resource_ids uuid[],
  token_hash bytea not null,
  created_at timestamptz(3) not null default current_timestamp,
  expires_at timestamptz(3) not null,
  constraint invitation_pkey primary key (tenant_id, id),
  constraint invitation_role_check check (role in ('admin', 'staff', 'viewer')),
  constraint invitation_tenant_id_fkey foreign key (tenant_id) references tenant (id) on delete cascade on update cascade
);
create unique index invitation_token_hash_key on invitation (token_hash);
create unique index invitation_tenant_id_email_key on invitation (tenant_id, email);

alter table tenant_user add column last_seen_at timestamptz(3);

alter table api_key add column previous_key_hash bytea;
alter table api_key add column previous_key_expires_at timestamptz(3);
create unique index api_key_previous_key_hash_key on api_key (previous_key_hash);

alter table customer add column erased_at timestamptz(3);
create index customer_search on customer using gin (tenant_id,
  (lower(name || ' ' || email || ' ' || coalesce(phone, ''))) gin_trgm_ops);
