import sql, { raw, type Sql as Part } from "sql-template-tag";

/**
 * Whether a calendar `k` that closes time was not read when it should have been, whatever the reason: its server is slow, reads keep
 * failing, or no worker came by. The longest interval between reads is 15 minutes; due ones are queued once a minute.
 */
export const isLate: Part = sql`(k.checks and (k.next_read_at < now() - interval '5 minutes'
  or coalesce(k.last_read_at, k.created_at) < now() - interval '30 minutes'))`;

/** Refusals in a row after which a right is taken as missing: one alone may be a fault of the provider. */
export const MOST_REFUSALS = 3;

/** Problems of a calendar that say that a right is missing. */
const RIGHTS = raw("('missing_scope', 'reconnect', 'admin_consent', 'other_host')");

/** The state of a calendar `k` of the account `c`: one rule for the API, the pages, Attention and mails. */
export const HEALTH: Part = sql`(case
  when c.state in ('reconnect_required', 'missing_scope') then 'no_right'
  when k.problem = 'not_found' then 'gone'
  when k.problem = 'refused' then 'unreadable'
  when k.write_problem is not null or (k.problem in ${RIGHTS} and k.failures >= ${MOST_REFUSALS}::int) then 'no_right'
  when ${isLate} or (k.checks and c.state = 'stale') then 'late'
  else 'ok' end)`;

/** Whether the calendar is used, and broken though its account opens: of an account that doesn't, the account is spoken of. */
export const IS_BROKEN_ALONE: Part = sql`((k.checks or k.writes) and c.state in ('ok', 'stale', 'rate_limited')
  and ${HEALTH} in ('gone', 'unreadable', 'no_right'))`;

/** How long a calendar that only isn't answered may stay so before a person is asked: providers have bad hours. */
const PATIENCE_HOURS = 6;

/** Whether somebody is to be mailed of it: when it failed more than once, or for long. */
export const IS_TO_TELL: Part = sql`(k.broken_at is not null and (k.checks or k.writes) and c.state in ('ok', 'stale', 'rate_limited')
  and ((${HEALTH} in ('gone', 'unreadable') and k.failures >= 2) or ${HEALTH} = 'no_right'
    or k.broken_at <= now() - ${PATIENCE_HOURS}::int * interval '1 hour'))`;
