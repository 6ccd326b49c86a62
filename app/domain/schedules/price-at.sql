-- The price per seat at `p_start`: `p_price` changed by the first peak price
-- (contract/service-fields.ts) that matches the start's weekday and time of day in `p_zone`. A rule
-- over midnight belongs to the day it starts on; a repeated hour matches twice. Rounded half up to
-- minor units, never below 0. Null (no price) stays null.
create or replace function price_at(p_price int, p_peaks jsonb, p_zone text, p_start timestamptz) returns int
language plpgsql immutable parallel safe as $$
declare
  local timestamp;
  clock text;
  today jsonb;
  yesterday jsonb;
  rule jsonb;
begin
  if p_price is null or p_peaks is null or jsonb_array_length(p_peaks) = 0 then return p_price; end if;
  local := p_start at time zone p_zone;
  clock := to_char(local, 'HH24:MI');
  today := to_jsonb(extract(isodow from local)::int);
  yesterday := to_jsonb(extract(isodow from local - interval '1 day')::int);
  for at in 0 .. jsonb_array_length(p_peaks) - 1 loop
    rule := p_peaks -> at;
    if rule -> 'days' @> today and clock >= rule ->> 'from' and (clock < rule ->> 'to' or rule ->> 'to' <= rule ->> 'from')
      or rule -> 'days' @> yesterday and rule ->> 'to' <= rule ->> 'from' and clock < rule ->> 'to'
    then
      return peak_price(p_price, rule);
    end if;
  end loop;
  return p_price;
end $$;

-- Equal to peakPrice (service-terms.ts), which validates a rule before saving; a test compares the
-- two.
create or replace function peak_price(p_price int, p_rule jsonb) returns int language plpgsql immutable parallel safe as $$
begin
  if p_rule ? 'amount' then return greatest(p_price::bigint + (p_rule ->> 'amount')::bigint, 0)::int; end if;
  return greatest(floor((p_price::bigint * (100 + (p_rule ->> 'percent')::bigint) + 50) / 100.0), 0)::int;
end $$;
