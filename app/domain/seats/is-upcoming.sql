-- The statuses whose booking has still to take place. TypeScript's list of them is
-- contract/booking-status.ts; a test holds the two together.
create or replace function is_upcoming(p_status text) returns boolean
language sql immutable parallel safe
return p_status in ('pending', 'confirmed', 'paid');
