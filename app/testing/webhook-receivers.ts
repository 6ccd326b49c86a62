// Creates a tenant's records, and webhook receivers that are real servers on loopback.
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

/** A minimal booking with only a customer. */
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
  return { ...booking, owed_amount: 0, paid_amount: 0 } as unknown as BookingRow; // has the columns just inserted
}

/**
 * Inserts events of a new booking, one per type, as transactions would. Returns their ids in order.
 */
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

/** A subscription with a known secret, bypassing the address rules. */
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

/** Empties the database, so that rows of earlier tests are not leased. */
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

/** A receiver on 127.0.0.1 that responds with `answer` after reading a delivery; 204 by default. */
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
  return (server.address() as AddressInfo).port; // TCP servers have an AddressInfo
}

/** Real network access, with these hosts allowed for development. */
export function reaching(hosts: string[], limits: Partial<NetworkAccess> = {}): NetworkAccess {
  return { ...network, allow_hosts: hosts, ...limits };
}

/** Makes all pending attempts due by moving their time in the database. */
export async function makeAllDue(): Promise<void> {
  // One second ago: the column rounds to milliseconds, which may be ahead of the clock.
  await pool.query(
    "update webhook_delivery set next_attempt_at = now() - interval '1 second' where status = 'pending'",
  );
}

/** Resolves when `isTrue` does, polling after each turn of the event loop. */
export async function untilTrue(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await new Promise((resolve) => setTimeout(resolve, 5));
}
