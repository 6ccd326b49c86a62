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
  await pool.query("update customer set phone = '0612345678' where tenant_id = $1", [owner.tenant.id]);
  const names = async (q: string) =>
    (await get(customers, owner, `/dashboard/customers?search=${q}`)).customers.map(({ name }) => name);
  expect(await names("06 1234 5678")).toEqual(["Anna Jansen"]);
  expect((await get(search, owner, "/dashboard/search?q=06+1234+56")).customers).toHaveLength(1);
  const viewer = await makeUser(owner, "viewer");
  expect(JSON.stringify(await get(customers, viewer, "/dashboard/customers"))).not.toContain("@example.test");
  const path = `/dashboard/customers/${booked.customer_id}`;
  const shown = await get(customer, viewer, path, booked.customer_id);
  expect(shown).toMatchObject({ may_edit: false, may_erase: false, bookings: [{ id: booked.id }] });
  const erase = (actor: UserActor, typed_name: string) =>
    post(customer, actor, path, { intent: "erase", typed_name }, booked.customer_id);
  expect(refusalOf(await erase(await makeUser(owner, "staff"), "Anna Jansen")).result.error).toBeTruthy();
  expect(refusalOf(await erase(owner, "Anna")).result.error.typed_name).toBeTruthy();
  expect(flashOf(await erase(owner, "Anna Jansen")).text).toContain("Erasing this customer");
  expect((await get(customer, owner, path, booked.customer_id)).erasure).toMatchObject({ is_under_way: true, done: 0 });
});
