-- Of a company's links of services and resources, those whose times are still being made: few, read with each availability.
create index schedule_resource_pending on schedule_resource (tenant_id, schedule_id) where pending_from is not null;

-- Whether a company has ever been paid real money: asked for each mail in its first week, among all payments that it wrote down by hand.
create index payment_live_captured on payment (tenant_id) where livemode and captured_at is not null;
