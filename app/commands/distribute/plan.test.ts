import { expect, test } from "vitest";
import { tableKinds, tablesOf } from "~/lib/tables";
import type { Catalogue, ForeignKey } from "./catalogue";
import { findObstacles, kindOf } from "./obstacles";
import { planStatements } from "./plan";

const aTable = (name: string) => ({
  name,
  has_tenant: kindOf(name) === "tenant",
  triggers: [],
  counters: [],
});

/** All tables, without anything that a cluster would refuse. */
function aCatalogue(changes: Partial<Catalogue> = {}): Catalogue {
  const tables = Object.keys(tableKinds).map(aTable);
  return { tables, uniques: [], exclusions: [], foreign_keys: [], functions: [], ...changes };
}

function aKey(table: string, target: string, changes: Partial<ForeignKey> = {}): ForeignKey {
  const columns = ["tenant_id", "other_id"];
  const usual = { columns, target_columns: ["tenant_id", "id"], on_update: "a", on_delete: "c" };
  return { name: `${table}_${target}`, table, target, ...usual, ...changes };
}

const withTable = (name: string, changes: Partial<Catalogue["tables"][number]>) =>
  aCatalogue({
    tables: aCatalogue().tables.map((each) =>
      each.name === name ? { ...each, ...changes } : each,
    ),
  });

const PLACED = /^select create_(reference|distributed)_table\('public\.(\w+)'/;
const placedIn = (statements: string[]) =>
  statements.flatMap((statement) => PLACED.exec(statement)?.[2] ?? []);

test("every directory and tenant table is distributed once, local tables are not", () => {
  const placed = placedIn(planStatements(aCatalogue(), new Set()));
  expect(placed.sort()).toEqual([...tablesOf("directory"), ...tablesOf("tenant")].sort());
});

test("a table comes after the tables it refers to, whatever their names", () => {
  const foreign_keys = [
    aKey("asset", "booking"),
    aKey("booking", "webhook_attempt"),
    aKey("account", "widget_config"),
  ];
  const placed = placedIn(planStatements(aCatalogue({ foreign_keys }), new Set()));
  for (const { table, target } of foreign_keys)
    expect(placed.indexOf(table)).toBeGreaterThan(placed.indexOf(target));
});

test("only foreign keys from local tables to the directory are dropped, before anything else", () => {
  const foreign_keys = [aKey("session", "account"), aKey("api_key", "tenant")];
  const plan = planStatements(aCatalogue({ foreign_keys }), new Set());
  expect(plan[0]).toBe('alter table public."session" drop constraint "session_account"');
  expect(plan.filter((statement) => statement.includes("drop"))).toHaveLength(1);
});

test("a cycle of foreign keys is an error", () => {
  const foreign_keys = [aKey("asset", "booking"), aKey("booking", "asset")];
  expect(() => planStatements(aCatalogue({ foreign_keys }), new Set())).toThrow("in a cycle");
});

test("all tenant tables join one colocation group, also when resuming", () => {
  const whole = planStatements(aCatalogue(), new Set());
  const groups = (statements: string[]) =>
    statements.flatMap((one) => /_table.*colocate_with => '(.*)'\)/.exec(one)?.[1] ?? []);
  expect(groups(whole)).toEqual([
    "none",
    ...tablesOf("tenant")
      .slice(1)
      .map(() => "public.asset"),
  ]);
  expect(new Set(groups(planStatements(aCatalogue(), new Set(["asset", "block"]))))).toEqual(
    new Set(["public.asset"]),
  );
});

test("a function goes to its tenant's node when its first argument is the tenant, and to every node otherwise", () => {
  const functions = [
    { signature: "public.place(uuid, jsonb)", first_argument: "p_tenant", settings: [] },
    { signature: "public.is_live(text)", first_argument: "p_status", settings: [] },
  ];
  expect(
    planStatements(aCatalogue({ functions }), new Set()).filter((one) => one.includes("_function")),
  ).toEqual([
    "select create_distributed_function('public.place(uuid, jsonb)', 'p_tenant', colocate_with => 'public.asset')",
    "select create_distributed_function('public.is_live(text)')",
  ]);
});

test("a function that is declared with settings is an obstacle", () => {
  const functions = [
    {
      signature: "public.place(uuid)",
      first_argument: "p_tenant",
      settings: ["plan_cache_mode=force_generic_plan"],
    },
  ];
  expect(findObstacles(aCatalogue({ functions }))).toEqual([
    "public.place(uuid) is declared with plan_cache_mode=force_generic_plan: a cluster cannot call functions with a SET clause.",
  ]);
});

test("a supported catalogue has no obstacles", () => {
  const foreign_keys = [
    aKey("booking", "customer"),
    aKey("asset", "tenant", { columns: ["tenant_id"], target_columns: ["id"] }),
  ];
  const uniques = [{ name: "by_mail", table: "customer", columns: ["tenant_id", "email"] }];
  expect(findObstacles(aCatalogue({ foreign_keys, uniques }))).toEqual([]);
});

test.each<[string, Catalogue, string]>([
  [
    "an unknown table",
    aCatalogue({ tables: [...aCatalogue().tables, aTable("new")] }),
    "new has no kind",
  ],
  [
    "a table that is missing",
    aCatalogue({ tables: aCatalogue().tables.slice(1) }),
    "npm run migrate",
  ],
  [
    "a tenant's table without the tenant",
    withTable("booking", { has_tenant: false }),
    "booking has no tenant_id",
  ],
  ["a trigger", withTable("booking", { triggers: ["stamp"] }), "booking has the trigger stamp"],
  [
    "a small sequence",
    withTable("booking", { counters: ["number"] }),
    "booking.number uses a sequence",
  ],
  [
    "uniqueness across tenants",
    aCatalogue({
      uniques: [{ name: "one", table: "booking", columns: ["reference", "tenant_id"] }],
    }),
    "one of booking is unique across tenants",
  ],
  [
    "an exclusion constraint across tenants",
    aCatalogue({ exclusions: [{ name: "no_overlap", table: "claim", columns: ["lane"] }] }),
    "no_overlap of claim excludes across tenants",
  ],
  [
    "a key with ON UPDATE",
    aCatalogue({ foreign_keys: [aKey("booking", "customer", { on_update: "c" })] }),
    "ON UPDATE",
  ],
  [
    "a key that sets the tenant to null",
    aCatalogue({ foreign_keys: [aKey("booking", "customer", { on_delete: "n" })] }),
    "change tenant_id",
  ],
  [
    "the directory's key to a tenant",
    aCatalogue({ foreign_keys: [aKey("api_key", "booking")] }),
    "api_key is not a tenant table",
  ],
  [
    "the coordinator's key to a tenant",
    aCatalogue({ foreign_keys: [aKey("session", "booking")] }),
    "session is not a tenant table",
  ],
  [
    "a key to a local table",
    aCatalogue({ foreign_keys: [aKey("booking", "rate_limit")] }),
    "references a table that stays on the coordinator",
  ],
  [
    "a key without the tenant",
    aCatalogue({
      foreign_keys: [
        aKey("booking", "customer", { columns: ["customer_id"], target_columns: ["id"] }),
      ],
    }),
    "map tenant_id to tenant_id",
  ],
  [
    "a key with the tenant at another position",
    aCatalogue({
      foreign_keys: [aKey("booking", "customer", { target_columns: ["id", "tenant_id"] })],
    }),
    "map tenant_id to tenant_id",
  ],
])("a cluster refuses %s", (_what, catalogue, why) => {
  expect(findObstacles(catalogue)).toEqual([expect.stringContaining(why)]);
});
