// The floors: plain Node and Postgres on this machine. One process with a path for each.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import pg from "pg";
import { v7 } from "uuid";
import { bookStatement, countStatement, LOCK, READ, type Wish } from "./floor-statements";

// The same pool settings as the product's (lib/db.server.ts).
const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: 20,
  idleTimeoutMillis: 600_000,
  options: "-c timezone=UTC",
});

type Floor = (body: string, url: URL) => Promise<unknown>;

const floors: Record<string, Floor> = {
  "/healthz": async () => ({ status: "ok" }),
  "/bare": async () => ({ status: "ok" }),
  "/read": read,
  "/book": (body) => book(body, false),
  "/book-every-row": (body) => book(body, true),
  "/count": count,
};

createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    console.error(error);
    response.writeHead(500).end();
  });
}).listen(Number(process.env.PORT), "127.0.0.1");

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? "/", "http://127.0.0.1");
  const chunks: Buffer[] = [];
  if (request.method === "POST") for await (const chunk of request) chunks.push(chunk as Buffer);
  const result = await floors[url.pathname]!(Buffer.concat(chunks).toString(), url);
  const json = JSON.stringify(result);
  response
    .writeHead(200, {
      "Content-Type": "application/json",
      "Content-Length": Buffer.byteLength(json),
    })
    .end(json);
}

/** Availability as rows: 100 slots over 31 days, dates parsed by the driver, JSON built here. */
async function read(_body: string, { searchParams }: URL) {
  const [tenant, resource] = [searchParams.get("tenant_id"), searchParams.get("resource_id")];
  const from = new Date(`${searchParams.get("from")}T00:00:00Z`);
  const to = new Date(`${searchParams.get("to")}T24:00:00Z`);
  const { rows } = await pool.query({
    name: "read",
    text: READ,
    values: [tenant, resource, from, to],
  });
  return { time_zone: "UTC", slots: rows };
}

/** The booking transaction: begin; lock; the one statement; commit. */
async function book(body: string, everyRow: boolean) {
  const wish = JSON.parse(body) as Wish;
  const client = await pool.connect();
  try {
    await client.query("begin");
    const lock = await client.query<{ longest_minutes: number; db_now: Date }>({
      name: "lock",
      text: LOCK,
      values: [wish.tenant_id, wish.resource_id],
    });
    const ids = { booking: v7(), customer: v7(), created: v7(), confirmed: v7() };
    const booking = {
      id: ids.booking,
      ...wish,
      status: "confirmed",
      created_at: lock.rows[0]!.db_now,
    };
    const written = await client.query<{ was_stored: boolean }>(
      bookStatement(wish, ids, lock.rows[0]!, JSON.stringify(booking), everyRow ? v7() : null),
    );
    await client.query("commit");
    return written.rows[0]!.was_stored ? booking : { was_stored: false };
  } catch (error) {
    await client.query("rollback");
    throw error;
  } finally {
    client.release();
  }
}

async function count(body: string) {
  const wish = JSON.parse(body) as Wish;
  const { rowCount } = await pool.query(countStatement(wish.tenant_id, wish.slot_id));
  return { was_stored: rowCount === 1 };
}

process.on("SIGTERM", () => void pool.end().then(() => process.exit(0)));
