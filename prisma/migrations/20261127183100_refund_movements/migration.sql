create index refund_moved on refund (tenant_id, (coalesce(completed_at, created_at)), id);
