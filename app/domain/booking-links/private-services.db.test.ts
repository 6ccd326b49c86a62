import { beforeAll, expect, test } from "vitest";
import { SchedulePatch } from "~/contract/schedules";
import type { Availability } from "~/contract/slots";
import { pool } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import {
  aCustomer,
  makeKey,
  makeSchedule,
  makeSecretKey,
  makeTenant,
  signIn,
} from "~/testing/factory";
import { book } from "~/testing/booking-calls";
import { call, json } from "~/testing/request";
import { manageUrl } from "../bookings/links/manage-link.server";
import { moveBooking } from "../bookings/change/move-booking.server";
import { readFreeTimes } from "../guest-page/free-times.server";
import { openManageLink } from "../guest-page/open-manage-link.server";
import type { UserActor } from "../identity/actor";
import { updateSchedule } from "../schedules/schedules.server";
import { linkCalls, outcomeOf } from "~/testing/link-calls";

let owner: UserActor;
let cookie: string;
let key: string;

beforeAll(async () => {
  owner = await makeTenant();
  cookie = await signIn(owner);
  key = await makeKey(owner);
});

const { offered, linkTo, callAsWebsite, bookBy, configBy, timesBy } = linkCalls(() => ({
  owner,
  cookie,
  key,
}));

test("a private service is unknown to keys: not listed, held, booked or waited for", async () => {
  const { room, service, slots } = await offered();
  const listed = await makeSchedule(owner, [room.id], {
    max_advance_days: 5,
    duration_minutes: 30,
  });
  const config = await configBy();
  expect(config.schedules.map(({ id }) => id)).toContain(listed.id);
  expect(config.schedules.map(({ id }) => id)).not.toContain(service.id);
  expect(
    JSON.stringify(await configBy(`?schedule_id=${service.id}&include=availability`)),
  ).not.toContain(service.name);
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
    [
      "/api/widget/booking",
      (_id, slot_id) => ({ ...anyone, schedule_id: listed.id, slot_id, customer }),
    ],
  ];
  const refused = async (
    path: string,
    sent: Parameters<typeof callAsWebsite>[1],
    ids: string[],
  ) => {
    const [status, text] = await callAsWebsite(path, sent);
    return [path, status, ids.reduce((rest, id) => rest.replaceAll(id, ""), String(text))];
  };
  for (const [path, body] of pairs)
    expect(
      await refused(path, { body: body(service.id, slot!.id)! }, [service.id, slot!.id]),
    ).toEqual(await refused(path, { body: body(unknown, unknown)! }, [unknown]));
  const times = "/api/widget/availability?schedule_id=";
  expect((await refused(`${times}${service.id}`, {}, [service.id])).slice(1)).toEqual(
    (await refused(`${times}${unknown}`, {}, [unknown])).slice(1),
  );
  // Both start then: a visitor gets the public one, staff must choose.
  expect(await outcomeOf(await call("/api/widget/booking", { key, body: at }))).toMatchObject({
    status: 201,
  });
  expect(
    await outcomeOf(
      await call("/api/bookings", { cookie, body: { ...at, customer: aCustomer() } }),
    ),
  ).toMatchObject({
    status: 422,
  });
  // Staff and servers see and book it.
  expect(await book(owner, slot!.id)).toMatchObject({
    status: "confirmed",
    schedule_id: service.id,
  });
  const secret = await makeSecretKey(owner, "staff");
  expect(
    await outcomeOf(
      await call("/api/bookings", {
        key: secret,
        body: { slot_id: slots[3]!.id, customer: aCustomer() },
      }),
    ),
  ).toMatchObject({ status: 201 });
  for (const by of [{ cookie }, { key: secret }]) {
    const found = (await json(
      await call(`/api/availability?resource_id=${room.id}&schedule_id=${service.id}`, by),
    )) as unknown as Availability;
    expect(found.days.some(({ slots: times }) => times.length > 0)).toBe(true);
  }
});

test("a service that becomes private keeps its bookings, which guests can move", async () => {
  const { service, slots } = await offered({ private: false });
  const { booking } = await bookBy(slots[0]!, undefined);
  const public_ = await linkTo(service.id);
  await updateSchedule(owner, service.id, SchedulePatch.parse({ private: true }));
  const token = new URL(manageUrl(owner.tenant.id, booking!.id)).pathname.split("/").at(-1)!;
  const opened = (await openManageLink(token, null))!;
  const day = slots[1]!.starts_at.toISOString().slice(0, 10);
  const free = (
    await readFreeTimes(opened, day, { locale: "en", time_zone: "Europe/Amsterdam" })
  ).days
    .flatMap(({ slots: times }) => times)
    .map(({ id }) => id);
  expect(free).toContain(slots[1]!.id);
  await moveBooking(opened.actor, booking!.id, { target: { kind: "slot", slot_id: slots[1]!.id } });
  const { rows } = await pool.query<{ slot_id: string }>(
    "select slot_id from booking where id = $1",
    [booking!.id],
  );
  expect(rows[0]!.slot_id).toBe(slots[1]!.id);
  expect((await bookBy(slots[2]!, undefined)).code).toBe("slot_unavailable");
  expect((await bookBy(slots[2]!, public_.token)).status).toBe(201);
  await updateSchedule(owner, service.id, SchedulePatch.parse({ private: false }));
  expect((await bookBy(slots[3]!, undefined)).status).toBe(201);
});

test("a link ignores a configuration's schedules, but not its resources", async () => {
  const [{ room, service, slots }, other] = [await offered(), await offered({ private: false })];
  const link = await linkTo(service.id);
  const config = async (body: Record<string, unknown>) =>
    String(
      (await json(await call("/api/widget-configs", { cookie, body: { name: "W", ...body } }))).id,
    );
  const listed = await config({ schedule_ids: [other.service.id] });
  const shown = await configBy(`?booking_link_token=${link.token}&config_id=${listed}`);
  expect(shown.schedules.map(({ id }) => id)).toEqual([service.id]);
  expect((await bookBy(slots[0]!, link.token, { config_id: listed })).status).toBe(201);
  const elsewhere = await config({ resource_ids: [other.room.id] });
  expect(
    (await configBy(`?booking_link_token=${link.token}&config_id=${elsewhere}`)).schedules,
  ).toEqual([]);
  expect((await bookBy(slots[0]!, link.token, { config_id: elsewhere })).status).toBe(409);
  expect(room.id).not.toBe(other.room.id);
});
