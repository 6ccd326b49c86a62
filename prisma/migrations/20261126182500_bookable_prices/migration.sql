-- The prices at which a service can be booked with a resource, each found in one step (bookable_prices).
create index slot_by_price on slot (tenant_id, schedule_id, resource_id, price_amount, starts_at) where status = 'open' and not blocked;
