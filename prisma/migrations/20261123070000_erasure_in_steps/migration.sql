-- The ids that an audit row is about. Null: written before there was this column; a job fills it in, so that this migration need not.
alter table audit_row add column about uuid[];
create index audit_row_about_idx on audit_row using gin (about);
create index audit_row_without_ids on audit_row (tenant_id, id) where about is null;

-- The erasure of a customer, in steps that go on after the answer.
create table customer_erasure (
  tenant_id uuid not null,
  customer_id uuid not null,
  person jsonb not null,
  stage text not null default '',
  place text not null default '',
  asked_at timestamptz(3) not null default current_timestamp,
  updated_at timestamptz(3) not null default current_timestamp,
  ended_at timestamptz(3),
  constraint customer_erasure_pkey primary key (tenant_id, customer_id)
);
alter table customer_erasure add constraint customer_erasure_tenant_id_customer_id_fkey
  foreign key (tenant_id, customer_id) references customer (tenant_id, id) on delete cascade on update no action;
create index customer_erasure_under_way on customer_erasure (updated_at) where ended_at is null;
