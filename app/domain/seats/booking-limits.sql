-- Limits of a service in addition to its seats: bookings per resource and day, week or month, and
-- per guest. Test bookings do not count. Checked by find_lanes (claim-seats.sql) under the
-- resource's lock. They are the `limits` of a SeatClaim (seat-request.ts); null or absent means
-- none.

-- How many live bookings a schedule has on a resource in the local day, week (from Monday) or month
-- (`p_unit`, in `p_zone`) of `p_at`.
create or replace function bookings_of_period(p_tenant uuid, p_unit text, p_resource uuid, p_schedule uuid, p_at timestamptz, p_zone text,
  p_except uuid default null)
returns bigint language plpgsql stable parallel safe as $$
declare
  first timestamp := date_trunc(p_unit, p_at at time zone p_zone);
begin
  return (select count(*) from booking b
    where b.tenant_id = p_tenant and b.resource_id = p_resource and b.schedule_id = p_schedule and is_live(b.status) and b.livemode
      and b.starts_at >= first at time zone p_zone and b.starts_at < (first + ('1 ' || p_unit)::interval) at time zone p_zone
      and b.id is distinct from p_except);
end $$;

-- The number of running visitors' holds of a schedule on a resource in the period of `p_at`. Each
-- counts like the booking that it may become. Reads the held terms, because the slot may be gone.
-- Holds of test keys count as little as test bookings.
create or replace function holds_of_period(p_tenant uuid, p_unit text, p_resource uuid, p_schedule uuid, p_at timestamptz, p_zone text,
  p_except uuid default null)
returns bigint language plpgsql stable parallel safe as $$
declare
  first timestamp := date_trunc(p_unit, p_at at time zone p_zone);
begin
  return (select count(*) from hold h join api_key k on k.tenant_id = p_tenant and k.id = h.api_key_id
    where h.tenant_id = p_tenant and h.resource_id = p_resource and h.expires_at > clock_timestamp() and k.mode = 'live'
      and (h.terms #>> '{requested,schedule,id}')::uuid = p_schedule
      and (h.terms #>> '{requested,starts_at}')::timestamptz >= first at time zone p_zone
      and (h.terms #>> '{requested,starts_at}')::timestamptz < (first + ('1 ' || p_unit)::interval) at time zone p_zone
      and h.id is distinct from p_except);
end $$;

-- Returns the weekly or monthly limit that refuses a claim: 'weekly_limit', 'monthly_limit' or
-- null. `own_hold` of p_limits is the caller's hold.
create or replace function period_refusal(p_tenant uuid, p_resource uuid, p_booking uuid, p_limits jsonb) returns text
language plpgsql stable as $$
declare
  l record;
begin
  select * into l from jsonb_to_record(p_limits) as given (schedule_id uuid, starts_at timestamptz, time_zone text, week int, month int,
    own_hold uuid);
  if l.week <= bookings_of_period(p_tenant, 'week', p_resource, l.schedule_id, l.starts_at, l.time_zone, p_booking)
    + holds_of_period(p_tenant, 'week', p_resource, l.schedule_id, l.starts_at, l.time_zone, l.own_hold)
  then
    return 'weekly_limit';
  end if;
  if l.month <= bookings_of_period(p_tenant, 'month', p_resource, l.schedule_id, l.starts_at, l.time_zone, p_booking)
    + holds_of_period(p_tenant, 'month', p_resource, l.schedule_id, l.starts_at, l.time_zone, l.own_hold)
  then
    return 'monthly_limit';
  end if;
  return null;
end $$;

-- Whether the claim's guest has reached the schedule's limit per guest. The resource's lock does
-- not order a guest's bookings on two resources, so the customer's row is locked until the end of
-- the transaction, always after resource and booking. For a waiting-list offer
-- (`waits_for_customer` false) a guest whose row is locked is skipped, because releasing seats
-- locks several guests. A guest without a record has no bookings; of two concurrent first ones the
-- second finds the other's record and is retried.
create or replace function is_over_customer_limit(p_tenant uuid, p_claim jsonb) returns boolean language plpgsql volatile as $$
declare
  l record;
  c record;
  who uuid;
  week timestamp;
begin
  select * into l from jsonb_to_record(p_claim -> 'limits') as given (schedule_id uuid, starts_at timestamptz, time_zone text, upcoming int,
    customer_week int);
  select * into c from jsonb_to_record(p_claim) as given (customer_id uuid, booking_id uuid, waits_for_customer boolean);
  if c.customer_id is null or l.upcoming is null and l.customer_week is null then return false; end if;
  who := (select coalesce(k.merged_into, k.id) from customer k where k.tenant_id = p_tenant and k.id = c.customer_id);
  if who is null then return false; end if;
  if coalesce(c.waits_for_customer, true) then
    perform from customer k where k.tenant_id = p_tenant and k.id = who for no key update;
  else
    perform from customer k where k.tenant_id = p_tenant and k.id = who for no key update skip locked;
    if not found then return true; end if;
  end if;
  if l.starts_at > clock_timestamp() and l.upcoming <= (select count(*) from booking b
    where b.tenant_id = p_tenant and b.customer_id = who and b.schedule_id = l.schedule_id and is_upcoming(b.status) and b.livemode
      and b.starts_at > clock_timestamp() and (b.expires_at is null or b.expires_at > clock_timestamp()) and b.id is distinct from c.booking_id)
  then
    return true;
  end if;
  week := date_trunc('week', l.starts_at at time zone l.time_zone);
  return coalesce(l.customer_week <= (select count(*) from booking b
    where b.tenant_id = p_tenant and b.customer_id = who and b.schedule_id = l.schedule_id and is_live(b.status) and b.livemode
      and b.starts_at >= week at time zone l.time_zone and b.starts_at < (week + interval '1 week') at time zone l.time_zone
      and (b.expires_at is null or b.expires_at > clock_timestamp()) and b.id is distinct from c.booking_id), false);
end $$;
