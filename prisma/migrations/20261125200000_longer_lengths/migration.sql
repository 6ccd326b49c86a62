-- Until when the hours around a slot stay open: a longer length than its own fits when it ends by then. Null for slots of the version before, which
-- have their own length alone until the daily job, or a change of their schedule, makes them again.
alter table slot add column open_until timestamptz(3);
-- The length that somebody waits for, where it is not the slot's own.
alter table waitlist_entry add column length_minutes int;
-- A longer length, or a resource, may have a price where the schedule itself has none.
alter table schedule drop constraint schedule_price_check;
alter table schedule add constraint schedule_price_check
  check (price_amount is null or price_amount between 0 and 99999999 and currency is not null) not valid;
alter table schedule validate constraint schedule_price_check;
