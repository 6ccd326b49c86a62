-- A fee is charged once per booking and kind.
create unique index payment_one_fee on payment (tenant_id, booking_id, purpose)
  where (purpose in ('late_cancellation', 'no_show') and not is_surplus and status <> all (array['failed', 'canceled', 'expired']));
