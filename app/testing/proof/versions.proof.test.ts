import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { isRetryable } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { applyMigrations } from "../../commands/schema-engine";
import { seededRandom } from "../seeded-random";
import { aCustomer } from "../factory";
import { startWeb, type WebProcess } from "../web-process";
import { untilTrue } from "../webhook-receivers";
import { audit } from "./audit";
import { atOnce, Clients, type ClientCall } from "./clients";
import { makeCompany, shuffled } from "./company";
import { prove } from "./prove";

// While clients book, the next version is deployed as in operations.md: its migration runs, then a
// second web process starts. The old process, open connections, and a client that calls the
// database functions as versions before visitors' holds did must keep working. This doesn't test an
// earlier release's code, which isn't available here.

const SEED = 20_261_122;
const SEATS = 4;
const AT_ONCE = 30;
/**
 * What a migration may do while the previous version runs: add columns and an index, and replace
 * functions compatibly.
 */
const ADDS = [
  "tenant",
  "resource",
  "schedule",
  "slot",
  "customer",
  "booking",
  "claim",
  "event",
  "audit_row",
  "idempotency_key",
];

let webs: WebProcess[] = [];
let clients: Clients | undefined;
const old = new pg.Client({ connectionString: process.env.DATABASE_URL });
const folder = mkdtempSync(join(tmpdir(), "next-version-"));

afterAll(async () => {
  clients?.close();
  await old.end();
  await Promise.all(webs.map((web) => web.stop()));
  rmSync(folder, { recursive: true });
});

/** All migrations, plus one. */
function writeNextMigration(): void {
  const name = readdirSync("prisma/migrations")
    .filter((entry) => /^\d/.test(entry))
    .at(-1)!;
  cpSync("prisma/migrations", folder, { recursive: true });
  const next = join(folder, `${BigInt(name.split("_")[0]!) + 1n}_next_version`);
  const columns = ADDS.flatMap((table) => [
    `alter table ${table} add column next_note text;`,
    `alter table ${table} add column next_count int not null default 0;`,
  ]);
  const functions = ["bookings/place/place-booking.sql", "seats/claim-seats.sql"].map((file) =>
    readFileSync(join("app/domain", file), "utf8"),
  );
  const lines = [
    ...columns,
    "create index booking_next_note on booking (tenant_id, next_note);",
    ...functions,
  ];
  mkdirSync(next);
  writeFileSync(join(next, "migration.sql"), lines.join("\n"));
}

/**
 * Runs the migration, retrying when calls in flight prevented it; returns the number of attempts.
 */
async function migrate(): Promise<number> {
  for (let times = 1; ; times++) {
    const done = await applyMigrations(process.env.DIRECT_DATABASE_URL!, folder).catch(
      (error: Error) => {
        if (/gave up.*Nothing was changed/.test(error.message)) return [];
        throw error;
      },
    );
    if (done.length > 0) return times;
  }
}

/** Books as a version before visitors' holds did, without naming a hold. */
async function bookAsBefore(slotId: string, like: string): Promise<ClientCall> {
  const [booking_id, customer_id, sent] = [newId(), newId(), performance.now()];
  for (;;) {
    try {
      return resultOf(await place(slotId, like, booking_id, customer_id), {
        slot_id: slotId,
        booking_id,
        sent,
      });
    } catch (error) {
      // Deadlocked with the migration: nothing was committed.
      if (!isRetryable(error)) throw error;
    }
  }
}

async function place(
  slotId: string,
  like: string,
  booking_id: string,
  customer_id: string,
): Promise<string> {
  const found = await old.query<{ message: string }>(
    `select place_booking(b.tenant_id,
       jsonb_build_object('resource_id', s.resource_id, 'booking_id', $3::text, 'occupies_from', s.occupies_from, 'occupies_to', s.occupies_to,
         'capacity', s.capacity, 'party_size', 1, 'lapses_at', null, 'slot_id', s.id, 'daily', null, 'over_capacity', false),
       to_jsonb(b) || jsonb_build_object('id', $3::text, 'reference', right($3::text, 8), 'slot_id', s.id, 'starts_at', s.starts_at, 'ends_at', s.ends_at,
         'resource_id', s.resource_id, 'schedule_id', s.schedule_id, 'customer_id', $4::text, 'customer_email', $4::text || '@example.test', 'event_count', 1),
       '{"is_known": false, "corrects": false}',
       jsonb_build_object('actor', null, 'notify', false, 'list', jsonb_build_array(
         jsonb_build_object('id', gen_random_uuid(), 'type', 'booking.created', 'sequence', 1, 'body', '{}'))),
       jsonb_build_object('id', gen_random_uuid(), 'actor', '{}'::jsonb, 'action', 'booking.created', 'entity', 'booking', 'entity_id', $3::text, 'diff', '{}'::jsonb),
       null) as said
     from booking b, slot s where b.tenant_id = s.tenant_id and s.id = $1 and b.id = $2`,
    [slotId, like, booking_id, customer_id],
  );
  return found.rows[0]!.message; // a row is always returned
}

function resultOf(
  message: string,
  { slot_id, booking_id, sent }: Pick<ClientCall, "slot_id" | "booking_id" | "sent">,
): ClientCall {
  const isTaken = message === "ok";
  return {
    action: "book",
    key: "",
    slot_id,
    status: isTaken ? 201 : 409,
    code: isTaken ? null : message === "full" ? "slot_unavailable" : message,
    booking_id: isTaken ? booking_id : null,
    sent,
    last_sent: sent,
    answered: performance.now(),
  };
}

test(
  "the next version's migration and processes together with this one's",
  { timeout: 600_000 },
  async ({ task }) => {
    writeNextMigration();
    const company = await makeCompany(4, SEATS, 50);
    const env = { DATABASE_URL: process.env.DATABASE_URL!, RATE_LIMITS: "off" };
    webs = [await startWeb(env)];
    await old.connect();
    const asking = (clients = new Clients(() => webs.map(({ url }) => url), company, AT_ONCE));
    const random = seededRandom(SEED);
    const [first = "", ...rest] = shuffled(company.slots, SEATS + 2, random);
    const like = (await asking.book(first, aCustomer())).booking_id!;

    let isOver = false;
    let byOld = 0;
    const before = (async () => {
      while (!isOver) {
        const slot = company.slots[Math.floor(random() * company.slots.length)]!;
        const result = await bookAsBefore(slot, like);
        asking.results.push(result);
        if (result.status === 201) byOld += 1;
      }
    })();
    const load = atOnce(AT_ONCE, rest, async (slot) => {
      const result = await asking.book(slot, aCustomer());
      if (result.status === 201 && random() < 0.25) await asking.cancel(result);
    });
    await untilTrue(() => asking.results.length > rest.length / 4);
    const startedAt = performance.now();
    const times = await migrate();
    const migrated = performance.now();
    webs.push(await startWeb(env));
    await load;
    isOver = true;
    await before;

    const longest = Math.max(
      ...asking.results
        .filter(({ answered, sent }) => sent < migrated && answered > startedAt)
        .map((one) => one.answered - one.sent),
    );
    const found = await audit(process.env.DATABASE_URL!, company, asking.results);
    const booked = asking.results.filter(({ status }) => status === 201).length;
    prove(task, found, asking.answers, {
      proof: "two versions side by side during a migration",
      load: `${booked} bookings, ${byOld} of them as a version before visitors' holds would; ${2 * ADDS.length} columns, an index and the functions of booking`,
      recovery: longest / 1000,
      seen: `the migration took ${((migrated - startedAt) / 1000).toFixed(1)} s, try ${times}`,
    });
    expect(byOld).toBeGreaterThan(10);
  },
);
