import { beforeAll, expect, test } from "vitest";
import { StatusChange } from "~/contract/booking-inputs";
import type { BookingLink } from "~/contract/booking-links";
import { SchedulePatch } from "~/contract/schedules";
import { pool } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import {
  aCustomer,
  makeKey,
  makeResource,
  makeSchedule,
  makeTenant,
  signIn,
} from "~/testing/factory";
import { lapse, slotsAfter } from "~/testing/booking-calls";
import { call, json } from "~/testing/request";
import { changeBookingStatus } from "../bookings/change/change-status.server";
import { sweepHolds } from "../bookings/change/expire-holds.server";
import type { UserActor } from "../identity/actor";
import { deleteSchedule, updateSchedule } from "../schedules/schedules.server";
import { linkCalls, outcomeOf } from "~/testing/link-calls";

let owner: UserActor;
let cookie: string;
let key: string;

beforeAll(async () => {
  owner = await makeTenant();
  cookie = await signIn(owner);
  key = await makeKey(owner);
});

const { offered, linkTo, linkNow, bookBy, holdBy, configBy, timesBy } = linkCalls(() => ({
  owner,
  cookie,
  key,
}));

test("a link opens only its schedule: configuration, times, holds, bookings and prefilled values", async () => {
  const { room, service, slots } = await offered();
  const other = await offered({ private: false });
  const customer = { name: "Anna Jansen", email: "anna.jansen@example.test", phone: null };
  const link = await linkTo(service.id, { name: "For Anna", max_uses: 2, customer });
  expect(link).toMatchObject({
    name: "For Anna",
    max_uses: 2,
    uses: 0,
    expires_at: null,
    customer,
    state: "active",
  });
  expect(link.url).toBe(`${new URL(link.url).origin}/book/${owner.tenant.slug}?link=${link.token}`);
  const config = await configBy(`?booking_link_token=${link.token}&include=availability`);
  expect(config.schedules.map(({ id }) => id)).toEqual([service.id]);
  expect(config.resources.map(({ id }) => id)).toEqual([room.id]);
  expect(config).toMatchObject({
    booking_link: { state: "active", customer },
    steps: { waitlist: false },
  });
  expect(config.availability!.days.some(({ slots: times }) => times.length > 0)).toBe(true);
  expect(await timesBy(`booking_link_token=${link.token}`)).toEqual([service.id]);
  expect((await holdBy(slots[0]!, link.token)).status).toBe(201);
  const { booking, status } = await bookBy(slots[1]!, link.token);
  expect(status).toBe(201);
  const stored = (await json(
    await call(`/api/bookings/${booking!.id}`, { cookie }),
  )) as unknown as {
    booking_link_id: string;
  };
  expect(stored.booking_link_id).toBe(link.id);
  expect(await linkNow(link.id)).toMatchObject({ uses: 1, state: "active" });
  const anyone = {
    resource_id: "any",
    schedule_id: service.id,
    starts_at: slots[4]!.starts_at.toISOString(),
    booking_link_token: link.token,
  };
  expect((await call("/api/widget/hold", { key, body: anyone })).status).toBe(201);
  const forAnyone = await linkTo(service.id);
  const byAnyone = { ...anyone, booking_link_token: forAnyone.token, customer: aCustomer() };
  expect((await outcomeOf(await call("/api/widget/booking", { key, body: byAnyone }))).status).toBe(
    201,
  );
  expect((await linkNow(forAnyone.id)).uses).toBe(1);
  // Another service is not the link's, public or not; without the link it can be booked as usual.
  expect(await bookBy(other.slots[0]!, link.token)).toMatchObject({ status: 422 });
  expect((await holdBy(other.slots[0]!, link.token)).status).toBe(409);
  expect((await bookBy(other.slots[0]!, undefined)).status).toBe(201);
  // Uses count for a public service, too.
  const listed = await linkTo(other.service.id, { max_uses: 1 });
  expect((await bookBy(other.slots[1]!, listed.token)).status).toBe(201);
  expect(await linkNow(listed.id)).toMatchObject({ uses: 1, state: "used_up" });
});

test.each([1, 3])(
  "of 12 concurrent bookings over two resources, %i succeed, and the others get a reason",
  async (max_uses) => {
    const rooms = [
      await makeResource(owner, { capacity: 9 }),
      await makeResource(owner, { capacity: 9 }),
    ];
    const ids = rooms.map(({ id }) => id);
    const service = await makeSchedule(owner, ids, { max_advance_days: 5, private: true });
    const slots = await slotsAfter(1, service.id);
    const link = await linkTo(service.id, { max_uses });
    const all = await Promise.all(
      Array.from({ length: 12 }, (_, n) => bookBy(slots[n % 4]!, link.token)),
    );
    expect(all.filter(({ status }) => status === 201)).toHaveLength(max_uses);
    const refused = all.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(12 - max_uses);
    for (const each of refused)
      expect(each).toMatchObject({
        status: 409,
        code: "booking_link_unavailable",
        reason: "used_up",
      });
    expect(await linkNow(link.id)).toMatchObject({ uses: max_uses, state: "used_up" });
  },
);

test("a retry gets the stored response, even after the last use", async () => {
  const { service, slots } = await offered();
  const link = await linkTo(service.id, { max_uses: 1 });
  const body = { slot_id: slots[0]!.id, booking_link_token: link.token, customer: aCustomer() };
  const headers = { "Idempotency-Key": newId() };
  const [first, again] = [
    await outcomeOf(await call("/api/widget/booking", { key, body, headers })),
    await outcomeOf(await call("/api/widget/booking", { key, body, headers })),
  ];
  expect(first.status).toBe(201);
  expect(again).toEqual(first);
});

test("an expired hold does not count as a use, a cancelled booking does", async () => {
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
  await changeBookingStatus(
    owner,
    second.booking!.id,
    StatusChange.parse({ status: "cancelled" }),
    null,
  );
  expect(await linkNow(link.id)).toMatchObject({ uses: 1, state: "used_up" });
});

test("ended, expired, inactive and deleted links open nothing", async () => {
  const { service, slots } = await offered();
  const [ended, expired] = [
    await linkTo(service.id),
    await linkTo(service.id, { expires_at: new Date(Date.now() + 3_600_000).toISOString() }),
  ];
  for (const status of [204, 204])
    expect(
      (await call(`/api/booking-links/${ended.id}`, { cookie, method: "DELETE" })).status,
    ).toBe(status);
  await pool.query(
    "update booking_link set expires_at = now() - interval '1 second' where id = $1",
    [expired.id],
  );
  const rows = await pool.query("select action from audit_row where entity_id = $1 order by at", [
    ended.id,
  ]);
  expect(rows.rows).toEqual([{ action: "booking_link.created" }, { action: "booking_link.ended" }]);
  for (const [link, state] of [
    [ended, "ended"],
    [expired, "expired"],
  ] as const) {
    expect((await linkNow(link.id)).state).toBe(state);
    const config = await configBy(`?booking_link_token=${link.token}`);
    expect([config.booking_link?.state, config.schedules, config.resources]).toEqual([
      state,
      [],
      [],
    ]);
    const refusal = { status: 409, code: "booking_link_unavailable", reason: state };
    expect(
      await outcomeOf(
        await call(`/api/widget/availability?booking_link_token=${link.token}`, { key }),
      ),
    ).toMatchObject(refusal);
    expect(await holdBy(slots[0]!, link.token)).toMatchObject(refusal);
    expect(await bookBy(slots[0]!, link.token)).toMatchObject(refusal);
  }
  const link = await linkTo(service.id);
  await updateSchedule(owner, service.id, SchedulePatch.parse({ active: false }));
  expect((await configBy(`?booking_link_token=${link.token}`)).schedules).toEqual([]);
  expect((await bookBy(slots[0]!, link.token)).status).toBe(409);
  await deleteSchedule(owner, service.id);
  for (const path of [
    `/api/widget/config?booking_link_token=${link.token}`,
    `/api/widget/availability?booking_link_token=${link.token}`,
  ])
    expect((await outcomeOf(await call(path, { key }))).code).toBe("not_found");
  expect((await bookBy(slots[0]!, link.token)).code).toBe("not_found");
});

test("the list and a booking under lock agree on the state of a link", async () => {
  const { service, slots } = await offered({ requires_approval: true });
  const links = await Promise.all(
    Array.from({ length: 5 }, () => linkTo(service.id, { max_uses: 1 })),
  );
  const [active, used, lapsed, expired, ended] = links as [
    BookingLink,
    BookingLink,
    BookingLink,
    BookingLink,
    BookingLink,
  ];
  await bookBy(slots[0]!, used.token);
  await lapse((await bookBy(slots[1]!, lapsed.token)).booking!.id);
  await pool.query(
    "update booking_link set expires_at = now() - interval '1 second' where id = $1",
    [expired.id],
  );
  await call(`/api/booking-links/${ended.id}`, { cookie, method: "DELETE" });
  const refusalOf = async (id: string, schedule = service.id) =>
    (
      await pool.query("select booking_link_refusal($1, $2, $3) as said", [
        owner.tenant.id,
        id,
        schedule,
      ])
    ).rows[0].said as unknown;
  for (const [link, state] of [
    [active, "active"],
    [used, "used_up"],
    [lapsed, "active"],
    [expired, "expired"],
    [ended, "ended"],
  ] as const) {
    expect([state, (await linkNow(link.id)).state]).toEqual([state, state]);
    expect([state, await refusalOf(link.id)]).toEqual([
      state,
      state === "active" ? null : `link_${state}`,
    ]);
  }
  // A link of another service, or an unknown one, is treated like an ended one.
  expect([await refusalOf(active.id, newId()), await refusalOf(newId())]).toEqual([
    "link_ended",
    "link_ended",
  ]);
});
