import { context, trace } from "@opentelemetry/api";
import {
  InMemorySpanExporter,
  NodeTracerProvider,
  type ReadableSpan,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-node";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { relayEvents } from "~/domain/events/relay.server";
import { attemptDelivery, claimDeliveries } from "~/domain/webhooks/deliver.server";
import { pool } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { statementName } from "~/lib/trace.server";
import { slotsOf, type SlotRow } from "~/testing/booking-calls";
import { makeResource, makeSchedule, makeSecretKey, makeTenant } from "~/testing/factory";
import { call, json } from "~/testing/request";
import {
  makeSubscription,
  reaching,
  type Receiver,
  startReceiver,
  untilTrue,
} from "~/testing/webhook-receivers";
import { startJobWorkers } from "./job-workers.server";
import { loadJobs } from "./load-jobs.server";

// Registered as an operator's OpenTelemetry SDK is by node's --import, before anything runs.

const exporter = new InMemorySpanExporter();
const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
provider.register();

let key: string;
let slots: SlotRow[];
let receiver: Receiver;

beforeAll(async () => {
  const owner = await makeTenant();
  key = await makeSecretKey(owner);
  slots = (
    await slotsOf(
      (await makeSchedule(owner, [(await makeResource(owner, { capacity: 50 })).id])).id,
    )
  ).slice(10);
  receiver = await startReceiver();
  await makeSubscription(owner, receiver.url);
});
afterAll(async () => {
  await receiver.close();
  await provider.shutdown();
  trace.disable();
  context.disable();
});
beforeEach(() => exporter.reset());

const CALLER = { trace: "4bf92f3577b34da6a3ce929d0e0e4736", span: "00f067aa0ba902b7" };
const spans = () => exporter.getFinishedSpans();
const named = (name: string) => spans().filter((span) => span.name === name);
const one = (name: string): ReadableSpan => {
  expect(spans().map((span) => span.name)).toContain(name);
  return named(name)[0]!; // checked above
};
const book = (headers: Record<string, string>) =>
  call("/api/bookings", {
    key,
    headers,
    body: {
      slot_id: slots[0]!.id,
      customer: { name: "Trace Guest", email: `${newId()}@secret.test` },
    },
  });

test("one trace covers the caller, operation, statements, email job and delivery", async () => {
  const made = await book({ traceparent: `00-${CALLER.trace}-${CALLER.span}-01` });
  expect(made.status).toBe(201);
  const operation = one("bookings.create");
  expect(operation.spanContext().traceId).toBe(CALLER.trace);
  expect(operation.parentSpanContext?.spanId).toBe(CALLER.span);
  expect(operation.attributes).toEqual({
    "http.request.method": "POST",
    "http.response.status_code": 201,
  });
  const statement = one("select place_booking");
  expect(statement.parentSpanContext?.spanId).toBe(operation.spanContext().spanId);
  expect(statement.attributes).toEqual({
    "db.system.name": "postgresql",
    "db.query.summary": "select place_booking",
  });

  await relayEvents(100);
  const relay = one("events.relay");
  expect(relay.parentSpanContext?.spanId).toBe(operation.spanContext().spanId);
  for (const delivery of await claimDeliveries(100, 100))
    await attemptDelivery(delivery, new AbortController().signal, reaching([receiver.host]));
  const delivery = one("webhook.delivery");
  expect(delivery.spanContext().traceId).toBe(CALLER.trace);
  expect(delivery.attributes).toMatchObject({
    "booking.attempt": 1,
    "http.response.status_code": 204,
  });
  const sent = receiver.received.map(({ headers }) => headers["traceparent"]);
  expect(sent).toContain(`00-${CALLER.trace}-${delivery.spanContext().spanId}-01`);

  const workers = await startJobWorkers(
    (await loadJobs()).filter(({ name }) => name === "message.send"),
  );
  await untilTrue(() => named("job message.send").length > 0);
  await workers.stop(60_000);
  const job = one("job message.send");
  expect(job.spanContext().traceId).toBe(CALLER.trace);
  const ancestors = spans().filter(
    (span) => span.spanContext().spanId === job.parentSpanContext?.spanId,
  );
  expect(ancestors.map((span) => span.name)).toEqual(["events.relay"]);
  expect(
    spans().filter((span) => span.parentSpanContext?.spanId === job.spanContext().spanId).length,
  ).toBeGreaterThan(0);
});

test("spans contain no values, addresses or names", async () => {
  const body = await json(await book({}));
  await call(`/api/bookings?search=secret.test&meta[order]=secret-order`, { key });
  await call("/api/bookings/not-an-id", { key });
  const written = JSON.stringify(
    spans().map(({ name, attributes, events, status }) => ({ name, attributes, events, status })),
  );
  for (const secret of [
    "secret",
    "Trace Guest",
    key,
    String(body["reference"]),
    String(body["id"]),
  ])
    expect(written).not.toContain(secret);
});

test.each([
  ["of another shape", "00-xyz"],
  ["longer", `00-${CALLER.trace}-${CALLER.span}-01-more`],
  ["of zeros", `00-${"0".repeat(32)}-${CALLER.span}-01`],
])("the invalid traceparent %s starts a new trace", async (_, traceparent) => {
  await call("/api/resources", { key, headers: { traceparent } });
  const operation = one("resources.list");
  expect(operation.parentSpanContext).toBeUndefined();
  expect(operation.spanContext().traceId).not.toBe(CALLER.trace);
});

test("an unsampled caller is not traced", async () => {
  await call("/api/resources", {
    key,
    headers: { traceparent: `00-${CALLER.trace}-${CALLER.span}-00` },
  });
  expect(spans()).toEqual([]);
});

test("failures are recorded, and polling is not traced", async () => {
  await pool.query("select 1 from tenant");
  expect(spans()).toEqual([]);
  const tracer = trace.getTracer("test");
  const span = tracer.startSpan("work");
  await context.with(trace.setSpan(context.active(), span), async () => {
    await expect(pool.query("select * from no_such_table where name = 'secret'")).rejects.toThrow();
    await Promise.all(Array.from({ length: 30 }, () => pool.query("select pg_sleep(0.001)")));
  });
  span.end();
  const failed = one("select no_such_table");
  expect(failed.status.code).toBe(2);
  // Belongs to its caller, however long it waited for a connection.
  const slept = named("select pg_sleep");
  expect(slept).toHaveLength(30);
  expect(new Set(slept.map(({ parentSpanContext }) => parentSpanContext?.spanId))).toEqual(
    new Set([span.spanContext().spanId]),
  );
});

test.each([
  ["select place_booking($1)", "select place_booking"],
  ["\n  -- why\n  with x as (select 1) insert into booking (id) values ($1)", "with booking"],
  ["select b.*, (select 1) from booking b where b.notes = 'x'", "select booking"],
  ["select * from claim_events($1)", "select claim_events"],
  ['SELECT "public"."schedule"."id" FROM "public"."schedule" WHERE 1=1', "select schedule"],
  ["update customer set name = $1", "update customer"],
  ["delete from claim where true", "delete claim"],
  ["begin", "begin"],
])("%s is named %s", (text, name) => {
  expect(statementName(text)).toBe(name);
});
