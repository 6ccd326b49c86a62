-- A service can ask guests to keep a card for fees: {"late_cancellation": {"percent": 50} or {"amount": 2000} or null, "no_show": the same,
-- "window_minutes": 1440}. A booking keeps the terms that its guest agreed to, the card, and its fees. Fees are payments with a purpose.
alter table schedule add column card_on_file jsonb;
alter table booking add column card_terms jsonb, add column card jsonb, add column fees jsonb not null default '[]',
  add column fee_starts_at timestamptz(3), add column fee_due_at timestamptz(3);
alter table booking drop constraint booking_pending_reason_check;
alter table booking add constraint booking_pending_reason_check
  check (pending_reason in ('payment', 'card', 'approval', 'verification', 'offer')) not valid;
alter table payment add column purpose text not null default 'booking', add column keeps_card boolean not null default false;
alter table payment add constraint payment_purpose_check check (purpose in ('booking', 'card', 'late_cancellation', 'no_show')) not valid;
