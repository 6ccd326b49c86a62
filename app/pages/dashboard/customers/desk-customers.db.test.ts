import { expect, test } from "vitest";
import type { UserActor } from "~/domain/identity/actor";
import { pool } from "~/lib/db.server";
import { flashOf, get, makeDesk, post, refusalOf } from "~/testing/desk";
import { makeUser } from "~/testing/factory";
import * as customers from "./route";
import * as customer from "./customer/route";
import * as search from "~/pages/dashboard/search/route";

test("customers are found by a number with gaps, masked for viewers, and erased by their name alone", async () => {
  const { owner, book } = await makeDesk();
  const booked = await book(10, "Anna Jansen");
  await pool.query("update customer set phone = '0612345678' where tenant_id = $1", [
    owner.tenant.id,
  ]);
  const names = async (q: string) =>
    (await get(customers, owner, `/dashboard/customers?search=${q}`)).customers.map(
      ({ name }) => name,
    );
  expect(await names("06 1234 5678")).toEqual(["Anna Jansen"]);
  expect(await get(search, owner, "/dashboard/search?q=06+1234+56")).toMatchObject({
    customers: [{ name: "Anna Jansen" }],
    help: [],
  });
  expect(await get(search, owner, "/dashboard/search?q=erase")).toMatchObject({
    customers: [],
    help: [{ to: "/help/personal-data" }],
  });
  const viewer = await makeUser(owner, "viewer");
  expect(JSON.stringify(await get(customers, viewer, "/dashboard/customers"))).not.toContain(
    "@example.test",
  );
  const path = `/dashboard/customers/${booked.customer_id}`;
  const shown = await get(customer, viewer, path, booked.customer_id);
  expect(shown).toMatchObject({ may_edit: false, may_erase: false, bookings: [{ id: booked.id }] });
  const erase = (actor: UserActor, typed_name: string) =>
    post(customer, actor, path, { intent: "erase", typed_name }, booked.customer_id);
  expect(
    refusalOf(await erase(await makeUser(owner, "staff"), "Anna Jansen")).result.error,
  ).toBeTruthy();
  expect(refusalOf(await erase(owner, "Anna")).result.error.typed_name).toBeTruthy();
  expect(flashOf(await erase(owner, "Anna Jansen")).text).toContain("Erasing this customer");
  expect((await get(customer, owner, path, booked.customer_id)).erasure).toMatchObject({
    is_under_way: true,
    done: 0,
  });
});

test("the list says how often each came, when last and when they come next, of the bookings that its reader may see", async () => {
  const { owner, book, court } = await makeDesk();
  const [anna, piet] = [await book(10, "Anna Jansen"), await book(11, "Piet Jansen")];
  const addVisit = async (id: string, days: number, status: string) =>
    pool.query(
      `insert into booking select (jsonb_populate_record(b, jsonb_build_object('id', gen_random_uuid(), 'status', $3::text,
         'reference', substr(gen_random_uuid()::text, 1, 9), 'starts_at', now() - $4 * interval '1 day',
         'ends_at', now() - $4 * interval '1 day' + interval '1 hour'))).* from booking b where tenant_id = $1 and id = $2`,
      [owner.tenant.id, id, status, days],
    );
  await addVisit(anna.id, 9, "completed");
  await addVisit(anna.id, 3, "completed");
  await addVisit(anna.id, 2, "no_show");
  await addVisit(piet.id, 1, "cancelled");
  const shown = async (actor: UserActor) =>
    (await get(customers, actor, "/dashboard/customers")).customers.map((one) => [
      one.name,
      one.visits,
      one.last_visit !== null,
      one.next_visit !== null,
    ]);
  expect((await shown(owner)).toSorted()).toEqual([
    ["Anna Jansen", 2, true, true],
    ["Piet Jansen", 0, false, true],
  ]);
  await pool.query("update booking set status = 'cancelled' where tenant_id = $1 and id = $2", [
    owner.tenant.id,
    piet.id,
  ]);
  expect(await shown(owner)).toContainEqual(["Piet Jansen", 0, false, false]);

  const limited = await makeUser(owner, "staff", { resource_ids: [court.id] });
  await pool.query(
    "update booking set resource_id = gen_random_uuid() where tenant_id = $1 and customer_id = $2 and status = 'completed'",
    [owner.tenant.id, anna.customer_id],
  );
  expect(await shown(limited)).toContainEqual(["Anna Jansen", 0, false, true]);
});
