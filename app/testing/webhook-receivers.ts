// Records of a tenant, and receivers of webhooks that are real servers on a loopback address.
import { once } from "node:events";
import {
  createServer,
  type IncomingHttpHeaders,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import type { WebhookEventType } from "~/contract/webhooks";
import { clock } from "~/lib/clock";
import { encrypt } from "~/lib/crypto.server";
import { pool, prisma } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import type { BookingRow } from "~/domain/bookings/read/booking-row";
import { type EventType, makeEvent } from "~/domain/bookings/change/event-body";
import type { StaffActor } from "~/domain/identity/actor";
import type { NetworkAccess } from "~/lib/outside/connect.server";
import { network } from "~/domain/webhooks/network.server";
import { secretContext } from "~/domain/webhooks/subscription-row";

const RESOURCE = { id: newId(), type: "room", name: "Room" };

/** A booking with nothing around it but its customer. */
async function makeBooking(actor: StaffActor): Promise<BookingRow> {
  const tenant_id = actor.tenant.id;
  const customer = { tenant_id, id: newId(), name: "Anna", email: `anna-${newId()}@example.test` };
  await prisma.customer.create({ data: customer });
  const booking = await prisma.booking.create({
    data: {
      tenant_id,
      id: newId(),
      reference: newId().slice(-8).toUpperCase(),
      resource_id: RESOURCE.id,
      resource_name: RESOURCE.name,
      status: "confirmed",
      starts_at: new Date("2027-01-04T15:00:00Z"),
      ends_at: new Date("2027-01-04T16:00:00Z"),
      time_zone: "Europe/Amsterdam",
      customer_id: customer.id,
      customer_name: customer.name,
      customer_email: customer.email,
      notes: "Zoë 🌍",
      source: "dashboard",
    },
  });
  return { ...booking, owed_amount: 0, paid_amount: 0 } as unknown as BookingRow; // of the values just written
}

/** Events of a new booking, one per type, as its transactions would have left them. Returns their ids in order. */
export async function makeEvents(actor: StaffActor, types: EventType[]): Promise<string[]> {
  const { tenant_id, ...rest } = await makeBooking(actor);
  const booking = { ...rest, tenant_id };
  const source = {
    booking,
    resource: RESOURCE,
    customer: { locale: null, time_zone: null },
    manage_url: "https://example.com/",
  };
  const events = types.map((type, index) =>
    makeEvent(type, index + 1, booking.created_at, source, null),
  );
  await prisma.event.createMany({
    data: events.map((event) => ({ ...event, tenant_id, booking_id: booking.id })),
  });
  return events.map((event) => event.id);
}

/** A subscription with a secret that the test knows, past the address rules of saving. */
export async function makeSubscription(
  actor: StaffActor,
  url: string,
  events: WebhookEventType[] = ["booking.created"],
): Promise<{ id: string; secret: string }> {
  const id = newId();
  const secret = `whsec_${Buffer.from(id).toString("base64")}`;
  const tenant_id = actor.tenant.id;
  const secret_ciphertext = new Uint8Array(encrypt(secret, secretContext(tenant_id, id)));
  await prisma.webhookSubscription.create({
    data: { tenant_id, id, url, events, secret_ciphertext },
  });
  return { id, secret };
}

/** An empty database but for its schema: what other tests of the file left must not be claimed. */
export async function deleteEverything(): Promise<void> {
  await pool.query("delete from booking");
  await pool.query("delete from tenant");
}

export interface ReceivedDelivery {
  at: number;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Receiver {
  url: string;
  host: string;
  received: ReceivedDelivery[];
  close(): Promise<void>;
}

/** A receiver on 127.0.0.1 that answers with `answer` once it has read a delivery; 204 by default. */
export async function startReceiver(
  answer: (response: ServerResponse, delivery: ReceivedDelivery) => void = (response) =>
    response.writeHead(204).end(),
): Promise<Receiver> {
  const received: ReceivedDelivery[] = [];
  const listener: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const delivery = {
        at: clock.now(),
        path: request.url ?? "",
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      };
      received.push(delivery);
      answer(response, delivery);
    });
  };
  const server = createServer(listener);
  const port = await listenOnLoopback(server);
  return {
    url: `http://127.0.0.1:${port}/hook`,
    host: `127.0.0.1:${port}`,
    received,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function listenOnLoopback(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port; // a TCP server's address is never text
}

/** The real network, with these hosts on the development list. */
export function reaching(hosts: string[], limits: Partial<NetworkAccess> = {}): NetworkAccess {
  return { ...network, allow_hosts: hosts, ...limits };
}

/** Makes everything that waits for its next attempt due now: the database's clock is moved, not ours. */
export async function makeAllDue(): Promise<void> {
  // A second ago: the column rounds to milliseconds, which may be ahead of the clock.
  await pool.query(
    "update webhook_delivery set next_attempt_at = now() - interval '1 second' where status = 'pending'",
  );
}

/** Resolves when `isTrue` does: looked at again after every turn of the loop that the tested code needs anyway. */
export async function untilTrue(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await new Promise((resolve) => setTimeout(resolve, 5));
}
