-- Numbered receipts of money received and returned, and the tax that prices include. A company
-- issues receipts for money received since it first switched them on.
alter table tenant add column receipts_since timestamptz(3);
-- The tax rate of a service in basis points; null: the company's (policy.tax).
alter table schedule add column tax_rate_bps int;
alter table schedule add constraint schedule_tax_rate_check check (tax_rate_bps between 0 and 10000) not valid;
-- The updated_at of the payment for which its receipts were issued last.
alter table payment add column receipts_at timestamptz(3);
-- The last number of each year: locked while a receipt is issued, so numbers have no gaps.
create table receipt_counter (
  tenant_id uuid not null references tenant (id) on delete cascade,
  year int not null,
  last_no int not null,
  primary key (tenant_id, year)
);
-- Never changed: a later refund gets a receipt of its own. Booking and payment are named, not
-- referenced, so that nothing can delete a receipt.
create table receipt (
  tenant_id uuid not null references tenant (id) on delete cascade,
  id uuid not null,
  year int not null,
  no int not null,
  booking_id uuid not null,
  payment_id uuid not null,
  -- In minor units; below zero: money returned.
  amount int not null,
  tax_amount int not null,
  currency text not null,
  -- The guest, whose name is removed when their data is erased.
  guest_name text not null,
  document jsonb not null,
  created_at timestamptz(3) not null,
  primary key (tenant_id, id),
  constraint receipt_amount_check check (amount <> 0)
);
create unique index receipt_no on receipt (tenant_id, year, no);
create index receipt_created on receipt (tenant_id, created_at, id);
create index receipt_of_booking on receipt (tenant_id, booking_id);
