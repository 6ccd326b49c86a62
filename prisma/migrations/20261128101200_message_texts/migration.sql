-- A month's texts and their cost, and the companies that texted a number which now replies STOP.
create index message_text on message (tenant_id, created_at) where (kind = 'booking_reminder' and channel <> 'email');
create index message_text_recipient on message (recipient) where (kind = 'booking_reminder' and channel <> 'email');
