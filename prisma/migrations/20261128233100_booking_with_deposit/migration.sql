create index booking_with_deposit on booking (tenant_id, starts_at) where (deposit_amount is not null);
