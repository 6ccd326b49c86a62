-- How many bookings a service takes beside its seats: of a resource a day, week and month, and of one guest. Test bookings use up none. find_lanes (claim-seats.sql) asks,
-- under the resource's lock. Limits come as `limits` of a SeatClaim (seat-request.ts); a limit that is null or left out does not hold.

-- How many live bookings a schedule has on a resource in the local day, week (from Monday) or month (`p_unit`, in `p_zone`) of `p_at`.
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

-- How many running holds visitors have of a schedule on a resource in the period of `p_at`: each counts as the booking it may become, since a
-- hold always confirms. Their terms say what was held; the slot may be gone. Holds of test keys count as little as test bookings.
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

-- Returns the weekly or monthly limit that refuses a claim: 'weekly_limit', 'monthly_limit' or null. `own_hold` of p_limits is the caller's hold.
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

-- Whether the guest of a claim has as many bookings of the schedule as one may. The lock of a resource does not order two bookings of a guest on
-- two resources: their customer's row does, until the transaction ends. Always after resource and booking. Who is offered a time from the
-- waiting list (`waits_for_customer` false) is passed over where another transaction has the row, since one that frees seats locks several.
-- A guest without a record has no bookings; of two first ones at once the second finds the other's record and is tried again.
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
