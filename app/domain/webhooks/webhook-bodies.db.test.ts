import "~/testing/payments-on";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { deliveredEventTypes, webhookEventTypes } from "~/contract/webhooks";
import { openApiDocument } from "~/http/openapi.server";
import { cancel, paidBooking, work } from "~/testing/payment-calls";
import {
  makeSubscription,
  reaching,
  type Receiver,
  startReceiver,
} from "~/testing/webhook-receivers";
import { refundBooking } from "../payments/refund-booking.server";
import { relayEvents } from "../events/relay.server";
import { attemptDelivery, claimDeliveries } from "./deliver.server";
import { sendTestEvent } from "./replay.server";

// Checks delivered bodies against the schema that receivers are built from.

let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
beforeEach(() => {
  receiver.received.length = 0;
});
afterAll(async () => {
  await receiver.close();
});

/** Validates a body against the published schema; fields it does not name are reported too. */
function validate(type: string, body: unknown): unknown {
  const { components, webhooks } = openApiDocument();
  const { post } = webhooks[type] as unknown as {
    post: { requestBody: { content: { "application/json": { schema: { $ref: string } } } } };
  };
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  const isRight = ajv.compile({
    ...post.requestBody.content["application/json"].schema,
    components,
  });
  isRight(body);
  const kinds = new Map(
    Object.entries(components.schemas).map(([name, schema]) => [name, schema.additionalProperties]),
  );
  for (const name of ["WebhookEvent", "EventBooking", "EventPayment", "EventRefund"])
    expect([name, kinds.get(name)]).toEqual([name, false]);
  return isRight.errors;
}

async function deliverAll(): Promise<
  { type: string; test?: true; data: { payment?: unknown; refund?: unknown } }[]
> {
  while ((await relayEvents(100)) > 0);
  for (
    let claimed = await claimDeliveries(100, 100);
    claimed.length > 0;
    claimed = await claimDeliveries(100, 100)
  )
    for (const delivery of claimed)
      await attemptDelivery(delivery, new AbortController().signal, reaching([receiver.host]));
  return receiver.received.map(
    ({ body }) => JSON.parse(body) as Awaited<ReturnType<typeof deliverAll>>[number],
  );
}

test("the bodies of all five types match the schema, including payment and refund", async () => {
  const { owner, id } = await paidBooking();
  await makeSubscription(owner, receiver.url, [...webhookEventTypes]);
  await refundBooking(owner, id, { amount: 1000 }, null);
  await work(owner);
  await refundBooking(owner, id, {}, null);
  await work(owner);
  const free = await paidBooking();
  await makeSubscription(free.owner, receiver.url, [...webhookEventTypes]);
  await cancel(free.owner, free.id);
  const bodies = await deliverAll();
  expect([...new Set(bodies.map(({ type }) => type))].sort()).toEqual(
    [...webhookEventTypes].sort(),
  );
  expect(bodies.map((body) => [body.type, validate(body.type, body)])).toEqual(
    bodies.map(({ type }) => [type, null]),
  );
  for (const { type, data } of bodies) expect("refund" in data).toBe(type === "booking.refunded");
});

test.each(deliveredEventTypes)("a test event of %s matches the schema", async (type) => {
  const { owner } = await paidBooking();
  const { id } = await makeSubscription(owner, receiver.url, [...webhookEventTypes]);
  await sendTestEvent(owner, id, type);
  const made = (await deliverAll()).filter((body) => body.test);
  expect(made.map((body) => [body.type, validate(type, body)])).toEqual([[type, null]]);
});
