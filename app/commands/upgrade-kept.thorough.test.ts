import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { newId } from "~/lib/ids";
import { insertEarlierRows, readEarlierRows } from "~/testing/earlier/earlier-rows";
import type { call as Call } from "~/testing/request";
import { type Receiver, startReceiver, untilTrue } from "~/testing/webhook-receivers";
import { startWorkerProcess, type WorkerProcess } from "~/testing/worker-process";
import { withDatabase } from "./database-url";
import { applyMigrations } from "./schema-engine";

// A database as an earlier version left it, with what people and programs hold of it, brought up to today's. How the rows were written is
// in testing/earlier/README.md.

const LAST_MIGRATION = "20261120080000_claim_statistics";
const name = `upgrade_kept_${newId().replaceAll("-", "")}`;
const url = withDatabase(process.env.DIRECT_DATABASE_URL!, name);
const admin = new pg.Client({ connectionString: process.env.DIRECT_DATABASE_URL });
const client = new pg.Client({ connectionString: url });
const folder = mkdtempSync(join(tmpdir(), "earlier-"));
const outbox = mkdtempSync(join(tmpdir(), "earlier-outbox-"));
const earlier = readEarlierRows();
const { given } = earlier;

let receiver: Receiver;
let worker: WorkerProcess | undefined;
let call: typeof Call;

beforeAll(async () => {
  await admin.connect();
  await admin.query(`create database ${name}`);
  const then = readdirSync("prisma/migrations").filter(
    (entry) => /^\d/.test(entry) && entry <= LAST_MIGRATION,
  );
  for (const each of then)
    cpSync(join("prisma/migrations", each), join(folder, each), { recursive: true });
  await applyMigrations(url, folder);
  await client.connect();
  await insertEarlierRows(client, earlier);
  receiver = await startReceiver();
  await client.query("update webhook_subscription set url = $1", [receiver.url]);
  await applyMigrations(url);
  vi.stubEnv("DATABASE_URL", url);
  vi.resetModules();
  ({ call } = await import("~/testing/request"));
});
afterAll(async () => {
  await worker?.kill("SIGKILL");
  await receiver.close();
  await (await import("~/lib/db.server")).closeDatabase();
  vi.unstubAllEnvs();
  await client.end();
  await admin.query(`drop database ${name} with (force)`);
  await admin.end();
  for (const each of [folder, outbox]) rmSync(each, { recursive: true });
});

const countOf = async (table: string) =>
  Number((await client.query(`select count(*) from ${table}`)).rows[0].count);
const pathOf = (address: string) => new URL(address).pathname;
const tokenOf = (address: string) =>
  pathOf(address)
    .split("/")
    .at(-1)!
    .replace(/\.ics$/, "");

test.each(given.kept)(
  "the same call with the same key as before, $path ($idempotency_key), is answered as before",
  async (kept) => {
    const before = await countOf("booking");
    const again = await call(kept.path, {
      key: kept.key,
      body: kept.body,
      headers: { "Idempotency-Key": kept.idempotency_key },
    });
    expect([again.status, await again.text()]).toEqual([kept.status, kept.answer]);
    expect(again.headers.get("Idempotency-Replayed")).toBe("true");
    expect(await countOf("booking")).toBe(before);
  },
);

test("the key of a call of before with another body is still a mistake", async () => {
  const [{ path, key, idempotency_key }] = given.kept as [(typeof given.kept)[0]];
  const body = {
    slot_id: given.free_slot_id,
    customer: { name: "Eva Roos", email: "eva@guests.example" },
  };
  const answer = await call(path, { key, body, headers: { "Idempotency-Key": idempotency_key } });
  expect([answer.status, await answer.json()]).toMatchObject([
    409,
    { error: { code: "idempotency_mismatch" } },
  ]);
});

test("a key that reads like another caller's kept one finds nothing of theirs", async () => {
  const key_id = (await client.query("select id from api_key where kind = 'secret'")).rows[0]
    .id as string;
  const body = {
    slot_id: given.free_slot_id,
    customer: { name: "Eva Roos", email: "eva@guests.example" },
  };
  const theirs = { path: "/api/widget/booking", key: given.key, body };
  const text = `${key_id} order-9`;
  await client.query(
    `insert into idempotency_key (tenant_id, route, key, fingerprint, status, body)
     select $1, 'POST /api/widget/booking', $2, fingerprint, 201, '{"id":"theirs"}' from idempotency_key limit 1`,
    [given.tenant_id, text],
  );
  const answer = await call(theirs.path, { ...theirs, headers: { "Idempotency-Key": text } });
  expect([answer.status, answer.headers.get("Idempotency-Replayed")]).toEqual([201, null]);
});

test("who was signed in still is, and a code that was sent signs in", async () => {
  const mine = await call("/api/bookings", { cookie: given.cookie });
  expect(mine.status).toBe(200);
  const verified = await call("/api/auth/verify-code", { body: given.sign_in, cookie: "none=1" });
  expect([verified.status, verified.headers.get("Set-Cookie")]).toEqual([
    200,
    expect.stringContaining("session="),
  ]);
});

test("links that were sent still open: a booking's, an invitation, a calendar", async () => {
  const { openManageLink } = await import("~/domain/guest-page/open-manage-link.server");
  expect(await openManageLink(tokenOf(given.manage_url), null)).toMatchObject({
    booking: { row: { customer_name: "Anna Jansen" } },
  });
  const { readInvitation } = await import("~/domain/users/accept-invitation.server");
  expect(await readInvitation(tokenOf(given.invitation_url))).toMatchObject({
    email: "new@harbour.example",
  });
  const { loader } = await import("~/pages/public/calendar/feed");
  const request = new Request(given.feed_url);
  const feed = await loader({
    request,
    params: { token: `${tokenOf(given.feed_url)}.ics` },
    context: {},
  } as never);
  expect([feed.status, await feed.text()]).toEqual([200, expect.stringContaining("Bram Smit")]);
});

test("a worker of before gives events their places in the feed, beside one of today, and both only rise", async () => {
  await client.query("begin");
  const given_before = await client.query<{ position: string }>(
    `with chosen as materialized (select tenant_id, id from event where relayed_at is null order by created_at limit 1 for update skip locked),
       numbered as materialized (select tenant_id, id, nextval('event_position') as position from chosen)
     update event e set relayed_at = statement_timestamp(), position = n.position from numbered n
     where e.tenant_id = n.tenant_id and e.id = n.id returning e.position`,
  );
  await client.query("select from claim_events($1, 100, '{}')", [given.tenant_id]);
  const places = await client.query<{ position: string }>(
    "select position from event where position >= $1 order by position",
    [given_before.rows[0]?.position],
  );
  const first = Number(given_before.rows[0]?.position);
  expect(places.rows.map(({ position }) => Number(position))).toEqual(
    places.rows.map((_, index) => first + index),
  );
  expect(places.rows.length).toBeGreaterThan(2);
  const next = await client.query<{ place: string }>("select nextval('event_position') as place");
  expect(Number(next.rows[0]?.place)).toBeGreaterThan(first + places.rows.length);
  await client.query("rollback");
});

test("what waited is done once: events, webhooks and mails", async () => {
  const events = await client.query<{ id: string }>(
    "select id from event where type in ('booking.created', 'booking.cancelled') order by id",
  );
  const waiting = await client.query<{ recipient: string }>(
    "select recipient from message where status = 'queued'",
  );
  worker = await startWorkerProcess(receiver.host, { DATABASE_URL: url, DATA_DIR: outbox });
  await untilTrue(async () => {
    const left = await client.query(
      `select from event where relayed_at is null union all select from webhook_delivery where status = 'pending'
       union all select from message where status = 'queued'
       union all select from pgboss.job where state <> 'completed' and name in ('email.send', 'message.send', 'slots.ensure')`,
    );
    return left.rowCount === 0;
  });
  const delivered = receiver.received.map(({ headers }) => String(headers["webhook-id"])).sort();
  expect(delivered).toEqual(events.rows.map(({ id }) => id));
  const files = await readdir(join(outbox, "outbox"));
  const sent = await Promise.all(
    files.map(async (file) => (await readFile(join(outbox, "outbox", file), "utf8")).toString()),
  );
  const to = sent.map((text) => (JSON.parse(text) as { to: string; subject: string }).to);
  for (const { recipient } of waiting.rows) expect(to).toContain(recipient);
  const subjects = sent.map((text) => JSON.parse(text) as { to: string; subject: string });
  const names = subjects.map((mail) => `${mail.to} ${mail.subject}`);
  expect(names.sort()).toEqual([...new Set(names)].sort());
});
