import { randomUUID } from "node:crypto";
import { appendFile, mkdir, readFile, writeFile } from "node:fs/promises";
import type { IncomingHttpHeaders } from "node:http";
import { dirname } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import express, { type Request, type Response, type Router } from "express";
import { answer } from "./answer";
import { html, type Markup, page } from "./page";
import { isSigned, isStandardSigned } from "./webhook-signature";

const MOST = 500;

type Received = {
  id: string;
  received_at: string;
  event: string;
  /** Whether `X-Booking-Signature` matches a known secret. */
  verified: boolean;
  /** The same for the Standard Webhooks headers. */
  standard_verified: boolean;
  answered: number;
  headers: IncomingHttpHeaders;
  body: string;
};
type Behaviour = { status: number; delay_ms: number; times: number };

const OBEYING: Behaviour = { status: 200, delay_ms: 0, times: 0 };

/**
 * A customer's webhook endpoint: verifies signatures and stores the last 500 deliveries (in memory
 * and in `file`, one JSON per line). `POST /webhooks/behaviour {status, delay_ms?, times?}` changes
 * its response `times` times (1); `POST /webhooks/secrets {secret}` adds the secret of another
 * subscription.
 */
export async function receiver(file: string, knownSecrets: string[]): Promise<Router> {
  const received = await readStored(file);
  const secrets = new Set(knownSecrets);
  let behaviour = OBEYING;

  const receive = async (request: Request, response: Response) => {
    const { status, delay_ms, times } = behaviour;
    behaviour = times > 1 ? { ...behaviour, times: times - 1 } : OBEYING;
    const delivery = readDelivery(request, secrets, status);
    received.unshift(delivery);
    received.splice(MOST);
    await appendFile(file, `${JSON.stringify(delivery)}\n`);
    if (delay_ms > 0) await wait(delay_ms);
    response.status(status).json({ received: delivery.id });
  };

  const router = express.Router();
  router.post(
    ["/webhooks", "/webhooks/receive"],
    express.raw({ type: () => true, limit: "1mb" }),
    answer(receive),
  );
  router.get(
    ["/webhooks", "/webhooks/receive"],
    (_, response) => void response.send(listPage(received)),
  );
  router.get("/webhooks.json", (_, response) => void response.json({ data: received }));
  router.get("/webhooks/behaviour", (_, response) => void response.json(behaviour));
  router.post("/webhooks/behaviour", express.json(), (request, response) => {
    behaviour = readBehaviour(request.body);
    response.json(behaviour);
  });
  router.post("/webhooks/secrets", express.json(), (request, response) => {
    secrets.add(String((request.body as { secret?: unknown }).secret));
    response.status(204).end();
  });
  return router;
}

/** Loads deliveries of earlier runs, and truncates the file to the same length. */
async function readStored(file: string): Promise<Received[]> {
  await mkdir(dirname(file), { recursive: true });
  const text = await readFile(file, "utf8").catch(() => "");
  const lines = text.split("\n").filter(isWhole).slice(-MOST);
  await writeFile(file, lines.map((line) => `${line}\n`).join(""), { mode: 0o600 });
  return lines.map((line) => JSON.parse(line) as Received).reverse();
}

/** Skips a line that a killed run left incomplete. */
function isWhole(line: string): boolean {
  try {
    return typeof JSON.parse(line) === "object";
  } catch {
    return false;
  }
}

function readDelivery(request: Request, secrets: Set<string>, answered: number): Received {
  const body: Buffer = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  return {
    id: randomUUID(),
    received_at: new Date().toISOString(),
    event: String(request.headers["x-booking-event"] ?? ""),
    verified: [...secrets].some((secret) => isSigned(request.headers, body, secret)),
    standard_verified: [...secrets].some((secret) =>
      isStandardSigned(request.headers, body, secret),
    ),
    answered,
    headers: request.headers,
    body: body.toString("utf8"),
  };
}

function readBehaviour(body: unknown): Behaviour {
  const {
    status = 200,
    delay_ms = 0,
    times = 1,
  } = (body ?? {}) as Partial<Record<keyof Behaviour, number>>;
  return { status: Number(status), delay_ms: Number(delay_ms), times: Number(times) };
}

function listPage(received: Received[]): string {
  if (received.length === 0)
    return page("Webhook receiver", html`<p>Nothing has been delivered yet.</p>`, {
      follows: true,
    });
  const rows = received.map(
    (delivery) =>
      html`<tr>
        <td>
          <time datetime="${delivery.received_at}"
            >${delivery.received_at.replace("T", " ").slice(0, 19)}</time
          >
        </td>
        <td>${delivery.event || "(none)"}</td>
        <td>${signatureText(delivery)}</td>
        <td>${delivery.answered}</td>
        <td>
          <details>
            <summary>Show</summary>
            <pre>${headerText(delivery.headers)}</pre>
            <pre>${delivery.body}</pre>
          </details>
        </td>
      </tr>`,
  );
  const columns = ["Received (UTC)", "Event", "Signature", "Answered", "Request"].map(
    (name) => html`<th scope="col">${name}</th>`,
  );
  const table = html`<table>
    <thead>
      <tr>
        ${columns}
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`;
  return page("Webhook receiver", table);
}

function signatureText({ verified, standard_verified }: Received): Markup {
  if (verified && standard_verified) return html`<span class="good">both correct</span>`;
  if (verified)
    return html`<span class="good">correct</span>, Standard Webhooks
      <span class="bad">wrong</span>`;
  return html`<span class="bad">wrong, or of an unknown secret</span>`;
}

function headerText(headers: IncomingHttpHeaders): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join("\n");
}
