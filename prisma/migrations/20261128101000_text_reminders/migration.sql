-- Reminders by SMS and WhatsApp: the guest's consent, each service's choice, and the messages with their parts and price.
alter table booking add column text_consent jsonb;
alter table schedule
  add column text_reminders text not null default 'company',
  add constraint schedule_text_reminders_check check (text_reminders in ('company', 'on', 'off'));
alter table message
  add column parts int,
  add column price numeric(12, 5),
  add column price_currency text,
  add column delivered_at timestamptz(3),
  drop constraint message_channel_check,
  add constraint message_channel_check check (channel in ('email', 'sms', 'whatsapp'));
alter table sms_usage add column reminders int not null default 0;
create table text_reminder (
  tenant_id uuid not null,
  booking_id uuid not null,
  minutes_before int not null,
  starts_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  constraint text_reminder_pkey primary key (tenant_id, booking_id, minutes_before, starts_at),
  constraint text_reminder_tenant_id_booking_id_fkey foreign key (tenant_id, booking_id) references booking(tenant_id, id) on delete cascade
);
create index text_reminder_tenant_id_starts_at_idx on text_reminder (tenant_id, starts_at);
