-- Whether a hold that has ended still has claims over [p_from, p_to): it is in the way only until somebody clears it. Volatile, so that
-- beside lock_resource it sees what was committed while the lock was waited for.
create or replace function has_lapsed_claims(p_tenant uuid, p_resource uuid, p_from timestamptz, p_to timestamptz)
returns boolean language plpgsql volatile as $$
begin
  return exists (select from claim c
    where c.tenant_id = p_tenant and c.resource_id = p_resource and c.starts_at < p_to and c.ends_at > p_from
      and c.starts_at > p_from - interval '2 days' -- no claim is longer (claim_time_check)
      and c.lapses_at <= clock_timestamp());
end $$;
