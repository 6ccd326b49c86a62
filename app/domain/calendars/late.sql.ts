import sql, { type Sql as Part } from "sql-template-tag";

/**
 * Whether a calendar `k` that closes time was not read when it should have been, whatever the reason: its server is slow, reads keep
 * failing, or no worker came by. The longest interval between reads is 15 minutes; due ones are queued once a minute.
 */
export const isLate: Part = sql`(k.checks and (k.next_read_at < now() - interval '5 minutes'
  or coalesce(k.last_read_at, k.created_at) < now() - interval '30 minutes'))`;
