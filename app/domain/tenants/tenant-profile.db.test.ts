import { expect, test } from "vitest";
import { prisma } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { makeSecretKey, makeTenant, makeUser, signIn } from "~/testing/factory";
import { call, json } from "~/testing/request";
import { findTenant } from "../identity/find-tenant.sql.server";

const patch = async (cookie: string, body: unknown) =>
  call("/api/tenant", { method: "PATCH", cookie, body });

test("a viewer reads the company, and an admin or an admin's secret key changes it", async () => {
  const owner = await makeTenant({ name: "Salon" });
  const viewer = await signIn(await makeUser(owner, "viewer"));
  const seen = await json(await call("/api/tenant", { cookie: viewer }));
  expect(seen).toMatchObject({
    id: owner.tenant.id,
    name: "Salon",
    currency: "EUR",
    policy: { hold_minutes: 15 },
  });
  expect(seen.address).toMatchObject({ city: null, country: null });
  expect((await patch(viewer, { name: "Mine" })).status).toBe(403);
  const key = await makeSecretKey(owner, "admin");
  const changed = await call("/api/tenant", { method: "PATCH", key, body: { name: "Salon Zwei" } });
  expect(await json(changed)).toMatchObject({ name: "Salon Zwei" });
});

test("partial changes apply to policy and address too, and are audited", async () => {
  const owner = await makeTenant();
  const cookie = await signIn(owner);
  await patch(cookie, { policy: { hold_minutes: 20 }, address: { city: "Utrecht" } });
  const after = await json(
    await patch(cookie, { policy: { max_reschedules: 0 }, address: { country: "NL" } }),
  );
  expect(after).toMatchObject({
    policy: { hold_minutes: 20, max_reschedules: 0, cancel_window_minutes: 1440 },
    address: { city: "Utrecht", country: "NL", line1: null },
  });
  expect((await findTenant(owner.tenant.id))?.policy).toMatchObject({
    hold_minutes: 20,
    max_reschedules: 0,
  });
  const rows = await prisma.auditRow.findMany({
    where: { tenant_id: owner.tenant.id },
    orderBy: { id: "asc" },
  });
  expect(rows.map((row) => [row.action, Object.keys(row.diff as object).sort()])).toEqual([
    ["tenant.updated", ["address", "policy"]],
    ["tenant.updated", ["address", "policy"]],
  ]);
});

test("a no-op change leaves no audit row", async () => {
  const owner = await makeTenant({ name: "Same" });
  expect((await patch(await signIn(owner), { name: "Same" })).status).toBe(200);
  expect(await prisma.auditRow.count({ where: { tenant_id: owner.tenant.id } })).toBe(0);
});

test.each([
  [{ policy: { hold_minutes: 4 } }, "policy.hold_minutes"],
  [{ policy: { hold_minutes: 61 } }, "policy.hold_minutes"],
  [{ policy: { hold_mintes: 10 } }, "policy.hold_mintes"],
  [
    { policy: { refund_tiers: [{ hours_before: 24, refund_pct: 101 }] } },
    "policy.refund_tiers.0.refund_pct",
  ],
  [
    {
      policy: {
        refund_tiers: [
          { hours_before: 24, refund_pct: 100 },
          { hours_before: 24, refund_pct: 50 },
        ],
      },
    },
    "policy.refund_tiers",
  ],
  [{ policy: { reminders_minutes_before: [1] } }, "policy.reminders_minutes_before.0"],
  [{ time_zone: "Mars/Olympus" }, "time_zone"],
  [{ currency: "ZZZ" }, "currency"],
  [{ locale: "en-ab-ab" }, "locale"],
  [{ slug: "-no-" }, "slug"],
  [{ website: "javascript:alert(1)" }, "website"],
  [{ address: { country: "Holland" } }, "address.country"],
  [{ name: "" }, "name"],
  [{ id: "019a0000-0000-7000-8000-000000000000" }, "id"],
])("refuses %j, naming %s", async (body, path) => {
  const answer = await patch(await signIn(await makeTenant()), body);
  expect(answer.status).toBe(422);
  expect((await json(answer)).error?.issues?.[0]?.path).toBe(path);
});

test("the logo must be the company's image", async () => {
  const [owner, other] = [await makeTenant(), await makeTenant()];
  const image = {
    width: 1,
    height: 1,
    bytes: 1,
    media_type: "image/png",
    content: new Uint8Array(1),
  };
  const [mine, theirs] = [newId(), newId()];
  await prisma.asset.create({ data: { ...image, tenant_id: owner.tenant.id, id: mine } });
  await prisma.asset.create({ data: { ...image, tenant_id: other.tenant.id, id: theirs } });
  const cookie = await signIn(owner);
  expect(await json(await patch(cookie, { logo_asset_id: mine }))).toMatchObject({
    logo_asset_id: mine,
  });
  const refusals = await Promise.all(
    [theirs, newId()].map(async (id) => (await patch(cookie, { logo_asset_id: id })).text()),
  );
  const [ofOthers, ofNobody] = refusals.map((text) => text.replace(/"request_id":"[^"]+"/, ""));
  expect(ofOthers).toBe(ofNobody);
  expect(ofOthers).toContain("logo_asset_id");
  expect(await json(await patch(cookie, { logo_asset_id: null }))).toMatchObject({
    logo_asset_id: null,
  });
});

test("another company's slug cannot be taken", async () => {
  const first = await makeTenant({ slug: "taken-slug" });
  const answer = await patch(await signIn(await makeTenant()), { slug: first.tenant.slug });
  expect((await json(answer)).error?.code).toBe("already_exists");
});
