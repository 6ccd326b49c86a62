import { describe, expect, test } from "vitest";
import { NewBooking } from "~/contract/booking-inputs";
import { pool, prisma } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import {
  aCustomer,
  makeKey,
  makeResource,
  makeSchedule,
  makeSecretKey,
  makeTenant,
  makeUser,
  signIn,
} from "~/testing/factory";
import { readZip } from "~/testing/read-zip";
import { call, json, textWithout } from "~/testing/request";
import { sendQueuedMails } from "~/testing/send-queued-mails";
import { changeBookingStatus } from "../bookings/change/change-status.server";
import { createBooking } from "../bookings/place/create-booking.server";
import type { UserActor } from "../identity/actor";
import { updateTenant } from "../tenants/tenant-profile.server";
import { inviteUser } from "../users/invite-user.server";
import { exportedTables } from "./export-account.server";
import { switchTenant } from "./memberships.sql.server";
import { tenantTables } from "./tenant-tables.sql.server";

/** A company at work: staff, a key, a room, hours, a booking, an invitation. */
async function makeCompany(name: string) {
  const owner = await makeTenant({ name });
  const room = await makeResource(owner);
  const schedule = await makeSchedule(owner, [room.id]);
  const slot = await prisma.slot.findFirstOrThrow({
    where: { tenant_id: owner.tenant.id, schedule_id: schedule.id },
    orderBy: { starts_at: "desc" },
  });
  const booking = await createBooking(
    owner,
    NewBooking.parse({ slot_id: slot.id, customer: aCustomer("=Anna") }),
    null,
  );
  await inviteUser(owner, {
    email: `new-${newId()}@example.test`,
    role: "staff",
    name: null,
    resource_ids: [],
    own_hours: false,
  });
  return { owner, room, booking, key: await makeKey(owner) };
}
const pay = (owner: UserActor, id: string) =>
  changeBookingStatus(owner, id, { status: "paid", payment_method: "offline", notify: true }, null);

async function rowsOf(tenantId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { name } of await tenantTables(pool)) {
    const { rows } = await pool.query<{ count: number }>(
      `select count(*)::int from "${name}" where tenant_id = $1`,
      [tenantId],
    );
    if (rows[0]!.count > 0) counts[name] = rows[0]!.count;
  }
  return counts;
}
const remove = (cookie: string, owner: UserActor, more: Record<string, unknown> = {}) =>
  call("/api/account/delete", {
    cookie,
    body: { confirm_name: owner.tenant.name, confirm_phrase: "delete permanently", ...more },
  });

describe("switching", () => {
  test("moves one session to another company of the same account, with the role it has there", async () => {
    const owner = await makeTenant({ name: "First" });
    const other = await makeTenant({ name: "Second" });
    await prisma.user.create({
      data: {
        tenant_id: other.tenant.id,
        id: newId(),
        account_id: owner.account_id,
        role: "viewer",
        name: "Guest",
        resource_ids: [],
      },
    });
    const [cookie, untouched] = [await signIn(owner), await signIn(owner)];
    const list = await json(await call("/api/account/tenants", { cookie }));
    expect(list.data).toMatchObject([
      { id: owner.tenant.id, name: "First", role: "owner", is_current: true },
      { id: other.tenant.id, name: "Second", role: "viewer", is_current: false },
    ]);
    const switched = await call("/api/account/switch", {
      cookie,
      body: { tenant_id: other.tenant.id },
    });
    expect(await json(switched)).toMatchObject({
      id: other.tenant.id,
      role: "viewer",
      is_current: true,
    });
    expect((await json(await call("/api/tenant", { cookie }))).id).toBe(other.tenant.id);
    expect((await call("/api/users", { cookie })).status).toBe(403);
    expect((await json(await call("/api/tenant", { cookie: untouched }))).id).toBe(owner.tenant.id);
  });

  test("to another's company gets exactly the response of an unknown one", async () => {
    const owner = await makeTenant();
    const cookie = await signIn(owner);
    const texts = await Promise.all(
      [(await makeTenant()).tenant.id, newId()].map(async (tenant_id) => {
        const answer = await call("/api/account/switch", { cookie, body: { tenant_id } });
        return textWithout(answer, tenant_id);
      }),
    );
    expect(texts[0]).toBe(texts[1]);
    expect(texts[0]).toContain("not_found");
  });

  test("cannot be done to another account's session", async () => {
    const [mine, theirs] = [await makeTenant(), await makeTenant()];
    await signIn(theirs);
    const session = await prisma.session.findFirstOrThrow({
      where: { account_id: theirs.account_id },
    });
    await expect(switchTenant(session.id, mine.account_id, mine.tenant.id)).rejects.toMatchObject({
      code: "not_found",
    });
  });
});

describe("deletion", () => {
  test("deletes every row of the tenant, ends sessions and keys, and affects no other tenant", async () => {
    const { owner, key } = await makeCompany("Gone");
    const other = await makeCompany("Stays");
    const staff = await makeUser(owner, "staff");
    await prisma.user.create({
      data: {
        tenant_id: other.owner.tenant.id,
        id: newId(),
        account_id: staff.account_id,
        role: "viewer",
        name: "Both",
        resource_ids: [],
      },
    });
    const [cookie, staffCookie] = [await signIn(owner), await signIn(staff)];
    const before = await rowsOf(other.owner.tenant.id);
    expect(Object.keys(await rowsOf(owner.tenant.id))).toEqual(
      expect.arrayContaining(Object.keys(before)),
    );
    const answer = await remove(cookie, owner);
    expect(answer.status).toBe(204);
    expect(answer.headers.get("Set-Cookie")).toMatch(/^session=;.*Max-Age=0/);
    expect(await rowsOf(owner.tenant.id)).toEqual({});
    expect(await prisma.tenant.count({ where: { id: owner.tenant.id } })).toBe(0);
    expect(await rowsOf(other.owner.tenant.id)).toEqual(before);
    for (const ended of [cookie, staffCookie])
      expect((await call("/api/tenant", { cookie: ended })).status).toBe(401);
    expect((await call("/api/widget/config", { key })).status).toBe(401);
    expect(await prisma.account.findUnique({ where: { id: owner.account_id } })).toBeNull();
    expect(await prisma.account.findUnique({ where: { id: staff.account_id } })).not.toBeNull();
  });

  test("requires the exact name, the phrase, the owner in person and a recent session", async () => {
    const { owner } = await makeCompany("Careful");
    const cookie = await signIn(owner);
    const path = async (answer: Response) => (await json(answer)).error?.issues?.[0]?.path;
    expect(await path(await remove(cookie, owner, { confirm_name: "careful" }))).toBe(
      "confirm_name",
    );
    expect(await path(await remove(cookie, owner, { confirm_phrase: "delete" }))).toBe(
      "confirm_phrase",
    );
    expect((await remove(await signIn(await makeUser(owner, "admin")), owner)).status).toBe(403);
    const key = await makeSecretKey(owner, "admin");
    expect((await call("/api/account/delete", { key, body: {} })).status).toBe(403);
    await pool.query(
      "update session set created_at = now() - interval '11 minutes' where account_id = $1",
      [owner.account_id],
    );
    const old = await remove(cookie, owner);
    expect((await json(old)).error).toMatchObject({
      code: "unauthenticated",
      details: { reason: "session_too_old" },
    });
    expect(await prisma.tenant.count({ where: { id: owner.tenant.id } })).toBe(1);
  });

  test("is refused with paid upcoming bookings, unless they are to be cancelled", async () => {
    const { owner, booking } = await makeCompany("Paid");
    const cookie = await signIn(owner);
    await pay(owner, booking.id);
    const refused = await remove(cookie, owner);
    expect((await json(refused)).error).toMatchObject({
      code: "in_use",
      details: { paid_bookings: 1 },
    });
    expect((await remove(cookie, owner, { cancel_and_refund: true })).status).toBe(202); // until the guest has been notified
    await sendQueuedMails(owner);
    expect((await remove(cookie, owner)).status).toBe(204);
    expect(await rowsOf(owner.tenant.id)).toEqual({});
  });

  test("during concurrent bookings leaves nothing behind", async () => {
    const { owner } = await makeCompany("Busy");
    const cookie = await signIn(owner);
    const slots = await prisma.slot.findMany({
      where: { tenant_id: owner.tenant.id, taken: 0 },
      take: 20,
      orderBy: { starts_at: "asc" },
    });
    const [answer] = await Promise.all([
      remove(cookie, owner),
      ...slots.map((slot) =>
        createBooking(
          owner,
          NewBooking.parse({ slot_id: slot.id, customer: aCustomer() }),
          null,
        ).catch((error: unknown) => error),
      ),
    ]);
    expect((answer as Response).status).toBe(204);
    expect(await rowsOf(owner.tenant.id)).toEqual({});
  });
});

describe("the export", () => {
  const exportOf = async (owner: UserActor) => {
    const answer = await call("/api/account/export", { cookie: await signIn(owner) });
    expect(answer.headers.get("Content-Type")).toBe("application/zip");
    return readZip(Buffer.from(await answer.arrayBuffer()));
  };

  test("contains every kind of record as JSON, and bookings and customers as CSV without formulas", async () => {
    const { owner, booking, room } = await makeCompany("Export");
    await updateTenant(owner, { address: { city: "Utrecht" } });
    const files = await exportOf(owner);
    const tables = (await exportedTables()).map((table) => `${table.name}.json`);
    const { files: listed } = JSON.parse(files["manifest.json"] ?? "") as { files: string[] };
    expect(Object.keys(files).sort()).toEqual(["manifest.json", ...listed].sort());
    expect(listed).toEqual(
      expect.arrayContaining(["tenant.json", "booking.csv", "customer.csv", ...tables]),
    );
    expect(JSON.parse(files["tenant.json"] ?? "")).toMatchObject([
      { name: "Export", address: { city: "Utrecht" } },
    ]);
    expect(JSON.parse(files["booking.json"] ?? "")).toMatchObject([
      { id: booking.id, resource_id: room.id, customer_name: "=Anna" },
    ]);
    expect(JSON.parse(files["tenant_user.json"] ?? "")).toMatchObject([
      { email: owner.email, role: "owner" },
    ]);
    expect(JSON.parse(files["webhook_subscription.json"] ?? "")).toEqual([]);
    expect(files["booking.csv"]).toContain(`\r\n${booking.reference},confirmed,`);
    expect(files["booking.csv"]).toContain(",'=Anna,");
    expect(files["customer.csv"]).toMatch(/^\ufeffname,email,.*\r\n'=Anna,guest-/);
  });

  test("contains no secret and nothing of another tenant", async () => {
    const { owner, key } = await makeCompany("Discreet");
    const secret = await makeSecretKey(owner);
    const other = await makeCompany("Elsewhere");
    const all = Object.values(await exportOf(owner)).join("\n");
    for (const text of [key, secret]) expect(all).not.toContain(text.slice(8, -4));
    expect(all).not.toContain(other.owner.tenant.id);
    const columns = (await exportedTables()).flatMap((table) =>
      table.columns.map((column) => `${table.name}.${column.name} ${column.type}`),
    );
    expect(
      columns.filter((column) => /bytea|secret|hash|token|cipher|sealed/.test(column)),
    ).toEqual([]);
    expect(columns).toEqual(
      expect.arrayContaining(["booking.notes text", "api_key.scopes text[]"]),
    );
  });

  test("reads page by page without gaps", async () => {
    const owner = await makeTenant();
    await pool.query(
      `insert into customer (tenant_id, id, email, name) select $1, gen_random_uuid(), 'c' || n || '@example.test', 'C' || n from generate_series(1, 1001) n`,
      [owner.tenant.id],
    );
    const files = await exportOf(owner);
    const names = (JSON.parse(files["customer.json"] ?? "") as { name: string }[]).map(
      (row) => row.name,
    );
    expect(names).toHaveLength(1001);
    expect(new Set(names).size).toBe(1001);
    expect(files["customer.csv"]?.split("\r\n")).toHaveLength(1003);
  });

  test("is for admins, in person or by key, and audited", async () => {
    const { owner } = await makeCompany("Recorded");
    expect(
      (await call("/api/account/export", { cookie: await signIn(await makeUser(owner, "staff")) }))
        .status,
    ).toBe(403);
    const byKey = await call("/api/account/export", { key: await makeSecretKey(owner, "admin") });
    expect(Object.keys(readZip(Buffer.from(await byKey.arrayBuffer())))).toContain("booking.json");
    expect(
      await prisma.auditRow.count({
        where: { tenant_id: owner.tenant.id, action: "account.exported" },
      }),
    ).toBe(1);
  });
});
