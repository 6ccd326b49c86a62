import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { pool, type Sql } from "./db.server";
import { inOneTrip } from "./one-trip.sql.server";

/** The statements sent while `work` runs. */
async function sentBy(work: (db: Sql) => Promise<unknown>): Promise<string[]> {
  const sent: string[] = [];
  const query = (statement: { text: string }) => {
    sent.push(statement.text);
    return pool.query(statement);
  };
  await work({ query } as unknown as Sql);
  return sent;
}

const at = "2026-03-01T10:00:00.123Z";

test("concurrent reads become one statement, each with its own ordered rows", async () => {
  const sent = await sentBy(async (db) => {
    const reads = inOneTrip(db);
    const [numbers, none, instants] = await Promise.all([
      reads.query(
        sql`select n from generate_series(1, ${3}::int) n order by n desc limit ${2}::int`,
      ),
      reads.query(sql`select 1 as n where ${false}::boolean`),
      reads.query(
        sql`select ${at}::timestamptz as starts_at, null::timestamptz as failing_since, ${"2026-03-01T10:00:00+00:00"}::text as customer_name, 'customer' as cancelled_by`,
      ),
    ]);
    expect(numbers.rows).toEqual([{ n: 3 }, { n: 2 }]);
    expect(none.rows).toEqual([]);
    // A guest's name may look like an instant.
    expect(instants.rows).toEqual([
      {
        starts_at: new Date(at),
        failing_since: null,
        customer_name: "2026-03-01T10:00:00+00:00",
        cancelled_by: "customer",
      },
    ]);
    // A later query is sent separately.
    expect((await reads.query(sql`select 1 as n`)).rows).toEqual([{ n: 1 }]);
  });
  expect(sent).toHaveLength(2);
});

test("if the combined statement is refused, each read is sent and fails separately", async () => {
  const sent = await sentBy(async (db) => {
    const reads = inOneTrip(db);
    const answers = await Promise.allSettled([
      reads.query(sql`select 1 as n`),
      reads.query(sql`select n from no_such_table`),
    ]);
    expect(answers).toMatchObject([
      { status: "fulfilled", value: { rows: [{ n: 1 }] } },
      { status: "rejected", reason: { code: "42P01" } },
    ]);
  });
  expect(sent).toHaveLength(3);
});
