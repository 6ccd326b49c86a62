-- Payments that changed since their receipts were issued.
create index payment_receipt_due on payment (tenant_id, captured_at)
  where (captured_at is not null and receipts_at is distinct from updated_at);
