-- Processing time of a service, {after_minutes, minutes}: its bookings leave their resource free meanwhile. A booking keeps what it
-- was made with, and its slot has it as a gap.
alter table schedule add column processing jsonb;
alter table booking add column processing jsonb;
alter table slot add column gap_from timestamptz(3), add column gap_to timestamptz(3);
