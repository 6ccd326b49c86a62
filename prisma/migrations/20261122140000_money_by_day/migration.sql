-- What came in and what went back on the days that Today shows, without reading all payments of a company.
create index payment_captured on payment (tenant_id, captured_at) where captured_at is not null;
create index refund_completed on refund (tenant_id, completed_at) where completed_at is not null;
