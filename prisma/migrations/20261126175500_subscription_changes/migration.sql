-- Whether a subscription also gets what happens to bookings beside the five types of the specification, such as moves.
alter table webhook_subscription add column changes boolean not null default false;
