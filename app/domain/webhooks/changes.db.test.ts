import { beforeAll, expect, test } from "vitest";
import { BookingPatch, StatusChange } from "~/contract/booking-inputs";
import {
  changeEventTypes,
  deliveredEventTypes,
  NewWebhookSubscription,
  ReplayRange,
  webhookEventTypes,
  WebhookSubscriptionPatch,
} from "~/contract/webhooks";
import { pool } from "~/lib/db.server";
import { book, slotsAfter } from "~/testing/booking-calls";
import { makeResource, makeSchedule, makeTenant } from "~/testing/factory";
import { makeSubscription } from "~/testing/webhook-receivers";
import { changeBookingStatus } from "../bookings/change/change-status.server";
import { editBooking } from "../bookings/change/edit-booking.server";
import { relayEvents } from "../events/relay.server";
import type { UserActor } from "../identity/actor";
import { replayRange, sendTestEvent } from "./replay.server";
import {
  createSubscription,
  getSubscription,
  rotateSecret,
  updateSubscription,
} from "./subscriptions.server";

let owner: UserActor;
let room: string;
let slots: Awaited<ReturnType<typeof slotsAfter>>;
const URL = "https://example.com/hook";

beforeAll(async () => {
  owner = await makeTenant();
  room = (await makeResource(owner)).id;
  slots = await slotsAfter(2, (await makeSchedule(owner, [room])).id);
});

const typesSent = async (id: string, origin = "event") =>
  (
    await pool.query<{ type: string }>(
      `select e.type from webhook_delivery d join event e on e.tenant_id = d.tenant_id and e.id = d.event_id
       where d.tenant_id = $1 and d.subscription_id = $2 and d.origin = $3 order by e.position, e.created_at`,
      [owner.tenant.id, id, origin],
    )
  ).rows.map(({ type }) => type);

test("a subscription with changes gets all feed events in addition to its types", async () => {
  const plain = await makeSubscription(owner, URL, ["booking.created"]);
  const all = await makeSubscription(owner, URL, ["booking.created"]);
  expect(await getSubscription(owner, plain.id)).toMatchObject({ changes: false });
  const patch = WebhookSubscriptionPatch.parse({ changes: true });
  expect(await updateSubscription(owner, all.id, patch)).toMatchObject({
    changes: true,
    events: ["booking.created"],
  });
  // Changing something else leaves it on.
  await updateSubscription(owner, all.id, { description: "Ours" });
  expect(await rotateSecret(owner, all.id)).toMatchObject({ changes: true });
  const { id } = await book(owner, slots[0]!.id);
  await editBooking(owner, id, BookingPatch.parse({ slot_id: slots[1]!.id }));
  await editBooking(owner, id, BookingPatch.parse({ notes: "Brings a dog" }));
  // Moves the booking into the past.
  await pool.query(
    "update booking set starts_at = now() - interval '2 hours', ends_at = now() - interval '1 hour' where id = $1",
    [id],
  );
  for (const status of ["completed", "no_show"] as const)
    await changeBookingStatus(owner, id, StatusChange.parse({ status }), null);
  while ((await relayEvents(100)) > 0);
  expect(await typesSent(plain.id)).toEqual(["booking.created"]);
  const sent = [
    "booking.created",
    "booking.moved",
    "booking.updated",
    "booking.completed",
    "booking.no_show",
  ];
  expect(await typesSent(all.id)).toEqual(sent);

  const from = new Date(Date.now() - 3_600_000).toISOString();
  const replay = async (subscription: string, range: object) =>
    (await replayRange(owner, subscription, ReplayRange.parse({ from, ...range }))).queued;
  expect(await replay(plain.id, {})).toBe(1);
  expect(await replay(plain.id, { types: ["booking.moved"] })).toBe(0);
  expect(await replay(all.id, {})).toBe(sent.length);
  expect(await replay(all.id, { types: ["booking.moved", "booking.paid"] })).toBe(1);
});

test.each(changeEventTypes)(
  "sent to subscriptions with changes, and testable: %s",
  async (type) => {
    const changes = await createSubscription(
      owner,
      NewWebhookSubscription.parse({ url: URL, events: ["booking.paid"], changes: true }),
    );
    const all = await makeSubscription(owner, URL, [...webhookEventTypes]);
    await pool.query(
      `insert into event (tenant_id, id, type, booking_id, sequence, body, actor) values ($1, gen_random_uuid(), $2, null, 1, '{}', '{}')`,
      [owner.tenant.id, type],
    );
    while ((await relayEvents(100)) > 0);
    expect(await typesSent(changes.id)).toEqual([type]);
    expect(await typesSent(all.id)).toEqual([]);
    const tried = await sendTestEvent(owner, changes.id, type);
    expect(JSON.parse(tried.request_body)).toMatchObject({ type, test: true });
    await pool.query("delete from webhook_subscription where tenant_id = $1", [owner.tenant.id]);
  },
);

test("events accepts the five types of the specification", async () => {
  expect(deliveredEventTypes).toHaveLength(webhookEventTypes.length + changeEventTypes.length);
  for (const type of changeEventTypes)
    await expect(
      createSubscription(
        owner,
        NewWebhookSubscription.parse({ url: URL, events: [type], changes: true }),
      ),
    ).rejects.toMatchObject({ code: "invalid_event_type" });
});
