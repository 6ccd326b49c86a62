import { expect, test } from "vitest";
import { BookingFilter } from "~/contract/booking-filter";
import { CustomerFilter } from "~/contract/customers";
import { pool } from "~/lib/db.server";
import { makeTenant } from "~/testing/factory";
import { exportCustomers } from "../../customers/list-customers.sql.server";
import { exportBookings } from "./export-bookings.server";

const ROWS = 10_400;
const STEP = 5_000;

async function idsOf(pages: AsyncIterable<{ id: string }[]>): Promise<string[]> {
  const ids: string[] = [];
  for await (const rows of pages) ids.push(...rows.map(({ id }) => id));
  return ids;
}

test("an export contains every row of a long list once", async () => {
  const owner = await makeTenant();
  await pool.query(
    `insert into customer (tenant_id, id, name, email)
      select $1, gen_random_uuid(), 'Guest ' || n, 'guest-' || n || '@example.test' from generate_series(1, $2::int) n`,
    [owner.tenant.id, ROWS],
  );
  // Statistics of an earlier test make Postgres read the whole company for each foreign key.
  await pool.query("analyze customer");
  // In steps, each far below the database's limit for a statement.
  for (let first = 1; first <= ROWS; first += STEP)
    await pool.query(
      `insert into booking (tenant_id, id, reference, resource_id, resource_name, status, starts_at, ends_at, time_zone, customer_id,
          customer_name, source)
        select tenant_id, gen_random_uuid(), 'CSV' || n, gen_random_uuid(), 'Room', 'cancelled', at, at + interval '1 hour',
          'UTC', id, name, 'api'
        from customer, lateral (select substr(name, 7)::int as n, timestamptz '2020-01-01' + (hashtext(name) % 5000) * interval '1 hour' as at) t
        where tenant_id = $1 and n between $2 and $3`,
      [owner.tenant.id, first, first + STEP - 1],
    );
  const bookings = await idsOf(await exportBookings(owner, BookingFilter.parse({ format: "csv" })));
  expect([bookings.length, new Set(bookings).size]).toEqual([ROWS, ROWS]);
  const customers = await idsOf(
    await exportCustomers(owner, CustomerFilter.parse({ format: "csv" })),
  );
  expect([customers.length, new Set(customers).size]).toEqual([ROWS, ROWS]);
});
