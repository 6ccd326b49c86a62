-- Upcoming bookings with consent, for the sweep.
create index booking_text_consent on booking (tenant_id, starts_at) where (text_consent is not null);
