-- When a refund was known to have failed: what was given back after that makes up for it, and nothing before.
alter table refund add column failed_at timestamptz(3);
update refund set failed_at = coalesce(completed_at, created_at) where status in ('failed', 'canceled');
