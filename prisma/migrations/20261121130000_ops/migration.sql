-- A job that sends a message names the message's tenant; those that wait learn it here, so that nothing looks for a message by its id alone.
update pgboss.job j set data = j.data || jsonb_build_object('tenant_id', m.tenant_id)
  from message m
  where j.name = 'message.send' and j.state < 'completed' and not j.data ? 'tenant_id' and m.id = (j.data ->> 'message_id')::uuid;
drop index message_id_idx;
