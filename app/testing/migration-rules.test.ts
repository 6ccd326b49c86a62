import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { breaksRelease, holdsBookingsUp, LAST_RELEASE } from "./migration-rules";
import { requiredLocks } from "~/commands/table-locks";

const FOLDER = "prisma/migrations";

test("migrations since the last release only add, because its processes still run", () => {
  expect(existsSync(join(FOLDER, LAST_RELEASE))).toBe(true);
  const later = readdirSync(FOLDER).filter((name) => /^\d/.test(name) && name > LAST_RELEASE);
  const broken = later.flatMap((name) =>
    breaksRelease(readFileSync(join(FOLDER, name, "migration.sql"), "utf8")).map(
      (why) => `${name}: ${why}`,
    ),
  );
  expect(broken).toEqual([]);
});

test.each([
  "drop sequence some;",
  'DROP TABLE "booking";',
  "drop function is_offered(uuid, uuid, uuid);",
  "drop index webhook_delivery_once;",
  "alter table booking rename column notes to remarks;",
  "alter table booking\n  drop column notes;",
  "alter table booking add column a int, add column b int not null;",
  "alter table booking alter column notes set not null;",
  'ALTER TABLE "booking" ALTER COLUMN "notes" SET DATA TYPE varchar(20);',
  "alter table claim drop constraint claim_no_overlap;",
  "delete from event;",
])("%s breaks the previous release", (statement) => {
  expect(breaksRelease(`-- a step\n${statement}`)).toHaveLength(1);
});

test.each([
  "alter table booking add column a int not null default 0, add column b text;",
  "create unique index some on booking (tenant_id, id); create table t (id uuid not null);",
  "alter table booking drop constraint booking_source_check;\nalter table booking add constraint booking_source_check check (true);",
  "create or replace function f() returns void language plpgsql as $$ begin delete from t; drop table t; end $$;",
  "-- drop table booking;\nselect 1;",
])("%s is compatible with the previous release", (statement) => {
  expect(breaksRelease(statement)).toEqual([]);
});

test("no migration scans rows while it locks a table that bookings need", () => {
  const later = readdirSync(FOLDER).filter((name) => /^\d/.test(name) && name > LAST_RELEASE);
  const broken = later.flatMap((name) =>
    holdsBookingsUp(readFileSync(join(FOLDER, name, "migration.sql"), "utf8")).map(
      (why) => `${name}: ${why}`,
    ),
  );
  expect(broken).toEqual([]);
});

test.each([
  "alter table booking add column a int;\nupdate booking set a = 1;",
  "alter table slot add column a int; with some as (select id from slot) update slot set a = 1 from some;",
  "create index some on claim (tenant_id); insert into other select * from claim;",
  "alter table message add column a int; delete from mail_usage;",
  "create table t (id uuid references resource (id)); create index some on reminder (starts_at);",
  "alter table slot add column a int; select recount_days(tenant_id) from slot;",
  "alter table slot add column a int; do $$ begin update slot set a = 1; end $$;",
])("%s would block bookings", (text) => {
  expect(holdsBookingsUp(text)).not.toEqual([]);
});

test.each([
  "alter table booking add column a int;",
  "create table t (id uuid references resource (id)); create index t_id on t (id); insert into t values (null);",
  "update slot set taken = 0;",
  "create index some on booking (tenant_id, id);",
  "create index one on reminder (starts_at); create index two on waitlist_entry (starts_at);",
  "alter table reminder add column a int; update reminder set a = 1;",
])("%s does not block bookings", (text) => {
  expect(holdsBookingsUp(text)).toEqual([]);
});

test("a migration takes its locks first, in the product's lock order", () => {
  expect(
    requiredLocks(`
      create table t (id uuid);
      create index t_id on t (id);
      ALTER TABLE "message" ADD COLUMN "a" INT;
      create unique index if not exists some on slot (id);
      alter table slot add column b int;
      alter table zebra add constraint z foreign key (a) references "resource" (id);
      alter table only public.apple add column a int;`),
  ).toEqual([
    { table: "resource", mode: "share row exclusive" },
    { table: "slot", mode: "access exclusive" },
    { table: "message", mode: "access exclusive" },
    { table: "apple", mode: "access exclusive" },
    { table: "zebra", mode: "access exclusive" },
  ]);
});
