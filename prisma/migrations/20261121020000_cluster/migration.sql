-- The tables as a cluster can spread them (app/lib/tables.ts names each table's kind): no key is changed by a reference, nothing that
-- stands on every node refers to what stands on one, and what is unique is unique within a tenant.

-- Ids never change, so no reference needs to follow one. Every reference that did is made again as it was, without ON UPDATE CASCADE.
do $$
declare
  reference record;
begin
  for reference in
    select conrelid::regclass as owner, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint
    where contype = 'f' and confupdtype = 'c' and connamespace = 'public'::regnamespace
    order by conrelid::regclass::text, conname
  loop
    execute format('alter table %s drop constraint %I', reference.owner, reference.name);
    execute format('alter table %s add constraint %I %s', reference.owner, reference.name,
      replace(reference.definition, ' ON UPDATE CASCADE', ''));
  end loop;
end $$;

-- A calendar address is found by its secret alone and stands on every node; a resource does not. Deleting a resource deletes its address.
alter table calendar_feed drop constraint calendar_feed_tenant_id_resource_id_fkey;

-- A job that was queued before messages were known by their tenant finds its message by this.
drop index message_id_key;
create index message_id_idx on message (id);

-- Whose payment a provider speaks of when it names nothing but its own session.
create table provider_session (
  provider text not null,
  session_id text not null,
  tenant_id uuid not null references tenant (id) on delete cascade,
  booking_id uuid not null,
  created_at timestamptz(3) not null default current_timestamp,
  constraint provider_session_pkey primary key (provider, session_id)
);
create index provider_session_tenant_id_booking_id_idx on provider_session (tenant_id, booking_id);
insert into provider_session (provider, session_id, tenant_id, booking_id, created_at)
select provider, session_id, tenant_id, booking_id, created_at from payment where session_id is not null;
drop index payment_provider_session_id_key;
create unique index payment_tenant_id_provider_session_id_key on payment (tenant_id, provider, session_id);
