-- The most dates that guests may book together, week by week; null: one at a time.
alter table schedule add column max_repeat_dates int,
  add constraint schedule_max_repeat_dates_check check (max_repeat_dates between 2 and 12);
