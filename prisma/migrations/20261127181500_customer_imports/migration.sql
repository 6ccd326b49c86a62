-- An uploaded file of customers, kept for some days: until when its import can be undone.
create table customer_import (
  tenant_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  file_name text not null,
  columns int not null,
  fields text[] not null default '{}',
  state text not null default 'reading',
  rows int not null default 0,
  checked int not null default 0,
  created_at timestamptz(3) not null default current_timestamp,
  constraint customer_import_pkey primary key (tenant_id, id),
  constraint customer_import_state_check check (state in ('reading', 'draft', 'running', 'done', 'undoing', 'undone')),
  constraint customer_import_tenant_id_fkey foreign key (tenant_id) references tenant(id) on delete cascade
);
create index customer_import_tenant_id_created_at_idx on customer_import (tenant_id, created_at);

-- A row of the file, also that of its headers, its details by the columns chosen, and what became of it.
create table customer_import_row (
  tenant_id uuid not null,
  id uuid not null,
  import_id uuid not null,
  number int not null,
  cells jsonb not null,
  status text,
  name text,
  email text,
  phone text,
  phone_key text,
  notes text,
  locale text,
  time_zone text,
  problem jsonb,
  same_number int,
  customer_id uuid,
  outcome text,
  filled text[] not null default '{}',
  version int,
  undone text,
  created_at timestamptz(3) not null default current_timestamp,
  constraint customer_import_row_pkey primary key (tenant_id, id),
  constraint customer_import_row_status_check check (status in ('headers', 'new', 'existing', 'repeated', 'problem')),
  constraint customer_import_row_outcome_check check (outcome in ('created', 'filled', 'kept')),
  constraint customer_import_row_undone_check check (undone in ('removed', 'restored', 'booked', 'changed')),
  constraint customer_import_row_tenant_id_import_id_fkey foreign key (tenant_id, import_id) references customer_import(tenant_id, id) on delete cascade
);
create unique index customer_import_row_number_key on customer_import_row (tenant_id, import_id, number);
create index customer_import_row_customer on customer_import_row (tenant_id, customer_id) where (customer_id is not null);
