import { databasePort, databaseSwitch } from "~/testing/switched-database";
import { standIn } from "~/testing/payments-on";
import { afterAll, expect, test } from "vitest";
import {
  atProvider,
  checkout,
  makePaidService,
  stateOf,
  waitingBooking,
  work,
} from "~/testing/payment-calls";
import { call } from "~/testing/request";
import { prisma } from "~/lib/db.server";
import { untilTrue } from "~/testing/webhook-receivers";

// A failover: the database's address leads to nothing for a while.

afterAll(() => {
  databaseSwitch.close();
  standIn.close();
});

test("a webhook refused while the database is away is handled when it is back, without the provider's retry", async () => {
  const { owner, slots } = await makePaidService();
  const id = await waitingBooking(owner, slots[0]!.id);
  const { session_id } = await checkout(owner, id);
  standIn.received.length = 0;
  await atProvider(session_id, "pay");
  await standIn.sandbox.events.settled();
  const sent = standIn.received.splice(0);
  databaseSwitch.turnTo(1);
  for (const { body, headers } of sent) {
    const answer = await call("/api/webhooks/payprovider", {
      method: "POST",
      headers: Object.fromEntries(headers),
      raw: new Uint8Array(body),
    });
    expect(answer.status).toBe(503);
  }
  databaseSwitch.turnTo(databasePort);
  await untilTrue(async () => {
    const handled = await prisma.providerEvent.count().catch(() => 0); // its connections may be cut
    return handled > 0;
  });
  await work(owner);
  expect(await stateOf(id)).toMatchObject({ status: "paid" });
});
