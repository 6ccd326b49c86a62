import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { breaksRelease, LAST_RELEASE } from "./migration-rules";

const FOLDER = "prisma/migrations";

test("migrations after the last release only add: its processes run beside them", () => {
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
  "drop sequence event_position;",
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
])("%s is refused", (statement) => {
  expect(breaksRelease(`-- a step\n${statement}`)).toHaveLength(1);
});

test.each([
  "alter table booking add column a int not null default 0, add column b text;",
  "create unique index some on booking (tenant_id, id); create table t (id uuid not null);",
  "alter table booking drop constraint booking_source_check;\nalter table booking add constraint booking_source_check check (true);",
  "create or replace function f() returns void language plpgsql as $$ begin delete from t; drop table t; end $$;",
  "-- drop table booking;\nselect 1;",
])("%s may run beside the release before", (statement) => {
  expect(breaksRelease(statement)).toEqual([]);
});
