-- Bookings can be imported too: past ones are written as history, upcoming ones are placed.
-- Every row passes the former checks, so the new ones need no scan.
alter table booking drop constraint booking_source_check;
alter table booking add constraint booking_source_check check (source in ('dashboard', 'widget', 'api', 'test', 'import')) not valid;

alter table customer_import add column kind text not null default 'customers', add column settings jsonb not null default '{}';
alter table customer_import add constraint customer_import_kind_check check (kind in ('customers', 'bookings'));

-- `booking`: the time, resource, service, state and price that the row says (ImportedBooking).
alter table customer_import_row add column booking jsonb;
alter table customer_import_row drop constraint customer_import_row_status_check;
alter table customer_import_row add constraint customer_import_row_status_check
  check (status in ('headers', 'new', 'existing', 'repeated', 'problem', 'past', 'upcoming'));
alter table customer_import_row drop constraint customer_import_row_outcome_check;
alter table customer_import_row add constraint customer_import_row_outcome_check
  check (outcome in ('created', 'filled', 'kept', 'booked', 'refused'));
alter table customer_import_row drop constraint customer_import_row_undone_check;
alter table customer_import_row add constraint customer_import_row_undone_check
  check (undone in ('removed', 'restored', 'booked', 'changed', 'cancelled'));
