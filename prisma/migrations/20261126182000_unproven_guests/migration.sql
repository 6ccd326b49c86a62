-- Whether somebody has proved the address of a visitor's booking. Null: made before this was recorded, or not by a visitor.
alter table booking add column is_proven boolean;
create index booking_unproven on booking (tenant_id, created_at) where is_proven = false;
