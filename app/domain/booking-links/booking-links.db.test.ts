import { beforeAll, expect, test } from "vitest";
import type { BookingLink } from "~/contract/booking-links";
import { MAX_BOOKING_LINKS } from "~/contract/limits";
import { NewApiKey } from "~/contract/api-keys";
import { signToken } from "~/lib/signed-token.server";
import { pool } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import {
  makeKey,
  makeResource,
  makeSchedule,
  makeTenant,
  makeUser,
  signIn,
} from "~/testing/factory";
import { call, json } from "~/testing/request";
import { createApiKey } from "../api-keys/api-keys.server";
import type { UserActor } from "../identity/actor";
import { linkToken, readLinkToken } from "./link-token.server";
import { linkCalls, outcomeOf } from "~/testing/link-calls";

let owner: UserActor;
let cookie: string;
let key: string;

beforeAll(async () => {
  owner = await makeTenant();
  cookie = await signIn(owner);
  key = await makeKey(owner);
});

const { offered, create, linkTo, bookBy, holdBy } = linkCalls(() => ({ owner, cookie, key }));

test("a forged or foreign token opens nothing", async () => {
  const { service, slots } = await offered();
  const link = await linkTo(service.id);
  const stranger = await makeTenant();
  const [id, signature] = link.token.split(".") as [string, string];
  const flipped = `${signature.startsWith("A") ? "B" : "A"}${signature.slice(1)}`;
  const wrong = [
    "",
    "x",
    ".",
    link.id,
    id,
    `${id}.`,
    `${id}.${flipped}`,
    `${link.token}.`,
    `${link.token}x`,
    `${id}.${signature}.${signature}`,
    linkToken(stranger.tenant.id, link.id),
    linkToken(owner.tenant.id, newId()),
    // Our other private links are signed for other purposes.
    signToken(`manage:${owner.tenant.id}`, link.id),
    signToken("manage", { tenant_id: owner.tenant.id, booking_id: link.id }),
  ];
  for (const token of wrong) {
    const path = `/api/widget/config?booking_link_token=${encodeURIComponent(token)}`;
    expect([token, (await outcomeOf(await call(path, { key }))).code]).toEqual([
      token,
      "not_found",
    ]);
    expect([token, (await holdBy(slots[0]!, token || "-")).code]).toEqual([token, "not_found"]);
    expect([token, (await bookBy(slots[0]!, token || "-")).code]).toEqual([token, "not_found"]);
  }
  expect(readLinkToken(owner.tenant.id, link.token)).toBe(link.id);
  expect(
    (
      await outcomeOf(
        await call("/api/widget/config?booking_link_token=" + "x".repeat(5000), { key }),
      )
    ).code,
  ).toBe("validation_failed");
  expect((await bookBy(slots[0]!, "x".repeat(10_000))).code).toBe("validation_failed");
  // Another company's key, and a key without the permission.
  expect((await bookBy(slots[0]!, link.token, {}, await makeKey(stranger))).code).toBe("not_found");
  const reader = await createApiKey(
    owner,
    NewApiKey.parse({ kind: "publishable", name: "Reader", scopes: ["config:read"] }),
  );
  expect((await bookBy(slots[0]!, link.token, {}, reader.key)).code).toBe("insufficient_scope");
});

test("staff create and end links for their resources' services; viewers and other companies cannot", async () => {
  const { room, service } = await offered();
  const link = await linkTo(service.id);
  const [mine, theirs] = [
    await makeUser(owner, "staff", { resource_ids: [room.id] }),
    await makeUser(owner, "staff", { resource_ids: [newId()] }),
  ];
  const viewer = await makeUser(owner, "viewer");
  const status = async (user: UserActor, method: "GET" | "DELETE") =>
    (await call(`/api/booking-links/${link.id}`, { cookie: await signIn(user), method })).status;
  expect([
    await status(mine, "GET"),
    await status(theirs, "GET"),
    await status(viewer, "GET"),
  ]).toEqual([200, 404, 403]);
  expect([await status(theirs, "DELETE"), await status(mine, "DELETE")]).toEqual([404, 204]);
  expect((await create({ schedule_id: service.id }, { cookie: await signIn(theirs) })).status).toBe(
    404,
  );
  const listed = await call(`/api/booking-links?schedule_id=${service.id}&include=total`, {
    cookie: await signIn(theirs),
  });
  expect(await json(listed)).toMatchObject({ data: [], page: { total: 0 } });
  for (const body of [
    { schedule_id: newId() },
    { schedule_id: service.id, max_uses: 0 },
    { schedule_id: service.id, expires_at: "2020-01-01T00:00:00Z" },
    { schedule_id: service.id, customer: { email: "no address" } },
    { schedule_id: service.id, token: "x" },
  ])
    expect([404, 422]).toContain((await create(body)).status);
});

test("lists links newest first, at most 1,000 active ones per company", async () => {
  const company = await makeTenant();
  const by = { cookie: await signIn(company) };
  const room = await makeResource(company);
  const service = await makeSchedule(company, [room.id], { max_advance_days: 2 });
  await pool.query(
    `insert into booking_link (tenant_id, id, schedule_id, name, created_at)
     select $1, gen_random_uuid(), $2, n::text, now() - (n || ' minutes')::interval from generate_series(1, $3) n`,
    [company.tenant.id, service.id, MAX_BOOKING_LINKS - 1],
  );
  expect((await create({ schedule_id: service.id, name: "0" }, by)).status).toBe(201);
  const refused = await outcomeOf(await create({ schedule_id: service.id }, by));
  expect(refused).toMatchObject({ status: 422, code: "validation_failed" });
  const names: string[] = [];
  let cursor: string | null = null;
  do {
    const query = new URLSearchParams({
      limit: "100",
      include: "total",
      ...(cursor !== null && { cursor }),
    });
    const page = (await json(await call(`/api/booking-links?${query}`, by))) as unknown as {
      data: BookingLink[];
      page: { next_cursor: string | null; total: number };
    };
    expect(page.page.total).toBe(MAX_BOOKING_LINKS);
    names.push(...page.data.map(({ name }) => name!));
    cursor = page.page.next_cursor;
  } while (cursor !== null);
  expect(names).toEqual(Array.from({ length: MAX_BOOKING_LINKS }, (_, n) => String(n)));
  const [last] = (
    await pool.query<{ id: string }>("select id from booking_link where tenant_id = $1 limit 1", [
      company.tenant.id,
    ])
  ).rows;
  expect((await call(`/api/booking-links/${last!.id}`, { ...by, method: "DELETE" })).status).toBe(
    204,
  );
  const more = await Promise.all(
    Array.from({ length: 4 }, () => create({ schedule_id: service.id }, by)),
  );
  expect(more.map((response) => response.status).sort()).toEqual([201, 422, 422, 422]);
});
