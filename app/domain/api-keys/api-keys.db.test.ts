import { describe, expect, test } from "vitest";
import { pool, prisma } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { makeKey, makeTenant, makeUser, signIn } from "~/testing/factory";
import { call, json, type Sent, textWithout } from "~/testing/request";

interface Made {
  id: string;
  key: string;
}
const DAY_HOURS = 24;

async function keysOf() {
  const owner = await makeTenant();
  const cookie = await signIn(owner);
  const send = (path: string, sent: Sent = {}) => call(`/api/api-keys${path}`, { cookie, ...sent });
  const make = async (body: Record<string, unknown> = {}) =>
    (await json(await send("", { body: { name: "Site", ...body } }))) as unknown as Made; // a created key
  return { owner, cookie, send, make };
}

/** The result of using a publishable key now: 200, or the error code. */
async function useKey(key: string, headers: Record<string, string> = {}) {
  const answer = await call("/api/widget/config", {
    headers: { "x-publishable-key": key, ...headers },
  });
  return answer.status === 200 ? 200 : (await json(answer)).error?.code;
}
const useSecret = async (key: string) => (await call("/api/tenant", { key })).status;

test("a key is shown once, and only its hash and ends are stored", async () => {
  const { owner, send, make } = await keysOf();
  const { id, key } = await make();
  const list = await (await send("")).text();
  expect(list).toContain(id);
  expect(list).not.toContain(key);
  const [row] = (
    await pool.query("select to_jsonb(k) as row from api_key k where tenant_id = $1", [
      owner.tenant.id,
    ])
  ).rows;
  expect(JSON.stringify(row)).not.toContain(key.slice(8, -4));
});

test("all three transports are accepted, header first, and last_used_at is updated", async () => {
  const { send, make } = await keysOf();
  const { id, key } = await make();
  expect(await useKey(key)).toBe(200);
  expect((await call("/api/widget/config", { key })).status).toBe(200);
  expect((await call(`/api/widget/config?key=${key}`)).status).toBe(200);
  expect(await useKey("pk_live_nonsense", { Authorization: `Bearer ${key}` })).toBe("invalid_key");
  const { data } = (await json(await send(""))) as unknown as {
    data: { id: string; last_used_at: string | null }[];
  };
  expect(data.find((row) => row.id === id)?.last_used_at).toMatch(/Z$/);
});

test("a mistyped key and an unknown one get different messages", async () => {
  const { make } = await keysOf();
  const { key } = await make();
  const typo = key.slice(0, 10) + (key[10] === "a" ? "b" : "a") + key.slice(11);
  const answer = await call("/api/widget/config", { key: typo });
  expect((await json(answer)).error).toMatchObject({
    code: "invalid_key",
    message: expect.stringContaining("mistyped"),
  });
});

test("changes of scopes, origins and expiry apply from the next call", async () => {
  const { owner, send, make } = await keysOf();
  const { id, key } = await make();
  const patch = (body: unknown) => send(`/${id}`, { method: "PATCH", body });
  const origins = await json(
    await patch({ allowed_origins: ["https://salon.example", "*.salon.example"], name: "Shop" }),
  );
  expect(origins).toMatchObject({
    name: "Shop",
    allowed_origins: ["https://salon.example", "*.salon.example"],
  });
  expect(origins).not.toHaveProperty("key");
  expect(await useKey(key, { Origin: "https://www.salon.example" })).toBe(200);
  expect(await useKey(key, { Origin: "https://salon.example.evil.example" })).toBe(
    "origin_not_allowed",
  );
  await patch({ scopes: ["availability:read"] });
  expect(await useKey(key)).toBe("insufficient_scope");
  await patch({ scopes: ["config:read"], expires_at: "2020-01-01T00:00:00Z" });
  expect(await useKey(key)).toBe("key_expired");
  await patch({ expires_at: null });
  expect(await useKey(key)).toBe(200);
  const rows = await prisma.auditRow.findMany({
    where: { tenant_id: owner.tenant.id, action: "api_key.updated" },
  });
  expect(rows).toHaveLength(4);
});

test("a key cannot use another tenant's widget configuration", async () => {
  const { send, make } = await keysOf();
  const other = await keysOf();
  const config = await prisma.widgetConfig.create({
    data: { tenant_id: other.owner.tenant.id, id: newId(), name: "Theirs" },
  });
  const { id } = await make();
  const answers = await Promise.all(
    [config.id, newId()].map(async (widget_config_id) => {
      const patched = await json(
        await send(`/${id}`, { method: "PATCH", body: { widget_config_id } }),
      );
      const made = await json(await send("", { body: { name: "New", widget_config_id } }));
      return [patched, made].map(({ error }) => ({ ...error, request_id: "" }));
    }),
  );
  expect(answers[0]).toEqual(answers[1]);
  expect(answers[0]).toMatchObject([{ code: "validation_failed" }, { code: "validation_failed" }]);
});

test("a secret key has no scopes, and the base key has them all", async () => {
  const { send, make } = await keysOf();
  const secret = await make({ kind: "secret", role: "staff" });
  const refused = await send(`/${secret.id}`, {
    method: "PATCH",
    body: { scopes: ["config:read"] },
  });
  expect((await json(refused)).error?.issues?.[0]?.path).toBe("scopes");
  const base = (await json(await send("/base"))) as unknown as Made;
  const narrowed = await send(`/${base.id}`, {
    method: "PATCH",
    body: { scopes: ["config:read"] },
  });
  expect(narrowed.status).toBe(422);
  expect(
    (
      await send(`/${base.id}`, {
        method: "PATCH",
        body: { allowed_origins: ["https://a.example"] },
      })
    ).status,
  ).toBe(200);
});

describe("rotation", () => {
  test("accepts both texts for a day", async () => {
    const { send, make } = await keysOf();
    const { id, key } = await make();
    const rotated = (await json(
      await send(`/${id}/rotate`, { method: "POST" }),
    )) as unknown as Made & Record<string, string>;
    expect(rotated.id).toBe(id);
    expect(rotated.key).not.toBe(key);
    expect(await Promise.all([useKey(key), useKey(rotated.key)])).toEqual([200, 200]);
    const hours = (Date.parse(rotated.previous_key_expires_at ?? "") - Date.now()) / 3_600_000;
    expect(Math.abs(hours - DAY_HOURS)).toBeLessThan(0.1);
    await pool.query(
      "update api_key set previous_key_expires_at = now() - interval '1 second' where id = $1",
      [id],
    );
    expect(await Promise.all([useKey(key), useKey(rotated.key)])).toEqual(["invalid_key", 200]);
  });

  test("twice in a day ends the oldest text immediately; without overlap the previous one too", async () => {
    const { send, make } = await keysOf();
    const { id, key: first } = await make({ kind: "secret", role: "viewer" });
    const rotate = async (body: unknown) =>
      ((await json(await send(`/${id}/rotate`, { body }))) as unknown as Made).key;
    const second = await rotate({});
    const third = await rotate({});
    expect(await Promise.all([first, second, third].map(useSecret))).toEqual([401, 200, 200]);
    const fourth = await rotate({ overlap_hours: 0 });
    expect(await Promise.all([second, third, fourth].map(useSecret))).toEqual([401, 401, 200]);
  });

  test("of the base key changes the displayed text", async () => {
    const { send } = await keysOf();
    const base = (await json(await send("/base"))) as unknown as Made;
    const rotated = (await json(
      await send(`/${base.id}/rotate`, { method: "POST" }),
    )) as unknown as Made;
    expect(((await json(await send("/base"))) as unknown as Made).key).toBe(rotated.key);
  });
});

test("a revoked key and its former text are refused immediately and permanently", async () => {
  const { send, make } = await keysOf();
  const { id, key } = await make();
  const rotated = (await json(await send(`/${id}/rotate`, { method: "POST" }))) as unknown as Made;
  expect((await send(`/${id}`, { method: "DELETE" })).status).toBe(204);
  expect((await send(`/${id}`, { method: "DELETE" })).status).toBe(204);
  expect(await Promise.all([useKey(key), useKey(rotated.key)])).toEqual([
    "invalid_key",
    "invalid_key",
  ]);
  for (const [path, sent] of [
    ["", { method: "PATCH", body: { name: "x" } }],
    ["/rotate", { method: "POST" }],
  ] as const)
    expect((await json(await send(`/${id}${path}`, sent))).error?.code).toBe("invalid_transition");
});

test("a new base key replaces a revoked one", async () => {
  const { owner, send } = await keysOf();
  const before = await makeKey(owner);
  const base = (await json(await send("/base"))) as unknown as Made;
  await send(`/${base.id}`, { method: "DELETE" });
  const after = (await json(await send("/base"))) as unknown as Made;
  expect(after.key).not.toBe(before);
  expect(await Promise.all([useKey(before), useKey(after.key)])).toEqual(["invalid_key", 200]);
});

test("thirty concurrent requests create twenty keys; revoking one frees a place", async () => {
  const { owner, send, make } = await keysOf();
  const statuses = await Promise.all(
    Array.from({ length: 30 }, async () => (await send("", { body: { name: "Many" } })).status),
  );
  expect(statuses.filter((status) => status === 201)).toHaveLength(20);
  expect(statuses.filter((status) => status === 409)).toHaveLength(10);
  await pool.query(
    "update api_key set expires_at = now() - interval '1 second' where id = (select id from api_key where tenant_id = $1 limit 1)",
    [owner.tenant.id],
  );
  expect(await make()).toHaveProperty("key");
});

test("concurrent first calls for the base key all return the same one", async () => {
  const { send } = await keysOf();
  const keys = await Promise.all(
    Array.from(
      { length: 8 },
      async () => ((await json(await send("/base"))) as unknown as Made).key,
    ),
  );
  expect(new Set(keys).size).toBe(1);
});

test("staff cannot create keys, and admins cannot create owner keys", async () => {
  const { owner } = await keysOf();
  const staff = await signIn(await makeUser(owner, "staff"));
  expect((await call("/api/api-keys", { cookie: staff, body: { name: "x" } })).status).toBe(403);
  const admin = await signIn(await makeUser(owner, "admin"));
  const owners = await call("/api/api-keys", {
    cookie: admin,
    body: { kind: "secret", role: "owner", name: "x" },
  });
  expect(owners.status).toBe(422);
});

test("another tenant's key gets exactly the response of an unknown one", async () => {
  const { send, make } = await keysOf();
  const theirs = await (await keysOf()).make();
  const mine = await make();
  const texts = await Promise.all(
    [theirs.id, newId()].map(async (id) => {
      const answers = await Promise.all([
        send(`/${id}`, { method: "PATCH", body: { name: "Stolen" } }),
        send(`/${id}`, { method: "DELETE" }),
        send(`/${id}/rotate`, { method: "POST" }),
      ]);
      return Promise.all(answers.map((answer) => textWithout(answer, id)));
    }),
  );
  expect(texts[0]).toEqual(texts[1]);
  expect(await useKey(theirs.key)).toBe(200);
  expect(await useKey(mine.key)).toBe(200);
});
