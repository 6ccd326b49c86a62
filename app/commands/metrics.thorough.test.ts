import { afterAll, beforeAll, expect, test } from "vitest";
import { makeSampleTenant } from "~/testing/sample-tenant";
import { startWeb, type WebProcess } from "~/testing/web-process";
import { startWorkerProcess, type WorkerProcess } from "~/testing/worker-process";
import { findFreePorts } from "./ports";

// Reads the metrics of the real processes as an operator's Prometheus does.

let web: WebProcess;
let worker: WorkerProcess;
let ports: number[];

beforeAll(async () => {
  await makeSampleTenant();
  ports = await findFreePorts("127.0.0.1", 2);
  web = await startWeb({ DATABASE_URL: process.env.DATABASE_URL!, METRICS_PORT: String(ports[0]) });
  worker = await startWorkerProcess("127.0.0.1:1", { METRICS_PORT: String(ports[1]) });
});
afterAll(async () => {
  await web.stop();
  await worker.kill("SIGTERM");
});

const metricsOf = async (port: number | undefined) =>
  (await fetch(`http://127.0.0.1:${port}/metrics`)).text();

test("the web process reports responses by operation, pools and event-loop delay", async () => {
  await fetch(`${web.url}/api/resources`);
  await (await fetch(`${web.url}/sign-in`)).text();
  const text = await metricsOf(ports[0]);
  expect(text).toMatch(
    /booking_http_request_duration_seconds_count\{operation="resources.list",status="401"\} 1/,
  );
  expect(text).toMatch(
    /booking_http_request_duration_seconds_count\{operation="page",status="200"\} 1/,
  );
  expect(text).toMatch(/booking_database_connections\{pool="requests",state="asked_for"\} 0/);
  expect(text).toMatch(/nodejs_eventloop_lag_p99_seconds /);
});

test("the worker reports waiting work by queue", async () => {
  const text = await metricsOf(ports[1]);
  for (const queue of ["events", "deliveries", "slots.ensure"]) {
    expect(text).toContain(`booking_queue_waiting{queue="${queue}"}`);
    expect(text).toContain(`booking_queue_oldest_seconds{queue="${queue}"}`);
  }
  expect(text).toMatch(/booking_calendar_lag_seconds \d/);
  expect(text).toMatch(/booking_calendar_connections\{state="reconnect_required"\} \d/);
  expect((await fetch(`http://127.0.0.1:${ports[1]}/healthz`)).status).toBe(200);
});

test("the public address does not show them", async () => {
  expect((await fetch(`${web.url}/metrics`)).status).toBe(404);
});
