import { setTimeout as wait } from "node:timers/promises";
import type pg from "pg";
import { makeSubscription } from "../webhook-receivers";
import { makeKey, makeSecretKey } from "../factory";
import { atProvider, makePaidService } from "../payment-calls";
import { standIn } from "../payments-on";
import type { Findings } from "./audit";
import type { ClientCall, Clients } from "./clients";
import type { Company } from "./company";

// Paying clients: open a checkout for their booking, pay at the provider's stand-in, and deliver
// its webhooks until they are accepted.

const PAUSE_MS = 100;

/** A company with one room whose times are paid at booking. */
export async function makePaidCompany(
  seats: number,
  times: number,
  receiverUrl: string,
): Promise<Company> {
  const { owner, slots } = await makePaidService(seats);
  await makeSubscription(owner, receiverUrl);
  const [key, secret] = [await makeKey(owner), await makeSecretKey(owner)];
  const inThreeDays = Date.now() + 3 * 86_400_000;
  const later = slots.filter(({ starts_at }) => +starts_at > inThreeDays).slice(0, times);
  return {
    owner,
    tenant_id: owner.tenant.id,
    key,
    secret,
    seats,
    slots: later.map(({ id }) => id),
  };
}

/** Books, opens a checkout with retries, and pays; null if there was no seat. */
export async function bookAndPay(
  clients: Clients,
  secret: string,
  slotId: string,
  customer: object,
): Promise<ClientCall | null> {
  const result = await clients.book(slotId, customer);
  if (result.status !== 201) return null;
  for (;;) {
    const body = { booking_id: result.booking_id };
    const answer = await clients.attempt("/api/payments/create-session", { key: secret, body });
    if (answer?.status === 201) {
      const { session_id } = answer.body as { session_id: string };
      await atProvider(session_id, "pay");
      return result;
    }
    if (answer !== null && answer.status < 500)
      throw new Error(`No checkout: ${JSON.stringify(answer.body)}`);
    await wait(PAUSE_MS);
  }
}

/** Cancels a booking as soon as it is paid, with a full refund. */
export async function refundWhenPaid(
  clients: Clients,
  secret: string,
  paid: ClientCall,
): Promise<void> {
  const path = `/api/bookings/${paid.booking_id}`;
  for (;;) {
    const answer = await clients.attempt(path, { method: "GET", key: secret });
    if (answer?.status === 200 && answer.body.status === "paid") break;
    if (answer?.status === 404) throw new Error(`Lost: booking ${paid.booking_id}`);
    await wait(PAUSE_MS);
  }
  await clients.cancel(paid, { refund: { mode: "full" } });
}

/** Delivers each of the provider's webhooks until it is accepted; ends on `isOver`. */
export async function passWebhooksOn(urls: () => string[], isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const [url] = urls();
    const next = standIn.received[0];
    const isTaken =
      url !== undefined &&
      next !== undefined &&
      (await fetch(`${url}/api/webhooks/payprovider`, {
        method: "POST",
        headers: next.headers,
        body: new Uint8Array(next.body),
        signal: AbortSignal.timeout(5000),
      }).then(
        ({ status }) => status === 200,
        () => false,
      ));
    if (isTaken) standIn.received.shift();
    else await wait(PAUSE_MS);
  }
}

const GIVEN_BACK = ["cancelled", "refunded"];

/** Adds differences between payments and refunds at the provider and a company's bookings. */
export async function auditMoney(
  client: pg.ClientBase,
  tenantId: string,
  found: Findings,
): Promise<void> {
  const { rows } = await client.query<{ id: string; status: string; charges: string[] }>(
    `select b.id, b.status, coalesce(array_agg(p.charge_ref) filter (where p.status = 'paid'), '{}') as charges
     from booking b left join payment p on p.tenant_id = b.tenant_id and p.booking_id = b.id where b.tenant_id = $1 group by b.id, b.status`,
    [tenantId],
  );
  const bookings = new Map(rows.map((row) => [row.id, row]));
  const intents = Object.values(standIn.sandbox.state.data.intents).map(({ object }) => object);
  const received = intents.filter(
    ({ status, metadata }) => status === "succeeded" && metadata.tenant_id === tenantId,
  );
  const refunds = Object.values(standIn.sandbox.state.data.refunds).map(({ object }) => object);
  for (const { id, amount, metadata } of received) {
    const booking = bookings.get(metadata.booking_id ?? "");
    const back = refunds.filter(({ payment_intent }) => payment_intent === id);
    const isBack = back.length === 1 && back[0]!.amount === amount;
    if (back.length > 1) found.phantom.push(`the money ${id} went back ${back.length} times`);
    if (booking !== undefined && GIVEN_BACK.includes(booking.status) && isBack) continue;
    if (booking?.status !== "paid" || !booking.charges.includes(id) || back.length > 0)
      found.lost.push(
        `the money ${id} for booking ${metadata.booking_id}, which is ${booking?.status}`,
      );
  }
  const ids = new Set(received.map(({ id }) => id));
  for (const { id, status, charges } of rows) {
    if (charges.length > 1) found.phantom.push(`booking ${id} is paid ${charges.length} times`);
    if (status === "paid" && !charges.some((charge) => ids.has(charge)))
      found.phantom.push(`booking ${id} is paid, and no money came in`);
  }
}
