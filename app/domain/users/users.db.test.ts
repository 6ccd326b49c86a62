import { describe, expect, test } from "vitest";
import { pool, prisma } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { makeResource, makeSecretKey, makeTenant, makeUser, signIn } from "~/testing/factory";
import { call, json, type Sent, textWithout } from "~/testing/request";
import { switchTenant } from "../account/memberships.sql.server";
import { openSeal } from "../email/queue-message.server";
import type { UserActor } from "../identity/actor";
import { findSession } from "../identity/sessions.sql.server";
import { acceptInvitation, readInvitation } from "./accept-invitation.server";

interface Person {
  id: string;
  status: string;
  email: string;
  name: string | null;
  role: string;
  resource_ids: string[];
  last_seen_at: string | null;
  invitation_expires_at: string | null;
}
const api = async (who: UserActor | string, path = "", sent: Sent = {}) =>
  call(`/api/users${path}`, { cookie: typeof who === "string" ? who : await signIn(who), ...sent });
const people = async (who: UserActor, query = "") =>
  ((await json(await api(who, query))) as unknown as { data: Person[] }).data;
const invite = (who: UserActor, body: Record<string, unknown> = {}) =>
  api(who, "", { body: { email: `new-${newId()}@example.test`, role: "staff", ...body } });
const invited = async (who: UserActor, body: Record<string, unknown> = {}) =>
  (await json(await invite(who, body))) as unknown as Person;
const change = (who: UserActor, id: string, body: unknown) =>
  api(who, `/${id}`, { method: "PATCH", body });
const code = async (answer: Response) => (await json(answer)).error?.code;

/** The tokens in the queued emails for this address, the oldest first. */
async function tokensOf(email: string): Promise<string[]> {
  const found = await pool.query<{ id: string; sealed: Buffer }>(
    "select id, sealed from message where recipient = $1 and kind = 'user_invite' order by id",
    [email],
  );
  return found.rows.map(
    ({ id, sealed }) => String(openSeal(id, sealed).links?.accept).split("/invitations/")[1] ?? "",
  );
}
const makeAccount = (email: string) =>
  prisma.account.create({ data: { id: newId(), email, name: "Nora New" } });

describe("the list", () => {
  test("lists users and pending invitations with role, resources and last visit", async () => {
    const owner = await makeTenant();
    const room = await makeResource(owner);
    await makeUser(owner, "staff", { name: "Sam Staff", resource_ids: [room.id] });
    await invited(owner, { email: "pat@example.test", role: "viewer", name: "Pat" });
    const [first, second, third] = await people(owner);
    expect(first).toMatchObject({
      id: owner.user_id,
      status: "active",
      role: "owner",
      email: owner.email,
    });
    expect(first?.last_seen_at).toMatch(/Z$/);
    expect(second).toMatchObject({
      name: "Sam Staff",
      resource_ids: [room.id],
      last_seen_at: null,
    });
    expect(third).toMatchObject({
      status: "invited",
      email: "pat@example.test",
      role: "viewer",
      name: "Pat",
    });
    expect(third?.invitation_expires_at).toMatch(/Z$/);
    expect(await people(owner, "?search=sam")).toHaveLength(1);
    expect(await people(owner, "?status=invited")).toHaveLength(1);
    expect(await people(owner, "?role=owner")).toHaveLength(1);
  });

  test("is paged with each person once", async () => {
    const owner = await makeTenant();
    for (let made = 0; made < 3; made++) await makeUser(owner, "staff");
    await invited(owner);
    const seen: string[] = [];
    for (let path = "?limit=2&include=total"; path !== "";) {
      const page = (await json(await api(owner, path))) as unknown as {
        data: Person[];
        page: { next_cursor: string | null; total: number };
      };
      expect(page.page.total).toBe(5);
      seen.push(...page.data.map((person) => person.id));
      path =
        page.page.next_cursor === null
          ? ""
          : `?limit=2&include=total&cursor=${page.page.next_cursor}`;
    }
    expect(new Set(seen).size).toBe(5);
    expect(seen).toHaveLength(5);
  });
});

describe("an invitation", () => {
  test("is emailed, read and accepted once, by the invited address only", async () => {
    const owner = await makeTenant({ name: "Salon Sun" });
    const room = await makeResource(owner);
    const email = `nora-${newId()}@example.test`;
    const answer = await invite(owner, {
      email: email.toUpperCase(),
      role: "staff",
      resource_ids: [room.id],
    });
    expect(answer.status).toBe(201);
    expect(answer.headers.get("Location")).toMatch(/^\/api\/users\/[0-9a-f-]{36}$/);
    const [token = ""] = await tokensOf(email);
    expect(await readInvitation(token)).toMatchObject({
      tenant_name: "Salon Sun",
      email,
      role: "staff",
    });
    const stranger = await makeAccount(`other-${newId()}@example.test`);
    await expect(acceptInvitation(token, stranger)).rejects.toMatchObject({
      code: "forbidden_role",
    });
    const account = await makeAccount(email);
    const results = await Promise.allSettled([
      acceptInvitation(token, account),
      acceptInvitation(token, account),
    ]);
    expect(results.map((result) => result.status).sort()).toEqual(["fulfilled", "rejected"]);
    await expect(readInvitation(token)).rejects.toMatchObject({ code: "not_found" });
    expect((await people(owner)).find((person) => person.email === email)).toMatchObject({
      status: "active",
      role: "staff",
      name: "Nora New",
      resource_ids: [room.id],
    });
  });

  test("stores only its token's hash, and the queued email is encrypted", async () => {
    const owner = await makeTenant();
    const { email } = await invited(owner);
    const [token = ""] = await tokensOf(email);
    expect(token).toHaveLength(43);
    for (const table of ["invitation", "message", "audit_row", "pgboss.job"]) {
      const found = await pool.query(
        `select count(*)::int as count from ${table} t where to_jsonb(t)::text like $1`,
        [`%${token}%`],
      );
      expect(found.rows).toEqual([{ count: 0 }]);
    }
  });

  test("resent is one invitation with a new link that replaces the old one", async () => {
    const owner = await makeTenant();
    const first = await invited(owner, { role: "viewer" });
    const again = await invited(owner, { email: first.email, role: "admin" });
    expect(again).toMatchObject({ id: first.id, role: "admin" });
    const [old = "", fresh = ""] = await tokensOf(first.email);
    await expect(readInvitation(old)).rejects.toMatchObject({ code: "not_found" });
    expect(await readInvitation(fresh)).toMatchObject({ role: "admin" });
  });

  test("expires after seven days or when withdrawn", async () => {
    const owner = await makeTenant();
    const late = await invited(owner);
    const days = (Date.parse(late.invitation_expires_at ?? "") - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(6.99);
    expect(days).toBeLessThanOrEqual(7);
    await pool.query("update invitation set expires_at = now() where id = $1", [late.id]);
    await expect(readInvitation((await tokensOf(late.email))[0] ?? "")).rejects.toMatchObject({
      code: "not_found",
    });
    const withdrawn = await invited(owner);
    expect((await api(owner, `/${withdrawn.id}`, { method: "DELETE" })).status).toBe(204);
    await expect(readInvitation((await tokensOf(withdrawn.email))[0] ?? "")).rejects.toMatchObject({
      code: "not_found",
    });
  });

  test("is refused for members, for the owner role and for foreign resources", async () => {
    const owner = await makeTenant();
    const foreign = await makeResource(await makeTenant());
    expect(await code(await invite(owner, { email: owner.email }))).toBe("already_exists");
    expect(await code(await invite(owner, { role: "owner" }))).toBe("validation_failed");
    expect(await code(await invite(owner, { role: "admin", resource_ids: [newId()] }))).toBe(
      "validation_failed",
    );
    const texts = await Promise.all(
      [foreign.id, newId()].map(async (id) =>
        (await (await invite(owner, { resource_ids: [id] })).text()).replace(
          /"request_id":"[^"]+"/,
          "",
        ),
      ),
    );
    expect(texts[0]).toBe(texts[1]);
    expect(texts[0]).toContain("resource_ids");
  });

  test("can be changed while pending, but not to the owner role", async () => {
    const owner = await makeTenant();
    const waiting = await invited(owner);
    expect(
      await json(await change(owner, waiting.id, { role: "viewer", name: "Vera" })),
    ).toMatchObject({
      role: "viewer",
      name: "Vera",
    });
    expect((await change(owner, waiting.id, { role: "owner" })).status).toBe(422);
  });

  test("is limited to a hundred per day", async () => {
    const owner = await makeTenant();
    await pool.query(
      `insert into audit_row (tenant_id, id, actor, action, entity) select $1, gen_random_uuid(), '{}', 'user.invited', 'user' from generate_series(1, 100)`,
      [owner.tenant.id],
    );
    const refused = await invite(owner);
    expect(refused.status).toBe(429);
    expect(refused.headers.get("Retry-After")).toBe("3600");
  });

  test("can be created by an admin's secret key", async () => {
    const owner = await makeTenant();
    const key = await makeSecretKey(owner, "admin");
    const answer = await call("/api/users", {
      key,
      body: { email: `k-${newId()}@example.test`, role: "admin" },
    });
    expect(answer.status).toBe(201);
  });
});

describe("roles", () => {
  test("an admin changes staff and other admins, but never the owner", async () => {
    const owner = await makeTenant();
    const [admin, other, staff] = [
      await makeUser(owner, "admin"),
      await makeUser(owner, "admin"),
      await makeUser(owner, "staff"),
    ];
    expect((await change(admin, staff.user_id, { role: "admin" })).status).toBe(200);
    expect((await change(admin, other.user_id, { role: "viewer" })).status).toBe(200);
    expect(await code(await change(admin, staff.user_id, { role: "owner" }))).toBe(
      "forbidden_role",
    );
    expect(await code(await change(admin, owner.user_id, { role: "viewer" }))).toBe(
      "forbidden_role",
    );
    expect(await code(await change(admin, owner.user_id, { name: "Renamed" }))).toBe(
      "forbidden_role",
    );
    expect(await code(await api(admin, `/${owner.user_id}`, { method: "DELETE" }))).toBe(
      "forbidden_role",
    );
  });

  test("nobody can change their own role or remove themselves, and the owner must hand over first", async () => {
    const owner = await makeTenant();
    const admin = await makeUser(owner, "admin");
    for (const person of [owner, admin]) {
      expect(await code(await change(person, person.user_id, { role: "viewer" }))).toBe(
        "invalid_transition",
      );
      expect(await code(await api(person, `/${person.user_id}`, { method: "DELETE" }))).toBe(
        "invalid_transition",
      );
    }
    expect((await change(owner, owner.user_id, { name: "Olga" })).status).toBe(200);
  });

  test("the owner hands the company over, and is an admin from then on", async () => {
    const owner = await makeTenant();
    const heir = await makeUser(owner, "staff", { resource_ids: [(await makeResource(owner)).id] });
    const handed = await json(await change(owner, heir.user_id, { role: "owner" }));
    expect(handed).toMatchObject({ role: "owner", resource_ids: [] });
    const roles = Object.fromEntries(
      (await people(owner)).map((person) => [person.id, person.role]),
    );
    expect(roles).toEqual({ [owner.user_id]: "admin", [heir.user_id]: "owner" });
    expect(await code(await change(owner, heir.user_id, { role: "admin" }))).toBe("forbidden_role");
    const rows = await prisma.auditRow.findMany({
      where: { tenant_id: owner.tenant.id, action: "user.made_owner" },
    });
    expect(rows).toMatchObject([{ entity_id: heir.user_id, diff: { role: ["staff", "owner"] } }]);
  });

  test("of two concurrent handovers one succeeds, and there is one owner", async () => {
    const owner = await makeTenant();
    const heirs = [await makeUser(owner, "admin"), await makeUser(owner, "admin")];
    const cookie = await signIn(owner);
    const statuses = await Promise.all(
      heirs.map(
        async (heir) =>
          (await api(cookie, `/${heir.user_id}`, { method: "PATCH", body: { role: "owner" } }))
            .status,
      ),
    );
    expect(statuses.sort()).toEqual([200, 403]);
    const owners = await prisma.user.count({
      where: { tenant_id: owner.tenant.id, role: "owner" },
    });
    expect(owners).toBe(1);
  });

  test("limiting resources must be the tenant's, and are removed when becoming an admin", async () => {
    const owner = await makeTenant();
    const room = await makeResource(owner);
    const staff = await makeUser(owner, "staff");
    expect(
      await json(await change(owner, staff.user_id, { resource_ids: [room.id] })),
    ).toMatchObject({
      resource_ids: [room.id],
    });
    expect((await change(owner, staff.user_id, { resource_ids: [newId()] })).status).toBe(422);
    expect(
      (await change(owner, staff.user_id, { role: "admin", resource_ids: [room.id] })).status,
    ).toBe(422);
    expect(await json(await change(owner, staff.user_id, { role: "admin" }))).toMatchObject({
      resource_ids: [],
    });
  });
});

describe("removal", () => {
  test("ends sessions here immediately, but not those in another company", async () => {
    const owner = await makeTenant();
    const elsewhere = await makeTenant();
    const staff = await makeUser(owner, "staff");
    const cookie = await signIn(staff);
    await prisma.user.create({
      data: {
        tenant_id: elsewhere.tenant.id,
        id: newId(),
        account_id: staff.account_id,
        role: "viewer",
        name: "Same",
        resource_ids: [],
      },
    });
    const other = await signIn(staff);
    const signedIn = await findSession(other.split("=")[1] ?? "", null);
    await switchTenant(signedIn?.session_id ?? "", staff.account_id, elsewhere.tenant.id);
    expect((await call("/api/tenant", { cookie })).status).toBe(200);
    expect((await api(owner, `/${staff.user_id}`, { method: "DELETE" })).status).toBe(204);
    expect((await call("/api/tenant", { cookie })).status).toBe(401);
    expect(await findSession(cookie.split("=")[1] ?? "", null)).toBeNull();
    expect((await json(await call("/api/tenant", { cookie: other }))).id).toBe(elsewhere.tenant.id);
    expect((await people(owner)).map((person) => person.id)).toEqual([owner.user_id]);
  });

  test("another tenant's users get exactly the response of unknown ones", async () => {
    const owner = await makeTenant();
    const theirs = await makeUser(await makeTenant(), "staff");
    const texts = await Promise.all(
      [theirs.user_id, newId()].map(async (id) => {
        const answers = await Promise.all([
          change(owner, id, { role: "viewer" }),
          change(owner, id, { role: "owner" }),
          api(owner, `/${id}`, { method: "DELETE" }),
        ]);
        return Promise.all(answers.map((answer) => textWithout(answer, id)));
      }),
    );
    expect(texts[0]).toEqual(texts[1]);
    expect(
      await prisma.user.findUnique({
        where: { tenant_id_id: { tenant_id: theirs.tenant.id, id: theirs.user_id } },
      }),
    ).toMatchObject({ role: "staff" });
  });
});
