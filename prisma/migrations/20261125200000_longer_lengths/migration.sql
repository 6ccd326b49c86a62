-- Until when the hours around a slot stay open: a longer length than its own fits when it ends by then. Null for slots of the version before, which
-- have their own length alone until the daily job, or a change of their schedule, makes them again.
alter table slot add column open_until timestamptz(3);
-- The length that somebody waits for, where it is not the slot's own.
alter table waitlist_entry add column length_minutes int;
