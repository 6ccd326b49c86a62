import { pool } from "~/lib/db.server";
import { type Finding, fail, ok, warn } from "./finding";

/** A standby further behind than this would lose too much if the primary fails. */
const LATE_SECONDS = 30;

export interface Server {
  /** Set if DATABASE_URL points to a standby: its replication lag, if it has received any WAL. */
  is_standby: boolean;
  behind_seconds: number | null;
  /** synchronous_standby_names: the standbys a commit waits for; empty for none. */
  waits_for: string;
  role: string;
}

export interface Standby {
  name: string;
  /** null: this role may not see it. */
  state: string | null;
  sync_state: string | null;
  lag_seconds: number;
}

/** Whether the database is the primary, and which confirmed data would be lost with its machine. */
export async function checkStandby(): Promise<Finding> {
  const server = await pool.query<Server>(
    `select pg_is_in_recovery() as is_standby, current_setting('synchronous_standby_names') as waits_for, current_user::text as role,
       extract(epoch from now() - pg_last_xact_replay_timestamp())::float8 as behind_seconds`,
  );
  const standbys = await pool.query<Standby>(
    `select coalesce(application_name, '') as name, state, sync_state,
       coalesce(extract(epoch from greatest(write_lag, flush_lag, replay_lag)), 0)::float8 as lag_seconds
     from pg_stat_replication where state is distinct from 'backup' order by 1`,
  );
  return classifyStandbys(server.rows[0]!, standbys.rows);
}

/** Pure function: interprets the servers' statistics. */
export function classifyStandbys(server: Server, standbys: readonly Standby[]): Finding {
  const { is_standby, behind_seconds, waits_for, role } = server;
  if (is_standby)
    return fail(
      `DATABASE_URL points to a standby, ${seconds(behind_seconds ?? 0)} behind`,
      "Point it to the primary (docs/growth.md: follow-primary). Until then every booking is refused.",
    );
  if (standbys.length === 0 && waits_for === "")
    return ok("none: without one, data since the last backup is lost with the machine");
  if (standbys.some(({ state }) => state === null))
    return warn(
      `${standbys.length} not visible to this role`,
      `As a superuser: grant pg_monitor to ${role};`,
    );
  const streaming = standbys.filter(({ state }) => state === "streaming");
  const synchronous = streaming.filter(({ sync_state }) => isWaitedFor(sync_state));
  if (waits_for !== "" && synchronous.length === 0)
    return fail(
      "commits wait for a standby, but none is connected",
      "Start the standby. Patroni stops waiting within seconds; without Patroni, clear synchronous_standby_names.",
    );
  const summary = standbys.map(describe).join("; ");
  const late = standbys.filter(({ lag_seconds }) => lag_seconds > LATE_SECONDS);
  if (late.length > 0 || streaming.length === 0)
    return warn(summary, "Check its log, its disk and the network between the two.");
  if (synchronous.length > 0) return ok(summary);
  return warn(
    summary,
    "If the primary fails, changes that the standby has not received are lost. Use Patroni's synchronous_mode, or synchronous_standby_names.",
  );
}

const isWaitedFor = (state: string | null) => state === "sync" || state === "quorum";

function describe({ name, state, sync_state, lag_seconds }: Standby): string {
  const part = isWaitedFor(sync_state) ? "takes part in every commit" : "follows asynchronously";
  return `${name} ${state === "streaming" ? part : `is not ready (${state})`}, ${seconds(lag_seconds)} behind`;
}

const seconds = (value: number) => `${value.toFixed(1)} s`;
