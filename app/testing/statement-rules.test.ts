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
  "insert into claim (tenant_id, lane) select $1, 0 union all select $1, 1",
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
  ["select 1 from slot where tenant_id = $1 union select 1 from claim where lane = 1", "claim without tenant_id ="],
  ["select 1 from booking b join customer c on c.tenant_id = b.tenant_id", "booking: no tenant is named"],
  ["insert into claim (lane) values ($1)", "insert into claim without tenant_id"],
  ["update slot set taken = 0 where tenant_id = $1 returning clock_timestamp()", "a volatile function in RETURNING"],
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

test.each(functions)("a cluster runs each statement of %s", (name) => {
  const text = readFileSync(`app/domain/${name}`, "utf8").replaceAll(/--.*/g, "");
  const broken = text
    .replaceAll(/\bp_\w+/g, "$$1") // its parameters
    .split(";")
    .flatMap(brokenRules)
    .map((rule) => `app/domain/${name.replaceAll("\\", "/")}: ${rule}`);
  expect(broken.filter((offence) => !(offence in knownScans))).toEqual([]);
});

test("each known scan is of a file that there is", () => {
  expect(Object.keys(knownScans).filter((scan) => !existsSync(scan.split(": ")[0]!))).toEqual([]);
});
