import {
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  type Metric,
  register,
} from "prom-client";

/**
 * What this process measures, in Prometheus' text format (commands/metrics-server.ts serves it). The server build and the command that
 * runs it hold a copy of this module each; both write to the one registry of prom-client, and the build's copy knows the pools.
 */
function once<T extends Metric>(name: string, make: (name: string) => T): T {
  return (register.getSingleMetric(name) as T | undefined) ?? make(name); // only this module registers these names
}

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** How long an answer took: each operation of the contract by its name, and "page" for everything else. */
const answers = once(
  "booking_http_request_duration_seconds",
  (name) =>
    new Histogram({
      name,
      help: "Time to answer, by operation of the contract (or page) and status.",
      labelNames: ["operation", "status"],
      buckets: SECONDS,
    }),
);

/** Attempts to take seats, and what came of them: ok, or why they were refused (full, closed, daily_limit …). */
const claims = once(
  "booking_claims_total",
  (name) =>
    new Counter({
      name,
      help: "Attempts to take seats, by what came of them.",
      labelNames: ["outcome"],
    }),
);

/** Attempts to deliver a webhook: by the class of the receiver's answer (2xx …), or `none` where no answer came. */
const attempts = once(
  "booking_webhook_attempts_total",
  (name) =>
    new Counter({
      name,
      help: "Attempts to deliver a webhook, by answer.",
      labelNames: ["answer"],
    }),
);

const connections = once(
  "booking_database_connections",
  (name) =>
    new Gauge({
      name,
      help: "Connections of this process, by pool and state.",
      labelNames: ["pool", "state"],
    }),
);

export const countAnswer = (operation: string, status: number, ms: number) =>
  answers.observe({ operation, status }, ms / 1000);

export const countClaim = (outcome: string) => claims.inc({ outcome });

export const countAttempt = (status: number | null) =>
  attempts.inc({ answer: status === null ? "none" : `${Math.floor(status / 100)}xx` });

/** pg's pool, as far as its figures go. */
interface PoolFigures {
  totalCount: number;
  idleCount: number;
  waitingCount: number;
}
const pools = new Map<string, PoolFigures>();

export function watchPool(name: string, pool: PoolFigures): void {
  pools.set(name, pool);
}

const waiting = once(
  "booking_queue_waiting",
  (name) => new Gauge({ name, help: "What is due and waits, by queue.", labelNames: ["queue"] }),
);
const oldest = once(
  "booking_queue_oldest_seconds",
  (name) =>
    new Gauge({
      name,
      help: "For how long the oldest of it has waited, by queue.",
      labelNames: ["queue"],
    }),
);

const calendarLag = once(
  "booking_calendar_lag_seconds",
  (name) =>
    new Gauge({
      name,
      help: "For how long the connected calendar that has waited longest has not been read.",
    }),
);
const calendarAccounts = once(
  "booking_calendar_connections",
  (name) =>
    new Gauge({ name, help: "Accounts of connected calendars, by state.", labelNames: ["state"] }),
);

interface CalendarFigures {
  lag_seconds: number;
  connections: Record<string, number>;
}
let readCalendars: () => Promise<CalendarFigures | null> = async () => null;

/** How connected calendars are is asked for each time the figures are read. */
export function watchCalendars(read: () => Promise<CalendarFigures>): void {
  readCalendars = read;
}

type QueueFigures = Record<string, { waiting: number; oldest_seconds: number }>;
let readQueues: () => Promise<QueueFigures> = async () => ({});

/** What waits is asked for each time the figures are read. */
export function watchQueues(read: () => Promise<QueueFigures>): void {
  readQueues = read;
}

/** Memory, processor, event-loop delay and garbage collection of this process, as prom-client measures them. */
export function measureProcess(): void {
  collectDefaultMetrics();
}

/** All figures of this process, and the media type they are written in. */
export async function readMetrics(): Promise<{ text: string; type: string }> {
  for (const [pool, figures] of pools) {
    connections.set({ pool, state: "busy" }, figures.totalCount - figures.idleCount);
    connections.set({ pool, state: "idle" }, figures.idleCount);
    connections.set({ pool, state: "asked_for" }, figures.waitingCount);
  }
  for (const [queue, figures] of Object.entries(await readQueues())) {
    waiting.set({ queue }, figures.waiting);
    oldest.set({ queue }, figures.oldest_seconds);
  }
  const calendars = await readCalendars();
  if (calendars !== null) {
    calendarLag.set(calendars.lag_seconds);
    for (const [state, count] of Object.entries(calendars.connections))
      calendarAccounts.set({ state }, count);
  }
  return { text: await register.metrics(), type: register.contentType };
}
