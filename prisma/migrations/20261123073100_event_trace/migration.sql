-- The trace in which an event was recorded, for deliveries and mails to go on with. Null: it was not traced.
alter table event add column traceparent text;
