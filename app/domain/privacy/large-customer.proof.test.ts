import pg from "pg";
import { expect, test } from "vitest";
import { NewBooking } from "~/contract/booking-inputs";
import { pool } from "~/lib/db.server";
import { eraseWhole } from "~/testing/erasure";
import { aCustomer, makeResource, makeSchedule, makeTenant } from "~/testing/factory";
import { fillAuditIds } from "../audit/fill-audit-ids.sql.server";
import { createBooking } from "../bookings/place/create-booking.server";
import { reportProof } from "~/testing/proof/prove";
import { exportCustomer } from "./export-customer.server";

// A regular of a large company: their export and erasure complete, however many rows there are.

const ALL = 100_000;
const OF_ONE = 20_000;
/** Far below the statement timeout, even on a busy machine. */
const MAX_STEP_MS = 10_000;

test(
  "a customer with 20,000 of 100,000 bookings is exported and erased",
  { timeout: 1_800_000 },
  async ({ task }) => {
    const owner = await makeTenant();
    const tenant_id = owner.tenant.id;
    const schedule = await makeSchedule(owner, [(await makeResource(owner)).id]);
    const slots = await pool.query<{ id: string }>(
      "select id from slot where tenant_id = $1 and schedule_id = $2 order by starts_at offset 10 limit 2",
      [tenant_id, schedule.id],
    );
    const book = (slot: number, name: string) =>
      createBooking(
        owner,
        NewBooking.parse({ slot_id: slots.rows[slot]!.id, customer: aCustomer(name) }),
        null,
      );
    const [one, other] = [await book(0, "Regular"), await book(1, "Others")];
    // Without a statement timeout, as this only inserts test data.
    const filler = new pg.Client({ connectionString: process.env.DATABASE_URL });
    await filler.connect();
    await filler.query("set statement_timeout = 0");
    await filler.query(
      "select set_config('transaction_timeout', '0', false) where current_setting('server_version_num')::int >= 170000",
    );
    const copies = (booking: string, count: number) =>
      filler.query(
        `insert into booking (tenant_id, id, reference, resource_id, resource_name, status, payment_status, starts_at, ends_at, time_zone,
          party_size, customer_id, customer_name, customer_email, source, notes)
        select b.tenant_id, gen_random_uuid(), substr(md5(n || b.reference), 1, 12), b.resource_id, b.resource_name, 'completed', 'none',
          b.starts_at, b.ends_at, b.time_zone, 1, b.customer_id, b.customer_name, b.customer_email, 'dashboard', 'a trace'
        from (select * from booking where tenant_id = $1 and id = $2) b, generate_series(1, $3::int) n`,
        [tenant_id, booking, count],
      );
    await copies(one.id, OF_ONE);
    await copies(other.id, ALL - OF_ONE);
    // An audit row and an event for each, in an earlier version's format.
    await filler.query(
      `insert into audit_row (tenant_id, id, actor, action, entity, entity_id, diff)
      select tenant_id, gen_random_uuid(), '{}', 'booking.edited', 'booking', id::text, jsonb_build_object('notes', array[null, customer_name])
      from booking where tenant_id = $1`,
      [tenant_id],
    );
    await filler.query(
      `insert into event (tenant_id, id, type, booking_id, sequence, body)
      select e.tenant_id, gen_random_uuid(), e.type, b.id, 1, e.body
      from booking b join event e on e.tenant_id = b.tenant_id and e.sequence = 1
        and e.booking_id = case when b.customer_id = $2::uuid then $3::uuid else $4::uuid end
      where b.tenant_id = $1 and b.id <> all(array[$3::uuid, $4::uuid])`,
      [tenant_id, one.customer_id, one.id, other.id],
    );
    await filler.query("analyze booking, audit_row, event");
    await filler.end();
    const since = (startedAt: number) => Math.round((performance.now() - startedAt) / 100) / 10;

    let begun = performance.now();
    expect(await fillAuditIds()).toBeGreaterThan(ALL - 1);
    const filled = since(begun);
    begun = performance.now();
    let [bytes, longest, before] = [0, 0, performance.now()];
    for await (const piece of await exportCustomer(owner, one.customer_id)) {
      bytes += piece.length;
      longest = Math.max(longest, performance.now() - before);
      before = performance.now();
    }
    const exported = since(begun);
    begun = performance.now();
    await eraseWhole(owner, one.customer_id);
    const erased = since(begun);
    const left = await pool.query<{ rows: number }>(
      `select count(*)::int as rows from (select to_jsonb(b)::text as t from booking b where tenant_id = $1
       union all select body from event where tenant_id = $1 union all select diff::text from audit_row where tenant_id = $1) t where t ilike '%regular%'`,
      [tenant_id],
    );
    reportProof(task, {
      proof: "a regular's copy and erasure",
      load: `${OF_ONE} of ${ALL} bookings, ${ALL} events and audit rows`,
      lost: null,
      oversold: null,
      phantom: left.rows[0]!.rows,
      unexplained: null,
      recovery: null,
      seen: `ids filled in ${filled} s; copy of ${Math.round(bytes / 1e6)} MB in ${exported} s, a page in ${Math.round(longest)} ms at most; erased in ${erased} s`,
    });
    expect(left.rows).toEqual([{ rows: 0 }]);
    expect(longest).toBeLessThan(MAX_STEP_MS);
  },
);
