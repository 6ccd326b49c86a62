import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { knownScans } from "./known-scans";
import { brokenRules } from "./statement-rules";

test.each([
  "select * from booking where tenant_id = $1 and id = $2",
  "select * from booking b join customer c on c.tenant_id = b.tenant_id and c.id = b.customer_id where b.tenant_id = $1",
  "select * from booking b join customer c using (tenant_id) where b.tenant_id = $1",
  "select 1 from slot where (tenant_id, id) = ($1, $2)",
  "insert into customer (tenant_id, id) values ($1, $2) on conflict (tenant_id, email) do update set name = excluded.name",
  'select "public"."schedule"."id" from "public"."schedule" where ("public"."schedule"."tenant_id" = $1 and 1 = 1)',
  'select "slot"."id" from "slot" where ("slot"."tenant_id" in (NULL) and "slot"."schedule_id" in (NULL))',
  "select * from tenant where slug = $1",
  "update slot s set taken = c.n from (select tenant_id, id, 1 as n from slot where tenant_id = $1) c where s.tenant_id = c.tenant_id and s.id = c.id",
  "select 'from booking' as words",
  "select * from booking_search",
  "insert into claim (tenant_id, lane) select $1::uuid, 0 union all select $1::uuid, 1",
])("a cluster runs: %s", (statement) => {
  expect(brokenRules(statement)).toEqual([]);
});

test.each([
  ["select * from booking where id = $1", "booking without tenant_id ="],
  [
    "select * from booking b join customer c on c.id = b.customer_id where b.tenant_id = $1",
    "customer without tenant_id =",
  ],
  [
    "select * from slot s, claim c where s.tenant_id = $1 and c.resource_id = s.resource_id",
    "claim without tenant_id =",
  ],
  [
    "with gone as (delete from claim where booking_id = $2) select 1 from slot where tenant_id = $1",
    "claim without tenant_id =",
  ],
  [
    "select 1 from slot where tenant_id = $1 union select 1 from claim where lane = 1",
    "claim without tenant_id =",
  ],
  [
    "select 1 from booking b join customer c on c.tenant_id = b.tenant_id",
    "booking: no tenant is named",
  ],
  ["insert into claim (lane) values ($1)", "insert into claim without tenant_id"],
  [
    "update slot set taken = 0 where tenant_id = $1 returning clock_timestamp()",
    "a function that is not immutable in RETURNING",
  ],
  [
    "update verification_code set expires_at = least(expires_at, clock_timestamp()) where id = $1",
    "a volatile function in UPDATE or DELETE",
  ],
  [
    "delete from session where expires_at < clock_timestamp()",
    "a volatile function in UPDATE or DELETE",
  ],
  [
    "update slot s set occupies_from = s.starts_at - interval '5 minutes' where s.tenant_id = $1",
    "a stable function of a column in UPDATE or DELETE",
  ],
  [
    "update slot s set occupies_to = s.ends_at + $2::int * interval '1 minute' where s.tenant_id = $1",
    "a stable function of a column in UPDATE or DELETE",
  ],
  [
    "delete from slot where tenant_id = $1 and date_trunc('day', starts_at) = $2",
    "a stable function of a column in UPDATE or DELETE",
  ],
  [
    "update message set sent_at = case when status = 'sent' then now() end where tenant_id = $1",
    "a stable function in CASE or COALESCE of UPDATE or DELETE",
  ],
  [
    "update tenant_user set last_seen_at = coalesce(last_seen_at, now()) where tenant_id = $1",
    "a stable function in CASE or COALESCE of UPDATE or DELETE",
  ],
  [
    "insert into customer (tenant_id, id) values ($1, $2) on conflict (tenant_id, id) do update set updated_at = now()",
    "a function that is not immutable in ON CONFLICT DO UPDATE",
  ],
  [
    "insert into mail_usage (tenant_id, day, sent) select $1, $2::date, 1 where $3::int > 0",
    "a parameter without a type in INSERT … SELECT",
  ],
  [
    "with attempt as (insert into webhook_attempt (tenant_id, id) values ($1, $2) returning id) update webhook_delivery set attempts = 1 where tenant_id = $1",
    "writes of two tables in one statement",
  ],
  [
    "with shown as (select id from resource where tenant_id = $1) select s.id from shown s where exists (select from tenant_user u where u.tenant_id = $1 and u.id = s.id)",
    "a sub-query that uses columns of a CTE",
  ],
  [
    "select 1 from message m join pgboss.job j on j.id = m.id where m.tenant_id = $1",
    "a table of the coordinator beside one of tenants",
  ],
  [
    "select s.id from slot s where s.tenant_id = $1 and is_offered(s.tenant_id, s.resource_id, s.schedule_id, s.starts_at)",
    "is_offered() within a statement on a table",
  ],
  ["update slot set taken = 0 where tenant_id = $1; select 1", "several commands in one message"],
  ["select xmax from slot where tenant_id = $1", "xmax"],
  ["delete from event where tenant_id = $1 and ctid = any($2)", "ctid"],
  ["with recursive a as (select 1) select 1 from slot where tenant_id = $1", "a recursive query"],
  [
    "insert into slot (tenant_id) values ($1) on conflict do update set taken = 1 where exists (select 1 from claim where tenant_id = $1)",
    "a sub-query in ON CONFLICT DO UPDATE WHERE",
  ],
  [
    "select 1 from tenant t cross join lateral (select 1 from event where tenant_id = t.id and tenant_id = $1 limit 5) e",
    "LATERAL … LIMIT against a directory table",
  ],
])("a cluster does not run: %s", (statement, rule) => {
  expect(brokenRules(statement)).toContain(rule);
});

// Within a function of the database: sent statements show its call alone.
const functions = readdirSync("app/domain", { recursive: true, encoding: "utf8" }).filter((name) =>
  name.endsWith(".sql"),
);

test.each([
  "update session set last_seen_at = now(), idle_expires_at = now() + $1 * interval '1 day' where id = $2",
  "update message set sent_at = now() where tenant_id = $1 and leased_until < now()",
  "insert into customer (tenant_id, id, updated_at) values ($1, $2, now()) on conflict (tenant_id, id) do update set updated_at = excluded.updated_at",
  "insert into webhook_attempt (tenant_id, id) select $1::uuid, a.id from jsonb_to_recordset($2::jsonb) as a (id uuid)",
  "with due as (select b.id from booking b where b.tenant_id = $1), done as (insert into reminder (tenant_id, booking_id) select $1::uuid, id from due returning booking_id) select * from done",
  "select claim_seats($1::uuid, $2::jsonb)",
  "select * from lock_resource($1::uuid, $2::uuid, 60)",
])("a cluster runs also: %s", (statement) => {
  expect(brokenRules(statement)).toEqual([]);
});

test.each(functions)("a cluster runs each statement of %s", (name) => {
  const text = readFileSync(`app/domain/${name}`, "utf8").replaceAll(/--.*/g, "");
  const intervals = [...text.matchAll(/^ +(\w+) interval\b/gm)].map(([, variable]) => variable);
  const broken = text
    .replaceAll(/\bp_\w+/g, "$$1::typed") // its parameters
    .replaceAll(new RegExp(`(?<=[+-] )(${intervals.join("|") || "(?!)"})\\b`, "g"), "interval ''")
    .split(";")
    .flatMap(brokenRules)
    .map((rule) => `app/domain/${name.replaceAll("\\", "/")}: ${rule}`);
  expect(broken.filter((offence) => !(offence in knownScans))).toEqual([]);
});

test.each(functions)("no function of %s is declared with settings", (name) => {
  const text = readFileSync(`app/domain/${name}`, "utf8").replaceAll(/--.*/g, "");
  const heads = text.split(/\bcreate or replace function\b/i).map((part) => part.split("$$")[0]!);
  expect(heads.filter((head) => /\)\s[^]*\bset\s+\w+/i.test(head))).toEqual([]);
});

test("each known scan is of a file that there is", () => {
  expect(Object.keys(knownScans).filter((scan) => !existsSync(scan.split(": ")[0]!))).toEqual([]);
});
