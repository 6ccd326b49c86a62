-- Quiet hours of text reminders, in local time. From 21:00 until 08:00 they contain midnight; equal times are none.

create or replace function is_quiet(p_at timestamptz, p_zone text, p_from time, p_until time) returns boolean language sql stable as $$
  select case when p_from = p_until then false
    when p_from < p_until then l.clock >= p_from and l.clock < p_until
    else l.clock >= p_from or l.clock < p_until end
  from (select (p_at at time zone p_zone)::time as clock) l
$$;

-- When a reminder is sent that would be due at p_at: then, or half an hour before the quiet hours that contain it begin.
create or replace function text_due(p_at timestamptz, p_zone text, p_from time, p_until time) returns timestamptz language sql stable as $$
  select case when not is_quiet(p_at, p_zone, p_from, p_until) then p_at
    else ((l.at::date - case when p_from > p_until and l.at::time < p_until then 1 else 0 end) + p_from) at time zone p_zone
      - interval '30 minutes' end
  from (select p_at at time zone p_zone as at) l
$$;
