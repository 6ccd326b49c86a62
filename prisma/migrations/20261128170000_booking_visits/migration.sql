-- Bookings of several services that one guest has one after another: `visit_no` of `visit_of` parts.
alter table booking add column visit_id uuid, add column visit_no int, add column visit_of int;
-- Lists the bookings of a visit.
create index booking_of_visit on booking (tenant_id, visit_id, visit_no) where (visit_id is not null);
