import { beforeAll, expect, test } from "vitest";
import { StatusChange } from "~/contract/booking-inputs";
import type { BookingLink } from "~/contract/booking-links";
import { MOST_BOOKING_LINKS } from "~/contract/limits";
import { NewApiKey } from "~/contract/api-keys";
import { SchedulePatch } from "~/contract/schedules";
import type { Availability } from "~/contract/slots";
import type { WidgetConfig } from "~/contract/widget";
import { linkSignature } from "~/lib/crypto.server";
import { pool } from "~/lib/db.server";
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
import { book, lapse, slotsAfter, type SlotRow } from "~/testing/booking-calls";
import { call, json } from "~/testing/request";
import { createApiKey } from "../api-keys/api-keys.server";
import { changeBookingStatus } from "../bookings/change-status.server";
import { manageUrl } from "../bookings/manage-link.server";
import { moveBooking } from "../bookings/move-booking.server";
import { readFreeTimes } from "../guest-page/free-times.server";
import { openManageLink } from "../guest-page/open-manage-link.server";
import { sweepHolds } from "../bookings/expire-holds.server";
import type { UserActor } from "../identity/actor";
import { deleteSchedule, updateSchedule } from "../schedules/schedules.server";
import { linkToken, readLinkToken } from "./link-token.server";

let owner: UserActor;
let cookie: string;
let key: string;

beforeAll(async () => {
  owner = await makeTenant();
  cookie = await signIn(owner);
  key = await makeKey(owner);
});

/** A service of its own resource, private unless said otherwise, with its times from the day after tomorrow on. */
async function offered(input: Record<string, unknown> = {}, capacity = 9) {
  const room = await makeResource(owner, { capacity });
  const service = await makeSchedule(owner, [room.id], { max_advance_days: 5, private: true, ...input });
  return { room, service, slots: await slotsAfter(1, service.id) };
}
const create = (body: Record<string, unknown>, by: { cookie?: string; key?: string } = { cookie }) =>
  call("/api/booking-links", { ...by, body });
const linkTo = async (schedule_id: string, more: Record<string, unknown> = {}) => {
  const made = await create({ schedule_id, ...more });
  expect(made.status).toBe(201);
  return (await json(made)) as unknown as BookingLink;
};
const linkNow = async (id: string) =>
  (await json(await call(`/api/booking-links/${id}`, { cookie }))) as unknown as BookingLink;

interface Said {
  status: number;
  code: string | undefined;
  reason: unknown;
  booking: { id: string } | undefined;
}
async function said(response: Response): Promise<Said> {
  const body = (await json(response)) as unknown as {
    error?: { code: string; details?: { reason?: string } };
    booking?: { id: string };
  };
  return {
    status: response.status,
    code: body.error?.code,
    reason: body.error?.details?.reason,
    booking: body.booking,
  };
}
/** A call of a website: an answer as a whole, for what must not be told from what is not there. */
const asked = async (path: string, sent: Parameters<typeof call>[1] = {}) => {
  const response = await call(path, { key, ...sent });
  return [response.status, (await response.text()).replace(/"request_id":"[^"]*"/, "")];
};
const bookBy = async (slot: SlotRow, booking_link: string | undefined, more: Record<string, unknown> = {}, by = key) =>
  said(
    await call("/api/widget/booking", {
      key: by,
      body: { slot_id: slot.id, customer: aCustomer(), ...(booking_link && { booking_link }), ...more },
    }),
  );
const holdBy = async (slot: SlotRow, booking_link?: string) =>
  said(await call("/api/widget/hold", { key, body: { slot_id: slot.id, ...(booking_link && { booking_link }) } }));
const configBy = async (query = "") =>
  (await json(await call(`/api/widget/config${query}`, { key }))) as unknown as WidgetConfig;
const timesBy = async (query: string) => {
  const response = await call(`/api/widget/availability?${query}`, { key });
  const { days } = (await json(response)) as unknown as Availability;
  return [...new Set(days.flatMap(({ slots }) => slots).map(({ schedule_id }) => schedule_id))];
};

test("a private service is for keys as one that is not there: listed nowhere, and neither held, booked nor waited for", async () => {
  const { room, service, slots } = await offered();
  const listed = await makeSchedule(owner, [room.id], { max_advance_days: 5, duration_minutes: 30 });
  const shown = await configBy();
  expect(shown.schedules.map(({ id }) => id)).toContain(listed.id);
  expect(shown.schedules.map(({ id }) => id)).not.toContain(service.id);
  expect(JSON.stringify(await configBy(`?schedule_id=${service.id}&include=availability`))).not.toContain(service.name);
  expect(await timesBy(`resource_id=${room.id}`)).toEqual([listed.id]);
  const [slot] = slots;
  const unknown = newId();
  const customer = aCustomer();
  const at = { resource_id: room.id, starts_at: slot!.starts_at.toISOString(), customer };
  const anyone = { resource_id: "any", starts_at: at.starts_at };
  const pairs: [string, (id: string, slot_id: string) => Record<string, unknown> | undefined][] = [
    ["/api/widget/hold", (_id, slot_id) => ({ slot_id })],
    ["/api/widget/booking", (_id, slot_id) => ({ slot_id, customer })],
    ["/api/widget/booking", (schedule_id) => ({ ...at, schedule_id })],
    ["/api/widget/waitlist", (_id, slot_id) => ({ slot_id, customer })],
    ["/api/widget/hold", (schedule_id) => ({ ...anyone, schedule_id })],
    ["/api/widget/booking", (schedule_id) => ({ ...anyone, schedule_id, customer })],
    ["/api/widget/booking", (_id, slot_id) => ({ ...anyone, schedule_id: listed.id, slot_id, customer })],
  ];
  for (const [path, body] of pairs)
    expect([path, await asked(path, { body: body(service.id, slot!.id)! })]).toEqual([
      path,
      await asked(path, { body: body(unknown, unknown)! }),
    ]);
  expect(await asked(`/api/widget/availability?schedule_id=${service.id}`)).toEqual(
    await asked(`/api/widget/availability?schedule_id=${unknown}`),
  );
  // Both start then: a visitor means the listed one, staff must say which.
  expect(await said(await call("/api/widget/booking", { key, body: at }))).toMatchObject({ status: 201 });
  expect(await said(await call("/api/bookings", { cookie, body: { ...at, customer: aCustomer() } }))).toMatchObject({
    status: 422,
  });
  // Staff and servers see and book it.
  expect(await book(owner, slot!.id)).toMatchObject({ status: "confirmed", schedule_id: service.id });
  const secret = await makeSecretKey(owner, "staff");
  expect(
    await said(await call("/api/bookings", { key: secret, body: { slot_id: slots[3]!.id, customer: aCustomer() } })),
  ).toMatchObject({ status: 201 });
  for (const by of [{ cookie }, { key: secret }]) {
    const found = (await json(
      await call(`/api/availability?resource_id=${room.id}&schedule_id=${service.id}`, by),
    )) as unknown as Availability;
    expect(found.days.some(({ slots: times }) => times.length > 0)).toBe(true);
  }
});

test("a service that becomes private keeps its bookings, whose guests move within it", async () => {
  const { service, slots } = await offered({ private: false });
  const { booking } = await bookBy(slots[0]!, undefined);
  const public_ = await linkTo(service.id);
  await updateSchedule(owner, service.id, SchedulePatch.parse({ private: true }));
  const token = new URL(manageUrl(owner.tenant.id, booking!.id)).pathname.split("/").at(-1)!;
  const opened = (await openManageLink(token, null))!;
  const day = slots[1]!.starts_at.toISOString().slice(0, 10);
  const free = (await readFreeTimes(opened, day, "en")).days.flatMap(({ slots: times }) => times).map(({ id }) => id);
  expect(free).toContain(slots[1]!.id);
  await moveBooking(opened.actor, booking!.id, { target: { slot_id: slots[1]!.id } });
  const { rows } = await pool.query<{ slot_id: string }>("select slot_id from booking where id = $1", [booking!.id]);
  expect(rows[0]!.slot_id).toBe(slots[1]!.id);
  expect((await bookBy(slots[2]!, undefined)).code).toBe("not_found");
  expect((await bookBy(slots[2]!, public_.token)).status).toBe(201);
  await updateSchedule(owner, service.id, SchedulePatch.parse({ private: false }));
  expect((await bookBy(slots[3]!, undefined)).status).toBe(201);
});

test("a link opens its one schedule: what is shown, when, held and booked, with what the form begins with", async () => {
  const { room, service, slots } = await offered();
  const other = await offered({ private: false });
  const customer = { name: "Anna Jansen", email: "anna.jansen@example.test", phone: null };
  const link = await linkTo(service.id, { name: "For Anna", max_uses: 2, customer });
  expect(link).toMatchObject({ name: "For Anna", max_uses: 2, uses: 0, expires_at: null, customer, state: "active" });
  expect(link.url).toBe(`${new URL(link.url).origin}/book/${owner.tenant.slug}?link=${link.token}`);
  const shown = await configBy(`?booking_link=${link.token}&include=availability`);
  expect(shown.schedules.map(({ id }) => id)).toEqual([service.id]);
  expect(shown.resources.map(({ id }) => id)).toEqual([room.id]);
  expect(shown).toMatchObject({ booking_link: { state: "active", customer }, steps: { waitlist: false } });
  expect(shown.availability!.days.some(({ slots: times }) => times.length > 0)).toBe(true);
  expect(await timesBy(`booking_link=${link.token}`)).toEqual([service.id]);
  expect((await holdBy(slots[0]!, link.token)).status).toBe(201);
  const { booking, status } = await bookBy(slots[1]!, link.token);
  expect(status).toBe(201);
  const kept = (await json(await call(`/api/bookings/${booking!.id}`, { cookie }))) as unknown as {
    booking_link_id: string;
  };
  expect(kept.booking_link_id).toBe(link.id);
  expect(await linkNow(link.id)).toMatchObject({ uses: 1, state: "active" });
  const anyone = {
    resource_id: "any",
    schedule_id: service.id,
    starts_at: slots[4]!.starts_at.toISOString(),
    booking_link: link.token,
  };
  expect((await call("/api/widget/hold", { key, body: anyone })).status).toBe(201);
  const forAnyone = await linkTo(service.id);
  const byAnyone = { ...anyone, booking_link: forAnyone.token, customer: aCustomer() };
  expect((await said(await call("/api/widget/booking", { key, body: byAnyone }))).status).toBe(201);
  expect((await linkNow(forAnyone.id)).uses).toBe(1);
  // Another service is not its own, listed or not; without the link that one is booked as ever.
  expect(await bookBy(other.slots[0]!, link.token)).toMatchObject({ status: 422 });
  expect((await holdBy(other.slots[0]!, link.token)).status).toBe(409);
  expect((await bookBy(other.slots[0]!, undefined)).status).toBe(201);
  // Of a listed service it counts, too.
  const listed = await linkTo(other.service.id, { max_uses: 1 });
  expect((await bookBy(other.slots[1]!, listed.token)).status).toBe(201);
  expect(await linkNow(listed.id)).toMatchObject({ uses: 1, state: "used_up" });
});

test.each([1, 3])(
  "of 12 at once with %i uses left as many book, over two resources, and the others are told why",
  async (max_uses) => {
    const rooms = [await makeResource(owner, { capacity: 9 }), await makeResource(owner, { capacity: 9 })];
    const ids = rooms.map(({ id }) => id);
    const service = await makeSchedule(owner, ids, { max_advance_days: 5, private: true });
    const slots = await slotsAfter(1, service.id);
    const link = await linkTo(service.id, { max_uses });
    const all = await Promise.all(Array.from({ length: 12 }, (_, n) => bookBy(slots[n % 4]!, link.token)));
    expect(all.filter(({ status }) => status === 201)).toHaveLength(max_uses);
    const refused = all.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(12 - max_uses);
    for (const each of refused)
      expect(each).toMatchObject({ status: 409, code: "booking_link_unavailable", reason: "used_up" });
    expect(await linkNow(link.id)).toMatchObject({ uses: max_uses, state: "used_up" });
  },
);

test("a call that is sent again gets its answer, also where the last use is gone by then", async () => {
  const { service, slots } = await offered();
  const link = await linkTo(service.id, { max_uses: 1 });
  const body = { slot_id: slots[0]!.id, booking_link: link.token, customer: aCustomer() };
  const headers = { "Idempotency-Key": newId() };
  const [first, again] = [
    await said(await call("/api/widget/booking", { key, body, headers })),
    await said(await call("/api/widget/booking", { key, body, headers })),
  ];
  expect(first.status).toBe(201);
  expect(again).toEqual(first);
});

test("a booking whose hold ran out is no use, a cancelled one is", async () => {
  const { service, slots } = await offered({ requires_approval: true });
  const link = await linkTo(service.id, { max_uses: 1 });
  const first = await bookBy(slots[0]!, link.token);
  expect(await linkNow(link.id)).toMatchObject({ uses: 1, state: "used_up" });
  expect(await bookBy(slots[1]!, link.token)).toMatchObject({ reason: "used_up" });
  await lapse(first.booking!.id);
  expect(await linkNow(link.id)).toMatchObject({ uses: 0, state: "active" });
  await sweepHolds();
  expect(await linkNow(link.id)).toMatchObject({ uses: 0, state: "active" });
  const second = await bookBy(slots[1]!, link.token);
  expect(second.status).toBe(201);
  await changeBookingStatus(owner, second.booking!.id, StatusChange.parse({ status: "cancelled" }), null);
  expect(await linkNow(link.id)).toMatchObject({ uses: 1, state: "used_up" });
});

test("ended, expired, switched off, deleted: nothing is shown, held or booked by it", async () => {
  const { service, slots } = await offered();
  const [ended, expired] = [
    await linkTo(service.id),
    await linkTo(service.id, { expires_at: new Date(Date.now() + 3_600_000).toISOString() }),
  ];
  for (const status of [204, 204])
    expect((await call(`/api/booking-links/${ended.id}`, { cookie, method: "DELETE" })).status).toBe(status);
  await pool.query("update booking_link set expires_at = now() - interval '1 second' where id = $1", [expired.id]);
  const rows = await pool.query("select action from audit_row where entity_id = $1 order by at", [ended.id]);
  expect(rows.rows).toEqual([{ action: "booking_link.created" }, { action: "booking_link.ended" }]);
  for (const [link, state] of [
    [ended, "ended"],
    [expired, "expired"],
  ] as const) {
    expect((await linkNow(link.id)).state).toBe(state);
    const shown = await configBy(`?booking_link=${link.token}`);
    expect([shown.booking_link?.state, shown.schedules, shown.resources]).toEqual([state, [], []]);
    const refusal = { status: 409, code: "booking_link_unavailable", reason: state };
    expect(await said(await call(`/api/widget/availability?booking_link=${link.token}`, { key }))).toMatchObject(
      refusal,
    );
    expect(await holdBy(slots[0]!, link.token)).toMatchObject(refusal);
    expect(await bookBy(slots[0]!, link.token)).toMatchObject(refusal);
  }
  const link = await linkTo(service.id);
  await updateSchedule(owner, service.id, SchedulePatch.parse({ active: false }));
  expect((await configBy(`?booking_link=${link.token}`)).schedules).toEqual([]);
  expect((await bookBy(slots[0]!, link.token)).status).toBe(404);
  await deleteSchedule(owner, service.id);
  for (const path of [
    `/api/widget/config?booking_link=${link.token}`,
    `/api/widget/availability?booking_link=${link.token}`,
  ])
    expect((await said(await call(path, { key }))).code).toBe("not_found");
  expect((await bookBy(slots[0]!, link.token)).code).toBe("not_found");
});

test("what a list says of a link is what a booking is told under its lock", async () => {
  const { service, slots } = await offered({ requires_approval: true });
  const links = await Promise.all(Array.from({ length: 5 }, () => linkTo(service.id, { max_uses: 1 })));
  const [active, used, lapsed, expired, ended] = links as [
    BookingLink,
    BookingLink,
    BookingLink,
    BookingLink,
    BookingLink,
  ];
  await bookBy(slots[0]!, used.token);
  await lapse((await bookBy(slots[1]!, lapsed.token)).booking!.id);
  await pool.query("update booking_link set expires_at = now() where id = $1", [expired.id]);
  await call(`/api/booking-links/${ended.id}`, { cookie, method: "DELETE" });
  const refusalOf = async (id: string, schedule = service.id) =>
    (await pool.query("select booking_link_refusal($1, $2, $3) as said", [owner.tenant.id, id, schedule])).rows[0]
      .said as unknown;
  for (const [link, state] of [
    [active, "active"],
    [used, "used_up"],
    [lapsed, "active"],
    [expired, "expired"],
    [ended, "ended"],
  ] as const) {
    expect([state, (await linkNow(link.id)).state]).toEqual([state, state]);
    expect([state, await refusalOf(link.id)]).toEqual([state, state === "active" ? null : `link_${state}`]);
  }
  // One of another service, or of nobody, is as one that was ended.
  expect([await refusalOf(active.id, newId()), await refusalOf(newId())]).toEqual(["link_ended", "link_ended"]);
});

test("a token that was not signed here for this company opens nothing", async () => {
  const { service, slots } = await offered();
  const link = await linkTo(service.id);
  const stranger = await makeTenant();
  const [id, signature] = link.token.split(".") as [string, string];
  const flipped = `${signature.startsWith("A") ? "B" : "A"}${signature.slice(1)}`;
  const ids = `${Buffer.from(owner.tenant.id.replaceAll("-", "") + link.id.replaceAll("-", ""), "hex").toString("base64url")}`;
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
    // Other private links of ours are signed for other things.
    `${ids}.${linkSignature(`manage:${owner.tenant.id}:${link.id}`)}`,
    `${id}.${linkSignature(`manage:${owner.tenant.id}:${link.id}`)}`,
  ];
  for (const token of wrong) {
    const path = `/api/widget/config?booking_link=${encodeURIComponent(token)}`;
    expect([token, (await said(await call(path, { key }))).code]).toEqual([token, "not_found"]);
    expect([token, (await holdBy(slots[0]!, token || "-")).code]).toEqual([token, "not_found"]);
    expect([token, (await bookBy(slots[0]!, token || "-")).code]).toEqual([token, "not_found"]);
  }
  expect(readLinkToken(owner.tenant.id, link.token)).toBe(link.id);
  expect((await said(await call("/api/widget/config?booking_link=" + "x".repeat(5000), { key }))).code).toBe(
    "validation_failed",
  );
  expect((await bookBy(slots[0]!, "x".repeat(10_000))).code).toBe("validation_failed");
  // The key of another company, and one that may do nothing with it.
  expect((await bookBy(slots[0]!, link.token, {}, await makeKey(stranger))).code).toBe("not_found");
  const reader = await createApiKey(
    owner,
    NewApiKey.parse({ kind: "publishable", name: "Reader", scopes: ["config:read"] }),
  );
  expect((await bookBy(slots[0]!, link.token, {}, reader.key)).code).toBe("insufficient_scope");
});

test("a configuration that lists other schedules is no bar to a link, one of other resources is", async () => {
  const [{ room, service, slots }, other] = [await offered(), await offered({ private: false })];
  const link = await linkTo(service.id);
  const config = async (body: Record<string, unknown>) =>
    String((await json(await call("/api/widget-configs", { cookie, body: { name: "W", ...body } }))).id);
  const listed = await config({ schedule_ids: [other.service.id] });
  const shown = await configBy(`?booking_link=${link.token}&config_id=${listed}`);
  expect(shown.schedules.map(({ id }) => id)).toEqual([service.id]);
  expect((await bookBy(slots[0]!, link.token, { config_id: listed })).status).toBe(201);
  const elsewhere = await config({ resource_ids: [other.room.id] });
  expect((await configBy(`?booking_link=${link.token}&config_id=${elsewhere}`)).schedules).toEqual([]);
  expect((await bookBy(slots[0]!, link.token, { config_id: elsewhere })).status).toBe(409);
  expect(room.id).not.toBe(other.room.id);
});

test("staff make and end links for services of their resources; viewers and other companies none", async () => {
  const { room, service } = await offered();
  const link = await linkTo(service.id);
  const [mine, theirs] = [
    await makeUser(owner, "staff", { resource_ids: [room.id] }),
    await makeUser(owner, "staff", { resource_ids: [newId()] }),
  ];
  const viewer = await makeUser(owner, "viewer");
  const status = async (user: UserActor, method: "GET" | "DELETE") =>
    (await call(`/api/booking-links/${link.id}`, { cookie: await signIn(user), method })).status;
  expect([await status(mine, "GET"), await status(theirs, "GET"), await status(viewer, "GET")]).toEqual([
    200, 404, 403,
  ]);
  expect([await status(theirs, "DELETE"), await status(mine, "DELETE")]).toEqual([404, 204]);
  expect((await create({ schedule_id: service.id }, { cookie: await signIn(theirs) })).status).toBe(404);
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

test("pages of links come newest first, and a company has at most 1,000 that are not ended", async () => {
  const company = await makeTenant();
  const by = { cookie: await signIn(company) };
  const room = await makeResource(company);
  const service = await makeSchedule(company, [room.id], { max_advance_days: 2 });
  await pool.query(
    `insert into booking_link (tenant_id, id, schedule_id, name, created_at)
     select $1, gen_random_uuid(), $2, n::text, now() - (n || ' minutes')::interval from generate_series(1, $3) n`,
    [company.tenant.id, service.id, MOST_BOOKING_LINKS - 1],
  );
  expect((await create({ schedule_id: service.id, name: "0" }, by)).status).toBe(201);
  const refused = await said(await create({ schedule_id: service.id }, by));
  expect(refused).toMatchObject({ status: 422, code: "validation_failed" });
  const names: string[] = [];
  let cursor: string | null = null;
  do {
    const query = new URLSearchParams({ limit: "100", include: "total", ...(cursor !== null && { cursor }) });
    const page = (await json(await call(`/api/booking-links?${query}`, by))) as unknown as {
      data: BookingLink[];
      page: { next_cursor: string | null; total: number };
    };
    expect(page.page.total).toBe(MOST_BOOKING_LINKS);
    names.push(...page.data.map(({ name }) => name!));
    cursor = page.page.next_cursor;
  } while (cursor !== null);
  expect(names).toEqual(Array.from({ length: MOST_BOOKING_LINKS }, (_, n) => String(n)));
  const [last] = (
    await pool.query<{ id: string }>("select id from booking_link where tenant_id = $1 limit 1", [company.tenant.id])
  ).rows;
  expect((await call(`/api/booking-links/${last!.id}`, { ...by, method: "DELETE" })).status).toBe(204);
  const more = await Promise.all(Array.from({ length: 4 }, () => create({ schedule_id: service.id }, by)));
  expect(more.map((response) => response.status).sort()).toEqual([201, 422, 422, 422]);
});
