-- A search finds people and then their bookings: there are fewer of them, and a guest who comes back costs his booking no index work.

-- What else a guest was called: in bookings that somebody else made in his name, and before his record was corrected.
create table customer_alias (
  tenant_id uuid not null,
  customer_id uuid not null,
  name text not null,
  email text not null,
  phone text not null default '',
  constraint customer_alias_pkey primary key (tenant_id, customer_id, name, email, phone),
  constraint customer_alias_tenant_id_customer_id_fkey foreign key (tenant_id, customer_id) references customer (tenant_id, id)
    on delete cascade on update cascade
);
insert into customer_alias (tenant_id, customer_id, name, email, phone)
select distinct b.tenant_id, b.customer_id, b.customer_name, b.customer_email, coalesce(b.customer_phone, '')
from booking b join customer c on c.tenant_id = b.tenant_id and c.id = b.customer_id
where b.customer_name <> c.name or b.customer_email <> c.email or b.customer_phone <> coalesce(c.phone, '');

drop index booking_search;
drop index customer_search;
-- The text comes first: a search goes through what it finds there and looks for the company in that, never the other way round.
-- It reads what waits for its place in the index from end to end, so little may wait.
create index customer_search on customer using gin (
  (lower(name || ' ' || email || ' ' || coalesce(phone, ''))) gin_trgm_ops, tenant_id) with (gin_pending_list_limit = 256);
create index customer_alias_search on customer_alias using gin (
  (lower(name || ' ' || email || ' ' || phone)) gin_trgm_ops, tenant_id) with (gin_pending_list_limit = 256);

-- A code, not a word of a language: sorted by its bytes, its beginning is a range of the unique index.
alter table booking alter column reference type text collate "C";
