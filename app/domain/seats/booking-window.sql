-- The booking window of guests, in elapsed time: from `p_notice_minutes` after now (null: none) ...
create or replace function first_bookable_start(p_now timestamptz, p_notice_minutes int) returns timestamptz
language sql stable parallel safe
return p_now + coalesce(p_notice_minutes, 0) * interval '1 minute';

-- ... to `p_days` times 24 hours after now (null: no end).
create or replace function last_bookable_start(p_now timestamptz, p_days int) returns timestamptz
language sql stable parallel safe
return p_now + p_days * interval '24 hours';

-- The side of the booking window that a start is on: 'too_soon', 'too_far', or null if inside.
create or replace function window_refusal(p_starts_at timestamptz, p_now timestamptz, p_notice_minutes int, p_days int) returns text
language sql stable parallel safe
return case
  when p_starts_at < first_bookable_start(p_now, p_notice_minutes) then 'too_soon'
  when p_starts_at > last_bookable_start(p_now, p_days) then 'too_far' end;
