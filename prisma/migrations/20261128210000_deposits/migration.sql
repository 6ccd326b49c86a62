-- A part of the price that guests pay when booking: {"percent": 25} or {"amount": 2000}. A booking keeps the terms it was made with,
-- and the amount they come to.
alter table schedule add column deposit jsonb,
  add constraint schedule_deposit_check check (deposit is null or requires_payment);
alter table booking add column deposit jsonb, add column deposit_amount int,
  add constraint booking_deposit_amount_check check (deposit_amount > 0);
