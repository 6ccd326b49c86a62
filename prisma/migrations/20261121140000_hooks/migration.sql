-- How many messages of a tenant wait, which is its turn in the queue.
create index message_waiting on message (tenant_id) where status = 'queued';
