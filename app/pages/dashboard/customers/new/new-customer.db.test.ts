import { expect, test } from "vitest";
import { pool } from "~/lib/db.server";
import { get, makeDesk, post } from "~/testing/desk";
import { makeResource, makeUser } from "~/testing/factory";
import * as customer from "../customer/route";
import * as customers from "../route";
import * as page from "./route";
import type { NewCustomerRefusal } from "./apply.server";

const PATH = "/dashboard/customers/new";
const fields = (more: Record<string, string>) => ({ key: "k", name: "Anna Jansen", ...more });
const knownOf = (answer: unknown) => (answer as { data: NewCustomerRefusal }).data.known;
const pathOf = (answer: unknown) => (answer as Response).headers.get("Location") ?? "";

test("a customer is added once, however often the form is sent", async () => {
  const { owner } = await makeDesk();
  const form = fields({ email: "Anna@Example.test", phone: "06 1234 5678", notes: "tall" });
  const first = await post(page, owner, PATH, form);
  const again = await post(page, owner, PATH, form);
  expect(pathOf(again)).toBe(pathOf(first));
  const { rows } = await pool.query(
    "select name, email, phone, notes, livemode from customer where tenant_id = $1",
    [owner.tenant.id],
  );
  expect(rows).toEqual([
    {
      name: "Anna Jansen",
      email: "anna@example.test",
      phone: "06 1234 5678",
      notes: "tall",
      livemode: true,
    },
  ]);
});

test("a known address or number says who has it; the number may be added anyway, the address not", async () => {
  const { owner } = await makeDesk();
  const anna = { email: "anna@example.test", phone: "+31 6 1234 5678" };
  const id = pathOf(await post(page, owner, PATH, fields(anna)))
    .split("/")
    .at(-1);
  const known = (same: string) => [{ id, name: "Anna Jansen", same }];
  const same = { name: "Bert", key: "b" };
  const byNumber = { ...same, phone: "0612345678" };
  expect(knownOf(await post(page, owner, PATH, byNumber))).toEqual(known("phone"));
  const byAddress = { ...same, email: "ANNA@example.test" };
  expect(knownOf(await post(page, owner, PATH, byAddress))).toEqual(known("email"));
  expect(knownOf(await post(page, owner, PATH, { ...byAddress, separate: "on" }))).toEqual(
    known("email"),
  );
  const added = await post(page, owner, PATH, { ...byNumber, separate: "on" });
  expect(pathOf(added)).toMatch(/\/customers\/[0-9a-f-]{36}$/);
  const { rows } = await pool.query(
    "select name, phone from customer where tenant_id = $1 order by name",
    [owner.tenant.id],
  );
  expect(rows).toEqual([
    { name: "Anna Jansen", phone: "+31612345678" },
    { name: "Bert", phone: "0612345678" },
  ]);
});

test("people limited to some resources, and viewers, are not offered the form", async () => {
  const { owner } = await makeDesk();
  const resource_ids = [(await makeResource(owner)).id];
  for (const actor of [
    await makeUser(owner, "staff", { resource_ids }),
    await makeUser(owner, "viewer"),
  ]) {
    expect((await get(customers, actor, "/dashboard/customers")).may_add).toBe(false);
    await expect(get(page, actor, PATH)).rejects.toMatchObject({ status: 403 });
    await expect(post(page, actor, PATH, fields({}))).rejects.toMatchObject({ status: 403 });
  }
  expect((await get(customers, owner, "/dashboard/customers")).may_add).toBe(true);
});

test("the list and the customer’s page say what was paid, less refunds, by currency", async () => {
  const { owner, book, court } = await makeDesk({ price_amount: 2500, currency: "EUR" });
  const [first, second] = [await book(10), await book(11)];
  const pay = (booking: string, id: string, amount: number, currency: string) =>
    pool.query(
      `insert into payment (tenant_id, id, booking_id, provider, status, amount, currency, captured_at)
        values ($1, $2, $3, 'offline', 'paid', $4, $5, now())`,
      [owner.tenant.id, id, booking, amount, currency],
    );
  const ids = [crypto.randomUUID(), crypto.randomUUID()] as const;
  await pay(first.id, ids[0], 2500, "EUR");
  await pay(second.id, ids[1], 1800, "GBP");
  await pool.query(
    `insert into refund (tenant_id, id, payment_id, booking_id, amount, currency, status, reason, idempotency_key)
      values ($1, gen_random_uuid(), $2, $3, 500, 'EUR', 'succeeded', 'policy', gen_random_uuid())`,
    [owner.tenant.id, ids[0], first.id],
  );
  await pool.query("update booking set customer_id = $2 where tenant_id = $1", [
    owner.tenant.id,
    first.customer_id,
  ]);
  const spent = async (actor: typeof owner) =>
    (await get(customers, actor, "/dashboard/customers")).customers.find(
      ({ id }) => id === first.customer_id,
    )?.spent;
  expect(await spent(owner)).toBe("€20.00 · £18.00");
  const path = `/dashboard/customers/${first.customer_id}`;
  const { figures } = await get(customer, owner, path, first.customer_id);
  expect(figures).toContainEqual({ label: "Total spent", value: "€20.00 · £18.00" });

  const limited = await makeUser(owner, "staff", { resource_ids: [court.id] });
  await pool.query(
    "update booking set resource_id = gen_random_uuid() where tenant_id = $1 and id = $2",
    [owner.tenant.id, second.id],
  );
  expect(await spent(limited)).toBe("€20.00");
});
