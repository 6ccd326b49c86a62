-- When a subscription's people were last told that nothing reaches it.
alter table webhook_subscription add column warned_at timestamptz(3);
