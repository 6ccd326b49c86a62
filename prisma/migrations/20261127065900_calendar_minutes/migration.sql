-- The minutes that are closed before and after each event of a connected calendar.
alter table connected_calendar
  add column minutes_before int not null default 0,
  add column minutes_after int not null default 0,
  add constraint connected_calendar_minutes_check check (minutes_before between 0 and 240 and minutes_after between 0 and 240);
