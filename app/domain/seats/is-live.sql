-- The statuses whose booking holds its seats. TypeScript's list of them is
-- contract/booking-status.ts; a test holds the two together.
create or replace function is_live(p_status text) returns boolean
language sql immutable parallel safe
return p_status in ('pending', 'confirmed', 'paid', 'completed', 'no_show');
