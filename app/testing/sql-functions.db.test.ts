import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { BookingStatus } from "~/contract/bookings";
import { isLive, isUpcoming } from "~/contract/booking-status";
import { pool } from "~/lib/db.server";

// Each database function is in a file next to the code that calls it; `migrate` applies it to
// existing databases.

const files = readdirSync("app/domain", { recursive: true, encoding: "utf8" }).filter((name) =>
  name.endsWith(".sql"),
);

const DEFINITIONS = `select p.oid::regprocedure::text as name, pg_get_functiondef(p.oid) as definition from pg_proc p
  where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
    and not exists (select from pg_depend d where d.objid = p.oid and d.classid = 'pg_proc'::regclass and d.deptype = 'e')
  order by name`;

test("each database function matches its file, and each has one", async () => {
  expect(files).toContain("bookings/place/place-booking.sql");
  const client = await pool.connect();
  try {
    await client.query("begin");
    const migrated = (await client.query(DEFINITIONS)).rows as {
      name: string;
      definition: string;
    }[];
    await client.query("create schema of_files");
    await client.query("set local search_path to of_files, public");
    const missing = new Set(files.map((file) => readFileSync(`app/domain/${file}`, "utf8")));
    // A function may call another that is applied later.
    for (let rounds = 0; missing.size > 0 && rounds < files.length; rounds++)
      for (const text of [...missing]) {
        await client.query("savepoint file");
        const isMade = await client.query(text).then(
          () => true,
          () => false,
        );
        if (isMade) missing.delete(text);
        else await client.query("rollback to savepoint file");
      }
    expect([...missing]).toEqual([]);
    await client.query("set local search_path to public");
    const made = (await client.query(DEFINITIONS.replace("'public'", "'of_files'")))
      .rows as typeof migrated;
    const unqualified = (rows: typeof migrated) =>
      rows.map(({ name, definition }) =>
        [name, definition].map((text) => text.replaceAll(/(of_files|public)\./g, "")),
      );
    expect(unqualified(made)).toEqual(unqualified(migrated));
  } finally {
    await client.query("rollback");
    client.release();
  }
});

test("SQL and TypeScript agree on active and upcoming statuses", async () => {
  const { rows } = await pool.query(
    "select status, is_live(status) as live, is_upcoming(status) as upcoming from unnest($1::text[]) status",
    [BookingStatus.options],
  );
  const expected = BookingStatus.options.map((status) => ({
    status,
    live: isLive(status),
    upcoming: isUpcoming(status),
  }));
  expect(rows).toEqual(expected);
});
