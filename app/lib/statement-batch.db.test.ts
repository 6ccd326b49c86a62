import { beforeEach, expect, test } from "vitest";
import sql from "sql-template-tag";
import { isConstraint, pool, prepared, readAhead, transactionAtOnce } from "./db.server";

beforeEach(async () => {
  await pool.query(
    "drop table if exists batch_row; create table batch_row (id int constraint batch_row_id primary key)",
  );
});

const insert = (id: number) => prepared(sql`insert into batch_row (id) values (${id}) returning id`);
const count = prepared(sql`select count(*)::int as rows from batch_row`);
const rowsNow = async () => (await pool.query<{ rows: number }>(count)).rows[0]?.rows;

test("statements run in their order, each sees what those before it did, and the answers come in that order", async () => {
  const results = await transactionAtOnce([insert(1), count, insert(2), count]);
  expect(results.map(({ rows }) => rows)).toEqual([[{ id: 1 }], [{ rows: 1 }], [{ id: 2 }], [{ rows: 2 }]]);
  expect(results[0]).toMatchObject({ command: "INSERT", rowCount: 1 });
});

test("where one fails none has happened, whichever it is, and the connection goes on as before", async () => {
  await transactionAtOnce([insert(1)]);
  for (const statements of [
    [insert(1), insert(2)],
    [insert(2), insert(1)],
    [insert(3), count, insert(1), insert(4)],
  ])
    await expect(transactionAtOnce(statements)).rejects.toSatisfy((error) => isConstraint(error, "batch_row_id"));
  expect(await rowsNow()).toBe(1);
  expect(await transactionAtOnce([insert(5), count])).toMatchObject([{ rows: [{ id: 5 }] }, { rows: [{ rows: 2 }] }]);
});

test("a statement that Postgres cannot even parse is told like any other failure, and harms no later one", async () => {
  const nonsense = prepared(sql`select * from no_such_table where id = ${1}`);
  const later = prepared(sql`select ${7}::int as later`);
  await expect(transactionAtOnce([insert(1), nonsense, later])).rejects.toMatchObject({ code: "42P01" });
  await expect(transactionAtOnce([later, nonsense])).rejects.toMatchObject({ code: "42P01" });
  expect(await transactionAtOnce([later, insert(2)])).toMatchObject([{ rows: [{ later: 7 }] }, { rows: [{ id: 2 }] }]);
  expect(await rowsNow()).toBe(1);
});

test("what was read ahead answers the same statement once, and nothing else", async () => {
  const one = (value: number) =>
    prepared(sql`select ${value}::int as value, (select count(*)::int from batch_row) as rows`);
  const { result, db } = await readAhead(count, one(1));
  expect(result.rows).toEqual([{ rows: 0 }]);
  await pool.query(insert(1));
  expect((await db.query(one(2))).rows).toEqual([{ value: 2, rows: 1 }]);
  expect((await db.query(one(1))).rows).toEqual([{ value: 1, rows: 0 }]);
  expect((await db.query(one(1))).rows).toEqual([{ value: 1, rows: 1 }]);
});
