import { google } from "~/testing/google-calendar";
import { beforeEach, expect, test } from "vitest";
import { ANNA } from "~/sandbox/google/state";
import { pool, prisma } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { book, outcome, slotsAfter, type SlotRow } from "~/testing/booking-calls";
import { busyBlocks } from "~/testing/calendar-calls";
import { makeResource, makeSchedule, makeTenant } from "~/testing/factory";
import { connect } from "~/testing/google-driver";
import type { UserActor } from "../identity/actor";
import { sealSecret } from "./access.server";
import { readCalendar } from "./read.server";

// A calendar at Google's stand-in: pages, changes since a token, an expired token, and a revoked
// account.

let owner: UserActor;
let room: string;
let slots: SlotRow[];
let calendar: string;
let connection: string;

beforeEach(async () => {
  google.control.reset();
  owner = await makeTenant();
  room = (await makeResource(owner)).id;
  slots = await slotsAfter(1, (await makeSchedule(owner, [room], { max_advance_days: 6 })).id);
  [calendar, connection] = [newId(), newId()];
  const tenant_id = owner.tenant.id;
  const { secret } = await connect();
  await prisma.calendarConnection.create({
    data: {
      tenant_id,
      id: connection,
      user_id: owner.user_id,
      provider: "google",
      account: ANNA,
      secret: new Uint8Array(sealSecret(tenant_id, connection, secret)),
    },
  });
  await prisma.connectedCalendar.create({
    data: {
      tenant_id,
      id: calendar,
      connection_id: connection,
      resource_id: room,
      external_id: ANNA,
      name: "Anna",
      can_write: true,
    },
  });
});

const read = () => readCalendar(owner.tenant.id, calendar);
const span = (index: number) => ({
  starts_at: slots[index]!.starts_at,
  ends_at: slots[index]!.ends_at,
});
const at = (index: number) => ({
  start: { dateTime: slots[index]!.starts_at.toISOString() },
  end: { dateTime: slots[index]!.ends_at.toISOString() },
});
const add = (id: string, index: number) => google.control.addEvent(ANNA, { id, ...at(index) });
const row = () =>
  prisma.connectedCalendar.findUniqueOrThrow({
    where: { tenant_id_id: { tenant_id: owner.tenant.id, id: calendar } },
  });

test("added, moved and deleted events update the resource, once each", async () => {
  google.control.settings({ page_size: 2 });
  for (const index of [0, 2, 4]) add(`event${index}`, index);
  expect(await read()).toEqual({ changed: 3 });
  expect(await busyBlocks(room)).toEqual([0, 2, 4].map(span));
  expect(await outcome(book(owner, slots[2]!.id))).toBe("slot_unavailable");
  expect(await read()).toEqual({ changed: 0 });
  google.control.removeEvent(ANNA, "event0");
  google.control.changeEvent(ANNA, "event2", at(6));
  expect(await read()).toEqual({ changed: 2 });
  expect(await busyBlocks(room)).toEqual([4, 6].map(span));
  google.control.expireCursors(ANNA);
  google.control.removeEvent(ANNA, "event4");
  expect(await read()).toEqual({ changed: 1 });
  expect(await busyBlocks(room)).toEqual([span(6)]);
});

test("a revoked account is not called, and its stored times stay closed", async () => {
  add("event0", 0);
  await read();
  const { cursor } = await row();
  google.control.revoke(ANNA);
  await expect(read()).rejects.toMatchObject({ kind: "reconnect" });
  const found = await pool.query("select state, problem from calendar_connection where id = $1", [
    connection,
  ]);
  expect(found.rows).toEqual([{ state: "reconnect_required", problem: "reconnect" }]);
  const callCount = google.wire.calls.length;
  await expect(read()).rejects.toMatchObject({ kind: "reconnect" });
  expect(google.wire.calls).toHaveLength(callCount);
  expect(await row()).toMatchObject({ cursor, reading_until: null });
  expect(await busyBlocks(room)).toEqual([span(0)]);
});
