import { beforeAll, expect, test } from "vitest";
import { prisma } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import {
  makeKey,
  makeResource,
  makeSchedule,
  makeSecretKey,
  makeTenant,
  makeUser,
  signIn,
} from "~/testing/factory";
import { honestImages } from "~/testing/image-parts";
import { call, json } from "~/testing/request";
import { countAssets, formOf, serve, upload, uploaded } from "~/testing/upload";
import type { UserActor } from "../identity/actor";

const { png, webp } = await honestImages();
let owner: UserActor;
let cookie: string;

beforeAll(async () => {
  owner = await makeTenant();
  cookie = await signIn(owner);
});

test("viewers, staff, publishable keys and strangers cannot upload", async () => {
  const before = await countAssets();
  for (const role of ["viewer", "staff"] as const) {
    const response = await upload(
      await signIn(await makeUser(owner, role)),
      formOf({ bytes: png }),
    );
    expect((await json(response)).error?.code).toBe("forbidden_role");
  }
  for (const sent of [{}, { key: await makeKey(owner) }])
    expect(
      (await call("/api/upload", { method: "POST", raw: formOf({ bytes: png }), ...sent })).status,
    ).toBe(401);
  expect(await countAssets()).toBe(before);
});

test("an admin can upload with a session or secret key, audited once", async () => {
  const admin = await makeUser(owner, "admin");
  const { id } = await uploaded(await signIn(admin), png);
  const rows = await prisma.auditRow.findMany({
    where: { tenant_id: owner.tenant.id, entity_id: id },
  });
  expect(rows).toMatchObject([{ action: "asset.created", entity: "asset" }]);
  expect(JSON.stringify(rows)).toContain(admin.user_id);
  const sent = {
    method: "POST",
    key: await makeSecretKey(owner),
    raw: formOf({ bytes: png }),
  } as const;
  expect((await call("/api/upload", sent)).status).toBe(201);
});

test("an image is served under its tenant's URL only", async () => {
  const { id, url } = await uploaded(cookie, png);
  const other = await makeTenant();
  const elsewhere = [
    [owner.tenant.id, other.tenant.id],
    [id, newId()],
    [id, `${id}.svg`],
    [id, "%00"],
  ] as const;
  for (const [part, instead] of elsewhere) {
    const response = await serve(url.replace(part, instead));
    expect([response.status, (await json(response)).error?.code]).toEqual([404, "not_found"]);
  }
});

test("another company's image cannot be used, and gets the response of an unknown one", async () => {
  const theirs = await uploaded(await signIn(await makeTenant()), png);
  const resource = await makeResource(owner);
  const schedule = await makeSchedule(owner, [resource.id]);
  const rules = [{ days: [1], start: "09:00", end: "17:00" }];
  const places = [
    ["/api/resources", "POST", "image_asset_id", { type: "room", name: "Room" }],
    [`/api/resources/${resource.id}`, "PATCH", "image_asset_id", {}],
    [
      "/api/schedules",
      "POST",
      "image_asset_id",
      { name: "Cut", resource_ids: [resource.id], rules },
    ],
    [`/api/schedules/${schedule.id}`, "PATCH", "image_asset_id", {}],
    [`/api/schedules/${schedule.id}`, "PATCH", "image_asset_id", { dry_run: true }],
    ["/api/tenant", "PATCH", "logo_asset_id", {}],
  ] as const;
  for (const [path, method, field, rest] of places) {
    const refuse = async (id: string) => {
      const response = await call(path, { method, cookie, body: { ...rest, [field]: id } });
      const { request_id: _request, ...error } = (await json(response)).error as Record<
        string,
        unknown
      >;
      return { status: response.status, error };
    };
    const refusal = await refuse(theirs.id);
    expect(refusal).toMatchObject({
      status: 422,
      error: { code: "validation_failed", issues: [{ path: field }] },
    });
    expect(refusal).toEqual(await refuse(newId()));
  }
  const withImage = { where: { tenant_id: owner.tenant.id, NOT: { image_asset_id: null } } };
  expect([await prisma.resource.count(withImage), await prisma.schedule.count(withImage)]).toEqual([
    0, 0,
  ]);
});

test("a service keeps its image until another or none is set", async () => {
  const schedule = await makeSchedule(owner, [(await makeResource(owner)).id]);
  const { id } = await uploaded(cookie, png);
  const save = async (image_asset_id: string | null) =>
    json(
      await call(`/api/schedules/${schedule.id}`, {
        method: "PATCH",
        cookie,
        body: { image_asset_id },
      }),
    );
  expect(await save(id)).toMatchObject({ image_asset_id: id });
  expect(await save(null)).toMatchObject({ image_asset_id: null });
});

test("the widget shows the company's logo and resource images, if any", async () => {
  const owner = await makeTenant();
  const cookie = await signIn(owner);
  const resource = await makeResource(owner);
  await makeSchedule(owner, [resource.id]);
  const read = async () => json(await call("/api/widget/config", { key: await makeKey(owner) }));
  expect(await read()).toMatchObject({
    tenant: { logo_url: null },
    resources: [{ image_url: null }],
  });
  const { id, url } = await uploaded(cookie, webp);
  for (const [path, body] of [
    ["/api/tenant", { logo_asset_id: id }],
    [`/api/resources/${resource.id}`, { image_asset_id: id }],
  ] as const)
    expect((await call(path, { method: "PATCH", cookie, body })).status).toBe(200);
  expect(await read()).toMatchObject({
    tenant: { logo_url: url },
    resources: [{ id: resource.id, image_url: url }],
  });
});
