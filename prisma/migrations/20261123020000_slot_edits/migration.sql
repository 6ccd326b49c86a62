-- What a person has set of a slot, field by field; null: as the resource and the schedule say. `capacity`, `price_amount` and `currency` are what
-- comes of both. `follows_schedule`: of a slot made by hand, that these columns say all of it; without it its values stand as they are.
ALTER TABLE "slot" ADD COLUMN "own_capacity" INTEGER,
ADD COLUMN "own_currency" TEXT,
ADD COLUMN "own_price_amount" INTEGER,
ADD COLUMN "follows_schedule" BOOLEAN NOT NULL DEFAULT false;

alter table slot add constraint slot_own_capacity_check check (own_capacity between 1 and 500) not valid;
alter table slot validate constraint slot_own_capacity_check;
alter table slot add constraint slot_own_price_check
  check (own_price_amount between 0 and 99999999 and (own_price_amount is null) = (own_currency is null)) not valid;
alter table slot validate constraint slot_own_price_check;

-- Slots ahead that count as made by hand since their price or seats were edited are their schedule's again, with these two as they are: the log
-- says that they were edited, and not that they were made. What differs from resource and schedule now is what was set. No price where the
-- schedule has one was a free time, which is 0.
update slot s set origin = 'generated',
    own_capacity = case when s.capacity <> r.capacity then s.capacity end,
    own_price_amount = case when (s.price_amount, s.currency) is distinct from (sc.price_amount, sc.currency) then coalesce(s.price_amount, 0) end,
    own_currency = case when (s.price_amount, s.currency) is distinct from (sc.price_amount, sc.currency)
      then coalesce(s.currency, sc.currency) end,
    price_amount = case when s.price_amount is null and sc.price_amount is not null then 0 else s.price_amount end,
    currency = coalesce(s.currency, sc.currency)
  from schedule sc, resource r
  where sc.tenant_id = s.tenant_id and sc.id = s.schedule_id and r.tenant_id = s.tenant_id and r.id = s.resource_id
    and s.origin = 'manual' and s.starts_at > now()
    and exists (select from audit_row a where a.tenant_id = s.tenant_id and a.entity = 'slot' and a.entity_id = s.id::text
      and a.action = 'slot.updated' and (a.diff ? 'capacity' or a.diff ? 'price_amount' or a.diff ? 'currency'))
    and not exists (select from audit_row a where a.tenant_id = s.tenant_id and a.entity = 'slot' and a.entity_id = s.id::text
      and a.action = 'slot.created');

-- Slots ahead that were made by hand keep what they say.
update slot s set follows_schedule = true, own_capacity = s.capacity,
    own_price_amount = coalesce(s.price_amount, case when sc.price_amount is not null then 0 end),
    own_currency = coalesce(s.currency, sc.currency),
    price_amount = coalesce(s.price_amount, case when sc.price_amount is not null then 0 end),
    currency = coalesce(s.currency, sc.currency)
  from slot o left join schedule sc on sc.tenant_id = o.tenant_id and sc.id = o.schedule_id
  where o.tenant_id = s.tenant_id and o.id = s.id and s.origin = 'manual' and s.starts_at > now();

-- Seats above a capacity that was lowered count: all seats of a time with as many guests are taken.
update slot s set taken = least(s.capacity, greatest(s.taken, o.at_once)) from (
    select e.tenant_id, e.id, max(e.at_once)::int as at_once from (
      select t.tenant_id, t.id, p.starts_at, count(distinct c.lane) as at_once from slot t
      join claim a on a.tenant_id = t.tenant_id and a.resource_id = t.resource_id and a.block_id is null and a.lane >= t.capacity
        and a.starts_at < t.occupies_to and a.ends_at > t.occupies_from
      join claim p on p.tenant_id = t.tenant_id and p.resource_id = t.resource_id and p.block_id is null
        and p.starts_at < t.occupies_to and p.ends_at > t.occupies_from
      join claim c on c.tenant_id = t.tenant_id and c.resource_id = t.resource_id and c.block_id is null
        and c.starts_at <= greatest(p.starts_at, t.occupies_from) and c.ends_at > greatest(p.starts_at, t.occupies_from)
      where t.starts_at > now() group by t.tenant_id, t.id, p.starts_at) e
    group by e.tenant_id, e.id) o
  where o.tenant_id = s.tenant_id and o.id = s.id and s.taken < least(s.capacity, o.at_once);
