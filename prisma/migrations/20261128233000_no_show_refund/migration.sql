-- The part of the price that the policy returned for a no-show.
alter table booking add column no_show_returned_amount int not null default 0;
