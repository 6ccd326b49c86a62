-- What the dashboard needs: who has arrived, and the bookings of a service or of one time.

alter table booking add column arrived_at timestamptz(3);
create index booking_tenant_id_schedule_id_starts_at_idx on booking (tenant_id, schedule_id, starts_at);
create index booking_tenant_id_slot_id_idx on booking (tenant_id, slot_id) where slot_id is not null;

-- Guests of whom no e-mail address is known, entered by staff. Addresses stay unique where there are any.
alter table customer alter column email drop not null;
alter table booking alter column customer_email drop not null;
drop index customer_search;
create index customer_search on customer using gin (
  (lower(name || ' ' || coalesce(email, '') || ' ' || coalesce(phone, ''))) gin_trgm_ops, tenant_id) with (gin_pending_list_limit = 256);

-- Whether a customer's record (r_) says all that another naming of the same guest (g_) does; no address or telephone says nothing.
create or replace function record_says(r_name text, r_email text, r_phone text, g_name text, g_email text, g_phone text) returns boolean
language sql immutable parallel safe
return g_name = r_name and coalesce(g_email, '') in ('', coalesce(r_email, '')) and coalesce(g_phone, '') in ('', coalesce(r_phone, ''));

-- The customer of a new booking: written when unknown; a known one's record is corrected to what the booking says (p_how.corrects, staff's
-- entry; what it said before is kept as an alias), or left as it is with the other name beside it, since whoever books only knows the
-- address. A search finds the guest by either.
create or replace function place_customer(p_tenant uuid, p_id uuid, p_name text, p_email text, p_phone text, p_how jsonb)
returns void language plpgsql as $$
begin
  if not (p_how -> 'is_known')::boolean then
    insert into customer (tenant_id, id, email, name, phone, locale, time_zone)
      values (p_tenant, p_id, p_email, p_name, p_phone, p_how ->> 'locale', p_how ->> 'time_zone')
      on conflict (tenant_id, email) do nothing;
  elsif (p_how -> 'corrects')::boolean then
    insert into customer_alias (tenant_id, customer_id, name, email, phone)
      select p_tenant, c.id, c.name, coalesce(c.email, ''), coalesce(c.phone, '') from customer c
      where c.tenant_id = p_tenant and c.id = p_id
        and not record_says(p_name, p_email, coalesce(p_phone, c.phone), c.name, c.email, c.phone)
      on conflict do nothing;
    update customer c set name = p_name, phone = coalesce(p_phone, c.phone), locale = coalesce(p_how ->> 'locale', c.locale),
        time_zone = coalesce(p_how ->> 'time_zone', c.time_zone), updated_at = now()
      where c.tenant_id = p_tenant and c.id = p_id;
  else
    insert into customer_alias (tenant_id, customer_id, name, email, phone)
      select p_tenant, c.id, p_name, coalesce(p_email, ''), coalesce(p_phone, '') from customer c
      where c.tenant_id = p_tenant and c.id = p_id and not record_says(c.name, c.email, c.phone, p_name, p_email, p_phone)
      on conflict do nothing;
  end if;
end $$;

alter table customer add column notes text;
alter table tenant_user add column preferences jsonb not null default '{}';

-- Two records of one person: one points to the other, and each of its bookings keeps the record it was made for.
alter table customer
  add column merged_into uuid,
  add column merged_at timestamptz(3),
  add column merged_fields text[] not null default '{}',
  add constraint customer_merged_check check ((merged_into is null) = (merged_at is null) and merged_into <> id);
alter table booking add column merged_from uuid;
create index customer_merged on customer (tenant_id, merged_into) where merged_into is not null;
create index customer_phone_digits on customer (tenant_id, right(regexp_replace(phone, '\D', '', 'g'), 9)) where phone is not null;
create index customer_lower_name on customer (tenant_id, lower(name));

-- What a person has to look at.
create index message_bounced on message (tenant_id, updated_at) where status = 'bounced';
create index slot_outside_hours on slot (tenant_id, starts_at) where outside_hours;
