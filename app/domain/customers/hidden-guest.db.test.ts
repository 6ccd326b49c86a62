import { expect, test } from "vitest";
import { pool } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import {
  aCustomer,
  makeKey,
  makeResource,
  makeSchedule,
  makeTenant,
  makeUser,
  signIn,
} from "~/testing/factory";
import { book, slotsOf } from "~/testing/booking-calls";
import { call, json } from "~/testing/request";

async function aSalon() {
  const owner = await makeTenant({ time_zone: "Europe/Amsterdam" });
  const [mine, other] = [await makeResource(owner), await makeResource(owner)];
  const schedule = await makeSchedule(owner, [mine.id, other.id]);
  const guest = { ...aCustomer("Anna"), phone: "+31 6 1", time_zone: "Asia/Tokyo", locale: "nl" };
  const { customer_id } = await book(owner, (await slotsOf(schedule.id, other.id))[10]!.id, {
    customer: guest,
  });
  return { owner, guest, customer_id, mine, free: (await slotsOf(schedule.id, mine.id))[10]! };
}

test("booking with a hidden guest's address neither changes nor reveals that guest", async () => {
  const { owner, guest, customer_id, mine, free } = await aSalon();
  const staff = await makeUser(owner, "staff", { resource_ids: [mine.id] });
  const made = await book(staff, free.id, { customer: { name: "Someone", email: guest.email } });
  expect(made).toMatchObject({
    customer: { name: "Someone", phone: null },
    time_zone: "Europe/Amsterdam",
  });
  const record = await pool.query("select name, phone, time_zone from customer where id = $1", [
    customer_id,
  ]);
  expect(record.rows).toEqual([{ name: "Anna", phone: "+31 6 1", time_zone: "Asia/Tokyo" }]);
});

test("a booking with that address and a guessed name does not reveal the record", async () => {
  const { owner, guest, customer_id, mine, free } = await aSalon();
  const staff = await makeUser(owner, "staff", { resource_ids: [mine.id] });
  const cookie = await signIn(staff);
  const read = async (path: string) => JSON.stringify(await json(await call(path, { cookie })));
  expect(await read("/api/customers?search=Anna")).not.toContain(customer_id);
  expect((await call(`/api/customers/${customer_id}`, { cookie })).status).toBe(404);
  const [first, second] = (await slotsOf(free.schedule_id, mine.id)).slice(10);
  await book(staff, first!.id, { customer: { name: "Someone", email: guest.email } });
  await book(staff, second!.id, { customer: { name: "Anna", email: guest.email } });
  for (const path of ["/api/customers", "/api/customers?search=Anna"])
    expect(await read(path), path).not.toContain(customer_id);
  expect((await call(`/api/customers/${customer_id}`, { cookie })).status).toBe(404);
});

test("viewers see masked contacts and cannot search by them", async () => {
  const { owner, guest } = await aSalon();
  const cookie = await signIn(await makeUser(owner, "viewer"));
  const found = await json(await call("/api/customers?search=Anna", { cookie }));
  expect(JSON.stringify(found)).toContain("Anna");
  expect(JSON.stringify(found)).not.toContain(guest.email);
  expect(JSON.stringify(found)).not.toContain(guest.phone);
  const response = await json(
    await call(`/api/customers?search=${encodeURIComponent(guest.email)}`, { cookie }),
  );
  expect(JSON.stringify(response)).not.toContain(guest.email);
});

test("a visitor who enters a known address does not learn its time zone", async () => {
  const { owner, guest, free } = await aSalon();
  const answer = await call("/api/widget/booking", {
    key: await makeKey(owner),
    headers: { "Idempotency-Key": newId() },
    body: { slot_id: free.id, customer: { name: "Someone", email: guest.email } },
  });
  const text = JSON.stringify(await json(answer));
  expect(answer.status, text).toBe(201);
  expect(text).toContain("Europe/Amsterdam");
  expect(text).not.toContain("Tokyo");
});

test("CSV exports are for admins and audited", async () => {
  const { owner } = await aSalon();
  for (const role of ["viewer", "staff"] as const) {
    const cookie = await signIn(await makeUser(owner, role));
    for (const noun of ["bookings", "customers"])
      expect((await call(`/api/${noun}?format=csv`, { cookie })).status, `${role} ${noun}`).toBe(
        403,
      );
  }
  const cookie = await signIn(owner);
  for (const noun of ["bookings", "customers"])
    await (await call(`/api/${noun}?format=csv`, { cookie })).text();
  const rows = await pool.query(
    "select action from audit_row where tenant_id = $1 and action like '%.exported' order by 1",
    [owner.tenant.id],
  );
  expect(rows.rows).toEqual([{ action: "bookings.exported" }, { action: "customers.exported" }]);
});
