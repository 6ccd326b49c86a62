import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { allowedForms, knownScans } from "./known-scans";
import { brokenRules, brokenRulesOfFunctions } from "./statement-rules";

test.each([
  "select * from booking where tenant_id = $1 and id = $2",
  "select * from booking b join customer c on c.tenant_id = $1 and c.id = b.customer_id where b.tenant_id = $1",
  "select * from booking b left join customer c on (c.tenant_id, c.id) = ($1, b.customer_id) where b.tenant_id = $1::uuid",
  "select * from booking b join customer c on c.id = b.customer_id where b.tenant_id = $1 and c.tenant_id = $1 for update of b",
  "select * from booking where tenant_id = $1 and id = 1 or (tenant_id = $1 and id = 2)",
  "select (select count(*) from claim c where c.tenant_id = $1 and c.booking_id = b.id) from booking b where b.tenant_id = $1",
  "select 1 from slot where (tenant_id, id) = ($1, $2)",
  "insert into customer (tenant_id, id) values ($1, $2) on conflict (tenant_id, email) do update set name = excluded.name",
  'select "public"."schedule"."id" from "public"."schedule" where ("public"."schedule"."tenant_id" = $1 and 1 = 1)',
  'select "slot"."id" from "slot" where ("slot"."tenant_id" in (NULL) and "slot"."schedule_id" in (NULL))',
  'select "slot"."id" from "slot" where ("slot"."tenant_id" in ($1,$2) and "slot"."schedule_id" in ($3,$4))',
  "select s.id from unnest($2::uuid[]) w (id) join slot s on s.tenant_id = $1 and s.id = w.id for key share of s",
  "select * from tenant where slug = $1",
  "update slot s set taken = c.n from (select id, 1 as n from slot where tenant_id = $1) c where s.tenant_id = $1 and s.id = c.id",
  "update message set body = case when $2 then 'erased-' || id::text else body end where tenant_id = $1",
  "select 'from booking' as words",
  "select * from booking_search",
  "insert into claim (tenant_id, lane) select $1::uuid, 0 union all select $1::uuid, 1",
])("is allowed: %s", (statement) => {
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
    "select 1 from booking b join customer c on c.tenant_id = b.tenant_id where b.tenant_id = $1",
    "customer without tenant_id =",
  ],
  [
    "select 1 from booking b join customer c using (tenant_id) where b.tenant_id = $1",
    "customer without tenant_id =",
  ],
  [
    "select 1 from booking b left join customer c on b.tenant_id = $1 and c.tenant_id = $1",
    "booking without tenant_id =",
  ],
  [
    "select 1 from booking b where b.tenant_id = $1 and exists (select from claim c where c.tenant_id = b.tenant_id and c.booking_id = b.id)",
    "claim without tenant_id =",
  ],
  [
    "with b as (select tenant_id, id from booking where tenant_id = $1) select 1 from b join claim c on (c.tenant_id, c.booking_id) = (b.tenant_id, b.id)",
    "claim without tenant_id =",
  ],
  ["select 1 from booking where tenant_id = any($1)", "booking without tenant_id ="],
  [
    "select 1 from booking where tenant_id in (select id from tenant)",
    "booking without tenant_id =",
  ],
  ["select 1 from booking where tenant_id = $1 or reference = $2", "booking without tenant_id ="],
  [
    "insert into claim (tenant_id, lane) select b.tenant_id, 0 from booking b where b.tenant_id = $1",
    "insert into claim without tenant_id",
  ],
  ["insert into claim (lane) values ($1)", "insert into claim without tenant_id"],
  [
    "update slot set taken = 0 where tenant_id = $1 returning clock_timestamp()",
    "a function that is not immutable in RETURNING",
  ],
  [
    "update api_key set expires_at = least(expires_at, clock_timestamp()) where id = $1",
    "a volatile function in UPDATE or DELETE",
  ],
  [
    "delete from identity where created_at < clock_timestamp()",
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
    "insert into mail_usage (tenant_id, day, sent) select $1::uuid, $2::date, 1 where $3::int > 0 on conflict (tenant_id, day) do update set sent = mail_usage.sent + 1 where mail_usage.sent < $3::int",
    "a parameter in ON CONFLICT of INSERT … SELECT",
  ],
  [
    "update message set body = case when $2 then 'erased-' || id else body end where tenant_id = $1",
    "a stable function in CASE or COALESCE of UPDATE or DELETE",
  ],
  [
    "select b.id from booking b join tenant t on t.id = b.tenant_id where b.tenant_id = $1 for update of b",
    "FOR UPDATE over a join with something else",
  ],
  [
    "select s.id, m.at from slot s cross join lateral (select now() as at) m where s.tenant_id = $1",
    "a sub-query without FROM that calls a function which is not immutable",
  ],
  [
    "update slot s set taken = ($2::int[])[p.number] from (select 1 as number) p where s.tenant_id = $1",
    "a parameter subscripted by a column",
  ],
  [
    "select r.id, recount_days(r.tenant_id, r.id, $2, $3) from resource r where r.tenant_id = $1",
    "recount_days() within a statement on a table",
  ],
  [
    "with shown as (select id from resource where tenant_id = $1) select (select count(*) from claim c where c.tenant_id = $1 and c.resource_id = shown.id) from shown",
    "a sub-query that uses columns of a CTE",
  ],
  ["select from booking where", "not parsed: syntax error at end of input"],
  [
    "with attempt as (insert into webhook_attempt (tenant_id, id) values ($1, $2) returning id) update webhook_delivery set attempts = 1 where tenant_id = $1",
    "writes of two tables in one statement",
  ],
  [
    "with shown as (select id from resource where tenant_id = $1) select s.id from shown s where exists (select from tenant_user u where u.tenant_id = $1 and u.id = s.id)",
    "a sub-query that uses columns of a CTE",
  ],
  [
    "select 1 from booking b join session s on s.account_id = b.id where b.tenant_id = $1",
    "a table of the coordinator beside one of tenants",
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
])("is refused: %s", (statement, rule) => {
  expect(brokenRules(statement)).toContain(rule);
});

// Within a database function: the sent statement only shows its call.
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
])("is allowed, too: %s", (statement) => {
  expect(brokenRules(statement)).toEqual([]);
});

test.each(functions)("allows each statement of %s", (name) => {
  const broken = brokenRulesOfFunctions(readFileSync(`app/domain/${name}`, "utf8")).map(
    (rule) => `app/domain/${name.replaceAll("\\", "/")}: ${rule}`,
  );
  expect(broken.filter((offence) => !(offence in { ...knownScans, ...allowedForms }))).toEqual([]);
});

test("a function's statements are checked with its parameters as values", () => {
  const body = (statement: string) =>
    `create function f(p_tenant uuid, p_leases uuid[]) returns void language plpgsql as $$
declare before interval; b booking; begin ${statement}; end $$;`;
  const rules = (statement: string) => brokenRulesOfFunctions(body(statement));
  expect(rules("perform from slot s where s.tenant_id = p_tenant")).toEqual([]);
  expect(rules("perform from slot s where s.tenant_id = b.tenant_id")).toEqual([]);
  expect(rules("b := (select s from booking s where s.id = p_leases[1])")).toEqual([
    "booking without tenant_id =",
  ]);
  expect(rules("if exists (select from claim c) then return; end if")).toEqual([
    "claim without tenant_id =",
  ]);
  expect(
    rules("update slot s set occupies_from = s.starts_at - before where s.tenant_id = p_tenant"),
  ).toEqual(["a stable function of a column in UPDATE or DELETE"]);
  expect(
    rules(
      "update webhook_delivery d set lease_id = p_leases[p.number] from (select 1 as number) p where d.tenant_id = p_tenant",
    ),
  ).toEqual(["a parameter subscripted by a column"]);
});

test.each(functions)("no function of %s is declared with settings", (name) => {
  const text = readFileSync(`app/domain/${name}`, "utf8").replaceAll(/--.*/g, "");
  const heads = text.split(/\bcreate or replace function\b/i).map((part) => part.split("$$")[0]!);
  expect(heads.filter((head) => /\)\s[^]*\bset\s+\w+/i.test(head))).toEqual([]);
});

test("each known scan refers to an existing file", () => {
  expect(
    Object.keys({ ...knownScans, ...allowedForms }).filter(
      (scan) => !existsSync(scan.split(": ")[0]!),
    ),
  ).toEqual([]);
});
