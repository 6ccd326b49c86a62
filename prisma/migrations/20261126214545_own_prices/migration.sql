-- Times that a person has priced by hand: the widget's lowest price looks for them.
create index slot_own_price on slot (tenant_id, schedule_id, starts_at) where own_price_amount is not null;
