-- The terms of a schedule on a resource: the schedule's, overridden by the resource's
-- (schedule_resource.terms). Equal to termsOn (service-terms.ts), which a test checks.

-- The base length.
create or replace function base_minutes(p_minutes int, p_terms jsonb) returns int language sql immutable parallel safe
return coalesce((p_terms ->> 'duration_minutes')::int, p_minutes);

-- The base price per seat, before the peak prices; null: none.
create or replace function base_price(p_price int, p_terms jsonb) returns int language sql immutable parallel safe
return coalesce((p_terms ->> 'price_amount')::int, p_price);

-- The longer length of this many minutes, {minutes, price_amount}; null if not offered or not
-- longer than the base length.
create or replace function longer_length(p_base int, p_options jsonb, p_terms jsonb, p_minutes int) returns jsonb
language plpgsql immutable parallel safe as $$
declare
  options jsonb := case when jsonb_typeof(p_terms -> 'length_options') = 'array' then p_terms -> 'length_options' else p_options end;
begin
  if p_minutes is null or p_minutes <= base_minutes(p_base, p_terms) then return null; end if;
  return (select o from jsonb_array_elements(options) o where (o ->> 'minutes')::int = p_minutes limit 1);
end $$;
