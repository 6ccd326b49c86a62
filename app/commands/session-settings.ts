import pg from "pg";

/**
 * Settings of every session of the product, stored with the role for this database, because a
 * pooler in transaction mode drops settings requested at connect. UTC, so that Postgres prints
 * times as the API does; timeouts, so that nothing waits forever.
 */
const SETTINGS: Record<string, string> = {
  timezone: "UTC",
  // Compiling a statement takes longer than any of these runs.
  jit: "off",
  // Detects a vanished client after a minute.
  tcp_keepalives_idle: "30",
  tcp_keepalives_interval: "10",
  tcp_keepalives_count: "3",
};
const TIMEOUT_SECONDS: Record<string, number> = {
  statement_timeout: 30,
  idle_in_transaction_session_timeout: 30,
};
const TIMEOUT_SECONDS_SINCE_17: Record<string, number> = { transaction_timeout: 60 };

/** Stores the settings with this connection's role; they apply to later sessions. */
export async function storeSessionSettings(client: pg.ClientBase): Promise<void> {
  const found = await client.query<{ name: string; version: number }>(
    "select current_database() as name, current_setting('server_version_num')::int as version",
  );
  const { name, version } = found.rows[0]!;
  const factor = Number(process.env.DATABASE_TIMEOUT_FACTOR || 1); // env.server.ts validates it
  const timeouts = { ...TIMEOUT_SECONDS, ...(version >= 170_000 && TIMEOUT_SECONDS_SINCE_17) };
  const settings = { ...SETTINGS };
  for (const [setting, seconds] of Object.entries(timeouts))
    settings[setting] = `${seconds * factor}s`;
  for (const [setting, value] of Object.entries(settings))
    await client.query(
      `alter role current_user in database ${pg.escapeIdentifier(name)} set ${setting} = ${pg.escapeLiteral(value)}`,
    );
}

/**
 * Removes these timeouts for a migration, which may build an index for minutes, and limits its lock
 * waits instead.
 */
export async function migrationSettings(client: pg.ClientBase, lockSeconds: number): Promise<void> {
  await client.query(
    `set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = '${lockSeconds}s';
     set client_connection_check_interval = '2s'`,
  );
  // On a cluster, statements on several tables run sequentially; elsewhere the setting has no
  // effect.
  await client.query("set citus.multi_shard_modify_mode = 'sequential'");
  // Available since Postgres 17; older servers accept it as an unused custom setting.
  await client.query(
    "select set_config('transaction_timeout', '0', false) where current_setting('server_version_num')::int >= 170000",
  );
}
