import { readReadiness } from "~/lib/readiness.server";
import { databasePlace, whyDatabaseIsUnusable } from "~/lib/database-away";
import { BULK_POOL_SIZE, HEALTH_POOL_SIZE, HEAVY_POOL_SIZE, pool, sqlState } from "~/lib/db.server";
import { env } from "~/lib/env.server";
import { offsetMinutes } from "~/lib/time";
import { FUNCTIONS, readFunctions } from "../sql-functions";
import { checkCluster } from "./cluster-check";
import { checkStandby } from "./standby-check";
import { queueFigures } from "../../jobs/queue-figures.sql.server";
import { type Check, fail, type Finding, ok, warn } from "./finding";

const SECOND_MS = 1000;
const DAY_MS = 86_400_000;
/** Workers send a heartbeat every half minute. */
const WORKER_GONE_SECONDS = 90;
const QUEUE_LATE_SECONDS = 300;

async function checkDatabase(): Promise<Finding> {
  const summary = await refusalOf();
  if (summary !== null)
    return fail(`cannot be used: ${summary}`, "Is it running, and is DATABASE_URL right?");
  const { reason } = await readReadiness();
  if (reason === "database_away")
    return fail("does not answer", "Is it running, and is DATABASE_URL right?");
  if (reason === "database_wrong_settings")
    return fail(
      "lacks the settings of its role",
      "Run `npm run migrate`, which stores them with the role.",
    );
  if (reason === "database_takes_no_writes")
    return fail(
      "is read-only",
      "Is its disk full, or is it a standby? See its log. Bookings are refused until this is fixed.",
    );
  if (reason === "migrations_missing")
    return fail("has an earlier version's schema", "Run `npm run migrate`.");
  const found = await pool.query<{ version: string; size: string }>(
    "select current_setting('server_version') as version, pg_size_pretty(pg_database_size(current_database())) as size",
  );
  const { version, size } = found.rows[0]!;
  return ok(`PostgreSQL ${version}, up to date, ${size}`);
}

/** The database's reason for refusing a connection; null if it accepts. */
async function refusalOf(): Promise<string | null> {
  try {
    await pool.query("select 1");
    return null;
  } catch (error) {
    const { message, errors = [] } = error as Error & { errors?: Error[] };
    const reason = message || errors.map((one) => one.message).join("; "); // one error per address of the host
    const [plain, state] = [whyDatabaseIsUnusable(error), sqlState(error)];
    const place = databasePlace(env.DATABASE_URL);
    return `${plain === null ? "" : `${plain} `}(${place} says: ${reason}${state === undefined ? "" : `, SQLSTATE ${state}`})`;
  }
}

/**
 * Compares the functions with this version's files: finds interrupted migrations and manual
 * changes.
 */
async function checkFunctions(): Promise<Finding> {
  const files = await readFunctions(FUNCTIONS);
  const found = await pool.query<{ path: string; sha256: string }>(
    "select path, sha256 from sql_function_file",
  );
  const applied = new Map(found.rows.map(({ path, sha256 }) => [path, sha256]));
  const different = files
    .filter(({ path, sha256 }) => applied.get(path) !== sha256)
    .map(({ path }) => path);
  if (different.length === 0) return ok(`${files.length} files, all up to date`);
  const names = different.slice(0, 5).join(", ");
  return fail(
    `${different.length} of ${files.length} files differ from the database: ${names}`,
    "Run `npm run migrate` of the newest version in use.",
  );
}

/** Whether the server allows the connections of two processes, a web and a worker. */
async function checkConnections(): Promise<Finding> {
  const found = await pool.query<{ max_connections: number }>(
    "select current_setting('max_connections')::int as max_connections",
  );
  const { max_connections } = found.rows[0]!;
  const each = env.DATABASE_POOL_SIZE + BULK_POOL_SIZE + HEAVY_POOL_SIZE + HEALTH_POOL_SIZE;
  const summary = `a process opens at most ${each}, the server allows ${max_connections}`;
  if (2 * each <= max_connections) return ok(summary);
  return warn(
    summary,
    "Lower DATABASE_POOL_SIZE or raise max_connections: a web and a worker process may open twice as many.",
  );
}

async function checkClock(): Promise<Finding> {
  await pool.query("select 1"); // open the connection before comparing clocks
  const before = Date.now();
  const found = await pool.query<{ now: number }>(
    "select extract(epoch from clock_timestamp()) * 1000 as now",
  );
  const middle = (before + Date.now()) / 2;
  const offsetSeconds = Math.abs(Number(found.rows[0]!.now) - middle) / SECOND_MS;
  const summary = `${offsetSeconds.toFixed(1)} s apart from the database's`;
  if (offsetSeconds < 2) return ok(summary);
  const advice = "Synchronise both clocks with NTP: codes, holds and signatures depend on them.";
  return offsetSeconds < 30 ? warn(summary, advice) : fail(summary, advice);
}

/** Two instants half a year apart: differing rules show in one of them. */
async function checkZones(): Promise<Finding> {
  const zones = Intl.supportedValuesOf("timeZone");
  const now = Date.now();
  const instants = [now, now + 182 * DAY_MS];
  const found = await pool.query<{ zone: string; at: number; minutes: number }>(
    `select zone, at::float8 as at,
       (extract(epoch from (to_timestamp(at / 1000.0) at time zone zone) - (to_timestamp(at / 1000.0) at time zone 'UTC')) / 60)::int as minutes
     from unnest($1::text[]) zone join pg_timezone_names n on n.name = zone cross join unnest($2::bigint[]) at`,
    [zones, instants],
  );
  const different = found.rows.filter(
    ({ zone, at, minutes }) => offsetMinutes(Number(at), zone) !== minutes,
  );
  const zoneCount = new Set(found.rows.map(({ zone }) => zone)).size;
  if (different.length === 0)
    return ok(`${zoneCount} zones match the database's, release ${process.versions.tz}`);
  const names = [...new Set(different.map(({ zone }) => zone))];
  return warn(
    `${names.length} of ${zoneCount} zones differ from the database's: ${names.slice(0, 5).join(", ")}`,
    "One of the two has old time zone data: update Node, or the database's machine (tzdata), then run this again.",
  );
}

async function checkWorker(): Promise<Finding> {
  const { worker_seen_seconds } = await readReadiness();
  const advice =
    "Start one with `npm run worker`. Without it no email, webhook or reminder is sent.";
  if (worker_seen_seconds === null) return fail("none has ever run", advice);
  if (worker_seen_seconds > WORKER_GONE_SECONDS)
    return fail(`last seen ${worker_seen_seconds} s ago`, advice);
  const { events, deliveries, jobs } = await queueFigures();
  const late = Object.entries({ events, deliveries, ...jobs }).filter(
    ([, { oldest_seconds }]) => oldest_seconds > QUEUE_LATE_SECONDS,
  );
  if (late.length === 0) return ok(`seen ${worker_seen_seconds} s ago, no work is late`);
  return warn(
    late
      .map(
        ([queue, figure]) => `${queue}: ${figure.waiting} wait, since ${figure.oldest_seconds} s`,
      )
      .join("; "),
    "Start another worker, or look for repeated failures in the log.",
  );
}

async function checkReceivers(): Promise<Finding> {
  const found = await pool.query<{ failing: number; disabled: number; all: number }>(
    `select count(*) filter (where failing_since is not null and disabled_at is null)::int as failing,
       count(*) filter (where disabled_at is not null)::int as disabled, count(*)::int as all from webhook_subscription`,
  );
  const { failing, disabled, all } = found.rows[0]!;
  const summary = `${all} webhooks, ${failing} failing, ${disabled} switched off`;
  if (failing === 0) return ok(summary);
  return warn(
    summary,
    "The dashboard shows them to their companies. If all fail, check this machine's internet access.",
  );
}

async function checkMessages(): Promise<Finding> {
  const found = await pool.query<{ failed: number; sent: number }>(
    `select count(*) filter (where status = 'failed')::int as failed, count(*) filter (where status = 'sent')::int as sent
     from message where created_at > now() - interval '1 day'`,
  );
  const { failed, sent } = found.rows[0]!;
  const summary = `${sent} sent and ${failed} failed in the last day`;
  if (failed === 0) return ok(summary);
  return warn(
    summary,
    "Each company's mail log has the reasons. If all fail, check EMAIL_DRIVER and its settings.",
  );
}

export const databaseChecks: Check[] = [
  { name: "database", run: checkDatabase },
  { name: "functions", run: checkFunctions },
  { name: "standby", run: checkStandby },
  { name: "cluster", run: checkCluster },
  { name: "connections", run: checkConnections },
  { name: "clock", run: checkClock },
  { name: "time zones", run: checkZones },
  { name: "worker", run: checkWorker },
  { name: "messages", run: checkMessages },
  { name: "webhooks", run: checkReceivers },
];
