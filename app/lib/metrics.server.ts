import {
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  type Metric,
  register,
} from "prom-client";
import { clock } from "./clock";
import { CompanyFigures } from "./company-figures";

/**
 * Metrics of this process in Prometheus' text format (served by commands/metrics-server.ts). The
 * server build and the command that runs it each load a copy of this module; both use prom-client's
 * single registry, and the build's copy has the pools.
 */
function once<T extends Metric>(name: string, make: (name: string) => T): T {
  return (register.getSingleMetric(name) as T | undefined) ?? make(name);
}

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Response times by operation of the contract; "page" for everything else. */
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

/** Seat claims by outcome: ok, or the reason of the refusal (full, closed, daily_limit …). */
const claims = once(
  "booking_claims_total",
  (name) =>
    new Counter({
      name,
      help: "Attempts to take seats, by what came of them.",
      labelNames: ["outcome"],
    }),
);

/** Webhook attempts by status class (2xx …), or `none` without a response. */
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

/** Email and SMS attempts by outcome: sent, failed, suppressed, postponed or to be retried. */
const messages = once(
  "booking_messages_total",
  (name) =>
    new Counter({
      name,
      help: "Attempts to send a mail or an SMS, by channel and what came of them.",
      labelNames: ["channel", "outcome"],
    }),
);
export type MessageOutcome = "sent" | "failed" | "suppressed" | "held" | "retried";
export const countMessage = (channel: string, outcome: MessageOutcome) =>
  messages.inc({ channel, outcome });

const messagesWaiting = once(
  "booking_messages_waiting",
  (name) =>
    new Gauge({
      name,
      help: "Mails and SMS that wait: late (due for five minutes) or held for another day.",
      labelNames: ["state"],
    }),
);

/** One instance per process, shared by all copies of this module. */
const ofProcess = globalThis as { bookingCompanyFigures?: CompanyFigures };
const companies = (ofProcess.bookingCompanyFigures ??= new CompanyFigures());
const companyCalls = once(
  "booking_company_calls",
  (name) =>
    new Gauge({
      name,
      help: "Calls and pages of the last five minutes, of the 20 companies that took the most time.",
      labelNames: ["tenant_id"],
    }),
);
const companySeconds = once(
  "booking_company_seconds",
  (name) =>
    new Gauge({
      name,
      help: "Time that those took to answer, in seconds.",
      labelNames: ["tenant_id"],
    }),
);
const companyQueue = once(
  "booking_company_queue_waiting",
  (name) =>
    new Gauge({
      name,
      help: "What is due and waits, of the 20 companies with the most.",
      labelNames: ["tenant_id"],
    }),
);

export function countAnswer(
  operation: string,
  status: number,
  ms: number,
  tenantId: string | null,
): void {
  answers.observe({ operation, status }, ms / 1000);
  if (tenantId !== null) companies.count(tenantId, ms, clock.now());
}

export const countClaim = (outcome: string) => claims.inc({ outcome });

export const countAttempt = (status: number | null) =>
  attempts.inc({ answer: status === null ? "none" : `${Math.floor(status / 100)}xx` });

/** The part of pg's pool that is measured. */
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

/** Registers a reader for calendar metrics, called at each scrape. */
export function watchCalendars(read: () => Promise<CalendarFigures>): void {
  readCalendars = read;
}

interface QueueFigures {
  queues: Record<string, { waiting: number; oldest_seconds: number }>;
  messages: { late: number; held: number };
  companies: { tenant_id: string; waiting: number }[];
}
let readQueues: () => Promise<QueueFigures | null> = async () => null;

/** Registers a reader for queue metrics, called at each scrape. */
export function watchQueues(read: () => Promise<QueueFigures>): void {
  readQueues = read;
}

/**
 * Memory, CPU, event-loop delay and garbage collection of this process, as prom-client measures
 * them.
 */
export function measureProcess(): void {
  collectDefaultMetrics();
}

function showQueues({ queues, messages: waits, companies: most }: QueueFigures): void {
  for (const [queue, figure] of Object.entries(queues)) {
    waiting.set({ queue }, figure.waiting);
    oldest.set({ queue }, figure.oldest_seconds);
  }
  messagesWaiting.set({ state: "late" }, waits.late);
  messagesWaiting.set({ state: "held" }, waits.held);
  for (const { tenant_id, waiting: count } of most) companyQueue.set({ tenant_id }, count);
}

/** All metrics of this process and their media type. */
export async function readMetrics(): Promise<{ text: string; type: string }> {
  for (const [pool, figures] of pools) {
    connections.set({ pool, state: "busy" }, figures.totalCount - figures.idleCount);
    connections.set({ pool, state: "idle" }, figures.idleCount);
    connections.set({ pool, state: "asked_for" }, figures.waitingCount);
  }
  // Drops companies that are no longer in the top list.
  for (const gauge of [companyCalls, companySeconds, companyQueue]) gauge.reset();
  for (const { tenant_id, calls, seconds } of companies.top(clock.now())) {
    companyCalls.set({ tenant_id }, calls);
    companySeconds.set({ tenant_id }, seconds);
  }
  const figures = await readQueues();
  if (figures !== null) showQueues(figures);
  const calendars = await readCalendars();
  if (calendars !== null) {
    calendarLag.set(calendars.lag_seconds);
    for (const [state, count] of Object.entries(calendars.connections))
      calendarAccounts.set({ state }, count);
  }
  return { text: await register.metrics(), type: register.contentType };
}
