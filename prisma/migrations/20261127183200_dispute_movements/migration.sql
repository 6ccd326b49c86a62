create index dispute_moved on dispute (tenant_id, (coalesce(closed_at, created_at)), id);
