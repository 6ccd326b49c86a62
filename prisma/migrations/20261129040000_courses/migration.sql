-- The course that a schedule's times are booked as: {name, starts_on, dates, price_amount,
-- single_dates, late_joining}; null: none.
alter table schedule add column course jsonb;
-- The dates of a course follow the schedule's hours instead of a rule.
alter table booking_series alter column rrule drop not null;
