-- The provider's own fee and how the guest paid, as the provider reports them. Null: not known, or money received on site.
alter table payment
  add column provider_fee_amount int,
  add column method text;
-- Money movements by their date: a month's sums, its list and its export.
create index payment_moved on payment (tenant_id, (coalesce(captured_at, created_at)), id);
