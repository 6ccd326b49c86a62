-- Events of several bookings that were changed together, which share their emails.
alter table event add column in_group boolean not null default false;
