import { expect, test } from "vitest";
import { pool } from "~/lib/db.server";
import { makeResource, makeSecretKey, makeTenant, makeUser, signIn } from "~/testing/factory";
import { call, json } from "~/testing/request";
import type { UserActor } from "../identity/actor";
import { updateResource } from "../resources/resources.server";

interface Entry {
  id: string;
  at: string;
  action: string;
  entity_id: string;
  actor: { kind: string; id: string; name: string | null };
  diff: Record<string, unknown>;
}
async function read(who: UserActor, query = "") {
  const answer = await call(`/api/audit${query}`, { cookie: await signIn(who) });
  return (await json(answer)) as unknown as {
    data: Entry[];
    page: { next_cursor: string | null; total?: number };
  };
}

test("entries have actor, action, record and changes, newest first", async () => {
  const owner = await makeTenant();
  const admin = await makeUser(owner, "admin", { name: "Ada Admin" });
  const room = await makeResource(owner, { name: "Blue" });
  await updateResource(admin, room.id, { name: "Green" });
  const { data } = await read(owner);
  expect(data.map((row) => row.action)).toEqual(["resource.updated", "resource.created"]);
  expect(data[0]).toMatchObject({
    entity_id: room.id,
    actor: { kind: "user", id: admin.user_id, name: "Ada Admin" },
    diff: { name: ["Blue", "Green"] },
  });
});

test("filters work alone and combined, and pages do not overlap", async () => {
  const owner = await makeTenant({ time_zone: "Pacific/Auckland" });
  const admin = await makeUser(owner, "admin");
  const rooms = [await makeResource(owner), await makeResource(admin), await makeResource(owner)];
  await updateResource(admin, rooms[0]!.id, { name: "New" });
  const count = async (query: string) => (await read(owner, query)).data.length;
  expect(await count("?entity=resource")).toBe(4);
  expect(await count("?entity=booking")).toBe(0);
  expect(await count(`?entity_id=${rooms[0]!.id}`)).toBe(2);
  expect(await count(`?actor=${admin.user_id}`)).toBe(2);
  expect(await count(`?actor=${admin.user_id}&action=resource.created`)).toBe(1);
  const first = await read(owner, "?limit=3&include=total");
  const rest = await read(owner, `?limit=3&cursor=${first.page.next_cursor}`);
  expect(first.page.total).toBe(4);
  expect(new Set([...first.data, ...rest.data].map((row) => row.id)).size).toBe(4);
  // 2026-03-10 in Auckland began on 2026-03-09 at 11:00 UTC.
  await pool.query("update audit_row set at = '2026-03-09T11:00:00Z' where entity_id = $1", [
    rooms[0]!.id,
  ]);
  expect(await count("?from=2026-03-10&to=2026-03-10")).toBe(2);
  expect(await count("?to=2026-03-09")).toBe(0);
  expect(await count("?from=2026-03-09T11:00:01Z&to=2026-03-11")).toBe(0);
});

test("the log is not visible to staff or other tenants", async () => {
  const owner = await makeTenant();
  await makeResource(owner);
  expect(
    (await call("/api/audit", { cookie: await signIn(await makeUser(owner, "staff")) })).status,
  ).toBe(403);
  expect((await read(await makeTenant())).data).toEqual([]);
  const key = await makeSecretKey(owner, "admin");
  expect((await call("/api/audit", { key })).status).toBe(200);
});

test("a cursor of another list is refused", async () => {
  const owner = await makeTenant();
  const cursor = Buffer.from(JSON.stringify(["-at", "x", "y"])).toString("base64url");
  const answer = await call(`/api/audit?cursor=${cursor}`, { cookie: await signIn(owner) });
  expect(answer.status).toBe(422);
});
