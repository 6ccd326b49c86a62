import sql, { raw, type Sql as Part } from "sql-template-tag";

/**
 * Whether a calendar `k` that closes time is read late, for whatever reason: a slow server, failing
 * reads, or no free worker. The longest interval between reads is 15 minutes; due ones are queued
 * once a minute.
 */
const isLate: Part = sql`(k.checks and (k.next_read_at < now() - interval '5 minutes'
  or coalesce(k.last_read_at, k.created_at) < now() - interval '30 minutes'))`;

/**
 * Refusals in a row after which a permission counts as missing: a single one may be the provider's
 * fault.
 */
export const MAX_REFUSALS = 3;

/** Problems of a calendar that mean a missing permission. */
const RIGHTS = raw("('missing_scope', 'reconnect', 'admin_consent', 'other_host')");

/**
 * The state of a calendar `k` of the account `c`: one rule for the API, the pages, alerts and
 * emails.
 */
export const HEALTH: Part = sql`(case
  when c.state in ('reconnect_required', 'missing_scope') then 'no_right'
  when k.problem = 'not_found' then 'gone'
  when k.problem = 'refused' then 'unreadable'
  when k.write_problem is not null or (k.problem in ${RIGHTS} and k.failures >= ${MAX_REFUSALS}::int) then 'no_right'
  when ${isLate} or (k.checks and c.state = 'stale') then 'late'
  else 'ok' end)`;

/**
 * Whether a calendar in use is broken while its account is accessible; an inaccessible account is
 * reported instead of its calendars.
 */
export const IS_BROKEN_ALONE: Part = sql`((k.checks or k.writes) and c.state in ('ok', 'stale', 'rate_limited')
  and ${HEALTH} in ('gone', 'unreadable', 'no_right'))`;

/**
 * How long a calendar may go without a response before a person is asked to act: providers have
 * outages.
 */
const PATIENCE_HOURS = 6;

/** Whether an email about it is due: it failed more than once, or for long. */
export const IS_TO_TELL: Part = sql`(k.broken_at is not null and (k.checks or k.writes) and c.state in ('ok', 'stale', 'rate_limited')
  and ((${HEALTH} in ('gone', 'unreadable') and k.failures >= 2) or ${HEALTH} = 'no_right'
    or k.broken_at <= now() - ${PATIENCE_HOURS}::int * interval '1 hour'))`;
