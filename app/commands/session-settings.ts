import pg from "pg";

/**
 * What every session of the product runs with. Kept with the role, for this database alone: what a client asks for as it connects does not
 * pass a pooler in transaction mode. UTC, so that what Postgres prints is what the wire shows; time limits, so that nothing waits for ever.
 */
const SETTINGS: Record<string, string> = {
  timezone: "UTC",
  statement_timeout: "30s",
  idle_in_transaction_session_timeout: "30s",
  // A client that went away without a word: noticed after a minute.
  tcp_keepalives_idle: "30",
  tcp_keepalives_interval: "10",
  tcp_keepalives_count: "3",
};
const SINCE_17: Record<string, string> = { transaction_timeout: "60s" };

/** Gives the role of this connection these settings in this database; sessions that begin later have them. */
export async function keepSessionSettings(client: pg.ClientBase): Promise<void> {
  const found = await client.query<{ name: string; version: number }>(
    "select current_database() as name, current_setting('server_version_num')::int as version",
  );
  const { name, version } = found.rows[0]!; // a select without a table
  const settings = version >= 170_000 ? { ...SETTINGS, ...SINCE_17 } : SETTINGS;
  for (const [setting, value] of Object.entries(settings))
    await client.query(
      `alter role current_user in database ${pg.escapeIdentifier(name)} set ${setting} = ${pg.escapeLiteral(value)}`,
    );
}

/** The same limits are none for a migration, which may build an index for minutes; what it may not do is wait for a lock meanwhile. */
export async function migrationSettings(client: pg.ClientBase, lockSeconds: number): Promise<void> {
  await client.query(
    `set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = '${lockSeconds}s';
     set client_connection_check_interval = '2s'`,
  );
  // On a cluster what changes several tables does so one after another; elsewhere nobody reads the setting.
  await client.query("set citus.multi_shard_modify_mode = 'sequential'");
  // Known since 17: an older server takes it as a setting that nobody reads.
  await client.query(
    "select set_config('transaction_timeout', '0', false) where current_setting('server_version_num')::int >= 170000",
  );
}
