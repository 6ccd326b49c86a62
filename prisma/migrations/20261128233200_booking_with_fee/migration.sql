-- Fees to be charged by rule, and cards to be deleted at the provider after their time.
create index booking_fee_due on booking (fee_due_at) where (fee_due_at is not null);
create index booking_with_card on booking (ends_at) where (card is not null);
