import { beforeAll, expect, test } from "vitest";
import { BookingLinkFilter } from "~/contract/booking-links";
import { listBookingLinks } from "~/domain/booking-links/booking-links.server";
import type { UserActor } from "~/domain/identity/actor";
import { newId } from "~/lib/ids";
import { addDays, localDateOf } from "~/lib/time";
import { flashOf, get, makeDesk, post, refusalOf } from "~/testing/desk";
import { makeResource, makeSchedule, makeUser } from "~/testing/factory";
import * as add from "./new/route";
import * as list from "./route";

// The pages of booking links, called as a browser without script calls them.

const PATH = "/dashboard/booking-links";
let owner: UserActor;
let secret: { id: string; resource_ids: string[] };

beforeAll(async () => {
  ({ owner } = await makeDesk());
  const room = await makeResource(owner);
  secret = await makeSchedule(owner, [room.id], {
    name: "Model cut",
    private: true,
    max_advance_days: 3,
  });
});

const links = async () => (await listBookingLinks(owner, BookingLinkFilter.parse({}))).data;
const today = () => localDateOf(Date.now(), owner.tenant.time_zone);

test("a link is created, listed with what became of it, and ended", async () => {
  expect((await get(list, owner, PATH)).links).toEqual([]);
  const view = await get(add, owner, `${PATH}/new?service=${secret.id}`);
  expect(view.schedule_id).toBe(secret.id);
  expect(view.services[0]).toEqual({ value: secret.id, label: "Model cut (private)" });
  expect((await get(add, owner, `${PATH}/new?service=${newId()}`)).schedule_id).toBe(
    view.services[0]!.value,
  );
  const last_day = addDays(today(), 9);
  const fields = {
    schedule_id: secret.id,
    name: "For Anna",
    max_uses: "2",
    last_day,
    guest_name: "Anna",
    guest_email: "anna@example.test",
  };
  expect(flashOf(await post(add, owner, `${PATH}/new`, fields)).text).toBe(
    "Booking link created. Copy it below.",
  );
  const [made] = await links();
  expect(made).toMatchObject({
    name: "For Anna",
    max_uses: 2,
    customer: { name: "Anna", email: "anna@example.test", phone: null },
  });
  expect(localDateOf(Date.parse(made!.expires_at!), owner.tenant.time_zone)).toBe(
    addDays(last_day, 1),
  );
  const shown = await get(list, owner, PATH);
  expect(shown.links).toMatchObject([
    {
      name: "For Anna",
      service: "Model cut",
      guest: "Anna",
      uses: "0 of 2 used",
      url: made!.url,
      state: { label: "Active" },
      has_ended: false,
    },
  ]);
  expect(flashOf(await post(list, owner, PATH, { id: made!.id })).text).toContain("Link ended.");
  expect((await get(list, owner, PATH)).links).toMatchObject([
    { state: { label: "Ended" }, has_ended: true },
  ]);
});

test("what cannot be used is said at its field", async () => {
  const before = (await links()).length;
  const send = async (fields: Record<string, string>) =>
    refusalOf(await post(add, owner, `${PATH}/new`, { schedule_id: secret.id, ...fields })).result
      .error;
  expect(Object.keys(await send({ last_day: addDays(today(), -1) }))).toEqual(["last_day"]);
  expect(Object.keys(await send({ max_uses: "0" }))).toEqual(["max_uses"]);
  expect(Object.keys(await send({ guest_email: "no address" }))).toEqual(["guest_email"]);
  expect((await links()).length).toBe(before);
});

test("viewers see none, and staff those of their services", async () => {
  const [viewer, theirs] = [
    await makeUser(owner, "viewer"),
    await makeUser(owner, "staff", { resource_ids: [newId()] }),
  ];
  await expect(get(list, viewer, PATH)).rejects.toMatchObject({ status: 403 });
  await expect(get(add, viewer, PATH)).rejects.toMatchObject({ status: 403 });
  await expect(post(list, viewer, PATH, { id: newId() })).rejects.toMatchObject({ status: 403 });
  await post(add, owner, `${PATH}/new`, { schedule_id: secret.id });
  expect((await get(list, theirs, PATH)).links).toEqual([]);
  expect((await get(add, theirs, `${PATH}/new`)).services).toEqual([]);
});

test("a place in the list that it does not know is its first page", async () => {
  expect((await get(list, owner, `${PATH}?cursor=nonsense`)).problem).toContain("first page");
});
