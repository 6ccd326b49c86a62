-- Who knows a key's text: whoever made it, or gave it its newest one. No foreign key, for the key outlives its maker's account here; the
-- name is the one they had then, so that the owner can tell whose keys still work.
alter table api_key
  add column created_by_user_id uuid,
  add column created_by_name text,
  add column created_by_removed_at timestamptz(3);

-- Of keys made before, the audit knows it for 400 days.
update api_key k set created_by_user_id = made.user_id, created_by_name = made.name,
    created_by_removed_at = case when made.is_gone then now() end
  from (
    select distinct on (r.tenant_id, r.entity_id) r.tenant_id, r.entity_id::uuid as key_id, (r.actor ->> 'id')::uuid as user_id,
        coalesce(u.name, a.email) as name, u.id is null as is_gone
      from audit_row r
        left join tenant_user u on u.tenant_id = r.tenant_id and u.id::text = r.actor ->> 'id'
        left join account a on a.id = u.account_id
      where r.entity = 'api_key' and r.action in ('api_key.created', 'api_key.rotated') and r.actor ->> 'kind' = 'user'
        and r.entity_id ~ '^[0-9a-f-]{36}$'
      order by r.tenant_id, r.entity_id, r.at desc) made
  where k.tenant_id = made.tenant_id and k.id = made.key_id;
