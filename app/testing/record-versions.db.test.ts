import { beforeAll, describe, expect, test } from "vitest";
import { operations } from "~/contract";
import { pool } from "~/lib/db.server";
import { examples } from "./examples";
import { signIn } from "./factory";
import { call, json } from "./request";
import { makeSampleTenant, type SampleTenant } from "./sample-tenant";

// Every versioned record: its version increases with each change, and a stale version is refused.

let home: SampleTenant;
let cookie: string;
beforeAll(async () => {
  home = await makeSampleTenant();
  cookie = await signIn(home.owner);
});

const updates = operations.filter(
  ({ operation: { method, versioned } }) => method === "PATCH" && versioned,
);
/** For each record, two changes that can follow each other. */
const changes: Record<string, [object, object]> = {
  "resources.update": [{ name: "One" }, { name: "Two" }],
  "schedules.update": [{ name: "One" }, { max_advance_days: 5 }],
  "resourceGroups.update": [{ name: "One" }, { name: "Two" }],
  "hours.update": [{ name: "One" }, { name: "Two" }],
  "bookings.update": [{ notes: "One" }, { notes: "Two" }],
  "widgetConfigs.update": [{ name: "One" }, { name: "Two" }],
  "customers.update": [{ name: "One" }, { notes: "Two" }],
  "email.updateTemplate": [{ subject: "One" }, { body: "<p>Two</p>" }],
};

test("every change that returns a version accepts one", () => {
  expect(updates.map(({ name }) => name).sort()).toEqual(Object.keys(changes).sort());
});

describe.each(updates)("$name", ({ name, operation }) => {
  const path = () => operation.path.replace(":id", examples[name]!(home.ids)[0]!.id!); // isolation.db.test.ts holds that there is one
  const read = async () => {
    const answer = await call(path(), { cookie });
    const { version } = await json(answer);
    expect(answer.headers.get("ETag")).toBe(`"${Number(version)}"`);
    return Number(version);
  };
  const change = async (body: object, ifMatch?: string) => {
    const answer = await call(path(), {
      cookie,
      method: "PATCH",
      body,
      headers: { "If-Match": ifMatch },
    });
    return { ...(await json(answer)), status: answer.status, etag: answer.headers.get("ETag") };
  };
  const stale = { status: 409, error: { code: "version_conflict" } };
  const [first, second] = changes[name]!;

  test("increases with each change and only then", async () => {
    const before = await read();
    const changed = await change({ ...first, version: before });
    expect(changed).toMatchObject({ status: 200, version: before + 1, etag: `"${before + 1}"` });
    expect(await change({ ...first, version: before + 1 })).toMatchObject({
      status: 200,
      version: before + 1,
    });
    expect(await read()).toBe(before + 1);
  });

  test("a change of a stale version is refused, by body and by If-Match", async () => {
    const before = await read();
    expect(await change({ ...second, version: before - 1 })).toMatchObject(stale);
    expect(await change(second, `"${before - 1}"`)).toMatchObject(stale);
    expect(await change({ ...second, version: before }, `"${before - 1}"`)).toMatchObject(stale);
    expect(await read()).toBe(before);
    expect(await change(second, `W/"${before}"`)).toMatchObject({
      status: 200,
      version: before + 1,
    });
    expect(await change({}, "*")).toMatchObject({ status: 200, version: before + 1 });
  });

  test("of two concurrent changes of one version, one is refused", async () => {
    const before = await read();
    const text = Object.keys(first)[0]!; // a name, note or subject
    const both = await Promise.all(
      ["Here", "There"].map((message) => change({ [text]: message, version: before })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test.each(["3", "x", '"x"', '"1", "2"', '""', '"-1"', '"1.5"', '"99999999999"'])(
    "If-Match: %s is not a version",
    async (tag) => {
      const { status, error } = await change(second, tag);
      expect([status, error?.code, error?.issues?.[0]?.path]).toEqual([
        422,
        "validation_failed",
        "If-Match",
      ]);
    },
  );
});

test("indirect changes increase a record's version too", async () => {
  const versions = async () => {
    const found = await pool.query<{ place: string; version: number }>(
      `select 'resource' as place, version from resource where tenant_id = $1 and id = $2
       union all select 'schedule', version from schedule where tenant_id = $1 and id = $3
       union all select 'customer', version from customer where tenant_id = $1 and id = $4
       union all select 'widget', version from widget_config where tenant_id = $1 and id = $5`,
      [
        home.owner.tenant.id,
        home.ids.resource,
        home.ids.schedule,
        home.ids.customer,
        home.ids.widget_config,
      ],
    );
    return Object.fromEntries(found.rows.map(({ place, version }) => [place, version]));
  };
  const post = (path: string, body: object = {}) => call(path, { cookie, body });
  const before = await versions();
  await post(`/api/customers/${home.ids.customer}/merge`, {
    from_id: home.ids.other_customer,
    take: ["phone"],
  });
  await post(`/api/widget-configs/${home.ids.widget_config}/set-default`);
  const after = await versions();
  expect(after.customer).toBeGreaterThan(before.customer!);
  expect(after.widget).toBeGreaterThan(before.widget!);
  expect([after.resource, after.schedule]).toEqual([before.resource, before.schedule]);
  await post(`/api/customers/${home.ids.customer}/erase`);
  expect((await versions()).customer).toBeGreaterThan(after.customer!);
});
