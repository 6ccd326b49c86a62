import { describe, expect, test } from "vitest";
import { prisma } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { loadKeys } from "~/pages/dashboard/keys/load.server";
import { makeResource, makeTenant, makeUser, signIn } from "~/testing/factory";
import { call, json, type Sent } from "~/testing/request";

interface Made {
  id: string;
  key: string;
}
const useKey = async (key: string) => (await call("/api/widget/config", { key })).status;
const useSecret = async (key: string) => (await call("/api/tenant", { key })).status;

describe("the keys of an admin who has been removed", () => {
  interface Listed {
    id: string;
    created_by: { id: string; name: string | null; removed_at: string | null } | null;
    revoked_at: string | null;
  }
  const listed = async (response: Response) =>
    ((await json(response)) as unknown as { data: Listed[] }).data;

  async function company() {
    const owner = await makeTenant();
    const cookie = await signIn(owner);
    const send = (path: string, sent: Sent = {}) =>
      call(`/api/api-keys${path}`, { cookie, ...sent });
    const admin = await makeUser(owner, "admin", { name: "Bea Admin" });
    const adminCookie = await signIn(admin);
    const make = async (body: Record<string, unknown>) =>
      (await json(
        await call("/api/api-keys", { cookie: adminCookie, body: { name: "Server", ...body } }),
      )) as unknown as Made;
    const secrets = [
      await make({ kind: "secret", role: "admin" }),
      await make({ kind: "secret", role: "viewer" }),
    ];
    const site = await make({});
    const remove = () => call(`/api/users/${admin.user_id}`, { method: "DELETE", cookie });
    const revokeAll = (created_by: string, sent: Sent = { cookie }) =>
      call("/api/api-keys/revoke-all", { ...sent, body: { created_by } });
    return { owner, cookie, send, admin, adminCookie, secrets, site, remove, revokeAll };
  }

  test("are counted and filtered by creator, before and after", async () => {
    const { cookie, send, admin, secrets, site, remove } = await company();
    const users = (await json(await call("/api/users", { cookie }))) as unknown as {
      data: { id: string; live_keys: number }[];
    };
    expect(users.data.find(({ id }) => id === admin.user_id)?.live_keys).toBe(3);
    const theirs = [site, ...secrets.reverse()].map(({ id }) => id);
    expect((await listed(await send("?created_by_removed=true"))).map(({ id }) => id)).toEqual([]);
    expect((await remove()).status).toBe(204);
    for (const query of [`?created_by=${admin.user_id}`, "?created_by_removed=true"]) {
      const keys = await listed(await send(query));
      expect(keys.map(({ id }) => id)).toEqual(theirs);
      for (const { created_by } of keys)
        expect(created_by).toEqual({
          id: admin.user_id,
          name: "Bea Admin",
          removed_at: expect.stringMatching(/Z$/),
        });
    }
    expect(await listed(await send("?created_by_removed=false"))).toEqual([]);
  });

  test("of kind secret are revoked with the membership, each audited", async () => {
    const { owner, send, admin, secrets, site, remove, revokeAll } = await company();
    expect(await Promise.all(secrets.map(({ key }) => useSecret(key)))).toEqual([200, 200]);
    await remove();
    expect(await Promise.all(secrets.map(({ key }) => useSecret(key)))).toEqual([401, 401]);
    expect(await useKey(site.key)).toBe(200);
    const keys = await listed(await send(`?created_by=${admin.user_id}`));
    expect(keys.filter(({ revoked_at }) => revoked_at === null).map(({ id }) => id)).toEqual([
      site.id,
    ]);
    const audited = await prisma.auditRow.findMany({
      where: { tenant_id: owner.tenant.id, action: "api_key.revoked" },
    });
    expect(audited.map(({ entity_id }) => entity_id).sort()).toEqual(
      secrets.map(({ id }) => id).sort(),
    );
    expect(await json(await revokeAll(admin.user_id))).toEqual({ revoked: 0 });
  });

  test("rotated by someone else stay valid, except for the text they know", async () => {
    const { send, owner, secrets, site, remove } = await company();
    const rotate = async ({ id }: Made) =>
      (await json(
        await send(`/${id}/rotate`, { body: { overlap_hours: 24 } }),
      )) as unknown as Listed & Made;
    const rotated = await rotate(secrets[0]!);
    const rotatedSite = await rotate(site);
    expect(rotated.created_by).toEqual({ id: owner.user_id, name: owner.name, removed_at: null });
    expect(await useSecret(secrets[0]!.key)).toBe(200);
    await remove();
    expect(await useSecret(rotated.key)).toBe(200);
    expect(await useSecret(secrets[0]!.key)).toBe(401);
    // A website that still uses the former text keeps working until that expires.
    expect([await useKey(rotatedSite.key), await useKey(site.key)]).toEqual([200, 200]);
  });

  test("left by an earlier version are refused and shown as revoked", async () => {
    const { owner, admin, secrets, send, remove } = await company();
    await remove();
    await prisma.apiKey.updateMany({
      where: { tenant_id: owner.tenant.id, id: secrets[0]!.id },
      data: { revoked_at: null },
    });
    expect(await useSecret(secrets[0]!.key)).toBe(401);
    const keys = await listed(await send(`?created_by=${admin.user_id}`));
    expect(keys.find(({ id }) => id === secrets[0]!.id)?.revoked_at).not.toBeNull();
  });

  test("have at most their creator's current role and resources", async () => {
    const { owner, cookie, admin, secrets } = await company();
    const [mine, other] = [await makeResource(owner), await makeResource(owner)];
    const change = (body: object) =>
      call(`/api/users/${admin.user_id}`, { method: "PATCH", cookie, body });
    const status = async (path: string, secret = secrets[0]!.key) =>
      (await call(path, { key: secret })).status;
    expect(await status("/api/users")).toBe(200);
    await change({ role: "staff", resource_ids: [mine.id] });
    expect(await status("/api/users")).toBe(403);
    expect([
      await status(`/api/resources/${mine.id}`),
      await status(`/api/resources/${other.id}`),
    ]).toEqual([200, 404]);
    const keyList = await loadKeys(owner, new URLSearchParams());
    expect(keyList.keys.find(({ id }) => id === secrets[0]!.id)).toMatchObject({
      may_do: "For servers, as staff",
      is_reduced: true,
    });
    expect(keyList.keys.find(({ id }) => id === secrets[1]!.id)).toMatchObject({
      may_do: "For servers, as viewer",
      is_reduced: false,
    });
    await change({ role: "admin" });
    expect(await status("/api/users")).toBe(200);
  });

  test("can be revoked only by admins and owners of the company in person", async () => {
    const { owner, admin, adminCookie, secrets, remove, revokeAll } = await company();
    const staff = await signIn(await makeUser(owner, "staff"));
    expect((await revokeAll(admin.user_id, { cookie: staff })).status).toBe(403);
    expect((await revokeAll(admin.user_id, { key: secrets[0]!.key })).status).toBe(403);
    const stranger = await signIn(await makeTenant());
    for (const [user, cookie] of [
      [admin.user_id, stranger],
      [newId(), stranger],
      [newId(), adminCookie],
    ] as const)
      expect((await revokeAll(user, { cookie })).status).toBe(404);
    expect(await useSecret(secrets[0]!.key)).toBe(200);
    await remove();
    expect((await revokeAll(admin.user_id, { cookie: adminCookie })).status).toBe(401);
  });
});
