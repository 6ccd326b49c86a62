-- The Meet or Teams link of a booking, and the connected calendar whose event it belongs to.
alter table booking add column meeting_url text, add column meeting_calendar_id uuid;
