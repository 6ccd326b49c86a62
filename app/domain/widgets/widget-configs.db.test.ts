import { beforeEach, expect, test } from "vitest";
import { MAX_WIDGET_CONFIGS } from "~/contract/limits";
import type { UserActor } from "~/domain/identity/actor";
import { pool } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { makeResource, makeSchedule, makeTenant, signIn } from "~/testing/factory";
import { call, json } from "~/testing/request";

let owner: UserActor;
let cookie: string;

beforeEach(async () => {
  owner = await makeTenant();
  cookie = await signIn(owner);
});

type Method = "GET" | "POST" | "PATCH" | "DELETE";
const ask = (path: string, method: Method = "GET", body?: unknown) =>
  call(`/api/widget-configs${path}`, { cookie, method, ...(body !== undefined && { body }) });
const make = async (more: Record<string, unknown> = {}) => {
  const response = await ask("", "POST", { name: "Widget", ...more });
  return { ...(await json(response)), status: response.status } as unknown as Record<
    string,
    unknown
  > & { id: string };
};
const all = async () =>
  (await json(await ask(""))).data as { id: string; name: string; is_default: boolean }[];
const auditOf = async (id: string) =>
  (
    await pool.query<{ action: string; diff: Record<string, unknown> }>(
      "select action, diff from audit_row where tenant_id = $1 and entity = 'widget_config' and entity_id = $2 order by at, id",
      [owner.tenant.id, id],
    )
  ).rows;

test("the first configuration is the default and has every field", async () => {
  const first = await make();
  expect(first).toMatchObject({
    status: 201,
    is_default: true,
    version: 1,
    verification: "off",
    payment: "required",
    branding: { accent: null, theme: "auto", radius: 8 },
    steps: { phone: "optional", waitlist: true },
  });
  const second = await make({
    name: "Second",
    branding: { accent: "#2563eb" },
    steps: { notes: "off" },
  });
  expect(second).toMatchObject({
    is_default: false,
    branding: { accent: "#2563eb", density: "comfortable" },
    steps: { notes: "off", phone: "optional" },
  });
  expect((await all()).map(({ name }) => name)).toEqual(["Widget", "Second"]);
  expect((await json(await ask("?is_default=true"))).data).toEqual([
    expect.objectContaining({ id: first.id }),
  ]);
  expect((await auditOf(first.id)).map(({ action }) => action)).toEqual(["widget_config.created"]);
});

test("a partial change increments the version and is audited; an old version is refused", async () => {
  const { id } = await make({ texts: { en: { title: "Book" } }, branding: { accent: "#2563eb" } });
  const changed = await json(
    await ask(`/${id}`, "PATCH", { version: 1, branding: { radius: 0 }, payment: "off" }),
  );
  expect(changed).toMatchObject({
    version: 2,
    payment: "off",
    texts: { en: { title: "Book" } },
    branding: { accent: "#2563eb", radius: 0 },
  });
  const stale = await ask(`/${id}`, "PATCH", { version: 1, name: "Other" });
  expect([stale.status, (await json(stale)).error?.code]).toEqual([409, "version_conflict"]);
  expect(await json(await ask(`/${id}`, "PATCH", { payment: "off" }))).toMatchObject({
    version: 2,
  });
  const [, updated, ...more] = await auditOf(id);
  expect(updated).toMatchObject({
    action: "widget_config.updated",
    diff: { payment: ["required", "off"] },
  });
  expect(Object.keys(updated!.diff).sort()).toEqual(["branding", "payment"]);
  expect(more).toEqual([]);
});

test("resources and schedules must exist when chosen; deleted ones may remain", async () => {
  const foreign = await makeTenant();
  const theirs = await makeResource(foreign);
  const mine = await makeResource(owner);
  const schedule = await makeSchedule(owner, [mine.id]);
  const refused = await ask("", "POST", {
    name: "Widget",
    resource_ids: [mine.id, theirs.id],
    schedule_ids: [newId(), schedule.id],
  });
  expect(refused.status).toBe(422);
  expect((await json(refused)).error?.issues?.map(({ path }) => path)).toEqual([
    "resource_ids.1",
    "schedule_ids.0",
  ]);
  const { id } = await make({ resource_ids: [mine.id] });
  expect((await ask(`/${id}`, "PATCH", { schedule_ids: [newId()] })).status).toBe(422);
  await pool.query("delete from resource where tenant_id = $1 and id = $2", [
    owner.tenant.id,
    mine.id,
  ]);
  const updated = await ask(`/${id}`, "PATCH", { resource_ids: [mine.id], payment: "off" });
  expect(await json(updated)).toMatchObject({ resource_ids: [mine.id], payment: "off" });
});

test("codes by SMS need a phone number", async () => {
  const refused = await ask("", "POST", {
    name: "Widget",
    verification: "sms",
    steps: { phone: "off" },
  });
  expect((await json(refused)).error?.issues?.map(({ path }) => path)).toEqual(["steps.phone"]);
});

test("twenty concurrent changes of the default all succeed, with one default left", async () => {
  const made = await Promise.all(Array.from({ length: 5 }, () => make()));
  expect((await all()).filter(({ is_default }) => is_default)).toHaveLength(1);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => ask(`/${made[index % 5]!.id}/set-default`, "POST")),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
  expect((await all()).filter(({ is_default }) => is_default)).toHaveLength(1);
});

test("the default cannot be deleted, even if it became so concurrently", async () => {
  const [first, second] = [await make(), await make()];
  const refused = await ask(`/${first.id}`, "DELETE");
  expect([refused.status, (await json(refused)).error]).toMatchObject([
    409,
    { code: "in_use", details: { is_default: true, api_keys: [] } },
  ]);
  await Promise.all([ask(`/${second.id}/set-default`, "POST"), ask(`/${second.id}`, "DELETE")]);
  expect((await all()).filter(({ is_default }) => is_default)).toHaveLength(1);
});

test("a configuration with bound keys cannot be deleted; revoked keys do not count", async () => {
  await make();
  const { id } = await make();
  const bound = await json(
    await call("/api/api-keys", {
      cookie,
      body: { name: "Shop", kind: "publishable", widget_config_id: id },
    }),
  );
  const refused = await json(await ask(`/${id}`, "DELETE"));
  expect(refused.error).toMatchObject({
    code: "in_use",
    message: "This is used by “Shop”. Choose another configuration there first.",
    details: { is_default: false, api_keys: [{ id: bound.id, name: "Shop" }] },
  });
  await call(`/api/api-keys/${String(bound.id)}`, { cookie, method: "DELETE" });
  expect((await ask(`/${id}`, "DELETE")).status).toBe(204);
  expect((await ask(`/${id}`)).status).toBe(404);
  expect((await auditOf(id)).map(({ action }) => action)).toEqual([
    "widget_config.created",
    "widget_config.deleted",
  ]);
});

test("binding a key during deletion is either refused or prevents it", async () => {
  await make();
  for (let round = 0; round < 5; round++) {
    const { id } = await make();
    const [deleted, key] = await Promise.all([
      ask(`/${id}`, "DELETE"),
      call("/api/api-keys", {
        cookie,
        body: { name: "Shop", kind: "publishable", widget_config_id: id },
      }),
    ]);
    expect([
      [204, 422],
      [409, 201],
    ]).toContainEqual([deleted.status, key.status]);
    if (key.status === 201)
      await call(`/api/api-keys/${String((await json(key)).id)}`, { cookie, method: "DELETE" });
  }
});

test("a copy has the settings and its own name, and is not the default", async () => {
  const {
    id,
    name: _name,
    ...original
  } = await make({ name: "x".repeat(120), texts: { nl: { title: "Boek" } } });
  const copied = await ask(`/${id}/duplicate`, "POST");
  const copy = await json(copied);
  expect(copied.status).toBe(201);
  expect(copied.headers.get("Location")).toBe(`/api/widget-configs/${copy.id}`);
  expect(copy).toMatchObject({
    name: `${"x".repeat(113)} (copy)`,
    is_default: false,
    texts: original.texts,
  });
  expect((await auditOf(String(copy.id)))[0]).toMatchObject({ diff: { copy_of: id } });
});

test("the limit holds, also concurrently", async () => {
  await pool.query(
    "insert into widget_config (tenant_id, id, name) select $1, gen_random_uuid(), 'Old' from generate_series(1, $2)",
    [owner.tenant.id, MAX_WIDGET_CONFIGS - 2],
  );
  const made = await Promise.all(Array.from({ length: 6 }, () => make()));
  expect(made.filter(({ status }) => status === 201)).toHaveLength(2);
  expect(made.filter(({ status }) => status === 409)).toHaveLength(4);
});
