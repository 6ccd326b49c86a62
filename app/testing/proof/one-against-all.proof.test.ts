import { afterAll, beforeAll, expect, test, type TestContext } from "vitest";
import { operations } from "~/contract";
import { pool } from "~/lib/db.server";
import "../payments-on";
import "../legacypay-on";
import { examples, freshIds } from "../examples";
import { type Credentials, credentialsOf, entitledTo } from "../hostile/callers";
import { type HostileCall, plainCall, targetOf } from "../hostile/calls";
import { ADDRESS_TEXTS, heaviestCalls, heaviestForms } from "../hostile/heaviest";
import { addressOf, fieldNames, type Page, readPages } from "../hostile/pages";
import { type Probe, startProbe } from "../hostile/probe";
import { startWatchedWeb, type WatchedWeb, type WireAnswer } from "../hostile/watched-web";
import { type Ids, makeSampleTenant, type SampleTenant } from "../sample-tenant";
import type { ProbeRow } from "./proof-row";

// One company sends expensive requests to every operation, page and form while guests of another
// company query its times. To run one part: `npx vitest run --project proof one-against-all -t
// "bookings.create"` (or -t "/sign-in").

declare module "vitest" {
  interface TaskMeta {
    /** The test's row in the table of slowest responses. */
    probe?: ProbeRow;
  }
}

/** How long others may wait for a response because of one company. */
const MAX_MS = 300;
const AT_ONCE = 20;
/** Rows of the company that sends. */
const ROWS = 20_000;
const LONG = { timeout: 1_800_000 };

let web: WatchedWeb;
let probe: Probe;
let sample: SampleTenant;
let credentials: Credentials;
let calls = 0;

beforeAll(async () => {
  web = await startWatchedWeb();
  await begin();
  await warmUp();
  probe = await startProbe(web.url);
});
afterAll(async () => {
  probe.stop();
  await web.stop();
});

async function begin(): Promise<void> {
  sample = await makeSampleTenant();
  credentials = await credentialsOf(sample);
  await fill(sample);
}

/** A new process compiles its code and opens its connections during its first calls. */
async function warmUp(): Promise<void> {
  const first = page("/api/resources", "to warm up");
  await Promise.all(Array.from({ length: AT_ONCE }, () => sendInParallel(first)));
}

/** The previous call may have ended the session, the keys or the company. */
async function restartIfEnded(): Promise<void> {
  const answer = await send(page("/api/resources", "whether the session is there"));
  if (answer?.status !== 200) await begin();
}

/** A busy year of bookings, of one guest, with changes, so that reads have data. */
async function fill({ owner, ids }: SampleTenant): Promise<void> {
  await pool.query(
    `insert into booking (tenant_id, id, reference, resource_id, resource_name, status, payment_status, starts_at, ends_at, time_zone,
        party_size, customer_id, customer_name, customer_email, source)
      select b.tenant_id, gen_random_uuid(), 'P' || substr(md5(n::text), 1, 11), b.resource_id, b.resource_name, 'completed', 'none',
        now() - n * interval '25 minutes', now() - n * interval '25 minutes' + interval '20 minutes', b.time_zone, 1, b.customer_id,
        b.customer_name, b.customer_email, 'dashboard'
      from (select * from booking where tenant_id = $1 and id = $2) b, generate_series(1, $3::int) n`,
    [owner.tenant.id, ids.booking, ROWS],
  );
  await pool.query(
    `insert into audit_row (tenant_id, id, actor, action, entity, entity_id, diff, about)
      select $1::uuid, gen_random_uuid(), '{"kind": "system", "id": null}', 'booking.edited', 'booking', $2::text, '{"notes": [null, "x"]}', array[$2::text::uuid]
      from generate_series(1, $3::int)`,
    [owner.tenant.id, ids.booking, ROWS],
  );
  const guest = await pool.query<{ id: string }>(
    "select customer_id as id from booking where tenant_id = $1 and id = $2",
    [owner.tenant.id, ids.booking],
  );
  ids.customer = guest.rows[0]!.id; // every booking has a guest
}

/** A different address per call: per-address limits are tested elsewhere. */
const fromElsewhere = (headers: Record<string, string>): Record<string, string> => ({
  "x-forwarded-for": `11.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls++ & 255}`,
  ...headers,
});

/**
 * The call's name in a header. null: a request refused midway may close the connection before
 * everything is sent.
 */
const send = (call: HostileCall): Promise<WireAnswer | null> =>
  web.send(call, call.label.replace(/[^ -~]/g, "?")).catch(() => null);

async function checkNeighbour(
  task: TestContext["task"],
  name: string,
  count: number,
  slow: { ms: number; label: string },
) {
  const row = { name, calls: count, slowest_ms: Math.round(slow.ms), by: slow.label };
  task.meta.probe = row;
  process.stdout.write(`${JSON.stringify(row)}\n`);
  expect(row.slowest_ms, `${name}: ${slow.label}`).toBeLessThanOrEqual(MAX_MS);
}

/** Sends each call and finds the one during which others waited longest. */
async function slowestOf(
  all: HostileCall[],
  atOnce: HostileCall,
): Promise<{ ms: number; label: string }> {
  await probe.slowest();
  let worst = { ms: 0, label: "" };
  const note = async (label: string) => {
    const { ms, path } = await probe.slowest();
    if (ms > worst.ms) worst = { ms, label: `${label} (${path.split("?")[0]})` };
  };
  const answers: (WireAnswer | null)[] = [];
  for (const call of all) {
    answers.push(await send(call));
    await note(call.label);
  }
  expect(answers[0]?.status, "the unchanged call").toBeLessThan(500);
  const failed = all.filter(
    (_, index) => (answers[index]?.status ?? 0) >= 500 && answers[index]?.status !== 503,
  );
  expect(
    failed.map(({ label }) => label),
    "answered by an error of ours",
  ).toEqual([]);
  await Promise.all(Array.from({ length: AT_ONCE }, () => sendInParallel(atOnce)));
  await note(`${AT_ONCE} at once`);
  return worst;
}

/** On a separate connection, in parallel to the others. */
async function sendInParallel({ method, target, headers, body }: HostileCall): Promise<void> {
  const sent = {
    method,
    headers: fromElsewhere(headers),
    ...(body && { body: new Uint8Array(body) }),
  };
  const answer = await fetch(web.url + target, { ...sent, redirect: "manual" }).catch(() => null);
  await answer?.arrayBuffer().catch(() => undefined);
}

const withCaller = (call: HostileCall, caller: keyof Credentials): HostileCall => ({
  ...call,
  headers: fromElsewhere({ ...credentials[caller](call.body), ...call.headers }),
});

/** External services have their own body formats. */
const PROVIDERS = {
  body: { id: "evt_1", type: "checkout.session.completed", data: { object: { id: "cs_1" } } },
};

for (const { name, operation } of operations)
  test(name, LONG, async ({ task }) => {
    const target = targetOf(
      name,
      operation,
      operation.caller.kind === "provider" ? PROVIDERS.body : undefined,
    );
    const exampleOf = (ids: Ids) =>
      operation.caller.kind === "provider" ? PROVIDERS : examples[name]!(ids)[0]!; // each has one
    // Reads use the large company; other calls use up their own records.
    const ids = operation.method === "GET" ? sample.ids : await freshIds(exampleOf, sample);
    const plain = await plainCall(target, exampleOf(ids));
    const caller = entitledTo(operation)[0]!; // every operation has a caller
    const all = heaviestCalls(plain, target).map((call) => withCaller(call, caller));
    const slowest = await slowestOf(all, withCaller(plain, caller));
    await restartIfEnded();
    await checkNeighbour(task, name, all.length + AT_ONCE, slowest);
  });

const page = (target: string, label: string): HostileCall => ({
  method: "GET",
  target,
  label,
  has_other_credentials: false,
  headers: fromElsewhere({ ...credentials.session(undefined), accept: "text/html" }),
});
const form = (target: string, { label, body }: { label: string; body: string }): HostileCall => ({
  method: "POST",
  target,
  label,
  has_other_credentials: false,
  body: Buffer.from(body),
  headers: fromElsewhere({
    ...credentials.session(undefined),
    "content-type": "application/x-www-form-urlencoded",
  }),
});

const pageCalls = (path: string): HostileCall[] => [
  page(path, "unchanged"),
  ...["q", "cursor", "date", "from", "x"].flatMap((name) =>
    ADDRESS_TEXTS.map((text) =>
      page(
        `${path}?${name}=${encodeURIComponent(text).slice(0, 6000)}`,
        `${name} of ${text.slice(0, 4)}…`,
      ),
    ),
  ),
  page(`${path}?view=week&date=2026-11-23&q=an`, "a search and a week"),
  page(`${path}?${"resource=x&".repeat(600)}`, "resource 600 times"),
];

for (const one of await readPages())
  test(one.pattern, LONG, async ({ task }) => {
    const path = addressOf(one, sample);
    const all = [...pageCalls(path), ...(await formsOf(one, path))];
    const slowest = await slowestOf(all, page(path, "at once"));
    await restartIfEnded();
    await checkNeighbour(task, one.pattern, all.length + AT_ONCE, slowest);
  });

async function formsOf(one: Page, path: string): Promise<HostileCall[]> {
  if (!one.has_action) return [];
  const shown = await send(page(path, "its fields"));
  return heaviestForms(fieldNames(shown?.body.toString() ?? "")).map((sent) => form(path, sent));
}
